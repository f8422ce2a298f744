"""Battle Sheep's rulings B1 to B10, each by its number."""

from random import Random

import msgspec
import pytest
from sheep_common.games.battle_sheep import GAME, State
from sheep_common.games.battle_sheep.actions import Tile
from sheep_common.games.battle_sheep.hexes import Hex
from sheep_common.games.battle_sheep.splits import default_split
from sheep_common.games.battle_sheep.tiles import cells
from sheep_common.games.battle_sheep.view import view
from sheep_support.games.battle_sheep import (
    before_starts,
    play,
    ready,
    refusal,
    step,
    told,
)

FLOWER = [Hex(0, 0), Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1)]

WITH_A_HOLE = (
    "tile 0,0 1",
    "tile 1,-2 1",
    "tile -2,-1 1",
    "tile 2,-1 0",
    "tile -2,1 2",
    "tile 0,-3 1",
    "tile 3,-4 1",
    "tile 1,1 2",
)
"""Eight tiles around the hole -1,0; the pasture 0,0 has a side on it and none on the outside."""

HOLE = Hex(-1, 0)
INSIDE = Hex(0, 0)


def ready_board(seats: int, **options: object) -> State:
    """Let the table lay a whole board, which takes no turns."""
    rng = Random(seats)
    state = GAME.initial(seats, {"board": "random", **options})
    while action := GAME.chance(state, rng):
        state = GAME.apply(state, None, action).state
    return state


@pytest.mark.parametrize(("seats", "pastures"), [(2, 32), (3, 48), (4, 64)])
def test_b1_four_tiles_a_player_make_the_board(seats: int, pastures: int) -> None:
    """4 tiles of 4 pastures each; then the starts begin."""
    state = ready_board(seats)
    seen = view(state, None)
    assert len(seen.pastures) == pastures
    assert seen.phase == "starts"
    assert view(GAME.initial(seats, {}), None).tiles_left == (4,) * seats


def test_b1_each_player_has_sixteen_sheep() -> None:
    """They start as one stack."""
    state = play(before_starts(FLOWER), "start 1,0", "start -1,0")
    assert [stack[2:] for stack in view(state, None).stacks] == [(1, 16), (0, 16)]


@pytest.mark.parametrize("orientation", [0, 1, 2])
def test_b1_a_tile_is_a_rhombus_of_four(orientation: int) -> None:
    """Two of its pastures have three neighbours on it and two have two; its anchor comes first."""
    at = Hex(3, -2)
    found = cells(Tile(at, orientation))
    sides = [
        sum((a.q - b.q, a.r - b.r) in {(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)} for b in found)
        for a in found
    ]
    assert sorted(sides) == [2, 2, 3, 3]
    assert found[0] == at == min(found, key=lambda cell: (cell.r, cell.q))


def test_b2_the_first_tile_lies_at_the_origin_in_any_orientation() -> None:
    """Three ways and no other."""
    state = GAME.initial(2, {})
    assert GAME.legal_actions(state, 0) == ("tile 0,0 0", "tile 0,0 1", "tile 0,0 2")
    assert refusal(state, 0, "tile 0,1 0") == ("illegal", "first-tile")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_b2_tiles_are_laid_clockwise_from_the_first_seat_until_all_lie(first: int) -> None:
    """One a turn, four each."""
    state = GAME.initial(3, {"first": first})
    turns = []
    while view(state, None).phase == "tiles":
        (seat,) = GAME.to_act(state)
        turns.append(seat)
        state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state
    assert turns == [(first + turn) % 3 for turn in range(12)]


def test_b2_a_tile_may_touch_any_tile_that_lies_already() -> None:
    """Not only the previous one, as one text has it."""
    state = play(GAME.initial(2, {}), "tile 0,0 0", "tile 2,0 0", "tile 4,0 0")
    assert refusal(state, 1, "tile -2,0 0") is None


