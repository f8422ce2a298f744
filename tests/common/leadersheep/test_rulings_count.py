"""Rulings L12 to L16: the count, the trash, the next region, scores and the end."""

from msgspec.structs import replace
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.state import Count, Phase
from sheep_support.games.leadersheep import events, play, seen, skip_to, step, table

ANN = "red blue green yellow red! blue!"
BOB = "red blue green yellow green! green!"
EVE = "red blue green yellow yellow! yellow!"


def at_promises(deal: str = "", first: int = 0, **changes: object) -> State:
    """Return round 1 at its promises; each seat holds one promise of each colour."""
    state = skip_to(table(ANN, BOB, EVE, regions=deal, first=first), "promises")
    return replace(state, **changes)  # type: ignore[arg-type]


def test_L12_votes_are_the_sheep_in_the_colours_promised() -> None:
    """Alba has 3 red and 1 blue sheep: 1, 4 and 3 votes."""
    state = play(at_promises(), "0 promise blue green", "1 promise red blue yellow", "2 promise red yellow")
    assert state.last == Count(
        region="alba",
        votes=(1, 4, 3),
        shown=(("blue", "green"), ("red", "blue", "yellow"), ("red", "yellow")),
        winner=1,
    )


def test_L12_most_votes_win_the_region_with_all_its_sheep() -> None:
    """One vote wins all 4 sheep of alba, the red ones too."""
    state = play(at_promises(), "0 promise blue", "1 promise green", "2 promise yellow")
    assert state.held == (("alba",), (), ())
    assert state.scores == (4, 0, 0)


def test_L12_a_tie_goes_to_the_last_of_the_tied() -> None:
    """Seats 0 and 1 have 3 votes each, seat 2 has 1: seat 1 laid later."""
    state = play(at_promises(), "0 promise red", "1 promise red", "2 promise blue")
    assert state.held == ((), ("alba",), ())


def test_L12_last_is_meant_in_this_rounds_order() -> None:
    """The order is 1, 2, 0: of seats 0 and 1, seat 0 is the later."""
    state = play(at_promises(first=1), "1 promise red", "2 promise blue", "0 promise red")
    assert state.held == (("alba",), (), ())


def test_L12_a_tie_at_zero_goes_to_the_last_who_laid() -> None:
    """Nobody has votes; seat 2 passed, so seat 1 is the last who laid."""
    state = at_promises(hands=(("green",), ("yellow",), ("red!",)))
    state = play(state, "0 promise green", "1 promise yellow", "2 pass")
    assert state.last == Count("alba", (0, 0, 0), (("green",), ("yellow",), ()), 1)
    assert state.held == ((), ("alba",), ())


def test_L12_when_nobody_laid_the_region_leaves_the_game() -> None:
    """It is held by nobody and lies in no row any more."""
    state = at_promises(hands=(("red!",), ("blue!",), ("green!",)))
    state = play(state, "0 pass", "1 pass", "2 pass")
    assert state.last == Count("alba", (0, 0, 0), ((), (), ()), None)
    assert state.held == ((), (), ())
    assert state.regions == ("brie", "caux", "dore", "elbe")


def test_L12_all_promises_are_turned_up_together() -> None:
    """Until the last has laid nobody sees any but its own; then everyone sees all."""
    before = play(at_promises(), "0 promise red", "1 promise blue")
    assert (seen(before, 2)["mine"], seen(before, None)["last"]) == ([], None)
    after = play(before, "2 promise green")
    assert seen(after, None)["last"]["shown"] == [["red"], ["blue"], ["green"]]


def test_L13_cards_of_the_round_go_to_the_trash_seat_by_seat_from_the_starter() -> None:
    """Scandals before the seat in the order they came, then its promises in palette order."""
    state = table(ANN, BOB, EVE, first=1)
    state = play(state, "1 scandal green 0", "1 done", "2 scandal yellow 1", "2 scandal yellow 0")
    state = play(state, "2 done", "0 scandal red 1", "0 done")
    state = play(state, "1 promise blue", "2 promise yellow red", "0 promise blue red")
    assert state.trash == (
        *("yellow!", "red!", "blue"),
        *("red", "yellow"),
        *("green!", "yellow!", "red", "blue"),
    )


