"""What a line means: a request to the host, or something that is settled here. The same on every face.

An action's text is passed on as it was typed, but for a player's name that stands for a seat.
"""

from collections.abc import Callable

import msgspec
from sheep_common import messages as m
from sheep_common import wire
from sheep_common.names import CHAT_CHARACTERS, clean

from sheep_client.core import command_words, hints
from sheep_client.core.command_words import LineError
from sheep_client.core.model import At, Model
from sheep_client.core.option_words import NEW, read_pairs
from sheep_client.i18n import N_
from sheep_client.thinking.task import offered

FACE = ("help", "rules", "keys", "board", "words", "options")
"""Commands that the face answers by itself."""

_PAGE = 20
"""Steps that `/history` shows by itself."""
_LONGEST_ACTION = 500
_ROOM = 16
"""Bytes that a message may grow by when it gets its number."""


class Nothing(msgspec.Struct, frozen=True):
    """A blank line."""


class ForFace(msgspec.Struct, frozen=True):
    """One of `FACE`."""

    name: str
    rest: str


class Use(msgspec.Struct, frozen=True):
    """Make a table the one that lines are meant for."""

    table: str


class Advise(msgspec.Struct, frozen=True):
    """Say what the player might do; `wanted` is false for who wants to hear no more of it."""

    wanted: bool = True


class Leave(msgspec.Struct, frozen=True):
    """End the program."""


Meaning = m.Request | Nothing | ForFace | Use | Advise | Leave


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
    if command is None or (word == "hint" and not model.thinks):
        raise LineError("malformed", N_("There is no command /{word}; /help lists them."), word=word[:20])
    return command(model, rest.strip())


def act(table: str, at: At | None, action: str) -> m.Act:
    """Make the request to play an action in the game as it was told last."""
    version = at.update.version if at is not None and at.update is not None else 0
    return m.Act(id=1, table=table, version=version, action=action)


def _action(model: Model, text: str) -> m.Request:
    table = command_words.here(model)
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
    given = text.split()
    if " ".join(given) in legal:
        return text
    for start in range(1, len(given)):
        seat = command_words.named_seat(model, model.current, " ".join(given[start:]))
        if seat is not None:
            action = " ".join([*given[:start], str(seat)])
            return action if action in legal or given[0] in model.seat_words else text
    return text


# --- the commands -----------------------------------------------------------------------------


def _tables(model: Model, rest: str) -> Meaning:
    command_words.no_more(rest, "/tables")
    return m.Tables(id=1)


def _sit(model: Model, rest: str) -> Meaning:
    given = command_words.split(rest, 0, 2, "/sit [TABLE [SEAT]]")
    table = command_words.read_table(given[0]) if given else None
    seat = command_words.read_number(given[1], 63) if len(given) > 1 else None
    return m.Sit(id=1, table=table, seat=seat)


def _watch(model: Model, rest: str) -> Meaning:
    return m.Watch(id=1, table=command_words.read_table(command_words.split(rest, 1, 1, "/watch TABLE")[0]))


def _new(model: Model, rest: str) -> Meaning:
    given = rest.split(maxsplit=2)
    if len(given) < 2:
        raise command_words.misused(NEW)
    if not command_words.WORD.fullmatch(given[0]):
        raise LineError("bad-option", N_("There is no game {word}."), word=given[0][:32])
    seats = command_words.read_number(given[1], 64, 1)
    options = read_pairs(given[2] if len(given) > 2 else "")
    new = m.New(id=1, game=given[0], seats=seats, options=options)
    if len(wire.encode(new)) > wire.HOST_FRAME - _ROOM:  # the host hears nothing of what is larger
        raise LineError(
            "too-big", N_("The options are more than one message can hold; a smaller deck may do.")
        )
    return new


def _ready(model: Model, rest: str) -> Meaning:
    ready = not (rest and command_words.read_yes(rest, "/ready [no]") is False)
    return m.Ready(id=1, table=command_words.here(model), ready=ready)


def _start(model: Model, rest: str) -> Meaning:
    return m.Start(id=1, table=command_words.target_alone(model, rest, "/start"))


def _say(model: Model, rest: str) -> Meaning:
    if not rest:
        raise command_words.misused("/say TEXT")
    if len(clean(rest, len(rest))) > CHAT_CHARACTERS:
        text = N_("A line of chat has at most {most} characters.")
        raise LineError("too-big", text, most=CHAT_CHARACTERS)
    return m.Say(id=1, table=model.current, text=rest)


