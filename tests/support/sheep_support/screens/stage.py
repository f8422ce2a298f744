"""A player's screen for tests and pictures: a table in memory, played by chance to where it is to be seen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
from sheep_client.core.effects import Effect, Think
from sheep_client.core.events import Pondered, Tick
from sheep_client.game_api.bot import Choice
from sheep_client.game_api.canvas import Frame, Mouse
from sheep_client.game_api.screen import Look
from sheep_client.screen_ui import controls, on_report
from sheep_client.screen_ui.state import Result, Ui
from sheep_common import messages as m
from sheep_common.games import GAMES

from sheep_support.clients import Client, table, told

SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
SIX = ("Ana", "Bo", "Cléo", "Dan", "Eve", "Finn")


class Stage:
    """One player's screen at a table whose other players act by chance; all of it from a seed."""

    def __init__(self, game: str, *names: str, seed: int = 5, seat: int | None = 0, **options: str) -> None:
        self.game: Any = GAMES[game]
        self.rng = Random(seed)  # noqa: S311 - nothing secret: the same screens every time
        self.state = self.game.initial(len(names), options)
        self.version = 0
        self.seat = seat
        self.lines: list[str] = []
        self.client = Client(name=names[seat or 0], thinks=True)
        self.ui = Ui()
        self.look = Look(80, 24)
        self.info = table(*names, state="playing", game=game)
        self.hear(self.client.welcome(self.info))
        self.hear(self.client.hear(m.Table(table=self.info, seat=seat)))
        self.update(())

    @property
    def playing(self) -> Any:
        """Return what the game's screen remembers."""
        return self.ui.states[self.game.name]

    def hear(self, effects: Sequence[Effect]) -> None:
        """Let the screen be told what the core tells."""
        for news in told(effects):
            self.ui = on_report.tell(self.ui, news, self.client.model).ui

    def message(self, message: m.Message) -> None:
        """Let a message of the host come."""
        self.hear(self.client.hear(message))

    def update(self, events: Sequence[Any]) -> None:
        """Let the host send the game as it is, and its end."""
        steps = (
            (m.Steps(version=self.version, events=tuple(map(msgspec.to_builtins, events))),) if events else ()
        )
        legal = () if self.seat is None else self.game.legal_actions(self.state, self.seat)
        view = msgspec.to_builtins(self.game.view(self.state, self.seat))
        self.message(
            m.Update(table="t1", version=self.version, seat=self.seat, view=view, legal=legal, steps=steps)
        )
        if (outcome := self.game.outcome(self.state)) is not None:
            self.info = msgspec.structs.replace(self.info, state="over", series=outcome.scores)
            self.message(m.Over(table="t1", outcome=msgspec.to_builtins(outcome)))
            self.message(m.Table(table=self.info, seat=self.seat))

    def act(self, seat: int | None, action: str) -> None:
        """Let somebody act."""
        step = self.game.apply(self.state, seat, action)
        self.state, self.version = step.state, self.version + 1
        self.update(step.seen_by(self.seat))

    def step(self) -> bool:
        """Let whoever is to act do something by chance; tell whether the game goes on."""
        acting = self.game.to_act(self.state)
        if acting:
            seat = min(acting)
            self.act(seat, self.rng.choice(self.game.legal_actions(self.state, seat)))
            return True
        chance = self.game.chance(self.state, self.rng)
        if chance is not None:
            self.act(None, chance)
        return chance is not None

    def until(self, true: Callable[["Stage"], bool]) -> "Stage":
        """Play until something is so, or to the end; what is told meanwhile is closed."""
        while not true(self) and self.step():
            if self.ui.overlay == "steps" and not true(self):
                self.press("escape")
        return self

    def turn(self, phase: str, after: int = 0) -> "Stage":
        """Play until it is the player's turn in a phase, at the earliest at a version."""
        return self.until(
            lambda stage: (
                stage.version >= after
                and stage.game.view(stage.state, None).phase == phase
                and stage.seat in stage.game.to_act(stage.state)
            )
        )

    def press(self, *keys: str) -> "Stage":
        """Press keys; the lines that come of them are kept in `lines`."""
        for key in keys:
            self.take(controls.press(self.ui, self.client.model, self.look, key))
        return self

    def click(self, x: int, y: int) -> "Stage":
        """Click on a cell."""
        frame = self.frame()
        event = Mouse("click", x, y)
        self.take(controls.mouse(self.ui, self.client.model, self.look, frame, event))
        return self

    def ask_hint(self) -> "Stage":
        """Ask for a hint, and wait for three seconds."""
        self.hear(self.client.type("/hint"))
        self.hear(self.client.feed(Tick(), Tick(), Tick()))
        return self

    def advise(self, action: str, reason: str, **values: int | str) -> "Stage":
        """Let the hint that was asked for be this."""
        asked = next(effect for effect in reversed(self.client.effects) if isinstance(effect, Think))
        thought = Choice(action=action, reason=reason, values=values)
        self.hear(self.client.feed(Pondered(asked.number, thought)))
        return self

    def take(self, result: Result) -> None:
        """Go on with what a key did."""
        self.ui = result.ui
        self.lines += result.lines

    def frame(self, typed: str | None = None) -> Frame:
        """Paint the screen as it is."""
        return controls.paint(self.ui, self.client.model, self.look, typed)


def battle(*names: str, **options: Any) -> Stage:
    """Set up Battle Sheep."""
    return Stage("battle-sheep", *(names or ("Ana", "Bo")), **options)


def campaign(*names: str, **options: Any) -> Stage:
    """Set up Leadersheep."""
    return Stage("leadersheep", *(names or ("Ana", "Bo", "Cléo", "Dan")), **options)


def lobby(*tables: m.TableInfo) -> Stage:
    """Set up a player at no table."""
    stage = battle()
    stage.client = Client(name="Ana", thinks=True)
    stage.ui = Ui()
    stage.hear(stage.client.welcome(*tables))
    return stage


def at_size(stage: Stage, width: int, height: int, *, colour: bool = True) -> Frame:
    """Paint a stage at a size; a prompt that is open shows what it begins with."""
    stage.look = replace(stage.look, width=width, height=height, colour=colour)
    return stage.frame(stage.ui.draft if stage.ui.typing else None)
