"""Deal-again: what a seat cannot see may be dealt again, and it notices nothing.

The second half sees the check fail: for each hidden thing a view, or an event, that leaks it.
"""

import json
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheep_common.game import Step
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.cards import is_scandal
from sheep_support.games.leadersheep import PLAIN, canary_form, plain, random_game

Look = Callable[[State, int | None], object]
Told = Callable[[State, Step[State], int | None], object]

encode = msgspec.json.encode
SCARCE = plain(cards={"promises_per_colour": 5, "scandals_per_colour": 4})
DECKS = [None, PLAIN, SCARCE, canary_form(36), canary_form(40, scandals=1)]


def looks(state: State, seat: int | None) -> object:
    """Return all that a receiver can see of a state."""
    legal = () if seat is None else GAME.legal_actions(state, seat)
    return encode(GAME.view(state, seat)), legal


def is_told(_before: State, step: Step[State], seat: int | None) -> object:
    """Return all that a receiver is told of a step."""
    return encode(step.seen_by(seat))


def start(rng: Random) -> State:
    """Return a table with some deck that is large enough, some seats and some options."""
    seats = rng.choice(GAME.seats)
    options = {"trash": rng.choice(["shuffle", "turn-over"]), "first": rng.randrange(seats)}
    form = rng.choice(DECKS if seats < 6 else [None, *DECKS[-2:]])
    if form is not None:
        options["deck"] = json.dumps(form)
    return GAME.initial(seats, options)


def notices(rng: Random, look: Look = looks, told: Told = is_told) -> str | None:
    """Play a whole game and deal again at each step for each receiver; return what differs."""
    for state, actor, action in random_game(start(rng), rng):
        step = GAME.apply(state, actor, action)
        for seat in (*range(state.seats), None):
            other, same = GAME.redeal(state, seat, rng, (actor, action))
            assert same is not None
            again = GAME.apply(other, actor, same)
            where = f"seat {seat} at {actor} {action!r}, dealt again {same!r}"
            if look(other, seat) != look(state, seat):
                return f"before: {where}"
            if look(again.state, seat) != look(step.state, seat):
                return f"after: {where}"
            if told(other, again, seat) != told(state, step, seat):
                return f"events: {where}"
    return None


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_nobody_notices_a_deal_again(seed: int) -> None:
    """Views, events and legal actions are the same bytes, before and after each step."""
    assert notices(Random(seed)) is None


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_deal_again_keeps_what_the_rules_keep(seed: int) -> None:
    """All cards of the deck are still there, and every hand could have acted as it did."""
    rng = Random(seed)
    for state, _, _ in random_game(start(rng), rng):
        for seat in (*range(state.seats), None):
            other, action = GAME.redeal(state, seat, rng, None)
            assert action is None
            assert sorted(_all_cards(other)) == sorted(state.deck.cards)
            assert sorted(other.regions) == sorted(state.regions)
            for laid, before, hand in zip(other.laid, other.before, other.hands, strict=True):
                assert len(set(laid or ())) == len(laid or ())
                assert not set(laid or ()) & set(before)
                assert laid != () or all(is_scandal(c) or c in before for c in hand)


def _all_cards(state: State) -> list[str]:
    lying = [colour + "!" for colours in state.before for colour in colours]
    lying += [] if state.pending is None else [state.pending.colour + "!"]
    laid = [card for cards in state.laid for card in cards or ()]
    return [*state.pile, *state.trash, *(c for hand in state.hands for c in hand), *lying, *laid]


