"""What a seat of Leadersheep cannot see changes nothing: its engines choose the same."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client.game_api.bot import Choice, Engine, TimeLimit
from sheep_client.games.leadersheep.bot.levels import ENGINES, EXPERT, HARD, by_search, engine
from sheep_client.games.leadersheep.bot.levels import GAME as NAME
from sheep_common.games.leadersheep import GAME, State
from sheep_support.games.leadersheep import PLAIN, random_game

FREE = TimeLimit.starting(lambda: 0.0, 0.01)
"""Time that never runs out."""

DECK = json.dumps({**PLAIN, "cards": {"promises_per_colour": 6, "scandals_per_colour": 4}})
"""Few cards, so that the trash comes back into play."""

SMALL = [
    ENGINES[1],
    engine("hard", by_search(replace(HARD, chunk=40)), 1.0),
    engine("expert", by_search(replace(EXPERT, chunk=40)), 3.0),
]
"""Levels that look at few worlds, so that whole games go by."""


class Onlooker:
    """An engine that follows a game from one seat."""

    def __init__(self, engine: Engine, seat: int, options: dict[str, Any]) -> None:
        self.engine, self.seat = engine, seat
        self.memory = engine.begin(seat, options)

    def see(self, state: State, events: tuple[Any, ...]) -> None:
        view = msgspec.to_builtins(GAME.view(state, self.seat))
        self.memory = self.engine.remember(
            self.memory, view, [msgspec.to_builtins(event) for event in events]
        )

    def choose(self, state: State, seed: int) -> Choice:
        view = msgspec.to_builtins(GAME.view(state, self.seat))
        legal = GAME.legal_actions(state, self.seat)
        return self.engine.choose(self.memory, view, legal, FREE, Random(seed))


@pytest.mark.parametrize("trash", ["shuffle", "turn-over"])
@pytest.mark.parametrize("level", SMALL, ids=lambda level: level.level)
def test_a_mind_chooses_by_what_its_seat_sees_alone(level: Engine, trash: str) -> None:
    """Through a whole game, with everything hidden dealt again at each step, it chooses the same."""
    assert level.game == NAME
    rng, seat, options = Random(f"{level.level} {trash}"), 1, {"trash": trash, "deck": DECK}
    state = GAME.initial(3, options)
    one, other = (Onlooker(level, seat, options) for _ in range(2))
    chosen = 0
    for at, (before, actor, action) in enumerate(random_game(state, rng)):
        again, same_action = GAME.redeal(before, seat, rng, (actor, action))
        if actor == seat:
            thoughts = {str(o.choose(s, at)) for o, s in ((one, before), (other, again))}
            chosen += 1
            assert len(thoughts) == 1, thoughts
        step, step_again = GAME.apply(before, actor, action), GAME.apply(again, actor, str(same_action))
        one.see(step.state, step.seen_by(seat))
        other.see(step_again.state, step_again.seen_by(seat))
    assert chosen > 10
