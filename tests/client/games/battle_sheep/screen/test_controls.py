"""Playing Battle Sheep by keys and mouse, as ruling B10 has it: stack, landing, how many, and done."""

from collections.abc import Mapping

import pytest
from sheep_client.game_api.screen import Pressed
from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep.screen import board as pasture
from sheep_client.games.battle_sheep.screen import controls
from sheep_client.games.battle_sheep.screen.controls import MoveState
from sheep_common.games import GAMES
from sheep_common.games.battle_sheep.hexes import Hex

GAME = GAMES["battle-sheep"]
ROW = "0,0 1,0:0x9 2,0 3,0 4,0 0,1 1,1:1x9 2,1:0x1 3,1"


def scene(seat: int = 0, **options: str) -> Scene:
    """Return what a seat sees of a game that begins so."""
    state = GAME.initial(2, options)
    return Scene(
        view=GAME.view(state, seat), seat=seat, names=("Ana", "Bo"), legal=GAME.legal_actions(state, seat)
    )


def played(here: Scene, *keys: str, state: MoveState | None = None) -> Pressed[MoveState]:
    """Press keys one after another; return what the last did."""
    move = Pressed(controls.begin(MoveState(), here) if state is None else state)
    for key in keys:
        move = controls.press(move.state, here, key) or Pressed(move.state)
    return move


@pytest.fixture
def board() -> Scene:
    """Return a row of pastures with a stack of nine to move, and another of one sheep."""
    return scene(position=ROW)


def test_the_turn_begins_at_a_stack_that_can_move(board: Scene) -> None:
    """There is only one."""
    assert played(board).state.cursor == Hex(1, 0)


def test_half_goes_over_unless_something_else_is_said(board: Scene) -> None:
    """Stack, direction, Enter."""
    assert played(board, "enter", "l", "enter").action == "split 1,0 E 4"


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        (["+", "+"], "split 1,0 E 6"),
        (["-"], "split 1,0 E 3"),
        (["wheel-up"], "split 1,0 E 5"),
        (["7"], "split 1,0 E 7"),
        (["+"] * 20, "split 1,0 E 8"),
        (["-"] * 20, "split 1,0 E 1"),
    ],
)
def test_the_number_is_adjusted(board: Scene, keys: list[str], action: str) -> None:
    """By keys, wheel and digits, and at least one sheep stays."""
    assert played(board, "enter", "l", *keys, "enter").action == action


def test_escape_takes_a_step_back(board: Scene) -> None:
    """From the number to the landing, to the stack, and then it is not ours."""
    move = played(board, "enter", "l", "escape")
    assert (move.state.way, move.state.chosen) == (None, Hex(1, 0))
    move = played(board, "escape", state=move.state)
    assert move.state.chosen is None
    assert controls.press(move.state, board, "escape") is None


def test_tab_goes_round_the_landings(board: Scene) -> None:
    """Of the stack that was chosen."""
    found = [played(board, "enter", *["tab"] * n).state.cursor for n in (1, 2, 3)]
    assert len(set(found)) == len(found)


def test_a_stack_that_cannot_move_says_why(board: Scene) -> None:
    """A single sheep cannot split."""
    state = MoveState(cursor=Hex(2, 1))
    move = played(board, "enter", state=state)
    assert (move.action, move.note) == (None, "A single sheep cannot split.")


def test_the_mouse_alone_splits(board: Scene) -> None:
    """Click the stack, click the landing, click again for one more."""
    state = controls.begin(MoveState(), board)
    for at in (Hex(1, 0), Hex(4, 0), Hex(4, 0)):
        state = controls.point(state, board, at, click=True).state
    assert state.count == 5
    state = controls.point(state, board, Hex(1, 0), click=True).state
    assert (state.count, played(board, "enter", state=state).action) == (4, "split 1,0 E 4")


def test_both_counts_are_shown_live(board: Scene) -> None:
    """What stays and what goes, on the pastures themselves."""
    move = played(board, "enter", "l", "+")
    cells = pasture.cells(board, move.state)
    assert (cells[Hex(1, 0)].text, cells[Hex(4, 0)].text) == ("A4", "A5")


def test_landings_light_up(board: Scene) -> None:
    """All of them, and no other pasture."""
    cells = pasture.cells(board, played(board, "enter").state)
    lit = {at for at, cell in cells.items() if cell.ground == "landing"}
    assert lit == {way.to for way in controls.ways_from(board, Hex(1, 0))}


def test_stacks_that_can_move_stand_out(board: Scene) -> None:
    """From those that cannot: one sheep alone, or no room."""
    cells = pasture.cells(board, controls.begin(MoveState(), board))
    grounds: Mapping[Hex, str] = {at: cell.ground for at, cell in cells.items()}
    assert (grounds[Hex(1, 0)], grounds[Hex(2, 1)], grounds[Hex(1, 1)]) == ("stack0", "blocked0", "stack1")


def test_a_tile_is_turned_and_laid() -> None:
    """The first lies at the origin."""
    assert played(scene(), "r", "r", "enter").action == "tile 0,0 2"


def test_a_tile_that_cannot_lie_says_why() -> None:
    """And is not sent."""
    move = played(scene(), "right", "enter")
    assert (move.action, move.note) == (None, "The first tile lies in the middle.")


def test_the_cursor_walks_in_six_directions() -> None:
    """And there and back again."""
    here = scene(position=ROW)
    away = played(here, "n", "y", "b", "u", "l", "h", state=MoveState(cursor=Hex(2, 0)))
    assert away.state.cursor == Hex(2, 0)
