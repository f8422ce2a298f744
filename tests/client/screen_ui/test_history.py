"""Earlier views: the marks of what led to them, and how far back one's own last move lies."""

import pytest
from sheep_client.games.battle_sheep.screen.board import ARROWS
from sheep_client.screen_ui.overlays import menu
from sheep_support.screens.stage import Stage, battle, campaign

UNDO = "/undo"


def undos(stage: Stage) -> list[str]:
    """Return what the menu offers to take back."""
    return [line for _label, line in menu.menu(stage.ui, stage.client.model) if line.startswith(UNDO)]


def test_an_earlier_view_shows_what_was_done_before_it() -> None:
    stage = battle().turn("splits", 16)
    for _ in range(3):
        stage.press("<")
        assert set(ARROWS.values()) & set(stage.frame().text())


def test_one_looks_back_to_the_first_view_and_no_further() -> None:
    """Step by step, or at once."""
    stage = battle().turn("splits", 16)
    last = len(stage.ui.past) - 1
    seen = [stage.press("<").ui.looking for _ in range(last)]
    assert seen == [*reversed(range(last))]
    assert stage.press("<", "<").ui.looking == 0
    assert stage.press("escape").ui.looking is None
    assert stage.press("home").ui.looking == 0


def test_the_last_step_forward_leads_back_to_the_game() -> None:
    """The newest view is the game itself, in which one plays."""
    stage = battle().turn("splits", 16).press("<", "<", "<")
    last = len(stage.ui.past) - 1
    seen = [stage.press(">").ui.looking for _ in range(4)]
    assert seen == [last - 2, last - 1, None, None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_my_last_move_is_as_many_actions_back_as_there_are_players(players: int) -> None:
    """On one's own turn; just after it, it is the last action and offered once."""
    stage = battle(*"ABCD"[:players]).turn("splits", 8 * players)
    assert undos(stage) == [f"/undo {players}", UNDO]
    stage.act(0, stage.game.legal_actions(stage.state, 0)[0])
    assert undos(stage) == ["/undo 1"]


def test_after_something_was_taken_back_only_the_last_action_is_offered() -> None:
    """How many actions still stand since one's own is not known then."""
    stage = battle().turn("splits", 16)
    before = stage.state
    stage.act(0, stage.game.legal_actions(stage.state, 0)[0])
    stage.state, stage.version = before, stage.version + 1
    stage.update(())
    assert undos(stage) == [UNDO]


def test_what_the_table_did_is_not_taken_back() -> None:
    stage = battle(board="random").until(lambda stage: 0 in stage.game.to_act(stage.state))
    assert undos(stage) == [UNDO]


@pytest.mark.parametrize("key", ["t", "/", ":"])
def test_a_count_that_opened_by_itself_gives_way_to_the_prompt(key: str) -> None:
    """Whoever talks just then does not play by the letters."""
    stage = campaign().until(lambda stage: stage.ui.overlay == "steps").press(key)
    assert stage.ui.typing
    assert stage.ui.overlay is None
