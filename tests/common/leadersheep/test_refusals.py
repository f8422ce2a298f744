"""Every refusal of the rules, with its code and reason; a refused action changes nothing."""

import pytest
from msgspec.structs import replace
from sheep_common.errors import RuleError
from sheep_common.games.leadersheep import GAME, REASONS, State
from sheep_support.games.leadersheep import play, refusal, skip_to, table

ANN = "red red blue green yellow! red!"
BOB = "red blue blue green yellow blue!"
EVE = "red blue green yellow yellow green!"


def before_deal() -> State:
    """Return a table that waits for its deal."""
    return GAME.initial(3, {})


def scandals() -> State:
    """Return scandals, seat 0 to throw; seat 1 holds caux."""
    return replace(table(ANN, BOB, EVE), held=((), ("caux",), ("dore",)))


def answer() -> State:
    """Return the answer that seat 1 owes."""
    return play(scandals(), "0 scandal red 1")


def promises() -> State:
    """Return promises, seat 0 to lay; red is blocked for it."""
    return replace(skip_to(scandals(), "promises"), before=(("red",), (), ()))


def ask() -> State:
    """Return the leader's question; seat 0 leads, seat 2 has no cards."""
    state = play(skip_to(table(ANN, BOB, EVE), "promises"), "0 promise red", "1 promise blue")
    state = play(state, "2 promise green")
    return replace(state, hands=(*state.hands[:2], ()))


def give() -> State:
    """Return the gift that seat 1 owes to seat 0; it holds one red promise."""
    state = play(ask(), "0 ask 1")
    return replace(state, hands=(state.hands[0], ("red", "blue", "blue", "red!"), ()))


def shuffle() -> State:
    """Return a table that waits for a shuffle of red, blue and green."""
    state = replace(skip_to(table(ANN, BOB, EVE), "promises"), pile=())
    return play(state, "0 promise red", "1 promise blue", "2 promise green")


def over() -> State:
    """Return a finished campaign."""
    state = replace(promises(), regions=("alba",))
    return play(state, "0 promise blue", "1 promise blue", "2 promise red")


CASES = [
    (ask, 0, "ask 0", "not-another-player"),
    (ask, 0, "ask 3", "not-another-player"),
    (ask, 0, "ask -1", "not-another-player"),
    (ask, 0, "ask 2", "no-cards"),
    (ask, 0, "done", "wrong-phase"),
    (give, 1, "give red", "must-give"),
    (give, 1, "give red red", "no-such-card"),
    (give, 1, "give red green", "no-such-card"),
    (give, 1, "give red pink", "no-such-card"),
    (give, 1, "ask 0", "wrong-phase"),
    (scandals, 0, "scandal blue 1", "no-such-card"),
    (scandals, 0, "scandal pink 1", "no-such-card"),
    (scandals, 0, "scandal red 0", "not-another-player"),
    (scandals, 0, "scandal red 3", "not-another-player"),
    (scandals, 0, "promise red", "wrong-phase"),
    (scandals, 0, "accept", "wrong-phase"),
    (scandals, 0, "shuffle red", "wrong-phase"),
    (answer, 1, "trade dore", "not-your-region"),
    (answer, 1, "trade alba", "not-your-region"),
    (answer, 1, "trade atlantis", "not-your-region"),
    (answer, 1, "done", "wrong-phase"),
    (promises, 0, "promise blue blue", "same-colour-twice"),
    (promises, 0, "promise red", "blocked-colour"),
    (promises, 0, "promise blue red green", "blocked-colour"),
    (promises, 0, "promise yellow", "no-such-card"),
    (promises, 0, "promise pink", "no-such-card"),
    (promises, 0, "pass", "must-promise"),
    (promises, 0, "scandal red 1", "wrong-phase"),
    (before_deal, None, "done", "wrong-phase"),
    (before_deal, None, "shuffle red", "wrong-phase"),
    (before_deal, None, "deal corse red", "not-the-regions"),
    (shuffle, None, "deal corse red", "wrong-phase"),
    (shuffle, None, "shuffle red,blue", "not-the-cards"),
    (shuffle, None, "shuffle red,blue,blue", "not-the-cards"),
    (shuffle, None, "shuffle red,blue,green,green", "not-the-cards"),
]


@pytest.mark.parametrize(("make", "seat", "action", "reason"), CASES)
def test_illegal_actions_are_refused_with_their_reason(make, seat, action, reason) -> None:
    """Code `illegal` and the reason that clients translate."""
    assert refusal(make(), seat, action) == ("illegal", reason)


def test_a_deal_of_other_cards_is_refused() -> None:
    """The regions are right; one card is exchanged for another of the deck."""
    state = before_deal()
    regions, cards = ",".join(state.regions), [*state.pile[1:], state.pile[-1]]
    assert refusal(state, None, f"deal {regions} {','.join(cards)}") == ("illegal", "not-the-cards")


def test_every_reason_has_a_case() -> None:
    """No code is dead, and none is left untested."""
    assert {case[3] for case in CASES} == set(REASONS)


@pytest.mark.parametrize(
    ("make", "seat", "action"),
    [
        (before_deal, 0, "done"),
        (before_deal, 0, "deal corse red"),
        (ask, 1, "ask 2"),
        (give, 0, "give red blue"),
        (scandals, 1, "done"),
        (scandals, None, "done"),
        (scandals, None, "deal corse red"),
        (scandals, 3, "done"),
        (scandals, -3, "done"),
        (answer, 0, "done"),
        (promises, None, "shuffle red"),
        (shuffle, 0, "done"),
        (over, 0, "done"),
        (over, None, "shuffle red"),
    ],
)
def test_who_is_not_to_act_is_told_so(make, seat, action) -> None:
    """Other seats, the table without chance, everyone when chance is due or the game is over."""
    assert refusal(make(), seat, action) == ("not-your-turn", None)


def test_turn_is_looked_at_before_the_action() -> None:
    """An illegal action of a seat that is not to act is `not-your-turn`."""
    assert refusal(scandals(), 1, "scandal pink 1") == ("not-your-turn", None)


def test_a_refused_action_leaves_the_state() -> None:
    """Values are frozen: the same state can be gone on with."""
    state, same = promises(), promises()
    with pytest.raises(RuleError):
        GAME.apply(state, 0, "promise blue red")
    assert state == same
    assert hash(state) == hash(same)


@pytest.mark.parametrize("make", [before_deal, shuffle, over])
def test_nobody_has_legal_actions_while_no_seat_is_to_act(make) -> None:
    """Before the deal, when a shuffle is due, after the end."""
    assert [GAME.legal_actions(make(), seat) for seat in range(3)] == [(), (), ()]
