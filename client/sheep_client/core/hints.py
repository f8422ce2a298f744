"""Hints: who may have one, what there is to think about, and what came of it. Thinks nothing itself.

What bots are asked for is made here too: both know what their seat has seen, and nothing else.
"""

from msgspec.structs import replace
from sheep_common import messages as m

from sheep_client.core import command_words
from sheep_client.core.command_words import LineError
from sheep_client.core.effects import Desist, Tell, Think
from sheep_client.core.model import Advice, At, Model
from sheep_client.core.pending import Turn
from sheep_client.core.reports import Advised, Done, Pondering
from sheep_client.game_api.bot import Choice
from sheep_client.i18n import N_
from sheep_client.thinking.task import Seen, Task, strongest, within

LONGEST_STORY = 2000
"""How many views are kept: more than any game has."""


# --- what a seat has seen -------------------------------------------------------------------------


def story(at: At, update: m.Update, fresh: tuple[m.Steps, ...]) -> tuple[Seen, ...]:
    """Return what the own seat has seen once an update is here; a gap in the steps begins it anew.

    A story that begins in the middle begins with the view alone: what led there belongs to other views.
    """
    if update.seat is None:
        return ()
    last = at.update
    goes_on = last is not None and last.seat == update.seat and last.version < update.version
    known = at.story if goes_on else ()
    first = last.version if last is not None and known else 0
    # A version is the host's word: it is compared, and never counted up to.
    whole = len(fresh) == update.version - first and all(
        step.version == first + number for number, step in enumerate(fresh, 1)
    )
    if not (known and whole):
        known = ()
        fresh = fresh if whole and update.version == 1 else ()
    events = tuple(event for step in fresh for event in step.events)
    return (*known, (update.view, events))[-LONGEST_STORY:]


def task_of(at: At, level: str) -> Task | None:
    """Return what a level is to think about at a table; None for who has no choice there."""
    info, update = at.info, at.update
    if info is None or update is None or update.seat is None or not update.legal:
        return None
    return Task(
        game=info.game,
        level=level,
        seat=update.seat,
        options=info.options,
        seen=at.story or ((update.view, ()),),
        legal=update.legal,
    )


# --- a hint ---------------------------------------------------------------------------------------


def problem(model: Model) -> LineError | None:
    """Say why there is no hint now; None where there is one."""
    at = model.at
    if at is None or not at.here:
        return LineError("not-seated", N_("You are at no table; /sit takes a seat."))
    if at.info is None or at.update is None or at.info.state == "open":
        return LineError("not-started", N_("The game has not begun: there is nothing to choose yet."))
    if at.update.seat is None:
        return LineError("not-seated", N_("You are watching: hints are for those who play."))
    if at.ended:
        return LineError("not-allowed", N_("The game is over: there is nothing to choose any more."))
    if at.info.options.get("hints") == "off":
        return LineError("not-allowed", N_("At this table it was agreed to play without hints."))
    if not model.levels.get(at.info.game):
        return LineError("not-allowed", N_("There are no hints for this game."))
    if not at.update.legal:
        return LineError("not-your-turn", N_("It is not your turn: a hint is for your own choice."))
    return None


def check(model: Model, rest: str) -> bool:
    """Tell whether a hint is wanted, or none any more (`no`); raise `LineError`."""
    if rest and not command_words.read_yes(rest, "/hint [no]"):
        return False
    if (wrong := problem(model)) is not None:
        raise wrong
    return True


def ask(turn: Turn, line: int) -> None:
    """Begin to think, once for a choice; where there is no choice, or it is known, answer at once."""
    model, at = turn.model, turn.model.at
    levels = {} if at is None or at.info is None else model.levels.get(at.info.game, {})
    level = strongest(levels)
    task = None if at is None or level is None else task_of(at, level)
    if task is None or level is None or at is None or at.update is None or model.current is None:
        return
    advice = model.advice
    if advice is None:
        alone = Choice(action=task.legal[0], reason="only-move") if len(task.legal) == 1 else None
        advice = Advice(line, model.current, at.update.version, thought=alone)
        turn.model = replace(model, advice=advice)
        if alone is None:
            turn.effects.append(Think(line, task, _seconds(at, task.seat, levels[level])))
    told = Pondering(line) if advice.thought is None else Advised(at.update, advice.thought, line)
    turn.effects.append(Tell(told))


def _seconds(at: At, seat: int, seconds: float) -> float:
    """Return how long a hint is thought about: it is to come while there is time to follow it."""
    clocks, gone = at.clocks, at.ticks * 1000
    if clocks is None:
        return seconds
    move = None if clocks.move_ms is None else max(0, clocks.move_ms - gone)
    accounts = None if clocks.account_ms is None else tuple(max(0, ms - gone) for ms in clocks.account_ms)
    return within(seconds, replace(clocks, move_ms=move, account_ms=accounts), seat)


def desist(turn: Turn, line: int) -> None:
    """Want no hint any more."""
    drop(turn)
    turn.effects.append(Tell(Done(line)))


def drop(turn: Turn) -> None:
    """Forget the hint, and whatever is still being thought."""
    advice = turn.model.advice
    if advice is None:
        return
    turn.model = replace(turn.model, advice=None)
    if advice.thought is None:
        turn.effects.append(Desist(advice.number))


def come(turn: Turn, number: int, thought: Choice | None) -> None:
    """Tell what was thought of, or that nothing was; what is void by now comes to nothing."""
    advice, at = turn.model.advice, turn.model.at
    if advice is None or advice.number != number or at is None or at.update is None:
        return
    if thought is not None and thought.action not in at.update.legal:
        thought = None
    turn.model = replace(turn.model, advice=None if thought is None else replace(advice, thought=thought))
    turn.effects.append(Tell(Advised(at.update, thought)))


def settle(turn: Turn) -> None:
    """Drop the hint where the choice that it is for is gone."""
    advice, at = turn.model.advice, turn.model.at
    if advice is None:
        return
    same = advice.table == turn.model.current and at is not None and at.update is not None and not at.ended
    if not same or at is None or at.update is None or at.update.version != advice.version:
        drop(turn)


def grow_older(turn: Turn) -> None:
    """Let a second pass, on the clocks and for who waits for a hint."""
    timed = {name: at for name, at in turn.model.tables.items() if at.clocks is not None}
    if timed:
        older = {name: replace(at, ticks=at.ticks + 1) for name, at in timed.items()}
        turn.model = replace(turn.model, tables={**turn.model.tables, **older})
    advice = turn.model.advice
    if advice is not None and advice.thought is None:
        turn.model = replace(turn.model, advice=replace(advice, ticks=advice.ticks + 1))
