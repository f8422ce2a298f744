"""What a line means: a request to the host, or something that is settled here. The same on every face.

An action's text is passed on as it was typed, but for a player's name that stands for a seat.
"""

import re
import shlex
from collections.abc import Callable

import msgspec
from sheep_common import messages as m
from sheep_common.names import fold

from sheep_client.core.model import At, Model
from sheep_client.i18n import N_

FACE = ("help", "rules", "keys", "board", "words", "options")
"""Commands that the face answers by itself."""

_TABLE = re.compile(r"[a-z0-9]{1,16}")
_WORD = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_NO = {"no", "off", "none", "non"}
_YES = {"yes", "oui", "y", "o"}
_PAGE = 20
"""Steps that `/history` shows by itself."""
_LONGEST_ACTION = 500
_LONGEST_CHAT = 1000


class Nothing(msgspec.Struct, frozen=True):
    """A blank line."""


class ForFace(msgspec.Struct, frozen=True):
    """One of `FACE`."""

    name: str
    rest: str


class Use(msgspec.Struct, frozen=True):
    """Make a table the one that lines are meant for."""

    table: str


class Leave(msgspec.Struct, frozen=True):
    """End the program."""


Meaning = m.Request | Nothing | ForFace | Use | Leave


class LineError(ValueError):
    """A line that cannot be sent; `code` is one of the contract's.

    `text` is marked for translation, with `values` to be filled in; as text the error is in English.
    """

    def __init__(self, code: str, text: str, **values: str | int) -> None:
        super().__init__(text.format(**values))
        self.code = code
        self.text = text
        self.values = values


def read(model: Model, text: str) -> Meaning:
    """Say what a line means now; raise `LineError`. Requests have id 1, to be replaced."""
    text = text.strip()
    if not text:
        return Nothing()
    if not text.startswith("/"):
        return _action(model, text)
    word, _, rest = text[1:].partition(" ")
    if word in FACE:
        return ForFace(word, rest.strip())
    command = COMMANDS.get(word)
    if command is None:
        raise LineError("malformed", N_("There is no command /{word}; /help lists them."), word=word[:20])
    return command(model, rest.strip())


def act(table: str, at: At | None, action: str) -> m.Act:
    """Make the request to play an action in the game as it was told last."""
    version = at.update.version if at is not None and at.update is not None else 0
    return m.Act(id=1, table=table, version=version, action=action)


def _action(model: Model, text: str) -> m.Request:
    table = _here(model)
    action = with_seat(model, text)
    if len(action) > _LONGEST_ACTION:
        raise LineError("notation", N_("An action has at most {most} characters."), most=_LONGEST_ACTION)
    return act(table, model.at, action)


def with_seat(model: Model, text: str) -> str:
    """Write the seat's number where an action ends with the name of somebody seated.

    Only where that makes it legal, or where the action's first word is known to want a seat: a
    player may be called like a colour.
    """
    legal = model.at.update.legal if model.at is not None and model.at.update is not None else ()
    words = text.split()
    if " ".join(words) in legal:
        return text
    for start in range(1, len(words)):
        seat = named_seat(model, model.current, " ".join(words[start:]))
        if seat is not None:
            action = " ".join([*words[:start], str(seat)])
            return action if action in legal or words[0] in model.seat_words else text
    return text


def named_seat(model: Model, table: str | None, name: str) -> int | None:
    """Return the seat of a player of that name at a table; a number is no name."""
    info = model.info(table)
    if info is None or _NUMBER.fullmatch(name):
        return None
    for seat, other in enumerate(info.seats):
        if other is not None and fold(other.name) == fold(name):
            return seat
    return None


# --- the commands -----------------------------------------------------------------------------


def _tables(model: Model, rest: str) -> Meaning:
    _no_more(rest, "/tables")
    return m.Tables(id=1)


def _sit(model: Model, rest: str) -> Meaning:
    words = _words(rest, 0, 2, "/sit [TABLE [SEAT]]")
    table = _table(words[0]) if words else None
    seat = _number(words[1], 63) if len(words) > 1 else None
    return m.Sit(id=1, table=table, seat=seat)


def _watch(model: Model, rest: str) -> Meaning:
    return m.Watch(id=1, table=_table(_words(rest, 1, 1, "/watch TABLE")[0]))


def _new(model: Model, rest: str) -> Meaning:
    usage = "/new GAME SEATS [KEY=VALUE…]"
    try:
        words = shlex.split(rest)
    except ValueError:
        raise _usage(usage) from None
    if len(words) < 2:
        raise _usage(usage)
    if not _WORD.fullmatch(words[0]):
        raise LineError("bad-option", N_("There is no game {word}."), word=words[0][:32])
    seats = _number(words[1], 64, 1)
    options: dict[str, int | str] = {}
    for word in words[2:]:
        key, sign, value = word.partition("=")
        if not sign or not _WORD.fullmatch(key):
            raise LineError("bad-option", N_("An option is written KEY=VALUE, not {word}."), word=word[:40])
        options[key] = value
    return m.New(id=1, game=words[0], seats=seats, options=options)


def _ready(model: Model, rest: str) -> Meaning:
    ready = not (rest and _yes_or_no(rest, "/ready [no]") is False)
    return m.Ready(id=1, table=_here(model), ready=ready)


def _start(model: Model, rest: str) -> Meaning:
    return m.Start(id=1, table=_which(model, rest, "/start"))


