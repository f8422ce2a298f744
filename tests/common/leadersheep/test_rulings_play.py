"""Rulings L7 to L11: scandals, dodging, their effect, promises, and forced actions."""

from msgspec.structs import replace
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.state import Pending, Phase
from sheep_support.games.leadersheep import play, refusal, skip_to, step, table

ANN = "red blue green yellow! red! red!"
BOB = "red red blue green yellow blue!"
EVE = "red blue green yellow yellow yellow!"


def at_scandals(**changes: object) -> State:
    """Return round 1 at its scandals, seat 0 to throw."""
    return replace(table(ANN, BOB, EVE), **changes)  # type: ignore[arg-type]


def with_regions() -> State:
    """Return scandals at which seat 1 holds brie and caux."""
    return at_scandals(held=((), ("brie", "caux"), ()), regions=("alba", "dore", "elbe"))


def test_L7_one_trip_round_the_table() -> None:
    """After three times `done` nobody gets another turn; promises begin with the starter."""
    state = play(at_scandals(), "0 scandal red 1", "0 done", "1 done", "2 done")
    assert (state.phase, state.turn) == (Phase.PROMISES, 0)


def test_L7_throws_as_many_as_one_likes_one_at_a_time() -> None:
    """The turn stays with the thrower until it says done."""
    state = play(at_scandals(), "0 scandal red 1", "0 scandal yellow 2", "0 scandal red 2")
    assert state.turn == 0
    assert state.before == ((), ("red",), ("yellow", "red"))
    assert state.hands[0] == ("red", "blue", "green")


def test_L7_each_is_thrown_at_any_other_player() -> None:
    """Every scandal in hand at every other seat, each once, and `done`."""
    assert GAME.legal_actions(at_scandals(), 0) == (
        *("done", "scandal red 1", "scandal red 2", "scandal yellow 1", "scandal yellow 2"),
    )


def test_L7_a_target_that_had_its_turn_can_be_hit() -> None:
    """Seat 0 is done and still a target."""
    state = play(at_scandals(), "0 done", "1 scandal blue 0")
    assert state.before[0] == ("blue",)


def test_L7_colours_that_region_and_target_lack_may_be_thrown() -> None:
    """Alba has no yellow sheep, and seat 1 holds no yellow promise."""
    state = at_scandals(hands=(("red", "yellow!"), ("red", "blue"), ("green", "green")))
    assert play(state, "0 scandal yellow 1").before[1] == ("yellow",)


def test_L7_several_of_one_colour_on_one_target_are_allowed() -> None:
    """Both lie there."""
    assert play(at_scandals(), "0 scandal red 1", "0 scandal red 1").before[1] == ("red", "red")


def test_L8_target_answers_before_the_next_throw() -> None:
    """The thrower waits, then has the turn again."""
    state = play(with_regions(), "0 scandal red 1")
    assert (state.phase, state.turn) == (Phase.ANSWER, 1)
    assert state.pending == Pending("red", thrower=0, target=1)
    assert refusal(state, 0, "done") == ("not-your-turn", None)
    state = play(state, "1 accept")
    assert (state.phase, state.turn, state.pending) == (Phase.SCANDALS, 0, None)


def test_L8_target_may_trade_a_region_of_its_choice() -> None:
    """Accept, or any region it holds; the region in play is nobody's."""
    state = play(with_regions(), "0 scandal red 1")
    assert GAME.legal_actions(state, 1) == ("accept", "trade brie", "trade caux")


def test_L8_a_traded_region_goes_to_the_thrower_and_the_scandal_to_the_trash() -> None:
    """Nothing lies before the target."""
    state = play(with_regions(), "0 scandal red 1", "1 trade caux")
    assert state.held == (("caux",), ("brie",), ())
    assert (state.trash, state.before) == (("red!",), ((), (), ()))
    assert (state.phase, state.turn) == (Phase.SCANDALS, 0)


def test_L8_a_region_may_be_traded_on_in_the_same_round() -> None:
    """Brie goes from seat 1 to seat 0 to seat 2."""
    state = play(with_regions(), "0 scandal red 1", "1 trade brie", "0 done", "1 done")
    state = play(state, "2 scandal yellow 0", "0 trade brie")
    assert state.held == ((), ("caux",), ("brie",))


def test_L8_a_target_without_a_region_is_not_asked() -> None:
    """The scandal lies at once and the thrower goes on."""
    state = play(with_regions(), "0 scandal red 2")
    assert (state.phase, state.turn, state.before[2]) == (Phase.SCANDALS, 0, ("red",))


def test_L8_who_traded_its_last_region_is_not_asked_again() -> None:
    """Two dodges, then the third scandal lies."""
    state = play(with_regions(), "0 scandal red 1", "1 trade brie", "0 scandal red 1")
    state = play(state, "1 trade caux", "0 scandal yellow 1")
    assert (state.phase, state.before[1]) == (Phase.SCANDALS, ("yellow",))


