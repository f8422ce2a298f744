"""What the last row offers: nothing that is not to be done now."""

import msgspec
from sheep_client.screen_ui import controls
from sheep_client.screen_ui.overlays import menu
from sheep_common import messages as m
from sheep_support.clients import table
from sheep_support.screens.stage import Stage, battle, lobby


def offered(stage: Stage) -> list[str]:
    """Return the keys that the last row shows."""
    return [key for key, _ in controls.keys(stage.ui, stage.client.model, stage.look)]


def broken_off(stage: Stage) -> Stage:
    """Let the others and the player agree to stop."""
    stage.message(m.Over(table="t1", outcome=None))
    stage.message(m.Table(table=msgspec.structs.replace(stage.info, state="over"), seat=stage.seat))
    return stage


def test_a_game_that_was_broken_off_on_ones_turn_offers_no_move() -> None:
    """The host still names what would have been legal."""
    stage = battle()
    assert {"enter", "r"} <= set(offered(stage))
    assert not {"enter", "r"} & set(offered(broken_off(stage)))


def test_only_who_played_is_offered_another_game() -> None:
    """A spectator has no seat to play it at."""
    played = broken_off(battle())
    watched = broken_off(battle("Ana", "Bo", seat=None))
    assert offered(played)[:2] == ["R", "x"]
    assert offered(watched)[0] == "x"


def test_who_would_like_another_game_is_ready_for_it() -> None:
    """By the key and by the menu."""
    stage = broken_off(battle())
    assert stage.press("R").lines == ["/rematch", "/ready"]
    stage.lines.clear()
    labels = menu.menu(stage.press("m").ui, stage.client.model)
    place = [line for _label, line in labels].index("rematch")
    assert stage.press(*["down"] * place, "enter").lines == ["/rematch", "/ready"]


def test_watching_is_offered_once() -> None:
    """By its own key where Enter does something else."""
    open_, running = table("Bo", None, id="k7"), table("Cl", "Dan", id="m2", state="playing")
    assert offered(lobby(open_))[:3] == ["updown", "enter", "w"]
    assert "w" not in offered(lobby(running))


def test_a_proposal_is_answered_by_a_key_that_is_shown() -> None:
    """A button alone names none."""
    stage = battle().turn("splits", 14)
    ballot = m.Ballot(ballot=1, what="undo", by=1, count=1, yes=(1,), waiting=(0,))
    stage.message(m.Table(table=msgspec.structs.replace(stage.info, ballot=ballot), seat=0))
    assert offered(stage)[0] == "v"
    assert stage.press("v").ui.overlay == "ballot"
