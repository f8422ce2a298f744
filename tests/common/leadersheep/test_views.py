"""Views: each field by phase, for each receiver."""

import msgspec
import pytest
from msgspec.structs import replace
from sheep_common.games.leadersheep import GAME, LeadersheepView, State
from sheep_support.games.leadersheep import PLAIN, play, seen, skip_to, table

ANN = "red red blue green yellow! blue!"
BOB = "red blue blue green yellow red!"
EVE = "red blue green yellow yellow green!"
EVERYONE = (0, 1, 2, None)

FIELDS = [
    *("game", "phase", "to_act", "scores", "first"),
    *("deck", "round", "row", "pile", "draw", "trash", "hands", "hand", "before", "laid", "mine"),
    *("last", "regions", "leader", "starter", "pending", "gift"),
]


def promises() -> State:
    """Return promises: seat 0 laid two, seat 1 passed, seat 2 is to lay."""
    state = table(ANN, BOB, EVE)
    state = skip_to(play(state, "0 scandal blue 2", "0 scandal yellow 2"), "promises")
    state = replace(state, hands=(state.hands[0], ("red!", "red!"), state.hands[2]))
    return play(state, "0 promise red green", "1 pass")


def round_two() -> State:
    """Return round 2 at the leader's question: seat 0 won alba with 3 votes."""
    state = skip_to(table(ANN, BOB, EVE), "promises")
    return play(state, "0 promise red", "1 promise blue yellow", "2 promise green")


def shuffle_due() -> State:
    """Return the draws of round 2, interrupted after one card."""
    state = replace(skip_to(table(ANN, BOB, EVE), "promises"), pile=("yellow",))
    return play(state, "0 promise red", "1 promise blue yellow", "2 promise green")


def over() -> State:
    """Return the end: one round, seat 0 won alba."""
    state = replace(skip_to(table(ANN, BOB, EVE), "promises"), regions=("alba",))
    return play(state, "0 promise red", "1 promise blue yellow", "2 promise green")


MAKERS = [promises, round_two, shuffle_due, over, lambda: GAME.initial(3, {})]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("seat", EVERYONE)
def test_every_field_is_there_for_every_seat_in_every_phase(make, seat) -> None:
    """The contract's fields, no more and no fewer."""
    assert list(seen(make(), seat)) == FIELDS


@pytest.mark.parametrize("make", MAKERS)
def test_a_view_survives_the_wire(make) -> None:
    """As a map it converts back to the same value, and it can be hashed."""
    for seat in EVERYONE:
        view = GAME.view(make(), seat)
        assert msgspec.convert(msgspec.to_builtins(view), LeadersheepView) == view
        assert isinstance(hash(view), int)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    """-1 is not the last seat."""
    with pytest.raises(ValueError, match="no seat"):
        GAME.view(promises(), seat)


def test_before_the_deal_nothing_lies_open() -> None:
    """Round 0, no row, empty hands; regions and cards are all still in their piles."""
    view = seen(GAME.initial(3, {"first": 1}), 0)
    assert {key: view[key] for key in FIELDS if key != "deck"} == {
        "game": "leadersheep",
        "phase": "deal",
        "to_act": [],
        "scores": [0, 0, 0],
        "first": 1,
        "round": 0,
        "row": [],
        "pile": 13,
        "draw": 110,
        "trash": [],
        "hands": [0, 0, 0],
        "hand": [],
        "before": [[], [], []],
        "laid": [None, None, None],
        "mine": [],
        "last": None,
        "regions": [[], [], []],
        "leader": None,
        "starter": 1,
        "pending": None,
        "gift": None,
    }


def test_the_deck_has_palette_and_regions_in_its_own_order() -> None:
    """Sheep a colour in palette order; nothing of the pile's order."""
    deck = seen(table(ANN, BOB, EVE, regions="elbe caux"), 0)["deck"]
    assert deck == {
        "colours": PLAIN["colours"],
        "regions": [
            {"id": "alba", "name": "Alba", "sheep": [3, 1, 0, 0]},
            {"id": "brie", "name": "Brie", "sheep": [0, 2, 2, 0]},
            {"id": "caux", "name": "Caux", "sheep": [0, 0, 5, 0]},
            {"id": "dore", "name": "Dore", "sheep": [1, 0, 0, 4]},
            {"id": "elbe", "name": "Elbe", "sheep": [0, 1, 0, 0]},
        ],
    }


def test_hands_are_in_canonical_order() -> None:
    """Promises first, then scandals, each in palette order, however they were dealt."""
    state = table("blue! yellow red blue red! green", BOB, EVE)
    assert seen(state, 0)["hand"] == ["red", "blue", "green", "yellow", "red!", "blue!"]


