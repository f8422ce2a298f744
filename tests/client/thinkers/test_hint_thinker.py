"""Hints are thought of beside the client: nothing waits, a dead or hanging program is a line."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client.core.effects import Think
from sheep_client.core.events import Pondered
from sheep_client.thinkers import pool
from sheep_client.thinkers.hint_thinker import Adviser
from sheep_client.thinking.task import Task
from sheep_common.games import GAMES

DIES = "import sys; sys.exit(1)"
HANGS = "import time; time.sleep(60)"
LONG = 20.0
"""Seconds within which all of this is done, also on a busy machine."""


def effect(number: int, game: str = "battle-sheep", seconds: float = 0.2) -> Think:
    """Return something to think about: the first choice of a game."""
    rules = GAMES[game]
    state = rules.initial(3, {})
    while not rules.to_act(state):
        state = rules.apply(state, None, rules.chance(state, Random(1))).state
    (seat,) = rules.to_act(state)
    legal = rules.legal_actions(state, seat)
    seen = ((msgspec.to_builtins(rules.view(state, seat)), ()),)
    return Think(
        number, Task(game=game, level="expert", seat=seat, options={}, seen=seen, legal=legal), seconds
    )


def splits() -> Think:
    """Return a choice that takes its time."""
    rules, rng = GAMES["battle-sheep"], Random(2)
    state = rules.initial(2, {})
    while rules.view(state, None).phase != "splits":
        (seat,) = rules.to_act(state)
        state = rules.apply(state, seat, rng.choice(rules.legal_actions(state, seat))).state
    (seat,) = rules.to_act(state)
    seen = ((msgspec.to_builtins(rules.view(state, seat)), ()),)
    legal = rules.legal_actions(state, seat)
    task = Task(game="battle-sheep", level="expert", seat=seat, options={}, seen=seen, legal=legal)
    return Think(1, task, 10.0)


class Desk:
    """An adviser at work, and what it says."""

    def __init__(self) -> None:
        self.said: list[Pondered] = []
        self.adviser = Adviser(self.said.append)

    async def wait(self, count: int) -> None:
        """Wait until so much was said."""
        async with asyncio.timeout(LONG):
            while len(self.said) < count:
                await asyncio.sleep(0.01)


def run(play: Callable[[Desk], Coroutine[Any, Any, None]]) -> Desk:
    """Play something in a loop, and close the adviser as a client does that ends."""

    async def main() -> Desk:
        desk = Desk()
        try:
            await play(desk)
        finally:
            desk.adviser.close()
        return desk

    return asyncio.run(main())


def runs(monkeypatch: pytest.MonkeyPatch, command: Sequence[str]) -> None:
    """Let another program think."""
    monkeypatch.setattr(pool, "Thinker", partial(pool.Thinker, command))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_thought_comes_with_its_reason(game: str) -> None:
    async def play(desk: Desk) -> None:
        desk.adviser.think(effect(7, game))
        await desk.wait(1)

    (said,) = run(play).said
    assert said.number == 7
    assert said.thought is not None
    assert said.thought.action in effect(7, game).task.legal
    assert said.thought.reason


def test_keys_painting_and_the_link_go_on_meanwhile() -> None:
    """What else the loop does is not held up by the start of the program, nor by a thought."""
    gaps = []

    async def play(desk: Desk) -> None:
        desk.adviser.think(effect(1, "leadersheep", seconds=0.5))
        while not desk.said:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            gaps.append(time.monotonic() - before)

    assert run(play).said
    assert len(gaps) > 50
    assert sorted(gaps)[len(gaps) // 2] < 0.05


@pytest.mark.parametrize("program", [DIES, HANGS])
def test_a_program_that_dies_or_hangs_is_no_thought(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    runs(monkeypatch, [sys.executable, "-c", program])
    monkeypatch.setattr(pool, "GRACE", 0.3)

    async def play(desk: Desk) -> None:
        desk.adviser.think(effect(1, seconds=0.1))
        await desk.wait(1)

    assert run(play).said == [Pondered(1, None)]


def test_a_program_that_cannot_be_started_is_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    runs(monkeypatch, ["/nowhere/python"])

    async def play(desk: Desk) -> None:
        desk.adviser.think(effect(1))
        await desk.wait(1)

    assert run(play).said == [Pondered(1, None)]


def test_who_does_not_wait_any_more_ends_the_thought_and_the_next_one_begins_at_once() -> None:
    started = time.monotonic()

    async def play(desk: Desk) -> None:
        desk.adviser.think(splits())
        await asyncio.sleep(0.5)
        desk.adviser.desist()
        desk.adviser.think(effect(2))
        await desk.wait(2)

    first, second = run(play).said
    assert first == Pondered(1, None)
    assert second.thought is not None
    assert time.monotonic() - started < 9


def test_hints_that_were_not_wanted_any_more_are_not_thought_of_one_after_another() -> None:
    """Pasted lines ask and take it back faster than a program starts; the last one asks in earnest."""
    started = time.monotonic()

    async def play(desk: Desk) -> None:
        for _ in range(8):
            desk.adviser.think(splits())
            await asyncio.sleep(0)  # it is asked for, and waits for its turn
            desk.adviser.desist()
        desk.adviser.think(effect(2))
        await desk.wait(9)

    *dropped, last = run(play).said
    assert dropped == [Pondered(1, None)] * 8
    assert last.thought is not None
    assert time.monotonic() - started < 9


def test_nothing_is_left_when_the_client_ends_in_mid_thought() -> None:
    started = time.monotonic()
    programs: list[subprocess.Popen[bytes]] = []

    async def play(desk: Desk) -> None:
        desk.adviser.think(splits())
        while not programs:
            await asyncio.sleep(0.02)
            found = desk.adviser._thinkers
            programs.extend(t._process for t in (found._all if found else ()) if t._process is not None)

    run(play)
    assert programs[0].poll() is not None
    assert time.monotonic() - started < 9


def test_a_client_loads_no_engine_and_no_numpy() -> None:
    """Not with its screens, not with a hint that it asks for: it would be slow to start, and in the way."""
    program = """if True:
        import asyncio, sys
        from sheep_client.terminal import full_screen, line_prompt, player_screen
        from sheep_client import session
        from sheep_client.connection import join
        from sheep_client.core.model import Goal
        join.model_of("Ana", Goal())
        assert "sheep_client.thinkers.pool" not in sys.modules, "before any hint"
        import sheep_client.thinkers.pool
        heavy = [name for name in sys.modules if name.partition(".")[0] == "numpy" or ".bot." in name]
        assert heavy == []
        assert "sheep_client.thinking.levels" not in sys.modules
    """
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
