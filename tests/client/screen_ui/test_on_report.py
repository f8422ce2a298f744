"""What the full screen does with what it is told: log, call to play, the others' actions, finishing."""

from dataclasses import replace

import msgspec
from sheep_client.core import reports
from sheep_client.games.battle_sheep.screen import auto_finish
from sheep_client.screen_ui import controls, on_report, seen
from sheep_client.screen_ui.state import Ui
from sheep_common import messages as m
from sheep_support.screens.pictures import SCREENS
from sheep_support.screens.stage import Stage, battle, campaign

ALONE = "0,0:0x6 1,0 2,0 3,0 4,0 0,1:1x1 1,1:1x1 2,1"


def heard(stage: Stage, **fields: object) -> on_report.Heard:
    """Hear an update of the game as it is, as if it came next."""
    update = stage.client.model.tables["t1"].update
    assert update is not None
    later = msgspec.structs.replace(update, **fields)
    return on_report.tell(stage.ui, reports.Updated(later, update), stage.client.model)


def test_the_player_is_called_once_a_turn() -> None:
    """When it becomes their turn, and not at what else comes meanwhile."""
    stage = battle().turn("splits", 14)
    assert not heard(stage).call
    update = stage.client.model.tables["t1"].update
    assert update is not None
    waiting = msgspec.structs.replace(update, legal=())
    assert on_report.tell(stage.ui, reports.Updated(update, waiting), stage.client.model).call


def test_the_others_last_actions_are_marked_until_ones_own() -> None:
    """One for each of them, with its path."""
    stage = battle("Ana", "Bo", "Cléo").turn("splits", 20)
    assert sorted(event["seat"] for event in stage.ui.recent) == [1, 2]
    stage.act(0, stage.game.legal_actions(stage.state, 0)[0])
    assert stage.ui.recent == ()


def test_who_comes_late_is_told_what_happened() -> None:
    """The log begins with the last steps."""
    stage = battle().turn("splits", 14)
    update = stage.client.model.tables["t1"].update
    assert update is not None
    assert on_report.tell(Ui(), reports.Updated(update), stage.client.model).lines == ("/history 64",)


def test_another_game_at_the_table_is_no_late_coming() -> None:
    """What happened before is in the log already."""
    stage = battle().turn("splits", 14)
    update = stage.client.model.tables["t1"].update
    assert update is not None
    again = replace(stage.ui, table=None)
    assert on_report.tell(again, reports.Updated(update), stage.client.model).lines == ()


def test_who_opens_a_table_sits_down_at_it() -> None:
    """Without being asked."""
    stage = battle()
    news = reports.Changed(m.Table(table=stage.info), request=m.New(id=1, game="battle-sheep", seats=2))
    assert on_report.tell(stage.ui, news, stage.client.model).lines == ("/sit t1",)


def test_the_time_that_is_left_runs_down_in_the_header() -> None:
    """Of the move, else of the player's account; as of the last message and the time since."""
    stage = battle().turn("splits", 14)
    stage.ui = heard(stage, clocks=m.Clocks(move_ms=65_000, running=(0,))).ui
    stage.ui = replace(stage.ui, clocks_at=100.0)
    stage.look = replace(stage.look, now=107.5)
    assert stage.frame().text().splitlines()[0].rstrip().endswith("0:58")
    stage.ui = heard(stage, clocks=m.Clocks(account_ms=(600_000, 5_000), running=(0,))).ui
    assert stage.frame().text().splitlines()[0].rstrip().endswith("9:53")


def test_where_keys_are_shown_the_log_does_not_say_what_to_type() -> None:
    """Neither before a game, nor where something is to be answered, nor at the next game."""
    said = [entry.text for name in ("table", "ballot") for entry in SCREENS[name]().ui.log]
    again = battle()
    over = msgspec.structs.replace(again.info, state="over")
    again.message(m.Table(table=over, seat=0))
    again.message(m.Table(table=msgspec.structs.replace(over, state="open"), seat=0))
    said += [entry.text for entry in again.ui.log]
    assert "Another game is about to begin." in said
    assert not [text for text in said if "/" in text and "/help" not in text]


def test_a_count_does_not_close_what_is_open() -> None:
    """It is in the log too."""
    stage = campaign().turn("promises", 60).press("m")
    last = stage.state.round
    stage.until(lambda stage: stage.state.round > last)
    assert stage.ui.overlay == "menu"
    assert any("The count for" in entry.text for entry in stage.ui.log[-30:])


def test_the_last_splits_are_made_for_the_only_one_who_can_split() -> None:
    """After they have asked for it; each is legal, and it ends with the game."""
    stage = battle(position=ALONE)
    found = seen.shown(stage.ui, stage.client.model)
    assert found is not None
    assert auto_finish.alone(found[1])
    labels = [line for line in stage.press("m").frame().text().splitlines() if "Finish for me" in line]
    assert len(labels) == 1
    stage.press("escape")
    ui = replace(stage.ui, finishing=True)
    for _ in range(20):
        choose = controls.to_finish(ui, stage.client.model)
        if choose is None:
            break
        stage.act(0, controls.finish(ui, choose()).lines[0])
        ui = replace(stage.ui, finishing=True)
    assert stage.game.outcome(stage.state).scores == (6, 2)
