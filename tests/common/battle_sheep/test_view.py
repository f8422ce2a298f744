"""What everyone sees of Battle Sheep: the view's fields, the events' fields, aims for clients."""

import json

import msgspec
from sheep_common.games.battle_sheep import GAME, BattleSheepView, State
from sheep_common.games.battle_sheep.hexes import Hex
from sheep_common.games.battle_sheep.view import Aim, aims, view
from sheep_support.games.battle_sheep import before_starts, play, ready, step, told

FLOWER = [Hex(0, 0), Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1)]


def shown(state: State, seat: int | None = None) -> object:
    """Return a view as JSON has it."""
    return json.loads(msgspec.json.encode(msgspec.to_builtins(view(state, seat))))


def test_the_view_before_the_first_tile() -> None:
    """Every field is there, with what is absent as null."""
    assert shown(GAME.initial(2, {"first": 1})) == {
        "game": "battle-sheep",
        "phase": "tiles",
        "to_act": [1],
        "scores": [0, 0],
        "first": 1,
        "pastures": [],
        "stacks": [],
        "tiles_left": [4, 4],
        "herds": [0, 0],
        "out": [],
        "last": None,
    }


def test_the_view_after_a_tile() -> None:
    """Pastures by (r, q), and one tile less for who laid it."""
    assert shown(play(GAME.initial(2, {}), "tile 0,0 2")) == {
        "game": "battle-sheep",
        "phase": "tiles",
        "to_act": [1],
        "scores": [0, 0],
        "first": 0,
        "pastures": [[0, 0], [-1, 1], [0, 1], [-1, 2]],
        "stacks": [],
        "tiles_left": [3, 4],
        "herds": [0, 0],
        "out": [],
        "last": {"seat": 0, "action": "tile 0,0 2", "to": None},
    }


def test_the_view_after_a_start() -> None:
    """The pasture counts at once; nobody is out before the splits."""
    assert shown(play(before_starts(FLOWER, first=1), "start  0,1")) == {
        "game": "battle-sheep",
        "phase": "starts",
        "to_act": [0],
        "scores": [0, 1],
        "first": 1,
        "pastures": [[0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1]],
        "stacks": [[0, 1, 1, 16]],
        "tiles_left": [0, 0],
        "herds": [0, 1],
        "out": [],
        "last": {"seat": 1, "action": "start 0,1", "to": None},
    }


def test_the_view_after_a_split() -> None:
    """Stacks by (r, q), the largest herds, who is out, and where the sheep landed."""
    state = ready("0,0:0x4 1,0 2,0 2,-1:0x1 5,0:1x1 5,-1:2x2 6,-1", seats=3)
    assert shown(play(state, "split 0,0 E 3")) == {
        "game": "battle-sheep",
        "phase": "splits",
        "to_act": [2],
        "scores": [3, 1, 1],
        "first": 0,
        "pastures": [[2, -1], [5, -1], [6, -1], [0, 0], [1, 0], [2, 0], [5, 0]],
        "stacks": [[2, -1, 0, 1], [5, -1, 2, 2], [0, 0, 0, 1], [2, 0, 0, 3], [5, 0, 1, 1]],
        "tiles_left": [0, 0, 0],
        "herds": [2, 1, 1],
        "out": [1],
        "last": {"seat": 0, "action": "split 0,0 E 3", "to": [2, 0]},
    }


def test_the_view_of_a_game_that_is_over() -> None:
    """Nobody is to act and all are out; the rest stays to be looked at."""
    seen = view(play(ready("0,0:0x2 1,0 3,0:1x1"), "split 0,0 E 1"), 0)
    assert (seen.phase, seen.to_act, seen.scores) == ("over", (), (2, 1))
    assert seen.out == (0, 1)
    assert seen.last is not None


def test_on_a_random_board_the_table_is_the_last_to_have_acted() -> None:
    """Its seat is null, and no seat is to act."""
    seen = view(step(GAME.initial(2, {"board": "random"}), "tile 0,0 1").state, None)
    assert seen.to_act == ()
    assert seen.last is not None
    assert seen.last.seat is None


def test_all_seats_and_spectators_see_the_same() -> None:
    """And are told the same; there is one tuple of events for each, and one for spectators."""
    done = step(ready("0,0:0x4 1,0 2,0:1x4 3,0", seats=3), "split 0,0 E 3")
    assert len({msgspec.json.encode(view(done.state, seat)) for seat in (0, 1, 2, None)}) == 1
    assert done.events == (done.events[0],) * 4


def test_a_view_comes_back_from_the_wire() -> None:
    """A client makes the same value of what it is sent."""
    seen = view(play(before_starts(FLOWER), "start 1,0", "start -1,0"), 0)
    assert msgspec.convert(msgspec.to_builtins(seen), BattleSheepView) == seen
    assert msgspec.json.decode(msgspec.json.encode(seen), type=GAME.view_type) == seen


def test_the_events_of_a_players_tile() -> None:
    """Who laid it, and whose it is."""
    assert told(step(GAME.initial(2, {}), "tile 0,0 1")) == [
        {"type": "tile", "seat": 0, "owner": 0, "at": (0, 0), "orientation": 1}
    ]


def test_the_events_of_the_tables_tile() -> None:
    """The table laid it, for the seat on turn."""
    state = GAME.initial(2, {"board": "random", "first": 1})
    assert told(step(state, "tile 0,0 1")) == [
        {"type": "tile", "seat": None, "owner": 1, "at": (0, 0), "orientation": 1}
    ]


def test_the_events_of_a_start() -> None:
    """Where, and how many sheep."""
    assert told(step(before_starts(FLOWER), "start 1,0")) == [
        {"type": "start", "seat": 0, "at": (1, 0), "count": 16}
    ]


def test_the_events_of_a_split_that_brings_the_turn_back() -> None:
    """The other seat has been out from the start: it is only passed over."""
    assert told(step(ready("0,0:0x4 1,0 2,0 4,0:1x1"), "split 0,0 E 1")) == [
        {"type": "split", "seat": 0, "at": (0, 0), "direction": "E", "count": 1, "to": (2, 0)},
        {"type": "passed", "seat": 1},
    ]


def test_the_events_of_a_split_that_ends_the_game() -> None:
    """Split with landing, out, over with the result; no turn is passed over any more."""
    assert told(step(ready("0,0:0x4 1,0 4,0:1x1"), "split 0,0 E 1")) == [
        {"type": "split", "seat": 0, "at": (0, 0), "direction": "E", "count": 1, "to": (1, 0)},
        {"type": "out", "seat": 0},
        {"type": "over", "scores": (2, 1), "tiebreaks": (2, 1), "winners": (0,)},
    ]


def test_aims_are_the_landings_that_splits_have() -> None:
    """For clients, which choose a stack and then a landing pasture (B10)."""
    state = ready("0,0:0x9 1,0 2,0 3,0:1x2 0,1 0,2 0,4 -1,0:1x1")
    seen = view(state, 0)
    found = aims(seen, Hex(0, 0))
    assert found == (Aim("E", Hex(2, 0)), Aim("SE", Hex(0, 2)))
    for aim in found:
        last = view(play(state, f"split 0,0 {aim.direction} 1"), None).last
        assert last is not None
        assert last.to == aim.to
