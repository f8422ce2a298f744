"""Rulings L1 to L6: the deal, the order of a round, starter, leader, draws, the leader's gift."""

from dataclasses import replace
from random import Random

import pytest
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.state import Phase
from sheep_common.games.leadersheep.testing import play, refusal, seen, skip_to, step, table

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


def test_L5_each_draws_up_to_six_clockwise_from_the_starter() -> None:
    """Seat 1 won and starts: it gets the top card, seat 2 the next two, seat 0 the fourth."""
    state = skip_to(table(ANN, BOB, EVE, pile="red! green! blue! yellow!"), "promises")
    state = play(state, "0 promise green", "1 promise red", "2 promise green yellow")
    got = [
        [card for card in hand if "!" in card and card not in own.split()]
        for hand, own in zip(state.hands, (ANN, BOB, EVE), strict=True)
    ]
    assert state.starter == 1
    assert state.hands[1].count("red!") == 2
    assert got == [["yellow!"], [], ["blue!", "green!"]]


def test_L5_who_has_six_or_more_draws_none() -> None:
    """The leader got two cards and laid one: seven cards, no draw; the others are back at six."""
    state = skip_to(after_one_round(), "promises")
    state = play(state, "0 promise blue", "1 promise yellow", "2 promise red")
    assert list(map(len, state.hands)) == [7, 6, 6]


def test_L5_turn_over_puts_the_oldest_card_on_top() -> None:
    """Old trash first, then the round's cards; nobody is asked and nothing is drawn by chance."""
    state = skip_to(table(ANN, BOB, EVE, trash="turn-over"), "promises")
    state = replace(state, pile=(), trash=("green!", "blue!"))
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    # trash: green! blue! red blue green; seat 0 starts and takes green!, then blue!, then red
    assert state.phase is Phase.GIFT_ASK
    assert "green!" in state.hands[0]
    assert "blue!" in state.hands[1]
    assert state.hands[2] == ("red", "red", "blue", "green", "yellow", "yellow!")
    assert (state.pile, state.trash) == (("blue", "green"), ())


def test_L5_shuffle_is_due_only_when_a_card_is_needed() -> None:
    """Three cards for three draws: the pile is empty, and nobody needs a shuffle."""
    state = skip_to(table(ANN, BOB, EVE), "promises")
    state = replace(state, pile=("red!", "green!", "blue!"))
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    assert (state.phase, state.pile) == (Phase.GIFT_ASK, ())
    assert state.trash == ("red", "blue", "green")


def test_L5_shuffle_of_the_trash_interrupts_the_draws_and_they_go_on_after_it() -> None:
    """One card left: seat 0 draws it; the table shuffles; seats 1 and 2 draw in that order."""
    state = skip_to(table(ANN, BOB, EVE), "promises")
    state = replace(state, pile=("red!",))
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    assert (state.phase, GAME.to_act(state)) == (Phase.DRAW, frozenset())
    assert list(map(len, state.hands)) == [6, 5, 5]
    state = play(state, "table shuffle green,red,blue")
    assert state.phase is Phase.GIFT_ASK
    assert state.hands[1] == ("red", "blue", "green", "green", "yellow", "red!")
    assert state.hands[2] == ("red", "red", "blue", "green", "yellow", "yellow!")
    assert (state.pile, state.trash) == (("blue",), ())


def test_L5_chance_shuffles_just_the_trash() -> None:
    """The drawn shuffle holds each card of the trash once."""
    state = skip_to(table(ANN, BOB, EVE), "promises")
    state = play(replace(state, pile=()), "0 promise red", "1 promise blue", "2 promise green yellow")
    drawn = GAME.chance(state, Random(1))
    assert drawn is not None
    assert sorted(drawn.removeprefix("shuffle ").split(",")) == ["blue", "green", "red", "yellow"]


@pytest.mark.parametrize("trash", ["shuffle", "turn-over"])
def test_L5_game_goes_on_when_pile_and_trash_are_empty(trash: str) -> None:
    """Seat 0 needs five cards, three are there: it takes them, nobody else draws."""
    state = skip_to(table(ANN, BOB, EVE, trash=trash), "promises")
    state = replace(state, pile=(), hands=(("red", "blue"), ("blue", "green"), ("green", "red")))
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    if trash == "shuffle":
        state = play(state, "table shuffle green,red,blue")
    assert list(map(len, state.hands)) == [4, 1, 1]
    assert (state.pile, state.trash) == ((), ())
    assert (state.phase, state.leader) == (Phase.GIFT_ASK, 0)


def test_L6_leader_names_any_other_player_who_has_cards() -> None:
    """Seat 1 has none left, so only seat 2 can be named."""
    state = after_one_round()
    assert GAME.legal_actions(state, 0) == ("ask 1", "ask 2")
    state = replace(state, hands=(state.hands[0], (), state.hands[2]))
    assert GAME.legal_actions(state, 0) == ("ask 2",)


def test_L6_giver_chooses_two_cards_and_nobody_redraws() -> None:
    """The cards go from the giver's hand to the leader's: eight and four cards."""
    state = after_one_round(pile="red! red! red!")
    state = play(state, "0 ask 2", "2 give green yellow!")
    assert state.hands[2] == ("red", "blue", "yellow", "red!")
    assert state.hands[0] == ("red", "blue", "green", "green", "yellow", "red!", "blue!", "yellow!")
    assert list(map(len, state.hands)) == [8, 6, 4]
    assert (state.phase, state.turn) == (Phase.SCANDALS, 0)


def test_L6_giver_may_give_any_two_cards() -> None:
    """All different pairs of a hand, twins too, each once and in the one form."""
    state = after_one_round()
    state = replace(state, hands=(state.hands[0], ("red", "red", "blue", "green!"), state.hands[2]))
    state = play(state, "0 ask 1")
    assert GAME.legal_actions(state, 1) == (
        *("give blue green!", "give red blue", "give red green!", "give red red"),
    )


def test_L6_giver_with_one_card_gives_it() -> None:
    """All, if fewer than two."""
    state = after_one_round()
    state = replace(state, hands=(state.hands[0], ("blue!",), state.hands[2]))
    state = play(state, "0 ask 1")
    assert GAME.legal_actions(state, 1) == ("give blue!",)
    state = play(state, "1 give blue!")
    assert list(map(len, state.hands)) == [7, 0, 6]


def test_L6_no_gift_when_nobody_else_has_cards() -> None:
    """The leader alone holds cards after all ran dry: scandals begin at once."""
    state = skip_to(table(ANN, BOB, EVE), "promises")
    hands = (("red", "blue", "green"), ("blue",), ("green",))
    state = replace(state, pile=(), trash=(), hands=hands)
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    state = play(state, "table shuffle green,red,blue")
    assert list(map(len, state.hands)) == [5, 0, 0]
    assert (state.leader, state.phase, state.gift) == (0, Phase.SCANDALS, None)


def test_L6_gift_is_mandatory() -> None:
    """Neither leader nor giver can go on without it."""
    state = after_one_round()
    assert refusal(state, 0, "done") == ("illegal", "wrong-phase")
    assert refusal(play(state, "0 ask 1"), 1, "pass") == ("illegal", "wrong-phase")


def test_L6_only_giver_and_leader_see_the_cards() -> None:
    """Others, spectators too, learn how many cards and from whom."""
    state = play(after_one_round(), "0 ask 1", "1 give red yellow")
    gifts = [seen(state, seat)["gift"] for seat in (0, 1, 2, None)]
    known, unknown = {"giver": 1, "cards": ["red", "yellow"]}, {"giver": 1, "cards": None}
    assert gifts == [known, known, unknown, unknown]
