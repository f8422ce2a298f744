"""What a client does with an event: `handle(model, event) -> (model, effects)`, pure.

Lines are taken one after another: each waits for the answer to the one before, so that a script may
give `/sit`, `/ready` and an action at once.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from sheep_common import messages as m

from sheep_client.core import commands, hints
from sheep_client.core import pending as talk
from sheep_client.core.command_words import LineError
from sheep_client.core.effects import Effect, Quit, Tell
from sheep_client.core.events import (
    Came,
    Connected,
    Ended,
    Event,
    Goodbye,
    Interrupted,
    Line,
    Look,
    Lost,
    Pondered,
    Tick,
    Trouble,
)
from sheep_client.core.incoming import HEARD
from sheep_client.core.model import Model
from sheep_client.core.pending import Turn
from sheep_client.core.reports import Cut, Denied, Done, Troubled, Wanted
from sheep_client.i18n import N_

HEARING = 3
"""Seconds that a host has for its first word before one leaves without."""
_UNHEARD = N_("The host has not said a word: nothing was done.")


def handle(model: Model, event: Event) -> tuple[Model, tuple[Effect, ...]]:
    """Return the next model and what the shell is to do, in order."""
    turn = Turn(model)
    _HANDLERS[type(event)](turn, event)
    if not turn.quitting:
        hints.settle(turn)
        _take_lines(turn)
        hints.settle(turn)
        _end(turn)
    return turn.model, tuple(turn.effects)


# --- the connection ---------------------------------------------------------------------------


def _connected(turn: Turn, event: Connected) -> None:
    del event
    turn.model = replace(turn.model, linked=True, greeted=False)
    talk.greet(turn)


def _lost(turn: Turn, event: Lost) -> None:
    """Forget what can only be asked once; an unanswered action is kept and sent again."""
    del event
    greeted = turn.model.greeted
    turn.model = replace(turn.model, linked=False, greeted=False)
    if greeted:
        turn.effects.append(Tell(Cut()))
    talk.drop_unrepeatable(turn)


def _came(turn: Turn, event: Came) -> None:
    message = event.message
    turn.model = replace(turn.model, silent=0)
    pending = talk.take(turn, message.re)
    if message.re is not None and pending is None and not isinstance(message, m.Update):
        return  # answers what was given up
    HEARD[type(message)](turn, message, pending)


def _trouble(turn: Turn, event: Trouble) -> None:
    """Tell why there is no connection, once as long as it is the same."""
    if not turn.model.greeted and event != turn.model.trouble:
        turn.model = replace(turn.model, trouble=event)
        turn.effects.append(Tell(Troubled(event)))


def _tick(turn: Turn, event: Tick) -> None:
    del event
    if turn.model.welcome is None:
        turn.model = replace(turn.model, silent=turn.model.silent + 1)
    talk.grow_older(turn)
    hints.grow_older(turn)


def _look(turn: Turn, event: Look) -> None:
    del event
    if turn.model.greeted and not talk.asked(turn, "look"):
        talk.ask(turn, m.Tables(id=1), "look")


def _pondered(turn: Turn, event: Pondered) -> None:
    hints.come(turn, event.number, event.thought)


def _goodbye(turn: Turn, event: Goodbye) -> None:
    del event
    if not turn.model.leaving:
        _leave(turn, None)


def _interrupted(turn: Turn, event: Interrupted) -> None:
    del event
    if turn.model.greeted:
        talk.ask(turn, m.Bye(id=1), "bye")
    turn.effects.append(Quit(130))


# --- lines ------------------------------------------------------------------------------------


def _line(turn: Turn, event: Line) -> None:
    turn.model = replace(turn.model, waiting=(*turn.model.waiting, event))


def _ended(turn: Turn, event: Ended) -> None:
    del event
    turn.model = replace(turn.model, ended=True)


def _take_lines(turn: Turn) -> None:
    """Take the lines whose turn it is."""
    while turn.model.waiting and not turn.quitting and not turn.model.leaving:
        line = turn.model.waiting[0]
        if not _ready_for(turn, line):
            return
        turn.model = replace(turn.model, waiting=turn.model.waiting[1:])
        _take(turn, line)


def _ready_for(turn: Turn, line: Line) -> bool:
    """Tell whether a line can be taken; what the host need not answer is, also without one."""
    if turn.model.greeted:
        return not any(pending.why in ("line", "look", "goal") for pending in turn.model.pending)
    word = line.text.strip().partition(" ")[0]
    if turn.model.welcome is None:
        return False
    here = word.removeprefix("/") in commands.FACE or (word == "/hint" and turn.model.thinks)
    return here or word == "/quit"


def _take(turn: Turn, line: Line) -> None:
    try:
        meaning = commands.read(turn.model, line.text)
    except LineError as error:
        _deny(turn, error, line.number)
        return
    match meaning:
        case commands.Nothing():
            turn.effects.append(Tell(Done(line.number)))
        case commands.ForFace(name, rest):
            turn.effects.append(Tell(Wanted(name, rest, line.number)))
        case commands.Use(table):
            _use(turn, table, line.number)
        case commands.Advise(wanted):
            (hints.ask if wanted else hints.desist)(turn, line.number)
        case commands.Leave():
            _leave(turn, line.number)
        case _:
            talk.ask(turn, meaning, "line", line.number)


def _deny(turn: Turn, error: LineError, line: int) -> None:
    refused = m.Refused(code=error.code, text=str(error))
    turn.effects.append(Tell(Denied(refused, line, words=error.text, values=error.values)))


def _use(turn: Turn, table: str, line: int) -> None:
    if turn.model.info(table) is None:
        _deny(turn, LineError("no-such-table", N_("No table is called {word}."), word=table), line)
        return
    turn.model = replace(turn.model, current=table)
    turn.effects.append(Tell(Done(line)))


def _leave(turn: Turn, line: int | None) -> None:
    """Say goodbye; its answer, or the lack of one, ends the program."""
    if turn.model.greeted:
        turn.model = replace(turn.model, leaving=True)
        talk.ask(turn, m.Bye(id=1), "bye", line)
        return
    turn.effects += [Tell(Done(line)), Quit(0)]


def _end(turn: Turn) -> None:
    """Leave when there are no more lines and nothing more to wait for."""
    model = turn.model
    if model.welcome is None:
        _end_unheard(turn)
        return
    if not model.ended or model.leaving or model.waiting or model.pending:
        return
    if all(at.ended or not at.here for at in model.tables.values()):
        _leave(turn, None)


def _end_unheard(turn: Turn) -> None:
    """Leave a host that says nothing at all, where the player is done; lines that wait are refused here."""
    model = turn.model
    quitting = next((line for line in model.waiting if line.text.strip() == "/quit"), None)
    if (
        model.leaving
        or not (quitting or model.ended)
        or not _had_its_time(model, quitting=quitting is not None)
    ):
        return
    turn.model = replace(model, waiting=())
    for line in model.waiting:
        if line is quitting:
            turn.effects += [Tell(Done(line.number)), Quit(0)]
            return
        _deny(turn, LineError("stale", _UNHEARD), line.number)
    turn.effects.append(Quit(1, model.trouble or "silent"))


def _had_its_time(model: Model, *, quitting: bool) -> bool:
    """Tell whether a host could have said its first word by now, since it was greeted or, at most, at all.

    Where there is no connection yet, the trouble is waited for: it says more.
    """
    if model.linked:
        waited = max((pending.ticks for pending in model.pending if pending.why == "hello"), default=0)
    else:
        waited = model.silent if quitting or model.trouble else 0
    return waited >= HEARING or model.silent >= 2 * HEARING


_HANDLERS: dict[type[Event], Callable[[Turn, Any], None]] = {
    Connected: _connected,
    Lost: _lost,
    Trouble: _trouble,
    Came: _came,
    Line: _line,
    Ended: _ended,
    Look: _look,
    Tick: _tick,
    Pondered: _pondered,
    Goodbye: _goodbye,
    Interrupted: _interrupted,
}
