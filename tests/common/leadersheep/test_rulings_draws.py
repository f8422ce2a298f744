"""Rulings L5 and L6: the draws of a round and the leader's gift."""

from random import Random

import pytest
from msgspec.structs import replace
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.state import Phase
from sheep_support.games.leadersheep import play, refusal, seen, skip_to, table

ANN = "red red blue green yellow blue!"
BOB = "red blue blue green yellow red!"
EVE = "red blue green green yellow yellow!"


def after_one_round(**options: object) -> State:
    """Return round 2: seat 0 won alba with 3 votes against 1 and 0, and leads."""
    state = table(ANN, BOB, EVE, **options)  # type: ignore[arg-type]
    state = skip_to(state, "promises")
    return play(state, "0 promise red", "1 promise blue", "2 promise green")


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
