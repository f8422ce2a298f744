"""A game between engines, without a host or a link: who played what, how it ended, how long they thought."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import _baseline
import msgspec
from sheep_client.game_api.bot import Engine, TimeLimit
from sheep_client.thinking import levels
from sheep_common.games import GAMES

CLOCKS: dict[str, Callable[[], float]] = {"cpu": time.process_time, "wall": time.perf_counter}
"""What engines think by. The processor's time does not run while other programs have the core."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: the level of each seat, and what its chances and thinking are drawn from."""

    game: str
    number: int
    seed: int
    levels: tuple[str, ...]
    options: dict[str, str]
    time_scale: float
    clock: str


@dataclass(slots=True)
class Result:
    """What came of it: each seat's points and share of the win, and milliseconds by action."""

    levels: tuple[str, ...]
    points: tuple[int, ...]
    shares: tuple[float, ...]
    thinking: list[list[float]] = field(default_factory=list)
    hurried: int = 0


def engine_of(game: str, level: str) -> Engine:
    """Return a level, or the frozen baseline; `KeyError` for what there is not."""
    return _baseline.ENGINE if (game, level) == _baseline.NAME else levels.engine_of(game, level)


def play(task: Task) -> Result:
    """Play a game to its end."""
    game = GAMES[task.game]
    seats = len(task.levels)
    engines = [engine_of(task.game, level) for level in task.levels]
    dice = [Random(f"{task.seed}/{task.number}/{seat}") for seat in (*range(seats), "table")]
    options = game.resolve(seats, task.options)
    state = game.initial(seats, options)
    memories = [engine.begin(seat, options) for seat, engine in enumerate(engines)]
    thinking: list[list[float]] = [[] for _ in range(seats)]
    hurried = 0
    events: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
    while game.outcome(state) is None:
        views = [msgspec.to_builtins(game.view(state, seat)) for seat in range(seats)]
        memories = [
            engine.remember(memories[seat], views[seat], events[seat]) for seat, engine in enumerate(engines)
        ]
        seat = min(game.to_act(state), default=None)
        if seat is None:
            action = game.chance(state, dice[-1])
            if action is None:
                raise RuntimeError(f"{task.game}: nobody is to act, and it is not over")
        else:
            engine, clock = engines[seat], CLOCKS[task.clock]
            legal = game.legal_actions(state, seat)
            start = clock()
            given = TimeLimit.starting(clock, engine.seconds * task.time_scale)
            thought = engine.choose(memories[seat], views[seat], legal, given, dice[seat])
            thinking[seat].append((clock() - start) * 1000)
            hurried += thought.hurried
            action = thought.action
        step = game.apply(state, seat, action)
        events = [[msgspec.to_builtins(event) for event in step.seen_by(each)] for each in range(seats)]
        state = step.state
    end = game.outcome(state)
    if end is None:
        raise RuntimeError(f"{task.game}: it ended without an outcome")
    shares = tuple((seat in end.winners) / len(end.winners) for seat in range(seats))
    return Result(levels=task.levels, points=end.scores, shares=shares, thinking=thinking, hurried=hurried)
