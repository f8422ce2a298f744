"""Endgames whose ends are known by exhaustive search: the strong levels lose nothing there.

The file is made by scripts/_endgames.py; the others' replies come from the same exhaustive search.
"""

import importlib.util
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import pytest
from sheep_client.game_api.bot import Engine, TimeLimit
from sheep_client.thinking.levels import engine_of
from sheep_common.games.battle_sheep import GAME, State

ROOT = Path(__file__).parents[5]
FILE = Path(__file__).parent / "endgames" / "battle-sheep.txt"
SCALE = 1.0
"""The part of full time that engines get here; what they need is far less."""


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("_endgames", ROOT / "scripts" / "_endgames.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["_endgames"] = module  # where its dataclasses look for their own module
    spec.loader.exec_module(module)
    return module


maker = load()


def endgames() -> Iterator[dict[str, str]]:
    for text in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        if lines:
            yield dict(line.split(" ", 1) for line in lines)


CASES = list(endgames())


def state_of(case: dict[str, str]) -> State:
    return maker.ready(case["position"], int(case["seats"]), int(case["first"]))


def play_out(engine: Engine, case: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """Let an engine play whose turn it is, against the best replies; return the end."""
    state, seat = state_of(case), int(case["first"])
    solver = maker.Solver(10**6)
    memory = engine.begin(seat, {})
    while GAME.outcome(state) is None:
        legal = GAME.legal_actions(state, state.turn)
        if state.turn == seat:
            view = msgspec.to_builtins(GAME.view(state, seat))
            given = TimeLimit.starting(time.process_time, engine.seconds * SCALE)
            action = engine.choose(memory, view, legal, given, Random(1)).action
        else:
            mover = state.turn
            action = max(solver.after(state), key=lambda pair: maker.lead(pair[1], mover))[0]
        state = GAME.apply(state, state.turn, action).state
    return solver.solve(state)


def lost(engine: Engine) -> list[str]:
    """Return the names of the endgames in which an engine does not reach the known lead."""
    found = []
    for case in CASES:
        seat = int(case["first"])
        known = tuple(tuple(map(int, each.split(":"))) for each in case["end"].split())
        if maker.lead(play_out(engine, case), seat) != maker.lead(known, seat):
            found.append(case["name"])
    return found


def test_there_are_enough_endgames_and_one_is_the_shepherds() -> None:
    """At least thirty; the one of the commented game: a barrier, five pastures, five sheep for them."""
    assert len(CASES) >= 30
    case = next(case for case in CASES if case["name"] == "shepherd")
    assert case["position"] == maker.SHEPHERD
    state = state_of(case)
    held = GAME.view(state, None).scores[0]
    assert case["end"].split()[0].startswith(f"{held + 5}:")


@pytest.mark.parametrize("case", CASES[::6], ids=lambda case: case["name"])
def test_the_known_ends_are_what_the_search_finds(case: dict[str, str]) -> None:
    """The file is as its maker makes it (each sixth is looked at)."""
    end = maker.Solver(10**6).solve(state_of(case))
    assert " ".join(f"{pastures}:{herd}" for pastures, herd in end) == case["end"]


def test_expert_reaches_the_full_score_in_every_endgame() -> None:
    """Nothing is lost, neither pastures nor herd."""
    assert lost(engine_of("battle-sheep", "expert")) == []


def test_hard_reaches_the_full_score_in_nine_of_ten_endgames() -> None:
    """Little is lost."""
    assert len(lost(engine_of("battle-sheep", "hard"))) * 10 <= len(CASES)
