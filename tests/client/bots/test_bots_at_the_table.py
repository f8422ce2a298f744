"""Bots among the players: wherever players are listed it is said who is one, and that it thinks."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sheep_client.game_api import players
from sheep_client.screen_ui import controls
from sheep_client.terminal.player_screen import Desk, Doors
from sheep_client.text_layout import width_of
from sheep_client.text_ui import page, table_text
from sheep_client.text_ui.scene import scene_of
from sheep_common.games import GAMES
from sheep_support.clients import seat, table, update
from sheep_support.screens.pictures import SCREENS
from sheep_support.screens.stage import Stage, at_size, battle, campaign, lobby


def scene(game: str, *names: str, **fields: Any) -> Any:
    """Return the painter and scene of a new game; the last player is a bot or played for."""
    info = table(*names, game=game, state="playing")
    last = msgspec.structs.replace(info.seats[-1], **fields)
    info = msgspec.structs.replace(info, seats=(*info.seats[:-1], last))
    rules = GAMES[game]
    state = rules.initial(len(names), {})
    chance = rules.chance(state, Random(1))
    first = chance or rules.legal_actions(state, 0)[0]
    return scene_of(update(game, rules.apply(state, None if chance else 0, first).state, None), info)


@pytest.mark.parametrize("game", ["battle-sheep", "leadersheep"])
@pytest.mark.parametrize(
    ("name", "fields", "listed"),
    [
        ("bot:Ovis", {"bot": "hard"}, "Ovis (bot, hard)"),
        ("Bo", {"stand_in": "normal"}, "Bo (a bot plays, normal)"),
    ],
)
def test_plain_lists_of_players_say_who_is_a_bot(
    game: str, name: str, fields: dict[str, str], listed: str
) -> None:
    painter, shown = scene(game, "Ana", "Cy", name, **fields)
    if game == "leadersheep":
        shown = replace(shown, view=msgspec.structs.replace(shown.view, phase="scandals"))
    for lines in (painter.board(shown), painter.words(shown)):
        assert sum(listed in line for line in lines) == 1


def test_the_hall_and_the_line_of_a_table_say_it_too() -> None:
    info = table("Ana", "bot:Ovis", state="playing")
    info = msgspec.structs.replace(info, seats=(seat("Ana", stand_in="normal"), info.seats[1]))
    for text in (table_text.table(info), lobby(info).frame().text()):
        assert "Ana (a bot plays, normal)" in text
        assert "Ovis (bot, easy)" in text


@pytest.mark.parametrize("name", ["splits-thinking", "campaign-thinking", "splits-stand-in"])
def test_screens_say_it_in_words_with_and_without_colours(name: str) -> None:
    """A mark that only colours make would be none for some."""
    for width, height in ((80, 24), (120, 40)):
        text = at_size(SCREENS[name](), width, height, colour=False).text()
        assert "bot, " in text or "a bot plays, normal" in text


@pytest.mark.parametrize("room", range(2, 30))
def test_in_little_room_the_name_is_cut_first_and_nothing_is_wider(room: int) -> None:
    _, shown = scene("leadersheep", "Ana", "bot:Bouclette", bot="expert")
    text = players.listed(shown, 1, room)
    assert width_of(text) <= room
    assert "bot" in text or room < 10


def test_plain_says_once_that_a_bot_thinks() -> None:
    painter, shown = scene("battle-sheep", "Ana", "bot:Ovis", bot="hard")
    del painter
    waiting = update("battle-sheep", GAMES["battle-sheep"].initial(2, {"first": 1}), 0)
    assert page.waiting(waiting, shown) == ["Ovis (bot, hard) is thinking…"]
    assert page.waiting(waiting, replace(shown, notes=())) == ["Waiting for Ovis."]


def turned(stage: Stage, now: float) -> str:
    return controls.turn(stage.ui, stage.client.model, replace(stage.look, now=now))


def test_the_screen_counts_how_long_a_bot_thinks() -> None:
    stage = SCREENS["splits-thinking"]()
    assert turned(stage, stage.ui.moved_at + 0.9) == "Ovis (bot, hard) is thinking…"
    assert turned(stage, stage.ui.moved_at + 2.5) == "Ovis (bot, hard) is thinking… 2 s"


def test_no_person_is_said_to_be_a_thinking_bot() -> None:
    """Nor a person and a bot together."""
    assert controls.thinking(battle().until(lambda stage: stage.version == 1).client.model) == ()
    stage = campaign("Ana", "bot:Ovis", "Cléo").turn("scandals")
    assert controls.thinking(stage.client.model) == ()
    at = stage.client.model.at
    assert at is not None
    assert at.update is not None
    both = msgspec.structs.replace(at.update, view=at.update.view | {"to_act": (1, 2)}, legal=())
    stage.message(msgspec.structs.replace(both, version=both.version + 1))
    assert turned(stage, 1.0) == "Ovis, Cléo to play"


def test_while_a_bot_thinks_a_frame_is_painted_each_second_and_else_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line of a frame changes: next to nothing for a slow connection."""
    monkeypatch.setattr("sheep_client.terminal.player_screen.now", lambda: 100.0)
    painted: list[bool] = []
    doors = Doors(lambda: painted.append(True), lambda: stage.look, lambda _text: None, SimpleNamespace())
    for name, times in (("splits-thinking", 3), ("splits-waiting", 0)):
        stage = SCREENS[name]()
        desk = Desk(SimpleNamespace(model=stage.client.model, feed=lambda _event: None), doors)
        desk.ui = stage.ui
        painted.clear()
        for _ in range(3):
            desk.second()
        assert len(painted) == times
    before, after = (at_size(SCREENS["splits-thinking"](), 80, 24).rows for _ in range(2))
    assert before == after
    stage = SCREENS["splits-thinking"]()
    stage.look = replace(stage.look, now=stage.look.now + 1)
    changed = [old != new for old, new in zip(before, at_size(stage, 80, 24).rows, strict=True)]
    assert changed == [True, *[False] * 23]
