"""What bots and hints ask of an engine, as a value, and how it is thought about. `think` loads engines."""

from collections.abc import Callable, Mapping
from random import Random

import msgspec
from sheep_common.messages import LEVELS, Clocks

from sheep_client.game_api.bot import Choice, Options, Plain, TimeLimit

Seen = tuple[Plain, tuple[Plain, ...]]
"""A view, with the events that led to it since the one before."""

Levels = Mapping[str, float]
"""The levels at which a game's bots think, the weakest first, each with its seconds for an action."""
OF_MOVE, OF_ACCOUNT = 0.5, 0.1
"""How much of the time that is left for a move, or for the game, goes into one action at most."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What to think about: all that one seat has seen of a game, the newest last, and nothing else."""

    game: str
    level: str
    seat: int
    options: Options
    seen: tuple[Seen, ...]
    legal: tuple[str, ...]


def offered(levels: Levels | None) -> tuple[str, ...]:
    """Return the levels that a game's bots can have, the weakest first; all for a game that is not known."""
    return tuple(level for level in LEVELS if levels is None or level == LEVELS[0] or level in levels)


def strongest(levels: Levels) -> str | None:
    """Return the level that gives hints and judges games; None where nobody thinks."""
    return next(reversed(list(levels)), None)


def within(seconds: float, clocks: Clocks | None, seat: int) -> float:
    """Return no more of a time than the clocks of the table leave for one action."""
    if clocks is None:
        return seconds
    if clocks.move_ms is not None:
        seconds = min(seconds, clocks.move_ms / 1000 * OF_MOVE)
    if clocks.account_ms is not None and seat < len(clocks.account_ms):
        seconds = min(seconds, clocks.account_ms[seat] / 1000 * OF_ACCOUNT)
    return seconds


def think(task: Task, seconds: float, clock: Callable[[], float], rng: Random) -> Choice:
    """Choose an action as the level does that is asked for."""
    from sheep_client.thinking.levels import (
        engine_of,  # only who thinks needs the engines, and what they are made with
    )

    engine = engine_of(task.game, task.level)
    given = TimeLimit.starting(clock, seconds)
    memory = engine.begin(task.seat, task.options)
    for view, events in task.seen:
        memory = engine.remember(memory, view, events)
    return engine.choose(memory, task.seen[-1][0], task.legal, given, rng)