def test_b2_a_tile_shares_a_side_and_overlaps_nothing() -> None:
    """Next to the first tile there are so many places and no others."""
    state = play(GAME.initial(2, {}), "tile 0,0 0")
    legal = GAME.legal_actions(state, 1)
    assert len(legal) == 42
    assert refusal(state, 1, "tile 2,0 0") is None
    assert refusal(state, 1, "tile 3,0 0") == ("illegal", "not-touching")
    assert refusal(state, 1, "tile 1,0 0") == ("illegal", "overlap")


def test_b2_a_gap_enclosed_by_pastures_is_a_hole() -> None:
    """It is no pasture: sheep stop before it."""
    state = play(GAME.initial(2, {}), *WITH_A_HOLE)
    pastures = view(state, None).pastures
    around = {Hex(0, 0), Hex(0, -1), Hex(-1, -1), Hex(-2, 0), Hex(-2, 1), Hex(-1, 1)}
    assert HOLE not in pastures
    assert around <= set(pastures)


def test_b3_stacks_start_in_the_same_order() -> None:
    """The first seat again, then clockwise."""
    state = ready_board(3, first=1)
    turns = []
    while view(state, None).phase == "starts":
        (seat,) = GAME.to_act(state)
        turns.append(seat)
        state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state
    assert turns == [1, 2, 0]


def test_b3_a_stack_starts_on_any_free_pasture_of_the_outer_rim() -> None:
    """All but the one in the middle, and but those that are taken."""
    state = before_starts(FLOWER)
    rim = sorted(f"start {at}" for at in FLOWER if at != Hex(0, 0))
    assert list(GAME.legal_actions(state, 0)) == rim
    rim.remove("start 1,0")
    assert list(GAME.legal_actions(play(state, "start 1,0"), 1)) == rim


def test_b3_a_hole_is_not_the_outside() -> None:
    """A pasture with a side on a hole and none on the outside is no place to start."""
    state = play(GAME.initial(2, {}), *WITH_A_HOLE)
    assert f"start {INSIDE}" not in GAME.legal_actions(state, 0)
    assert refusal(state, 0, f"start {INSIDE}") == ("illegal", "not-rim")


def test_b3_with_any_rim_the_rim_of_holes_counts_too() -> None:
    """The house's option; a pasture with no free side is still none."""
    state = play(GAME.initial(2, {"starts": "any-rim"}), *WITH_A_HOLE)
    assert f"start {INSIDE}" in GAME.legal_actions(state, 0)
    middle = before_starts(FLOWER, starts="any-rim")
    assert refusal(middle, 0, "start 0,0") == ("illegal", "not-rim")


