"""What a seat of Leadersheep remembers is true, and worlds drawn from it are possible."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from sheep_client.games.leadersheep.bot.known import source
from sheep_client.games.leadersheep.bot.memory import Memory, begin, remember
from sheep_client.games.leadersheep.bot.worlds import draw_worlds
from sheep_common.games.leadersheep import GAME, State
from sheep_support.games.leadersheep import PLAIN, random_game, table

DARK = json.dumps({**PLAIN, "cards": {"promises_per_colour": 3, "scandals_per_colour": 6}})


def followed(
    seats: int, options: dict[str, object], seed: int, *, told: bool = True
) -> Iterator[tuple[State, list[Memory]]]:
    """Play at random; yield each state with what every seat remembers."""
    rng = Random(seed)
    state = GAME.initial(seats, options)
    memories = [begin(seat, GAME.resolve(seats, options) if told else {}) for seat in range(seats)]
    for before, actor, action in random_game(state, rng):
        step = GAME.apply(before, actor, action)
        for seat in range(seats):
            view = msgspec.to_builtins(GAME.view(step.state, seat))
            events = [msgspec.to_builtins(event) for event in step.seen_by(seat)]
            memories[seat] = remember(memories[seat], view, events)
        yield step.state, memories


def holding(state: State, seat: int) -> Counter[str]:
    """Return all cards of a seat, in the hand and face down."""
    return Counter(state.hands[seat]) + Counter(state.laid[seat] or ())


TABLES = [
    pytest.param(4, {}, id="four"),
    pytest.param(2, {"trash": "turn-over"}, id="two, turned over"),
    pytest.param(6, {"trash": "turn-over"}, id="six, turned over"),
    pytest.param(3, {"deck": DARK}, id="three, few promises"),
    pytest.param(3, {"deck": DARK, "trash": "turn-over"}, id="three, few promises, turned over"),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_is_certain_is_true(seats: int, options: dict[str, object]) -> None:
    """Cards remembered are there, piles lie so, and who could promise nothing still has such cards."""
    known = 0
    for state, memories in followed(seats, options, seed=1):
        for memory in memories:
            assert memory.pile is None or memory.pile == state.pile
            for seat, belief in enumerate(memory.others):
                assert not Counter(belief.known) - holding(state, seat)
                known += len(belief.known)
                if belief.stuck is not None:
                    stuck = sum(map(belief.stuck.may_be, state.hands[seat] + (state.laid[seat] or ())))
                    assert stuck >= belief.stuck.count
    assert known, "nothing was ever certain"


@pytest.mark.parametrize("told", [True, False], ids=["deck known", "deck estimated"])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_worlds_agree_with_the_view(seats: int, options: dict[str, object], told: bool) -> None:
    """In every world the public part is as seen and cards are as many as there are; promises are possible.

    (Not always where nearly every card is known: then no card may be left for who is dealt to last.)
    """
    rng, impossible = np.random.default_rng(1), []
    for at, (state, memories) in enumerate(followed(seats, options, seed=2, told=told)):
        if state.turn is None or at % 3:
            continue
        seat = state.turn
        view = msgspec.to_builtins(GAME.view(state, seat))
        known = source(memories[seat], view)
        worlds = draw_worlds(known, 8, rng)
        places = list(known.chart.place)
        assert tuple(np.repeat(places, worlds.hands[0, seat])) == state.hands[seat]
        assert (worlds.size == [len(hand) for hand in state.hands]).all()
        assert (worlds.hands.sum(2) == worlds.size).all()
        assert (worlds.hands >= 0).all()
        assert (worlds.scores == state.scores).all()
        assert (worlds.end - worlds.top == len(state.pile)).all()
        assert worlds.coming.shape[1] == len(state.regions)
        assert (worlds.count == [-1 if laid is None else len(laid) for laid in state.laid]).all()
        impossible.append((worlds.laid & worlds.blocked).any((1, 2)).mean())
    assert np.mean(impossible) < 0.01


def seen_by(seat: int, state: State, *lines: str) -> tuple[State, Memory, dict[str, Any]]:
    """Play some lines; return the table with a seat's memory and view."""
    memory = begin(seat, GAME.resolve(state.seats, {"deck": state.deck.text()}))
    for line in lines:
        actor, _, action = line.partition(" ")
        step = GAME.apply(state, int(actor), action)
        state = step.state
        view = msgspec.to_builtins(GAME.view(state, seat))
        memory = remember(memory, view, [msgspec.to_builtins(event) for event in step.seen_by(seat)])
    return state, memory, view


def test_the_giver_remembers_what_it_gave() -> None:
    """The cards given are in the leader's hand in every world."""
    hands = (
        "red red blue blue green green",
        "red red blue yellow yellow red!",
        "red green green green blue! red!",
    )
    lines = ["0 done", "1 done", "2 done", "0 promise red blue", "1 promise yellow", "2 promise green"]
    state, memory, view = seen_by(1, table(*hands), *lines, "0 ask 1", "1 give red red!")
    known = source(memory, view)
    worlds = draw_worlds(known, 20, np.random.default_rng(1))
    assert state.leader == 0
    assert (worlds.hands[:, 0, known.chart.place["red!"]] >= 1).all()
    assert (worlds.hands[:, 0, known.chart.place["red"]] >= 1).all()


def test_a_hand_that_passed_holds_nothing_that_could_be_promised() -> None:
    """In every world a seat that passed in this round has scandals and barred colours alone."""
    hands = ("red! red red red red red", "red red blue! blue! green! green!", "blue " * 6)
    lines = ["0 scandal red 1", "0 done", "1 done", "2 done", "0 promise red", "1 pass"]
    _, memory, view = seen_by(2, table(*hands), *lines)
    worlds = draw_worlds(source(memory, view), 50, np.random.default_rng(1))
    assert not (worlds.hands[:, 1, :4] * ~worlds.blocked[:, 1]).any()


def test_without_the_start_of_a_game_a_seat_still_draws_worlds() -> None:
    """An engine that sits in for a player knows the view alone, and that is enough."""
    state = GAME.initial(4, {})
    for before, _actor, _action in random_game(state, Random(3)):
        if before.turn is not None and before.round == 5:
            view = msgspec.to_builtins(GAME.view(before, before.turn))
            memory = remember(begin(before.turn, {}), view, [])
            worlds = draw_worlds(source(memory, view), 4, np.random.default_rng(1))
            assert (worlds.hands.sum(2) == worlds.size).all()
