"""Rulings L1 to L4: the deal, the order of a round, its starter and its leader."""

from random import Random

import pytest
from msgspec.structs import replace
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.state import Phase
from sheep_support.games.leadersheep import play, seen, skip_to, step, table

ANN = "red red blue green yellow blue!"
BOB = "red blue blue green yellow red!"
EVE = "red blue green green yellow yellow!"
ONLY_SCANDALS = (
    "red! red! blue! blue! green! green!",
    "red! red! blue! blue! green! green!",
    "yellow! yellow! yellow! yellow! red blue",
)


def after_one_round(**options: object) -> State:
    """Return round 2: seat 0 won alba with 3 votes against 1 and 0, and leads."""
    state = table(ANN, BOB, EVE, **options)  # type: ignore[arg-type]
    state = skip_to(state, "promises")
    return play(state, "0 promise red", "1 promise blue", "2 promise green")


def after_the_gift() -> State:
    """Return round 2 at its scandals; seat 2 gave two red promises."""
    return play(after_one_round(), "0 ask 2", "2 give red red")


def after_two_rounds() -> State:
    """Return round 3: seats 0 and 1 won alba and brie, 4 sheep each."""
    state = skip_to(after_the_gift(), "promises")
    # brie has 2 blue and 2 green
    return play(state, "0 promise red", "1 promise blue", "2 promise yellow")


def before_all_pass(**changes: object) -> State:
    """Return a table at the promises of which nobody holds any playable one."""
    state = skip_to(table(*ONLY_SCANDALS), "promises")
    hands = (*state.hands[:2], ("yellow!", "yellow!", "yellow!", "yellow!"))
    changes.setdefault("hands", hands)
    return replace(state, **changes)  # type: ignore[arg-type]


def test_L1_deal_gives_each_seat_the_next_six_cards_and_the_rest_is_the_pile() -> None:
    """Seat i gets cards 6i to 6i+5; what is left is the draw pile, top first."""
    state = table(ANN, BOB, EVE, pile="yellow! red")
    assert state.hands[1] == tuple(BOB.split())
    assert state.pile[:2] == ("yellow!", "red")
    assert len(state.pile) == 52 - 18


def test_L1_three_regions_lie_face_up_and_the_first_is_in_play() -> None:
    """The row is the first three regions of the deal; the others are only counted."""
    view = seen(table(ANN, BOB, EVE, regions="dore elbe alba"), 0)
    assert (view["row"], view["pile"]) == (["dore", "elbe", "alba"], 2)


def test_L1_hands_are_secret_and_their_sizes_public() -> None:
    """A seat sees its own cards and how many the others hold."""
    view = seen(table(ANN, BOB, EVE), 1)
    assert (view["hand"], view["hands"]) == (BOB.split(), [6, 6, 6])


def test_L1_promises_and_scandals_are_shuffled_together() -> None:
    """The drawn deal mixes both kinds and moves regions and cards from the deck's order."""
    before = GAME.initial(3, {})
    deal = GAME.chance(before, Random(4))
    assert deal is not None
    regions, cards = (word.split(",") for word in deal.split()[1:])
    assert sorted(cards) == sorted(before.pile)
    assert sorted(regions) == sorted(before.regions)
    assert any("!" in card for card in cards[:18])
    assert any("!" not in card for card in cards[:18])
    assert tuple(cards) != before.pile
    assert tuple(regions) != before.regions


def test_L2_whole_table_does_each_phase_before_the_next() -> None:
    """From leader to count: gift, all scandals, all promises."""
    state = after_one_round()
    lines = ["0 ask 1", "1 give red yellow", "0 done", "1 done", "2 done"]
    lines += ["0 promise blue", "1 promise red", "2 promise red"]
    phases = [state.phase.value]
    for line in lines:
        state = step(state, line).state
        phases.append(state.phase.value)
    assert phases == [
        *("gift-ask", "gift-give", "scandals", "scandals", "scandals"),
        *("promises", "promises", "promises", "gift-ask"),
    ]


