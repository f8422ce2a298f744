"""The words behind a command: seats by number or name, tables, numbers; and what is wrong with a line."""

import re

from sheep_common.names import fold

from sheep_client.core.model import Model
from sheep_client.i18n import N_

TABLE = re.compile(r"[a-z0-9]{1,16}")
WORD = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
NUMBER = re.compile(r"[0-9]{1,9}")
NO = {"no", "off", "none", "non"}
YES = {"yes", "oui", "y", "o"}


class LineError(ValueError):
    """A line that cannot be sent; `code` is one of the contract's.

    `text` is marked for translation, with `values` to be filled in; as text the error is in English.
    """

    def __init__(self, code: str, text: str, **values: str | int) -> None:
        super().__init__(text.format(**values))
        self.code = code
        self.text = text
        self.values = values


def named_seat(model: Model, table: str | None, name: str) -> int | None:
    """Return the seat of a player of that name at a table; a number is no name."""
    info = model.info(table)
    if info is None or NUMBER.fullmatch(name):
        return None
    for seat, other in enumerate(info.seats):
        if other is not None and fold(other.name) == fold(name):
            return seat
    return None


def misused(usage: str) -> LineError:
    """Make the error of a command that is written otherwise."""
    return LineError("malformed", N_("Write {usage}."), usage=usage)


def here(model: Model) -> str:
    """Return the current table, for what only who is at it may do."""
    if model.current is None:
        raise LineError("not-seated", N_("You are at no table; /sit takes a seat."))
    return model.current


def target(model: Model) -> str:
    """Return the table that an owner means: the current one, or the only one there is."""
    if model.current is not None:
        return model.current
    if len(model.listed) == 1:
        return model.listed[0].id
    if not model.listed:
        raise LineError("no-such-table", N_("There is no table; /new opens one."))
    names = ", ".join(info.id for info in model.listed)
    raise LineError("no-such-table", N_("Say which table with /use TABLE: {names}."), names=names)


def target_alone(model: Model, rest: str, usage: str) -> str:
    """Return the table that an owner means with a command of one word."""
    no_more(rest, usage)
    return target(model)


def is_seat(model: Model, text: str) -> bool:
    """Tell whether a text names a seat."""
    return NUMBER.fullmatch(text) is not None or named_seat(model, target(model), text) is not None


def read_seat(model: Model, text: str, usage: str = "") -> int:
    """Read a seat: its number, or the name of who sits there."""
    if not text:
        raise misused(usage)
    if NUMBER.fullmatch(text):
        return read_number(text, 63)
    seat = named_seat(model, target(model), text)
    if seat is None:
        raise LineError("not-seated", N_("Nobody called {name} sits there."), name=text[:40])
    return seat


def read_table(word: str) -> str:
    """Read a table's id."""
    if not TABLE.fullmatch(word):
        raise LineError("no-such-table", N_("No table is called {word}."), word=word[:32])
    return word


def read_number(word: str, most: int, least: int = 0) -> int:
    """Read a number from `least` to `most`."""
    if not NUMBER.fullmatch(word) or not least <= int(word) <= most:
        text = N_("{word} is no number from {least} to {most}.")
        raise LineError("malformed", text, word=word[:20], least=least, most=most)
    return int(word)


def read_yes(word: str, usage: str) -> bool:
    """Read yes or no, in either language."""
    if word.lower() in YES or word.lower() in NO:
        return word.lower() in YES
    raise misused(usage)


def split(rest: str, least: int, most: int, usage: str) -> list[str]:
    """Cut what follows a command into `least` to `most` words."""
    words = rest.split()
    if not least <= len(words) <= most:
        raise misused(usage)
    return words


def no_more(rest: str, usage: str) -> None:
    """Refuse whatever follows a command of one word."""
    if rest:
        raise misused(usage)