@pytest.mark.parametrize("seat", [0, 2, None])
def test_deal_again_moves_all_that_is_hidden(seat: int | None) -> None:
    """In a hundred deals each other hand, pile, region order, laid set and gift has changed."""
    rng, changed = Random(5), set()
    for state, actor, action in random_game(GAME.initial(3, {"first": 1}), rng):
        other, same = GAME.redeal(state, seat, rng, (actor, action))
        changed |= {f"hand {s}" for s in range(3) if other.hands[s] != state.hands[s]}
        changed |= {f"laid {s}" for s in range(3) if other.laid[s] != state.laid[s]}
        changed |= {name for name in ("pile", "regions") if _differ(name, other, state)}
        changed |= {"gift"} if other.gift != state.gift else set()
        changed |= {action.split()[0]} if same != action else set()
    others = {s for s in range(3) if s != seat}
    assert changed >= {f"hand {s}" for s in others} | {"pile", "regions", "gift", "deal"}
    assert changed >= {"promise", "give"}
    # the last to lay ends the round, so only the promises of the two before it lie face down
    assert any(f"laid {s}" in changed for s in others)
    assert not {f"hand {seat}", f"laid {seat}"} & changed


def _differ(name: str, one: State, other: State) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def _others(values: tuple[object, ...], seat: int | None) -> tuple[object, ...]:
    return tuple(value for place, value in enumerate(values) if place != seat)


LEAKY_VIEWS: dict[str, Look] = {
    "another hand": lambda state, seat: _others(state.hands, seat),
    "scandals in another hand": lambda state, seat: [
        sum(map(is_scandal, hand)) for hand in _others(state.hands, seat)
    ],
    "the top of the draw pile": lambda state, _: state.pile[:1],
    "the bottom of the draw pile": lambda state, _: state.pile[-1:],
    "the next region": lambda state, _: state.regions[3:4] if state.round else (),
    "the last region": lambda state, _: state.regions[3:][-1:] if state.round else (),
    "other promises laid": lambda state, seat: _others(state.laid, seat),
    "the gift's cards": lambda state, _: state.gift and state.gift.cards,
    "another's legal actions": lambda state, seat: [
        GAME.legal_actions(state, other) for other in range(state.seats) if other != seat
    ],
    "the whole state": lambda state, _: state,
}


@pytest.mark.parametrize("leak", LEAKY_VIEWS.values(), ids=LEAKY_VIEWS.keys())
def test_the_check_notices_a_view_that_leaks(leak: Look) -> None:
    """Each hidden thing, shown beside the true view, is found within a few games."""
    found = [notices(Random(seed), lambda s, seat: (looks(s, seat), leak(s, seat))) for seed in (1, 2)]
    assert any(found)


def _private_to_all(kind: str) -> Told:
    """Return events in which everyone is told what one seat alone may know."""
    return lambda _before, step, seat: [
        encode(event) for events in step.events for event in events if event.__struct_config__.tag == kind
    ]


LEAKY_EVENTS: dict[str, Told] = {
    "cards given": _private_to_all("gave"),
    "cards laid": _private_to_all("laid"),
    "cards drawn by others": lambda before, step, seat: (
        _others(step.state.hands, seat) if step.state.round > before.round else ()
    ),
}


@pytest.mark.parametrize("leak", LEAKY_EVENTS.values(), ids=LEAKY_EVENTS.keys())
def test_the_check_notices_events_that_leak(leak: Told) -> None:
    """What goes to one seat alone, told to all."""
    assert any(notices(Random(seed), told=leak) for seed in (1, 2))


def test_a_step_that_needs_a_certain_card_finds_it_there() -> None:
    """With one card of each kind the thrower's scandal cannot be anywhere else."""
    rng = Random(3)
    state = GAME.initial(3, {"deck": json.dumps(canary_form(12, scandals=1))})
    throws = 0
    for before, actor, action in random_game(state, rng):
        if action.startswith("scandal") and actor is not None:
            throws += 1
            other, same = GAME.redeal(before, (actor + 1) % 3, rng, (actor, action))
            assert same == action
            assert f"{action.split()[1]}!" in other.hands[actor]
    assert throws > 0


def test_what_cannot_lie_otherwise_stays() -> None:
    """No other card is hidden: the state comes back as it was."""
    state = next(s for s, _, _ in random_game(GAME.initial(2, {}), Random(1)) if s.round == 1)
    state = replace(state, pile=(), regions=state.regions[:3], hands=(state.hands[0], ("red",)))
    assert GAME.redeal(state, 0, Random(2), None) == (state, None)