def test_L9_a_scandal_blocks_its_colour_for_the_target() -> None:
    """Seat 1 cannot promise red; seat 2 can."""
    state = skip_to(play(at_scandals(), "0 scandal red 1"), "promises")
    state = play(state, "0 promise red")
    assert refusal(state, 1, "promise red") == ("illegal", "blocked-colour")
    state = play(state, "1 promise blue")
    assert "promise red" in GAME.legal_actions(state, 2)


def test_L9_a_dodged_scandal_blocks_nothing() -> None:
    """Seat 1 traded, so it may promise red."""
    state = play(with_regions(), "0 scandal red 1", "1 trade brie")
    state = play(skip_to(state, "promises"), "0 promise red")
    assert "promise red" in GAME.legal_actions(state, 1)


def test_L9_a_scandal_blocks_to_the_end_of_the_round_only() -> None:
    """In round 2 nothing lies before anyone."""
    state = skip_to(play(at_scandals(), "0 scandal red 1"), "promises")
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    assert (state.round, state.before) == (2, ((), (), ()))
    state = play(skip_to(state, "promises"), "0 promise red")
    assert "promise red" in GAME.legal_actions(state, 1)


def test_L10_lays_one_to_three_promises_of_different_colours() -> None:
    """All sets of one, two or three colours of the hand, each once, in palette order."""
    state = skip_to(play(at_scandals(), "0 scandal red 1"), "promises")
    state = replace(state, before=((), (), ()))
    assert GAME.legal_actions(state, 0) == (
        *("promise blue", "promise blue green", "promise green"),
        *("promise red", "promise red blue", "promise red blue green", "promise red green"),
    )


def test_L10_blocked_colours_are_left_out() -> None:
    """Two scandals leave blue and green."""
    state = skip_to(play(at_scandals(), "0 scandal red 1", "0 scandal yellow 1"), "promises")
    state = play(state, "0 promise red")
    assert GAME.legal_actions(state, 1) == ("promise blue", "promise blue green", "promise green")


def test_L10_never_more_than_three() -> None:
    """Four colours in hand make no set of four."""
    state = play(skip_to(at_scandals(), "promises"), "0 promise red")
    actions = GAME.legal_actions(state, 1)
    assert max(len(action.split()) for action in actions) == 4
    assert len(actions) == 4 + 6 + 4


def test_L10_colours_that_the_region_lacks_may_be_promised() -> None:
    """Green is worth nothing in alba and can be got rid of."""
    state = play(skip_to(at_scandals(), "promises"), "0 promise green")
    assert state.laid[0] == ("green",)


def test_L10_laying_is_compulsory_while_possible() -> None:
    """Who holds a playable promise cannot pass."""
    state = skip_to(at_scandals(), "promises")
    assert refusal(state, 0, "pass") == ("illegal", "must-promise")
    assert "pass" not in GAME.legal_actions(state, 0)


def test_L10_who_holds_no_playable_promise_passes() -> None:
    """Scandals and blocked colours alone: `pass`, and everyone learns it."""
    state = at_scandals(hands=(("red", "blue!"), ("blue",), ("green",)), before=(("red",), (), ()))
    state = skip_to(state, "promises")
    assert GAME.legal_actions(state, 0) == ("pass",)
    done = step(state, "0 pass")
    assert (done.state.laid, done.state.turn) == (((), None, None), 1)


def test_L10_one_trip_round_the_table() -> None:
    """Every seat lays once; the third ends the round."""
    state = play(skip_to(at_scandals(), "promises"), "0 promise red", "1 promise red")
    assert (state.phase, state.turn, state.round) == (Phase.PROMISES, 2, 1)
    assert play(state, "2 promise red").round == 2


def test_L11_done_waits_for_the_seat_also_without_a_scandal() -> None:
    """An empty choice is not skipped: that would tell what the hand holds."""
    state = at_scandals(hands=(("red",), ("blue",), ("green",)))
    assert (state.phase, GAME.legal_actions(state, 0)) == (Phase.SCANDALS, ("done",))


def test_L11_a_forced_promise_waits_for_the_seat() -> None:
    """One playable promise is not played by the table."""
    state = skip_to(at_scandals(hands=(("red",), ("blue",), ("green",))), "promises")
    assert (state.turn, GAME.legal_actions(state, 0)) == (0, ("promise red",))


def test_L11_a_pass_waits_for_the_seat() -> None:
    """A hand without promises is not passed over."""
    state = skip_to(at_scandals(hands=(("red!",), ("blue",), ("green",))), "promises")
    assert (state.turn, GAME.legal_actions(state, 0)) == (0, ("pass",))


def test_L11_forced_ask_and_give_wait_for_their_seats() -> None:
    """Two players: the leader can ask one only, who has one card only."""
    state = skip_to(table(ANN, BOB), "promises")
    state = play(state, "0 promise red", "1 promise blue")
    assert (state.turn, GAME.legal_actions(state, 0)) == (0, ("ask 1",))
    state = play(replace(state, hands=(state.hands[0], ("red",))), "0 ask 1")
    assert (state.turn, GAME.legal_actions(state, 1)) == (1, ("give red",))
