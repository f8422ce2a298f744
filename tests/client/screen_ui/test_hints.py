"""Hints on the full screen: asked for with a key, waited for, and laid where Enter follows them."""

from collections.abc import Iterator

import msgspec
import pytest
from sheep_client.core.events import Tick
from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.screen.controls import pick
from sheep_client.screen_ui import controls, option_text
from sheep_common import messages as m
from sheep_support.clients import table
from sheep_support.screens.stage import Stage, battle, campaign, lobby


def keys(stage: Stage) -> list[str]:
    """Return the keys that the last row shows."""
    return [key for key, _label in controls.keys(stage.ui, stage.client.model, stage.look)]


def follow(stage: Stage) -> str:
    """Press Enter; return the action that goes out."""
    stage.lines.clear()
    return stage.press("enter").lines[-1]


def every_turn(stage: Stage, phases: set[str]) -> Iterator[tuple[str, str]]:
    """Play by chance; at each own turn of these phases give each action in turn as a hint."""
    while stage.game.outcome(stage.state) is None and phases:
        if stage.ui.overlay is not None:
            stage.press("escape")
        legal = stage.game.legal_actions(stage.state, stage.seat)
        phase = stage.game.view(stage.state, None).phase
        if len(legal) > 1 and phase in phases:
            action = stage.rng.choice(legal)
            stage.ask_hint().advise(action, "any")
            yield action, follow(stage)
            stage.ui = controls.press(stage.ui, stage.client.model, stage.look, "move").ui
        stage.step()


@pytest.mark.parametrize(
    ("stage", "phases"),
    [
        (battle("Ana", "Bo", "Cléo"), {"tiles", "starts", "splits"}),
        (campaign(), {"gift-ask", "gift-give", "scandals", "answer", "promises"}),
    ],
    ids=["battle-sheep", "leadersheep"],
)
def test_enter_follows_a_hint_in_every_phase(stage: Stage, phases: set[str]) -> None:
    """A whole game by chance, with a hint at each turn."""
    verbs = set()
    for hint, done in every_turn(stage, phases):
        assert done == hint
        verbs.add(hint.split()[0])
    assert verbs >= (
        {"tile", "start", "split"} if len(phases) == 3 else {"ask", "give", "scandal", "promise"}
    )


def test_the_key_asks_and_is_shown_where_there_is_a_hint() -> None:
    stage = battle().turn("splits", 16)
    assert "H" in keys(stage)
    assert stage.press("H").lines == ["/hint"]


def test_the_key_is_not_shown_out_of_turn_and_the_core_says_why() -> None:
    stage = battle().until(lambda stage: stage.version > 13 and stage.version % 2 == 1)
    assert "H" not in keys(stage)
    stage.hear(stage.client.type(stage.press("H").lines[-1]))
    assert "not your turn" in stage.frame().text()


def test_the_wait_is_shown_in_seconds_and_escape_ends_it() -> None:
    stage = battle().turn("splits", 16).ask_hint()
    assert "Thinking about a hint… 3 s" in stage.frame().text()
    stage.hear(stage.client.feed(Tick()))
    assert "Thinking about a hint… 4 s" in stage.frame().text()
    assert keys(stage)[0] == "escape"
    stage.hear(stage.client.type(stage.press("escape").lines[-1]))
    assert "Thinking" not in stage.frame().text()
    assert stage.client.model.advice is None


def test_while_one_waits_one_can_go_on_and_the_hint_changes_nothing_then() -> None:
    """What is being picked is not taken out of the player's hands; the hint is marked and told."""
    stage = battle().turn("splits", 16).ask_hint().press("enter")
    chosen = stage.playing.move.chosen
    legal = stage.game.legal_actions(stage.state, 0)
    stage.advise(legal[0], "any")
    assert (stage.playing.move.chosen, stage.playing.move.way) == (
        chosen,
        None,
    )
    assert len(stage.playing.move.advised) == 2
    assert "Hint: move" in stage.frame().text()


def test_cards_that_were_picked_meanwhile_stay_picked() -> None:
    stage = campaign().turn("promises", 60).ask_hint().press("1")
    picked = stage.playing
    stage.advise(stage.game.legal_actions(stage.state, 0)[-1], "any")
    assert stage.playing == picked


def test_a_hint_to_throw_no_more_is_asked_for_and_put_aside_by_another_key() -> None:
    stage = campaign().turn("scandals", 30).ask_hint().advise("done", "any")
    assert "Throw no more scandals?" in stage.frame().text().splitlines()[-2]
    assert keys(stage)[0] == "enter"
    stage.press("right", "enter")
    assert "done" not in stage.lines


def test_what_was_wrong_before_a_hint_came_is_not_said_beside_it() -> None:
    stage = campaign().turn("promises", 60).ask_hint().press("0")
    assert stage.ui.note is not None
    stage.advise(stage.game.legal_actions(stage.state, 0)[-1], "any")
    assert stage.ui.note is None


def test_two_equal_cards_are_picked_both() -> None:
    """Each once."""
    stage = campaign().turn("gift-give")
    hand = stage.game.view(stage.state, 0).hand
    scene = Scene(
        view=msgspec.structs.replace(stage.game.view(stage.state, 0), hand=("red", "red", *hand)),
        seat=0,
        names=(),
    )
    assert pick(scene, "give red red").picked == {0, 1}


def test_asked_again_the_hint_is_laid_out_and_not_told_twice() -> None:
    stage = battle().turn("splits", 16).ask_hint()
    action = stage.game.legal_actions(stage.state, 0)[0]
    stage.advise(action, "any").press("escape", "escape")
    count = len(stage.ui.log)
    stage.hear(stage.client.type(*stage.press("H").lines[-1:]))
    assert len(stage.ui.log) == count
    assert follow(stage) == action


def test_marks_go_with_the_turn() -> None:
    stage = battle().turn("splits", 16).ask_hint()
    stage.advise(stage.game.legal_actions(stage.state, 0)[0], "any")
    assert stage.playing.move.advised
    stage.step()
    assert not stage.playing.move.advised


def test_a_hint_that_did_not_come_is_one_line_where_one_looks() -> None:
    stage = battle().turn("splits", 16).ask_hint()
    before = stage.playing.move
    stage.advise("no such action", "any")
    assert "No hint came of it" in stage.frame().text().splitlines()[-2]
    assert stage.playing.move == before


def test_an_action_on_its_way_is_not_changed_by_a_hint() -> None:
    """The player was faster."""
    stage = battle().turn("splits", 16).ask_hint().press("enter", "tab", "enter")
    before = stage.playing.move
    assert stage.ui.sent
    stage.advise(stage.game.legal_actions(stage.state, 0)[0], "any")
    assert stage.playing.move == before


def test_who_opens_a_table_can_agree_on_no_hints() -> None:
    """The form has the option, and the lobby says it in words."""
    stage = lobby().press("n")
    assert "hints" in stage.frame().text()
    assert option_text.options(table(None, options={"hints": "off"})) == ["hints: none, it was agreed"]


def test_without_hints_by_agreement_there_is_no_key() -> None:
    stage = battle().turn("splits", 16)
    info = msgspec.structs.replace(stage.info, options={"hints": "off"})
    stage.message(m.Table(table=info, seat=0))
    assert "H" not in keys(stage)
    stage.hear(stage.client.type("/hint"))
    assert "without hints" in stage.frame().text()