def _say(model: Model, rest: str) -> Meaning:
    if not rest:
        raise _usage("/say TEXT")
    if len(rest) > _LONGEST_CHAT:
        raise LineError("too-big", N_("A line of chat has at most {most} characters."), most=_LONGEST_CHAT)
    return m.Say(id=1, table=model.current, text=rest)


def _bot(model: Model, rest: str) -> Meaning:
    head, _, last = rest.rpartition(" ")
    if head and (_WORD.fullmatch(last)) and _is_seat(model, head):
        return m.Bot(id=1, table=_target(model), seat=_seat(model, head), level=None if last in _NO else last)
    return m.Bot(id=1, table=_target(model), seat=_seat(model, rest, "/bot SEAT [LEVEL]"))


def _kick(model: Model, rest: str) -> Meaning:
    return m.Kick(id=1, table=_target(model), seat=_seat(model, rest, "/kick SEAT"))


def _ban(model: Model, rest: str) -> Meaning:
    return m.Ban(id=1, table=_target(model), seat=_seat(model, rest, "/ban SEAT"))


def _rematch(model: Model, rest: str) -> Meaning:
    return m.Rematch(id=1, table=_which(model, rest, "/rematch"))


def _leave(model: Model, rest: str) -> Meaning:
    _no_more(rest, "/leave")
    return m.Leave(id=1, table=_here(model))


def _undo(model: Model, rest: str) -> Meaning:
    count = _number(rest, 64, 1) if rest else 1
    return m.Propose(id=1, table=_here(model), what="undo", count=count)


def _resign(model: Model, rest: str) -> Meaning:
    _no_more(rest, "/resign")
    return m.Propose(id=1, table=_here(model), what="resign")


def _stand_in(model: Model, rest: str) -> Meaning:
    seat = _seat(model, rest, "/stand-in SEAT")
    return m.Propose(id=1, table=_here(model), what="stand-in", seat=seat)


def _vote(model: Model, rest: str) -> Meaning:
    yes = _yes_or_no(rest, "/vote yes|no")
    table = _here(model)
    info = model.info(table)
    if info is None or info.ballot is None:
        raise LineError("not-allowed", N_("There is nothing to vote on."))
    return m.Vote(id=1, table=table, ballot=info.ballot.ballot, yes=yes)


def _history(model: Model, rest: str) -> Meaning:
    count = _number(rest, 64, 1) if rest else _PAGE
    table = _here(model)
    newest = act(table, model.at, "").version
    return m.History(id=1, table=table, after=max(0, newest - count))


def _use(model: Model, rest: str) -> Meaning:
    return Use(_table(_words(rest, 1, 1, "/use TABLE")[0]))


def _quit(model: Model, rest: str) -> Meaning:
    return Leave()


COMMANDS: dict[str, Callable[[Model, str], Meaning]] = {
    "tables": _tables,
    "sit": _sit,
    "watch": _watch,
    "new": _new,
    "ready": _ready,
    "start": _start,
    "say": _say,
    "bot": _bot,
    "kick": _kick,
    "ban": _ban,
    "rematch": _rematch,
    "leave": _leave,
    "undo": _undo,
    "resign": _resign,
    "stand-in": _stand_in,
    "vote": _vote,
    "history": _history,
    "use": _use,
    "quit": _quit,
}
"""Every command but those of the face."""


# --- their words ------------------------------------------------------------------------------


def _usage(usage: str) -> LineError:
    return LineError("malformed", N_("Write {usage}."), usage=usage)


def _here(model: Model) -> str:
    """Return the current table, for what only who is at it may do."""
    if model.current is None:
        raise LineError("not-seated", N_("You are at no table; /sit takes a seat."))
    return model.current


def _target(model: Model) -> str:
    """Return the table that an owner means: the current one, or the only one there is."""
    if model.current is not None:
        return model.current
    if len(model.listed) == 1:
        return model.listed[0].id
    if not model.listed:
        raise LineError("no-such-table", N_("There is no table; /new opens one."))
    names = ", ".join(info.id for info in model.listed)
    raise LineError("no-such-table", N_("Say which table with /use TABLE: {names}."), names=names)


def _which(model: Model, rest: str, usage: str) -> str:
    _no_more(rest, usage)
    return _target(model)


def _is_seat(model: Model, text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None or named_seat(model, _target(model), text) is not None


def _seat(model: Model, text: str, usage: str = "") -> int:
    """Read a seat: its number, or the name of who sits there."""
    if not text:
        raise _usage(usage)
    if _NUMBER.fullmatch(text):
        return _number(text, 63)
    seat = named_seat(model, _target(model), text)
    if seat is None:
        raise LineError("not-seated", N_("Nobody called {name} sits there."), name=text[:40])
    return seat


def _table(word: str) -> str:
    if not _TABLE.fullmatch(word):
        raise LineError("no-such-table", N_("No table is called {word}."), word=word[:32])
    return word


def _number(word: str, most: int, least: int = 0) -> int:
    if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
        text = N_("{word} is no number from {least} to {most}.")
        raise LineError("malformed", text, word=word[:20], least=least, most=most)
    return int(word)


def _yes_or_no(word: str, usage: str) -> bool:
    if word.lower() in _YES or word.lower() in _NO:
        return word.lower() in _YES
    raise _usage(usage)


def _words(rest: str, least: int, most: int, usage: str) -> list[str]:
    words = rest.split()
    if not least <= len(words) <= most:
        raise _usage(usage)
    return words


def _no_more(rest: str, usage: str) -> None:
    if rest:
        raise _usage(usage)
