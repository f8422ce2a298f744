"""Searching engines keep their time by the wall's clock while other programs want every core."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

import msgspec
import pytest
from sheep_client.game_api.bot import TimeLimit
from sheep_client.thinking.levels import engine_of
from sheep_common.games import GAMES

SCALE = 0.2
"""Of the full time: little, so that what is not guarded weighs much."""
OVER = 1.1
"""How long a thought may take, in parts of the time given."""
TRIES = 3
"""The machine itself may stop us for longer than that now and then; it hardly does three times in a row."""


@pytest.fixture(scope="module", autouse=True)
def _busy() -> Iterator[None]:
    """Keep every core busy with two other programs."""
    with ExitStack() as stack:
        for _ in range(2 * (os.cpu_count() or 1)):
            other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(other.wait)
            stack.callback(other.kill)
        yield


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a seat has a choice, and what it remembers of the game."""

    phase: str
    seat: int
    memory: Any
    view: dict[str, Any]
    legal: tuple[str, ...]


def whole_game(name: str, seats: int) -> list[Spot]:
    """Let the level that looks once play for all seats; return every choice there was."""
    game, engine, dice = GAMES[name], engine_of(name, "normal"), Random(seats)
    options = game.resolve(seats, {})
    state = game.initial(seats, options)
    memories = [engine.begin(seat, options) for seat in range(seats)]
    found = []
    events: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
    while game.outcome(state) is None:
        views = [msgspec.to_builtins(game.view(state, seat)) for seat in range(seats)]
        memories = [engine.remember(memories[seat], views[seat], events[seat]) for seat in range(seats)]
        seat = min(game.to_act(state), default=None)
        if seat is None:
            action = game.chance(state, dice)
            assert action is not None
        else:
            legal = tuple(game.legal_actions(state, seat))
            if len(legal) > 1:
                found.append(Spot(views[seat]["phase"], seat, memories[seat], views[seat], legal))
            given = TimeLimit.starting(lambda: 0.0, 1.0)
            action = engine.choose(memories[seat], views[seat], legal, given, dice).action
        step = game.apply(state, seat, action)
        events = [[msgspec.to_builtins(event) for event in step.seen_by(each)] for each in range(seats)]
        state = step.state
    return found


def chosen(name: str, seats: int) -> list[Spot]:
    """Pick the first, the middle and the last choice of the phase that lasts longest, one of the others."""
    found = whole_game(name, seats)
    phases = {spot.phase: [each for each in found if each.phase == spot.phase] for spot in found}
    longest = max(phases, key=lambda phase: len(phases[phase]))
    return [
        spots[part]
        for phase, spots in phases.items()
        for part in ((0, len(spots) // 2, -1) if phase == longest else (len(spots) // 2,))
    ]


def seconds(name: str, level: str, spot: Spot) -> float:
    """Measure one thought by the wall's clock."""
    engine = engine_of(name, level)
    start = perf_counter()
    given = TimeLimit.starting(perf_counter, engine.seconds * SCALE)
    engine.choose(spot.memory, spot.view, spot.legal, given, Random(1))
    return perf_counter() - start


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.no_cover  # measuring takes time of its own
@pytest.mark.parametrize(
    "seats", [2, pytest.param(4, marks=pytest.mark.long(reason="the same again, with every core kept busy"))]
)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_thoughts_end_in_time_under_load(name: str, seats: int, level: str) -> None:
    """In every phase, at the start, in the middle and at the end of the longest: at most a tenth too long."""
    most = engine_of(name, level).seconds * SCALE * OVER
    for spot in chosen(name, seats):
        times: list[float] = []
        while len(times) < TRIES and (not times or min(times) > most):
            times.append(seconds(name, level, spot))
        assert min(times) <= most, f"{spot.phase}: {min(times):.3f} s of {most / OVER:.3f}"