def test_L13_dodged_scandals_go_to_the_trash_at_once() -> None:
    """They are there before the count, so below the round's other cards."""
    state = replace(table(ANN, BOB, EVE), held=((), ("caux",), ()), trash=("green",))
    state = play(state, "0 scandal red 1", "1 trade caux", "0 scandal blue 1")
    assert state.trash == ("green", "red!")
    state = skip_to(state, "promises")
    state = play(state, "0 promise green", "1 promise green", "2 promise red")
    assert state.trash == ("green", "red!", "green", "blue!", "green", "red")


def test_L13_everyone_may_read_the_trash() -> None:
    """Seats and spectators see it, oldest first."""
    state = play(at_promises(), "0 promise red", "1 promise blue", "2 promise green")
    assert [seen(state, seat)["trash"] for seat in (0, 2, None)] == [["red", "blue", "green"]] * 3


def test_L14_the_row_moves_up_and_a_new_region_comes_third() -> None:
    """Brie is in play, dore is turned up."""
    state = play(at_promises(), "0 promise red", "1 promise blue", "2 promise green")
    view = seen(state, None)
    assert (view["row"], view["pile"]) == (["brie", "caux", "dore"], 1)


def test_L14_the_row_runs_out_when_the_pile_has() -> None:
    """Of two regions one is left."""
    state = at_promises()
    state = replace(state, regions=("alba", "elbe"))
    state = play(state, "0 promise red", "1 promise blue", "2 promise green")
    view = seen(state, None)
    assert (view["row"], view["pile"]) == (["elbe"], 0)


def test_L15_score_is_the_sheep_on_the_regions_held_now() -> None:
    """Alba and dore have 4 and 5 sheep, elbe 1."""
    state = at_promises(held=(("alba", "dore"), (), ("elbe",)), regions=("brie", "caux"))
    assert state.scores == (9, 0, 1)
    assert seen(state, 1)["scores"] == [9, 0, 1]


def test_L15_a_traded_region_takes_its_sheep_along() -> None:
    """The 5 sheep of dore go to the thrower."""
    state = replace(table(ANN, BOB, EVE), held=(("alba",), ("dore",), ()))
    state = play(state, "0 scandal red 1", "1 trade dore")
    assert state.scores == (9, 0, 0)


def test_L16_the_campaign_ends_when_no_region_is_left() -> None:
    """Nobody is to act, no chance is due, nothing is drawn, the round stays."""
    state = at_promises("elbe alba brie caux dore")
    state = replace(state, regions=("elbe",), round=5)
    state = play(state, "0 promise blue", "1 promise red", "2 promise green")
    assert (state.phase, state.round, state.turn) == (Phase.OVER, 5, None)
    assert list(map(len, state.hands)) == [5, 5, 5]
    assert seen(state, None)["row"] == []


def test_L16_most_sheep_win() -> None:
    """Seat 0 gets elbe to 1 sheep; seat 2 holds caux with 5."""
    state = at_promises("elbe")
    state = replace(state, regions=("elbe",), held=((), (), ("caux",)))
    state = play(state, "0 promise blue", "1 promise red", "2 promise green")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.tiebreaks, outcome.winners) == ((1, 0, 5), (0, 0, 0), (2,))


def test_L16_a_tie_has_several_winners() -> None:
    """Alba and brie have 4 sheep each."""
    state = replace(at_promises(), regions=("alba",), held=((), (), ("brie",)))
    done = step(play(state, "0 promise red", "1 promise blue"), "2 promise green")
    outcome = GAME.outcome(done.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((4, 0, 4), (0, 2))
    assert events(done, 1)[-1]["winners"] == [0, 2]


def test_L16_no_outcome_while_regions_are_left() -> None:
    """The game runs."""
    assert GAME.outcome(at_promises()) is None


def test_L16_a_campaign_has_as_many_rounds_as_the_deck_has_regions() -> None:
    """Five regions, five rounds."""
    state = skip_to(table(ANN, BOB, EVE), "over")
    assert state.round == 5