def _phrase(model: Model, rest: str) -> Meaning:
    """Say a quick phrase, which each reads in their own language."""
    if not command_words.WORD.fullmatch(rest):
        raise command_words.misused("/phrase WORD")
    return m.Say(id=1, table=model.current, phrase=rest)


def _bot(model: Model, rest: str) -> Meaning:
    table, usage = command_words.target(model), "/bot SEAT [LEVEL]"
    head, _, last = rest.rpartition(" ")
    if not head or command_words.is_seat(model, rest) or not command_words.is_seat(model, head):
        return m.Bot(id=1, table=table, seat=command_words.read_seat(model, rest, usage))
    level = last.lower()
    if not command_words.WORD.fullmatch(level):
        raise command_words.misused(usage)
    seat = command_words.read_seat(model, head)
    _check_level(model, table, level)
    return m.Bot(id=1, table=table, seat=seat, level=None if level in command_words.NO else level)


def _check_level(model: Model, table: str, level: str) -> None:
    """Refuse a level that the game's bots do not have; of what is not known here the host decides."""
    info = model.info(table)
    levels = m.LEVELS if info is None else offered(model.levels.get(info.game))
    if level in m.LEVELS and level not in levels:
        text = N_("This game has no bots of level {level}; there are: {levels}.")
        raise LineError("bad-option", text, level=level, levels=", ".join(levels))


def _kick(model: Model, rest: str) -> Meaning:
    return m.Kick(
        id=1, table=command_words.target(model), seat=command_words.read_seat(model, rest, "/kick SEAT")
    )


def _ban(model: Model, rest: str) -> Meaning:
    return m.Ban(
        id=1, table=command_words.target(model), seat=command_words.read_seat(model, rest, "/ban SEAT")
    )


def _close(model: Model, rest: str) -> Meaning:
    named = command_words.split(rest, 0, 1, "/close [TABLE]")
    return m.Close(id=1, table=command_words.read_table(named[0]) if named else command_words.target(model))


def _rematch(model: Model, rest: str) -> Meaning:
    return m.Rematch(id=1, table=command_words.target_alone(model, rest, "/rematch"))


def _leave(model: Model, rest: str) -> Meaning:
    command_words.no_more(rest, "/leave")
    return m.Leave(id=1, table=command_words.here(model))


def _undo(model: Model, rest: str) -> Meaning:
    from sheep_common.games import GAMES  # the first frame of a screen does not wait for the games

    count = command_words.read_number(rest, 64, 1) if rest else 1
    table = command_words.here(model)
    info = model.info(table)
    if info is not None and info.game in GAMES and not GAMES[info.game].undoable:
        raise LineError("not-allowed", N_("In this game nothing is taken back."))
    return m.Propose(id=1, table=table, what="undo", count=count)


def _resign(model: Model, rest: str) -> Meaning:
    command_words.no_more(rest, "/resign")
    return m.Propose(id=1, table=command_words.here(model), what="resign")


def _stand_in(model: Model, rest: str) -> Meaning:
    seat = command_words.read_seat(model, rest, "/stand-in SEAT")
    return m.Propose(id=1, table=command_words.here(model), what="stand-in", seat=seat)


def _vote(model: Model, rest: str) -> Meaning:
    yes = command_words.read_yes(rest, "/vote yes|no")
    table = command_words.here(model)
    info = model.info(table)
    if info is None or info.ballot is None:
        raise LineError("not-allowed", N_("There is nothing to vote on."))
    return m.Vote(id=1, table=table, ballot=info.ballot.ballot, yes=yes)


def _history(model: Model, rest: str) -> Meaning:
    count = command_words.read_number(rest, 64, 1) if rest else _PAGE
    table = command_words.here(model)
    newest = act(table, model.at, "").version
    return m.History(id=1, table=table, after=max(0, newest - count))


def _use(model: Model, rest: str) -> Meaning:
    return Use(command_words.read_table(command_words.split(rest, 1, 1, "/use TABLE")[0]))


def _hint(model: Model, rest: str) -> Meaning:
    return Advise(hints.check(model, rest))


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
    "phrase": _phrase,
    "bot": _bot,
    "kick": _kick,
    "ban": _ban,
    "close": _close,
    "rematch": _rematch,
    "leave": _leave,
    "undo": _undo,
    "resign": _resign,
    "stand-in": _stand_in,
    "vote": _vote,
    "history": _history,
    "use": _use,
    "hint": _hint,
    "quit": _quit,
}
"""Every command but those of the face."""
