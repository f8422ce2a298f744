"""Thinking beside the bots: every level answers, and a thinker that dies or hangs costs one thought."""

import asyncio
import os
import sys
import time
from random import Random

import msgspec
import pytest
from sheep_client.game_api.bot import Choice
from sheep_client.game_registry import levels_of
from sheep_client.thinkers.pool import STANDS_BACK, Thinker, Thinkers
from sheep_client.thinking import pacing
from sheep_client.thinking.levels import engine_of, engines_of
from sheep_client.thinking.task import Task, strongest, think
from sheep_common.games import GAMES
from sheep_support.pace import within


def task(game: str, level: str, **changes: object) -> Task:
    """Return the first thing that seat 0 has to think about in a game."""
    rules = GAMES[game]
    state = rules.initial(3, {"first": 0})
    while not rules.to_act(state):
        state = rules.apply(state, None, rules.chance(state, Random(1))).state
    fields = {
        "game": game,
        "level": level,
        "seat": 0,
        "options": {"first": 0},
        "seen": ((msgspec.to_builtins(rules.view(state, 0)), ()),),
        "legal": rules.legal_actions(state, 0),
    }
    return Task(**fields | changes)


def action_of(thought: Choice | None) -> str | None:
    """Return what was thought of."""
    return None if thought is None else thought.action


@pytest.fixture
def thinker():
    """Give a real thinker, ended with the test."""
    made = Thinker()
    yield made
    made.close()


@pytest.mark.parametrize(("game", "level"), [(game, level) for game in GAMES for level in engines_of(game)])
def test_every_level_of_every_game_thinks_of_a_legal_action(game: str, level: str) -> None:
    asked = task(game, level)
    assert think(asked, 0.05, time.perf_counter, Random(1)).action in asked.legal


@pytest.mark.parametrize(("game", "level"), [(game, level) for game in GAMES for level in engines_of(game)])
def test_bots_take_the_time_that_the_minds_say(game: str, level: str) -> None:
    expected = None if level == "easy" else engine_of(game, level).seconds
    assert levels_of(game).get(level) == expected


def test_hints_come_from_the_strongest_mind_of_every_game_that_has_any() -> None:
    """The client knows these without loading them."""
    for game in GAMES:
        assert list(engines_of(game))[-1] == strongest(levels_of(game)) == "expert"


def test_a_thinker_answers_one_task_after_another(thinker: Thinker) -> None:
    for game in ("battle-sheep", "leadersheep"):
        asked = task(game, "normal")
        assert action_of(thinker.ask(asked, 0.05)) in asked.legal


def test_a_fault_in_a_mind_is_no_thought_and_the_next_one_comes(thinker: Thinker) -> None:
    assert thinker.ask(task("battle-sheep", "normal", seen=()), 0.05) is None
    asked = task("battle-sheep", "normal")
    assert action_of(thinker.ask(asked, 0.05)) in asked.legal


def test_a_thinker_that_dies_costs_one_thought(thinker: Thinker) -> None:
    asked = task("battle-sheep", "normal")
    thinker.ask(asked, 0.05)
    thinker._process.kill()
    thinker._process.wait()
    assert action_of(thinker.ask(asked, 0.05)) in asked.legal


def test_a_thinker_that_hangs_is_ended(monkeypatch) -> None:
    monkeypatch.setattr("sheep_client.thinkers.pool.GRACE", 0.3)
    hanging = Thinker([sys.executable, "-c", "import time; time.sleep(60)"])
    started = time.monotonic()
    assert hanging.ask(task("battle-sheep", "normal"), 0.1) is None
    assert time.monotonic() - started < 10
    hanging.close()


def test_an_action_that_is_not_legal_is_no_thought() -> None:
    liar = (
        "import pickle, sys; from sheep_client.game_api.bot import Choice; pickle.load(sys.stdin.buffer);"
        "sys.stdout.buffer.write(pickle.dumps(Choice(action='x')))"
    )
    lying = Thinker([sys.executable, "-c", liar])
    assert lying.ask(task("battle-sheep", "normal"), 1.0) is None
    lying.close()


def test_secrets_keep_forced_actions_from_coming_sooner() -> None:
    """Leadersheep hides hands, Battle Sheep nothing (L11)."""
    assert pacing.shows_time("leadersheep")
    assert not pacing.shows_time("battle-sheep")


@pytest.mark.skipif(sys.platform == "win32", reason="there the priority is given at its start")
def test_a_thinker_stands_back_from_the_host(thinker: Thinker) -> None:
    thinker.ask(task("battle-sheep", "normal"), 0.05)
    assert os.getpriority(os.PRIO_PROCESS, thinker._process.pid) == min(19, os.nice(0) + STANDS_BACK)


def test_no_more_thinkers_are_started_than_are_needed_at_once() -> None:
    thinkers = Thinkers(4)
    try:
        for _ in range(5):
            asked = task("battle-sheep", "normal")
            assert action_of(asyncio.run(thinkers.ask(asked, 0.05))) in asked.legal
        assert sum(thinker._process is not None for thinker in thinkers._all) == 1
    finally:
        thinkers.close()


def test_many_who_are_to_think_at_once_all_keep_their_time() -> None:
    """With one program for all: each takes its share of the time that is left to the others."""
    thinkers, seconds = Thinkers(1), within(2.0)

    async def ask_all() -> tuple[list[str | None], float]:
        asked = task("leadersheep", "hard")
        await thinkers.ask(asked, 0.05)  # so that it is started
        began = time.monotonic()
        thoughts = await asyncio.gather(*(thinkers.ask(asked, seconds) for _ in range(5)))
        return [action_of(thought) for thought in thoughts], time.monotonic() - began

    try:
        actions, took = asyncio.run(ask_all())
    finally:
        thinkers.close()
    assert None not in actions
    assert took < 2 * seconds  # one after another they would take five times that
