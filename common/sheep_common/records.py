"""Records of games as lines of text: print, parse and read them. Opens no file and knows no game.

A reader gives the lines as they stand in the file, split at line feeds alone, as bytes where they
may not be UTF-8.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sheep_common.game import OptionValue, Outcome

FORMAT = "sheep/1"
MAX_LINE = 1024 * 1024
"""The longest line of a record, in characters (bytes, where bytes are read)."""


class RecordError(ValueError):
    """A record is wrong; `line` counts from 1 and is 0 where only the line itself is known."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the game, the names in seat order, the options. The host writes them resolved."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, OptionValue] = {}


class Action(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action of a seat, or of the table (null); `ms` is the time since the start, where it is known."""

    seat: Annotated[int, Meta(ge=0)] | None
    action: str
    ms: Annotated[int, Meta(ge=0)] | None = None


class Undo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The last `undo` actions that stand are taken back; `ms` as with an action."""

    undo: Annotated[int, Meta(ge=1)]
    ms: Annotated[int, Meta(ge=0)] | None = None


class End(msgspec.Struct, frozen=True, kw_only=True):
    """The last line of a finished game."""

    outcome: Outcome


Entry = Header | Action | Undo | End

_KINDS: dict[str, type[Entry]] = {"record": Header, "action": Action, "undo": Undo, "outcome": End}
"""The key by which a line is known for what it is."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it is written, not replayed: its moves, and its outcome where it has one."""

    header: Header
    moves: tuple[Action | Undo, ...]
    outcome: Outcome | None


# --- one line -------------------------------------------------------------------------------


def write(entry: Entry) -> str:
    """Print a line, without its end; `parse` reads it back."""
    fields: Any = entry
    if isinstance(entry, Header):
        fields = {"record": FORMAT} | msgspec.to_builtins(entry)
    return msgspec.json.format(msgspec.json.encode(fields), indent=0).decode()


def parse(line: str | bytes) -> Entry:
    """Read a line; raise `RecordError`. Keys that are not known are ignored, but none may come twice."""
    fields = _json_object(line)
    kinds = [name for name in _KINDS if name in fields]
    if not kinds:
        raise RecordError("neither a header nor an action, an undo or an outcome")
    if len(kinds) > 1:
        raise RecordError(f"{' and '.join(kinds)} in one line")
    if kinds == ["record"]:
        fields = _known_header(fields)
    try:
        return msgspec.convert(fields, _KINDS[kinds[0]])
    except msgspec.ValidationError as error:
        raise RecordError(str(error)) from None


def _json_object(line: str | bytes) -> dict[str, Any]:
    if not line.strip():
        raise RecordError("a blank line")
    if len(line) > MAX_LINE:
        raise RecordError(f"a line of more than {MAX_LINE} characters")
    try:
        text = line.decode() if isinstance(line, bytes) else line
        found = _READER.decode(text)
        text.encode()
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()  # an escape can make half a character
    except RecordError:
        raise
    except UnicodeError:
        raise RecordError("bad UTF-8, or half of a surrogate pair") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"bad JSON: {error.msg}, column {error.colno}") from None
    except (RecursionError, ValueError):  # int() refuses thousands of digits
        raise RecordError("bad JSON: too deep, or a giant number") from None
    if not isinstance(found, dict):
        raise RecordError("a line is a JSON object")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object; two readers could take a key that comes twice in two ways."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RecordError("bad JSON: a key comes twice in one object")
    return found


def _no_constant(name: str) -> float:
    raise RecordError(f"bad JSON: {name} is no number")


_READER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def _known_header(fields: dict[str, Any]) -> dict[str, Any]:
    """Check whose header it is, and drop the options that are null: those are left out."""
    if fields["record"] != FORMAT:
        raise RecordError(f"the record is {short(fields['record'])}; this program reads {FORMAT!r}")
    options = fields.get("options")
    if isinstance(options, dict):
        fields["options"] = {name: value for name, value in options.items() if value is not None}
    return fields


# --- a whole record -------------------------------------------------------------------------


def read(lines: Iterable[str | bytes]) -> Record:
    """Read a whole record without replaying it; raise `RecordError` with the line."""
    found = [entry for _, entry in entries(lines)]
    header = next(entry for entry in found if isinstance(entry, Header))
    moves = tuple(entry for entry in found if isinstance(entry, Action | Undo))
    last = found[-1]
    return Record(header, moves, last.outcome if isinstance(last, End) else None)


def entries(lines: Iterable[str | bytes]) -> Iterator[tuple[int, Entry]]:
    """Parse the lines and number them from 1: a header first and nowhere else, nothing after an outcome.

    Raise `RecordError` with the first line that is wrong, after yielding all before it.
    """
    number, ended = 0, False
    for line in lines:
        number += 1
        if ended:
            raise RecordError("a line after the outcome", number)
        try:
            entry = parse(_without_mark(line) if number == 1 else line)
        except RecordError as error:
            raise at_line(number, error) from error
        if isinstance(entry, Header) != (number == 1):
            raise RecordError("no header" if number == 1 else "a second header", number)
        ended = isinstance(entry, End)
        yield number, entry
    if number == 0:
        raise RecordError("no header: the record is empty", 1)


def at_line(line: int, error: Exception) -> RecordError:
    """Say what went wrong together with the number of its line."""
    return RecordError(str(error), line)


def _without_mark(line: str | bytes) -> str | bytes:
    """Drop the byte order mark that some editors put in front of a file."""
    if isinstance(line, bytes):
        return line.removeprefix(b"\xef\xbb\xbf")
    return line.removeprefix("\ufeff")


def short(value: object) -> str:
    """Quote a value from a record for an error."""
    shown = "a giant number" if isinstance(value, int) and abs(value) >= 10**20 else repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"