def test_L3_option_first_starts_round_one() -> None:
    """In the first round the seat of the option `first` starts."""
    state = table(ANN, BOB, EVE, first=2)
    assert (state.starter, state.turn) == (2, 2)


@pytest.mark.parametrize("phase", ["scandals", "promises"])
def test_L3_play_goes_clockwise_from_the_starter(phase: str) -> None:
    """Seats act in the order 2, 0, 1 when seat 2 starts."""
    state = skip_to(table(ANN, BOB, EVE, first=2), phase)
    turns = []
    for _ in range(3):
        turns.append(state.turn)
        state = step(state, f"{state.turn} {'done' if phase == 'scandals' else 'promise red'}").state
    assert turns == [2, 0, 1]


def test_L3_leader_starts_later_rounds() -> None:
    """Seat 0 leads with 5 sheep to 4 and starts, though seat 1 won the latest count."""
    state = skip_to(table(ANN, BOB, EVE, regions="caux alba", first=1), "promises")
    state = play(state, "1 promise red", "2 promise red", "0 promise green")
    state = skip_to(play(state, "0 ask 2", "2 give blue yellow"), "promises")
    state = play(state, "0 promise yellow", "1 promise blue", "2 promise green")
    assert (state.scores, state.leader, state.starter) == ((5, 4, 0), 0, 0)


def test_L3_winner_of_the_latest_count_starts_when_nobody_leads() -> None:
    """Seats 0 and 1 hold 4 sheep each; seat 1 won last."""
    state = after_two_rounds()
    assert (state.scores, state.leader, state.starter) == ((4, 4, 0), None, 1)


def test_L3_trades_do_not_make_a_starter() -> None:
    """Seat 2 got alba by a trade; seat 1, who won brie by the count, starts."""
    state = play(after_the_gift(), "0 done", "1 done", "2 scandal yellow 0", "0 trade alba", "2 done")
    state = play(state, "0 promise red", "1 promise blue", "2 promise yellow")
    assert (state.scores, state.leader, state.starter) == ((0, 4, 4), None, 1)


def test_L3_latest_count_that_had_a_winner_decides() -> None:
    """After a round that nobody won, the winner of an earlier one starts."""
    state = before_all_pass(
        held=((), ("alba",), ("brie",)), latest_winner=0, starter=1, turn=1, regions=("caux", "elbe")
    )
    state = play(state, "1 pass", "2 pass", "0 pass")
    assert (state.leader, state.starter) == (None, 0)


def test_L3_previous_starter_stays_when_nobody_has_ever_won() -> None:
    """No leader and no winner: the starter is the one of the round before."""
    state = play(before_all_pass(starter=2, turn=2), "2 pass", "0 pass", "1 pass")
    assert (state.round, state.leader, state.starter) == (2, None, 2)


def test_L4_first_round_has_no_leader() -> None:
    """A leader comes up in round 2 at the earliest."""
    assert table(ANN, BOB, EVE).leader is None


def test_L4_one_seat_with_most_sheep_leads() -> None:
    """Seat 0 holds the only region."""
    state = after_one_round()
    assert (state.round, state.leader) == (2, 0)


def test_L4_several_at_the_top_make_no_leader() -> None:
    """Two seats with 4 sheep: no leader, no gift."""
    state = after_two_rounds()
    assert (state.leader, state.phase) == (None, Phase.SCANDALS)


def test_L4_leader_counts_regions_held_now() -> None:
    """After a trade the region's new holder leads the next round."""
    state = play(after_the_gift(), "0 done", "1 done", "2 scandal yellow 0", "0 trade alba", "2 done")
    state = play(state, "0 promise red", "1 promise red", "2 promise blue")
    assert (state.scores, state.leader) == ((0, 0, 8), 2)


def test_L4_leader_is_fixed_for_the_round() -> None:
    """Who trades its last region away still is the leader of this round."""
    state = play(after_the_gift(), "0 done", "1 done", "2 scandal yellow 0", "0 trade alba")
    assert (state.scores, state.leader) == ((0, 0, 4), 0)