def test_a_spectator_holds_nothing() -> None:
    """No hand, no laid promises, no gift cards; all that lies open."""
    view = seen(promises(), None)
    assert (view["hand"], view["mine"]) == ([], [])
    assert (view["hands"], view["laid"]) == ([2, 2, 6], [2, 0, None])


def test_laid_counts_and_mine_shows_own_cards() -> None:
    """Two laid, one passed, one yet to act."""
    views = [seen(promises(), seat) for seat in EVERYONE]
    assert [view["laid"] for view in views] == [[2, 0, None]] * 4
    assert [view["mine"] for view in views] == [["red", "green"], [], [], []]


def test_before_lists_scandals_in_order_of_arrival() -> None:
    """Not in palette order."""
    state = play(table(ANN, BOB, EVE), "0 scandal yellow 2", "0 scandal blue 2")
    assert seen(state, None)["before"] == [[], [], ["yellow", "blue"]]


def test_a_pending_scandal_stands_apart() -> None:
    """It does not lie before its target yet."""
    state = replace(table(ANN, BOB, EVE), held=((), (), ("caux",)))
    view = seen(play(state, "0 scandal blue 2"), 1)
    assert view["pending"] == {"colour": "blue", "thrower": 0, "target": 2}
    assert (view["phase"], view["to_act"]) == ("answer", [2])
    assert (view["before"], view["trash"]) == ([[], [], []], [])


def test_last_count_is_shown_until_the_next_one() -> None:
    """Votes, promises and the winner of the round before; laid and mine are empty again."""
    views = [seen(round_two(), seat) for seat in EVERYONE]
    assert [view["last"] for view in views] == [
        {
            "region": "alba",
            "votes": [3, 1, 0],
            "shown": [["red"], ["blue", "yellow"], ["green"]],
            "winner": 0,
        }
    ] * 4
    assert [view["laid"] for view in views] == [[None, None, None]] * 4
    assert [view["mine"] for view in views] == [[], [], [], []]


def test_regions_are_listed_in_order_of_coming() -> None:
    """A traded region comes last, whatever its place in the deck."""
    state = replace(table(ANN, BOB, EVE), held=(("dore",), (), ("caux", "alba")))
    state = play(state, "0 scandal blue 2", "2 trade alba")
    view = seen(state, None)
    assert (view["regions"], view["scores"]) == ([["dore", "alba"], [], ["caux"]], [9, 0, 5])


def test_gift_is_null_before_the_leader_asks() -> None:
    """In the phase `gift-ask` there is a leader and no gift."""
    view = seen(round_two(), 1)
    assert (view["phase"], view["leader"], view["gift"]) == ("gift-ask", 0, None)


def test_gift_has_no_cards_before_the_giver_gives() -> None:
    """From `ask` on the giver is known."""
    state = play(round_two(), "0 ask 1")
    assert [seen(state, seat)["gift"] for seat in EVERYONE] == [{"giver": 1, "cards": None}] * 4


def test_gift_shows_its_cards_to_leader_and_giver_up_to_the_count() -> None:
    """Also when the leader has laid one of them."""
    state = skip_to(play(round_two(), "0 ask 1", "1 give green red!"), "promises")
    state = play(state, "0 promise green")
    known, unknown = {"giver": 1, "cards": ["green", "red!"]}, {"giver": 1, "cards": None}
    assert [seen(state, seat)["gift"] for seat in EVERYONE] == [known, known, unknown, unknown]
    state = play(state, "1 promise red", "2 promise red")
    assert [seen(state, seat)["gift"] for seat in EVERYONE] == [None] * 4


def test_draw_shows_the_new_round_and_partly_refilled_hands() -> None:
    """Round 2, leader and starter 0, who drew the last card; the trash waits for its shuffle."""
    view = seen(shuffle_due(), 1)
    assert (view["phase"], view["to_act"], view["round"]) == ("draw", [], 2)
    assert (view["leader"], view["starter"]) == (0, 0)
    assert (view["hands"], view["draw"]) == ([6, 4, 5], 0)
    assert view["trash"] == ["red", "blue", "yellow", "green"]
    assert (view["gift"], view["laid"]) == (None, [None, None, None])


def test_over_shows_the_last_round_and_no_row() -> None:
    """Round, leader, starter and count stay; hands left over stay secret."""
    view = seen(over(), 1)
    assert (view["phase"], view["to_act"], view["round"], view["row"]) == ("over", [], 1, [])
    assert (view["leader"], view["starter"], view["scores"]) == (None, 0, [4, 0, 0])
    assert view["last"]["winner"] == 0
    assert (view["hands"], view["hand"]) == ([5, 4, 5], ["red", "blue", "green", "red!"])
    assert (view["regions"], view["before"]) == ([["alba"], [], []], [[], [], []])
