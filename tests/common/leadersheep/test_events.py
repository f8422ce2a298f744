"""Events: what each receiver is told of a step, in which order."""

import msgspec
import pytest
from msgspec.structs import replace
from sheep_common.games.leadersheep import GAME, AnyEvent, State
from sheep_support.games.leadersheep import events, play, skip_to, step, table

ANN = "red red blue green yellow! blue!"
BOB = "red blue blue green yellow red!"
EVE = "red blue green yellow yellow green!"
EVERYONE = (0, 1, 2, None)


def scandals() -> State:
    """Return scandals, seat 0 to throw; seat 1 holds caux."""
    return replace(table(ANN, BOB, EVE), held=((), ("caux",), ()))


def promises(**changes: object) -> State:
    """Return promises at which seat 2 is to lay the last."""
    state = play(skip_to(table(ANN, BOB, EVE), "promises"), "0 promise red", "1 promise blue")
    return replace(state, **changes)  # type: ignore[arg-type]


def ask() -> State:
    """Return the leader's question of round 2; seat 0 leads."""
    return play(promises(), "2 promise green")


def told_alike(state: State, line: str) -> list[dict[str, object]]:
    """Return what a step tells, which must be the same for everyone."""
    done = step(state, line)
    first, *others = [events(done, seat) for seat in EVERYONE]
    assert others == [first] * 3
    return first


def test_deal_tells_of_the_deal_and_of_round_one() -> None:
    """No cards are told: each seat sees its hand in the view."""
    state = GAME.initial(3, {"first": 2})
    deal = f"table deal {','.join(state.regions)} {','.join(state.pile)}"
    assert told_alike(state, deal) == [
        {"type": "dealt"},
        {"type": "round", "round": 1, "leader": None, "starter": 2},
    ]


def test_ask_names_the_giver() -> None:
    """To everyone."""
    assert told_alike(ask(), "0 ask 1") == [{"type": "asked", "leader": 0, "giver": 1}]


def test_give_tells_the_cards_to_giver_and_leader_alone() -> None:
    """The others learn how many."""
    done = step(play(ask(), "0 ask 1"), "1 give red! green")
    known = {"type": "gave", "giver": 1, "leader": 0, "count": 2, "cards": ["green", "red!"]}
    unknown = {**known, "cards": None}
    assert [events(done, seat) for seat in EVERYONE] == [[known], [known], [unknown], [unknown]]


@pytest.mark.parametrize(("target", "asked"), [(1, True), (2, False)])
def test_scandal_tells_whether_the_target_is_asked(target: int, asked: bool) -> None:
    """Seat 1 holds a region, seat 2 none."""
    assert told_alike(scandals(), f"0 scandal blue {target}") == [
        {"type": "scandal", "thrower": 0, "target": target, "colour": "blue", "asked": asked}
    ]


def test_accept_tells_which_scandal_lies() -> None:
    """Thrower, target and colour."""
    assert told_alike(play(scandals(), "0 scandal blue 1"), "1 accept") == [
        {"type": "accepted", "thrower": 0, "target": 1, "colour": "blue"}
    ]


def test_trade_tells_the_region() -> None:
    """It went from the target to the thrower."""
    assert told_alike(play(scandals(), "0 scandal blue 1"), "1 trade caux") == [
        {"type": "traded", "thrower": 0, "target": 1, "colour": "blue", "region": "caux"}
    ]


def test_done_tells_the_seat() -> None:
    """To everyone."""
    assert told_alike(scandals(), "0 done") == [{"type": "done", "seat": 0}]


def test_promise_tells_the_cards_to_that_seat_alone() -> None:
    """The others learn how many."""
    done = step(skip_to(scandals(), "promises"), "0 promise green red")
    known = {"type": "laid", "seat": 0, "count": 2, "cards": ["red", "green"]}
    unknown = {**known, "cards": None}
    assert [events(done, seat) for seat in EVERYONE] == [[known], [unknown], [unknown], [unknown]]


def test_pass_is_told_to_everyone() -> None:
    """All learn that the seat holds no playable promise."""
    state = replace(skip_to(scandals(), "promises"), hands=(("red!",), ("red",), ("red",)))
    assert told_alike(state, "0 pass") == [{"type": "passed", "seat": 0}]


def test_last_promise_tells_count_round_and_draws_in_order() -> None:
    """Seat 2 laid two; the draws go clockwise from seat 0, the leader."""
    done = step(promises(), "2 promise green yellow")
    assert events(done, 2) == [
        {"type": "laid", "seat": 2, "count": 2, "cards": ["green", "yellow"]},
        {
            "type": "count",
            "region": "alba",
            "votes": [3, 1, 0],
            "shown": [["red"], ["blue"], ["green", "yellow"]],
            "winner": 0,
        },
        {"type": "round", "round": 2, "leader": 0, "starter": 0},
        {"type": "drew", "seat": 0, "count": 1},
        {"type": "drew", "seat": 1, "count": 1},
        {"type": "drew", "seat": 2, "count": 2},
    ]
    assert events(done, 0)[1:] == events(done, 2)[1:]


def test_turning_the_trash_over_is_told_between_the_draws() -> None:
    """Seat 0 takes the last card of the pile, seat 1 the first of three."""
    state = replace(skip_to(table(ANN, BOB, EVE, trash="turn-over"), "promises"), pile=("red!",))
    done = step(play(state, "0 promise red", "1 promise blue"), "2 promise green")
    assert events(done, None)[3:] == [
        {"type": "drew", "seat": 0, "count": 1},
        {"type": "recycled", "count": 3, "how": "turn-over"},
        {"type": "drew", "seat": 1, "count": 1},
        {"type": "drew", "seat": 2, "count": 1},
    ]


def test_shuffle_tells_that_the_trash_was_recycled_and_the_draws_that_follow() -> None:
    """A seat whose draw was cut in two is told of twice."""
    done = step(promises(pile=("red!", "blue!", "green!")), "2 promise green yellow")
    drew = [(event["seat"], event["count"]) for event in events(done, 1)[3:]]
    assert drew == [(0, 1), (1, 1), (2, 1)]
    assert told_alike(done.state, "table shuffle red,green,blue,yellow") == [
        {"type": "recycled", "count": 4, "how": "shuffle"},
        {"type": "drew", "seat": 2, "count": 1},
    ]


def test_the_end_is_told_after_the_last_count() -> None:
    """No round, no draws."""
    done = step(promises(regions=("alba",)), "2 promise green")
    assert [event["type"] for event in events(done, 2)] == ["laid", "count", "over"]
    assert events(done, None)[-1] == {
        "type": "over",
        "scores": [4, 0, 0],
        "tiebreaks": [0, 0, 0],
        "winners": [0],
    }


def test_events_convert_from_their_maps() -> None:
    """Clients get typed events back from what goes over the wire."""
    done = step(promises(), "2 promise green")
    for event in done.seen_by(2):
        assert msgspec.convert(msgspec.to_builtins(event), AnyEvent) == event
