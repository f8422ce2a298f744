"""The player's side of the full screen: what goes on by itself, with no key pressed."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from sheep_client import game_registry
from sheep_client.core.effects import Effect
from sheep_client.core.events import Event, Line
from sheep_client.core.model import Model
from sheep_client.game_api.screen import Finish
from sheep_client.screen_ui import controls
from sheep_client.session import Session
from sheep_client.terminal import player_screen
from sheep_client.terminal.player_screen import Desk, Doors
from sheep_client.terminal.turn_alert import Caller
from sheep_support.clients import told
from sheep_support.screens.stage import Stage, battle

ALONE = "0,0:0x6 1,0 2,0 3,0 4,0 0,1:1x1 1,1:1x1 2,1"
LONG = 10.0


class Silent:
    """A caller that calls nobody."""

    def call(self) -> None:
        """Ring no bell."""

    def title(self, text: str) -> None:
        """Leave the window's name alone."""


class Table:
    """A desk at a table in memory, where every line is an action that the host does at once."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        doors = Doors(lambda: None, lambda: stage.look, lambda text: None, cast("Caller", Silent()))
        self.desk = Desk(cast("Session", self), doors)
        self.desk.ui = stage.ui
        stage.hear = self.hear  # type: ignore[method-assign]  # the desk hears it in the stage's place

    @property
    def model(self) -> Model:
        """Return what the client knows."""
        return self.stage.client.model

    def feed(self, event: Event) -> None:
        """Let the host answer a line later, as over a link."""
        assert isinstance(event, Line)
        asyncio.get_running_loop().call_soon(self.stage.act, 0, event.text)

    def hear(self, effects: Sequence[Effect]) -> None:
        """Let the desk be told what the core tells."""
        for news in told(effects):
            self.desk.tell(news, self.model)

    def outcome(self) -> Any:
        """Return how the game ended, None while it goes on."""
        return self.stage.game.outcome(self.stage.state)


def test_finishing_goes_on_to_the_end_with_no_further_key() -> None:
    """Each split follows from the host's answer to the one before."""

    async def play() -> Table:
        table = Table(battle(position=ALONE))
        table.desk.press("m")
        lines = table.desk.paint(table.stage.look).text().splitlines()
        first = next(n for n, line in enumerate(lines) if "Menu" in line)
        wanted = next(n for n, line in enumerate(lines) if "Finish for me" in line)
        for _ in range(wanted - first - 1):
            table.desk.press("down")
        table.desk.press("enter")
        async with asyncio.timeout(LONG):
            while table.outcome() is None:
                await asyncio.sleep(0.01)
        return table

    table = asyncio.run(play())
    assert table.outcome().scores == (6, 2)
    assert not table.desk.ui.finishing


def finishing(choose: Callable[[Any], str | None], monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table at which a game chooses in this way for who has asked for it, once that has ended."""
    stage = battle(position=ALONE)
    own = game_registry.text_of("battle-sheep")
    assert own is not None
    odd = replace(
        game_registry.screen_of(own), finish=Finish(label=str, able=lambda scene: True, choose=choose)
    )
    monkeypatch.setattr(controls, "screen_of", lambda _text: odd)

    async def play() -> Table:
        table = Table(stage)
        table.desk.ui = replace(table.desk.ui, finishing=True)
        table.desk.press("move")
        async with asyncio.timeout(LONG):
            while table.desk.ui.finishing:
                await asyncio.sleep(0.01)
        return table

    return asyncio.run(play())


def test_a_choice_that_takes_too_long_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest's: the screen goes on meanwhile, and the rest is the player's."""
    monkeypatch.setattr(player_screen, "FINISH_SECONDS", 0.1)
    over = threading.Event()
    table = finishing(lambda scene: "split" if over.wait(LONG) else None, monkeypatch)
    over.set()
    assert table.desk.ui.note is not None
    assert "in time" in table.desk.ui.note.text
    assert not table.desk.ui.sent


def test_a_fault_in_choosing_leaves_the_rest_to_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finishing(lambda scene: [][1], monkeypatch)
    assert table.desk.ui.note is not None
    assert not table.desk.ui.sent
