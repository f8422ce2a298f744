"""Whole random games: they end, keep every card, and list just what applies."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheep_common.errors import RuleError
from sheep_common.games.leadersheep import GAME, State
from sheep_support.games.leadersheep import PLAIN, canary_form, random_game, seen

DECKS = ["france", json.dumps(PLAIN), json.dumps(canary_form(40)), json.dumps(canary_form(60))]
TRASH = ["shuffle", "turn-over"]
SEEDS = st.integers(0, 2**32)


def finish(state: State, rng: Random) -> State:
    """Play at random to the end."""
    for before, seat, action in random_game(state, rng):
        state = GAME.apply(before, seat, action).state
    return state


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("trash", TRASH)
@settings(max_examples=5, deadline=None)
@given(seed=SEEDS)
def test_a_random_game_ends_with_an_outcome(seats: int, trash: str, seed: int) -> None:
    """As many rounds as regions; the scores are sheep, and the winners hold the most."""
    end = finish(GAME.initial(seats, {"trash": trash}), Random(seed))
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert (end.round, GAME.to_act(end), GAME.chance(end, Random(1))) == (13, frozenset(), None)
    assert outcome.winners == tuple(
        seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)
    )


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, deck=st.sampled_from(DECKS), trash=st.sampled_from(TRASH))
def test_no_card_is_ever_lost_or_made(seed: int, deck: str, trash: str) -> None:
    """By the counts of a spectator's view: piles, hands, table and trash make up the deck."""
    rng = Random(seed)
    first = GAME.initial(rng.randrange(2, 6), {"trash": trash, "deck": deck})
    for state, _, _ in random_game(first, rng):
        view = seen(state, None)
        lying = sum(map(len, view["before"])) + (view["pending"] is not None)
        laid = sum(count or 0 for count in view["laid"])
        count = view["draw"] + len(view["trash"]) + sum(view["hands"]) + lying + laid
        assert count == len(state.deck.cards)


@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, deck=st.sampled_from(DECKS))
def test_listed_actions_apply_and_stand_in_their_one_form(seed: int, deck: str) -> None:
    """Sorted, each once, canonical, and none is refused."""
    rng = Random(seed)
    for state, seat, _ in random_game(GAME.initial(3, {"deck": deck}), rng):
        if seat is not None:
            actions = GAME.legal_actions(state, seat)
            assert list(actions) == sorted(set(actions))
            for action in actions:
                assert GAME.canonical(state, action) == action
                assert GAME.apply(state, seat, action).state != state


@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """Actions that other states and seats have had are legal here just when they are listed."""
    rng = Random(seed)
    steps = list(random_game(GAME.initial(3, {"deck": DECKS[1]}), rng))
    pool = sorted({action for _, seat, action in steps if seat is not None})
    for state, _, _ in steps:
        for action in rng.sample(pool, 5):
            for seat in range(3):
                if action not in GAME.legal_actions(state, seat):
                    with pytest.raises(RuleError):
                        GAME.apply(state, seat, action)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS)
def test_the_same_actions_make_the_same_game(seed: int) -> None:
    """A replay needs no dice: chance is in the actions."""
    steps = list(random_game(GAME.initial(4, {}), Random(seed)))
    state = GAME.initial(4, {})
    for before, seat, action in steps:
        assert state == before
        state = GAME.apply(state, seat, action).state
    assert GAME.outcome(state) is not None


def test_a_deck_without_promises_comes_to_its_end() -> None:
    """Nobody ever lays one: every region leaves the game, and all win with nothing."""
    form = {**PLAIN, "cards": {"promises_per_colour": 0, "scandals_per_colour": 8}}
    outcome = GAME.outcome(finish(GAME.initial(3, {"deck": json.dumps(form)}), Random(1)))
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((0, 0, 0), (0, 1, 2))


def test_a_deck_that_runs_dry_comes_to_its_end() -> None:
    """Twelve cards for two seats: the draw pile is empty from the deal on."""
    form = {**PLAIN, "cards": {"promises_per_colour": 2, "scandals_per_colour": 1}}
    for trash in TRASH:
        options = {"deck": json.dumps(form), "trash": trash}
        assert finish(GAME.initial(2, options), Random(2)).round == 5