def test_b3_a_bay_that_is_open_to_the_outside_is_no_hole() -> None:
    """The same ring with one pasture taken away: the middle is outside."""
    wide = {Hex(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2}
    closed = before_starts(wide - {Hex(0, 0)})
    opened = before_starts(wide - {Hex(0, 0), Hex(1, 0), Hex(2, 0)})
    assert refusal(closed, 0, "start 1,-1") == ("illegal", "not-rim")
    assert refusal(opened, 0, "start 1,-1") is None


def test_b4_who_placed_first_splits_first() -> None:
    """And then clockwise."""
    state = play(before_starts(FLOWER, seats=3, first=2), "start 1,0", "start -1,0", "start 0,1")
    turns = []
    for _ in range(3):
        (seat,) = GAME.to_act(state)
        turns.append(seat)
        state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state
    assert turns == [2, 0, 1]


def test_b4_one_to_all_but_one_sheep_go() -> None:
    """The largest split too; at least one stays."""
    state = ready("0,0:0x16 1,0 9,0:1x2 9,1")
    assert GAME.legal_actions(state, 0) == tuple(sorted(f"split 0,0 E {n}" for n in range(1, 16)))
    after = play(state, "split 0,0 E 15")
    assert view(after, None).stacks[:2] == ((0, 0, 0, 1), (1, 0, 0, 15))


@pytest.mark.parametrize(
    ("direction", "to"),
    [("E", (3, 0)), ("NE", (2, -2)), ("NW", (0, -1)), ("W", (-2, 0)), ("SW", (-1, 1)), ("SE", (0, 2))],
)
def test_b4_sheep_go_straight_to_the_last_pasture(direction: str, to: tuple[int, int]) -> None:
    """Before the rim (E, NE), a hole (SE), another's stack (NW), one's own (SW), the rim (W)."""
    state = ready(
        "0,0:0x9 1,0 2,0 3,0 1,-1 2,-2 0,-1 0,-2:1x1 0,-3 -1,0 -2,0 -1,1 -2,2:0x1 -3,3"
        " 0,1 0,2 0,4 9,0:1x2 9,1"
    )
    done = step(state, f"split 0,0 {direction} 4")
    last = view(done.state, None).last
    assert last is not None
    assert last.to == to
    assert (*to, 0, 4) in view(done.state, None).stacks


def test_b4_there_is_no_stopping_short_no_jumping_and_no_passing() -> None:
    """One landing a direction; nothing beyond a stack; a split is all that a turn can be."""
    state = ready("0,0:0x2 1,0 2,0 3,0:1x2 4,0")
    assert GAME.legal_actions(state, 0) == ("split 0,0 E 1",)
    assert view(play(state, "split 0,0 E 1"), None).stacks[1] == (2, 0, 0, 1)


def test_b4_a_stack_moves_at_least_one_pasture() -> None:
    """Where the next pasture is taken there is no way in that direction."""
    state = ready("0,0:0x5 1,0:1x5 2,0 0,1")
    assert refusal(state, 0, "split 0,0 E 2") == ("illegal", "no-room")


def test_b5_who_cannot_split_is_out_in_the_step_that_blocks_it_and_only_then() -> None:
    """Seat 1 is told out once, also when it blocks itself or another does."""
    state = ready("0,0:0x9 1,0 2,0:1x4 5,0:0x9 6,0 7,0 5,1 6,1")
    blocking = step(state, "split 0,0 E 1")
    assert {"type": "out", "seat": 1} in told(blocking)
    assert view(blocking.state, None).out == (1,)
    later = step(blocking.state, "split 5,0 E 2")
    assert [event["type"] for event in told(later)] == ["split", "passed"]


def test_b5_the_turn_of_who_is_out_is_passed_over_each_time() -> None:
    """The event comes in each step in which that turn would have been."""
    state = ready("0,0:0x4 1,0 2,0 0,1 9,0:1x1 5,0:2x4 6,0 7,0 5,1", seats=3)
    first = step(state, "split 0,0 E 1")
    second = step(first.state, "split 5,0 E 1")
    third = step(second.state, "split 0,0 SE 1")
    assert [event for event in told(first) if event["type"] == "passed"] == [{"type": "passed", "seat": 1}]
    assert [event["type"] for event in told(second)] == ["split"]
    assert {"type": "passed", "seat": 1} in told(third)


def test_b5_the_last_start_may_block_a_seat() -> None:
    """Seats 1 and 2 start on both neighbours of seat 0's corner; it is out before it ever moved."""
    rhombus = cells(Tile(Hex(0, 0), 0))
    board = [*rhombus, *cells(Tile(Hex(2, 0), 0))]
    state = play(before_starts(board, seats=3), "start 0,0", "start 1,0")
    assert view(state, None).out == ()
    last = step(state, "start 0,1")
    assert [event["type"] for event in told(last)] == ["start", "out", "passed"]
    assert GAME.to_act(last.state) == {1}


def test_b5_several_seats_that_are_out_are_passed_over_in_turn_order() -> None:
    """Clockwise after who moved, round to itself."""
    state = ready("0,0:0x1 1,0:1x4 2,0 3,0 1,1 5,0:2x1 7,0:3x1", seats=4, first=1)
    assert [event.get("seat") for event in told(step(state, "split 1,0 E 1"))] == [1, 2, 3, 0]


def test_b5_who_is_out_keeps_its_pastures_and_can_still_win() -> None:
    """Seat 0 is out from the start with three pastures; seat 1 ends with two."""
    state = play(ready("0,0:0x1 1,0:0x1 2,0:0x1 5,0:1x2 6,0"), "split 5,0 E 1")
    end = GAME.outcome(state)
    assert end is not None
    assert (end.scores, end.winners) == ((3, 2), (0,))


def test_b6_the_game_ends_when_nobody_can_split() -> None:
    """The last mobile player plays on: the default."""
    state = ready("0,0:0x2 1,0 5,0:1x4 6,0 5,1 4,1")
    after = play(state, "split 0,0 E 1")
    assert GAME.outcome(after) is None
    turns: list[int] = []
    while GAME.outcome(after) is None:
        turns.extend(GAME.to_act(after))
        after = play(after, GAME.legal_actions(after, 1)[0])
    assert turns == [1, 1, 1]


def test_b6_with_one_left_the_game_ends_when_at_most_one_can_split() -> None:
    """The same position ends one step on, with sheep that could still move."""
    state = ready("0,0:0x2 1,0 5,0:1x4 6,0 5,1 4,1", end="one-left")
    done = step(state, "split 0,0 E 1")
    assert [event["type"] for event in told(done)] == ["split", "out", "over"]
    assert GAME.outcome(done.state) is not None


def test_b6_with_one_left_the_game_may_end_right_after_the_starts() -> None:
    """The last start leaves only one seat that can split."""
    line = [Hex(0, 0), Hex(1, 0), Hex(2, 0)]
    state = play(before_starts(line, end="one-left"), "start 0,0")
    done = step(state, "start 1,0")
    assert [event["type"] for event in told(done)] == ["start", "out", "over"]
    plays_on = play(before_starts(line), "start 0,0", "start 1,0")
    assert GAME.to_act(plays_on) == {1}


def end_of(position: str, seats: int = 2) -> tuple[tuple[int, ...], ...]:
    """Return scores, herds and winners of a position in which nobody can split."""
    end = GAME.outcome(ready(position, seats))
    assert end is not None
    return end.scores, end.tiebreaks, end.winners


def test_b7_most_pastures_win() -> None:
    """However few sheep are on them, and whoever has the larger herd."""
    assert end_of("0,0:0x1 2,0:0x1 4,0:0x1 6,0:1x16 7,0:1x1") == ((3, 2), (1, 2), (0,))


def test_b7_at_a_tie_the_largest_herd_wins_in_pastures_and_not_in_sheep() -> None:
    """Two next to each other beat two apart, be these ever so many sheep."""
    assert end_of("0,0:0x1 1,0:0x1 4,0:1x16 6,0:1x9") == ((2, 2), (2, 1), (0,))


def test_b7_a_herd_is_a_connected_component_and_not_a_path() -> None:
    """A star of four is a herd of four; no path goes through it all."""
    star = "0,0:0x1 1,0:0x1 0,-1:0x1 -1,1:0x1"
    line_of_three = "5,0:1x1 6,0:1x1 7,0:1x1 9,0:1x1"
    assert end_of(f"{star} {line_of_three}") == ((4, 4), (4, 3), (0,))


def test_b7_a_herd_is_not_connected_across_gaps_or_others() -> None:
    """Only sides of its own pastures count."""
    assert end_of("0,0:0x1 1,0:1x1 2,0:0x1 4,0:0x1") == ((3, 1), (1, 1), (0,))


def test_b7_still_tied_all_of_them_win() -> None:
    """Also with a third seat that has less."""
    assert end_of("0,0:0x1 2,0:1x1", seats=3) == ((1, 1, 0), (1, 1, 0), (0, 1))


def test_b7_the_worked_example_of_part_v() -> None:
    """Red 16, blue 11, black 16, white 15; herds red 10, black 5: red wins."""
    red, blue, black, white = range(4)
    rows = (
        "rrrrrrrr",
        "rrbBbbbw",
        "kkkkkwWw",
        "bbbbbbrr",
        "kkkkkwww",
        "wwwwwwrr",
        "kkww....",
        "rr..kkkk",
    )
    stacks = {"r": f":{red}x1", "b": f":{blue}x1", "k": f":{black}x1", "w": f":{white}x1"}
    # The sheep that cannot move any more: 16 of each colour are on the board.
    stacks |= {"B": f":{blue}x6", "W": f":{white}x2", ".": ""}
    position = " ".join(f"{q},{r}{stacks[mark]}" for r, row in enumerate(rows) for q, mark in enumerate(row))
    scores, herds, winners = end_of(position, seats=4)
    assert scores == (16, 11, 16, 15)
    assert (herds[red], herds[black]) == (10, 5)
    assert winners == (red,)


def test_b8_by_default_the_players_lay_the_tiles() -> None:
    """The table has nothing to do."""
    state = GAME.initial(2, {})
    assert GAME.to_act(state) == {0}
    assert GAME.chance(state, Random(0)) is None


def test_b8_on_a_random_board_the_table_lays_for_the_seats_in_turn_order() -> None:
    """One action a tile; nobody is to act until all lie, and then the first seat is."""
    rng = Random(8)
    state = GAME.initial(2, {"board": "random", "first": 1})
    left = []
    while action := GAME.chance(state, rng):
        assert GAME.to_act(state) == frozenset()
        assert GAME.legal_actions(state, 1) == ()
        state = GAME.apply(state, None, action).state
        left.append(view(state, None).tiles_left)
    assert left == [(4, 3), (3, 3), (3, 2), (2, 2), (2, 1), (1, 1), (1, 0), (0, 0)]
    assert GAME.to_act(state) == {1}


def test_b8_the_table_may_draw_every_tile_that_may_lie() -> None:
    """By chance, and nothing but what a player could lay there."""
    state = GAME.apply(GAME.initial(2, {"board": "random"}), None, "tile 0,0 0").state
    rng = Random(8)
    drawn = {GAME.chance(state, rng) for _ in range(1000)}
    assert drawn == set(GAME.legal_actions(play(GAME.initial(2, {}), "tile 0,0 0"), 1))


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_b9_first_names_the_seat_that_begins(first: int) -> None:
    """A seat number: age and chance were looked at before the game."""
    state = GAME.initial(4, {"first": first})
    assert GAME.to_act(state) == {first}
    assert view(state, None).first == first


@pytest.mark.parametrize(("sheep", "over"), [(16, 8), (15, 7), (3, 1), (2, 1)])
def test_b10_half_goes_over_by_default(sheep: int, over: int) -> None:
    """Rounded down; it is always a number that may go."""
    assert default_split(sheep) == over


def test_the_same_action_gives_the_same_step() -> None:
    """The rules roll no dice; a state is a value that can be compared and kept in sets."""
    state = GAME.initial(2, {})
    once, again = step(state, "tile 0,0 1"), step(state, "tile 0,0 1")
    assert once == again
    assert len({once.state, again.state, state}) == 2
    assert state == GAME.initial(2, {})


def test_nothing_is_hidden_so_dealing_again_changes_nothing() -> None:
    """For seats and spectators, with and without an action; and actions can be taken back."""
    state = GAME.initial(2, {})
    for seat in (0, 1, None):
        assert GAME.redeal(state, seat, Random(0), (0, "tile 0,0 1")) == (state, "tile 0,0 1")
        assert GAME.redeal(state, seat, Random(0), None) == (state, None)
    assert GAME.undoable


def test_a_state_is_plain_data() -> None:
    """It comes back whole from numbers, text and lists."""
    state = play(before_starts(FLOWER), "start 1,0", "start -1,0", "split 1,0 W 3")
    assert msgspec.convert(msgspec.to_builtins(state), State) == state
