"""Which game the full screen shows, and what its screen is shown of it: the game as it is, or earlier."""

from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import UNSET
from sheep_common.messages import TableInfo, Update

from sheep_client.core.model import At, Model
from sheep_client.game_api.screen import Look, Screen, Shown
from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import screen_of
from sheep_client.screen_ui import history
from sheep_client.screen_ui.frame import parts
from sheep_client.screen_ui.state import Ui
from sheep_client.text_ui.scene import scene_of

_LANGUAGE_FREE_WIDTH = 78


class _Memory:
    """The last scene made, since every key press asks for the same one again."""

    update: Update | None = None
    info: TableInfo | None = None
    made: tuple[GameText, Scene] | None = None


_memory = _Memory()


def made_of(update: Update, info: TableInfo | None) -> tuple[GameText, Scene]:
    """Return the painter and scene of an update; the same objects for the same ones."""
    if _memory.made is None or _memory.update is not update or _memory.info is not info:
        _memory.update, _memory.info = update, info
        _memory.made = scene_of(update, info, _LANGUAGE_FREE_WIDTH)
    return _memory.made


def place(model: Model) -> str:
    """Say where the player is: `hall` at no table, `table` before a game, `game` during and after one."""
    at = model.at
    if at is None or (at.info is None and at.update is None):
        return "hall"
    if at.update is not None and (at.info is None or at.info.state != "open"):
        return "game"
    return "table"


def shown(ui: Ui, model: Model) -> tuple[GameText, Scene] | None:
    """Return what is on the screen. There is no choice in an earlier view, nor when the game is over."""
    at = model.at
    if at is None or at.update is None:
        return None
    past = ui.looking is not None and ui.looking < len(ui.past)
    if past:
        painter, scene = scene_of(ui.past[ui.looking or 0], at.info, _LANGUAGE_FREE_WIDTH)
    else:
        painter, scene = made_of(at.update, at.info)
    if scene.legal and (past or at.ended):  # a game that was broken off ends on somebody's turn
        scene = replace(scene, legal=())
    return painter, scene


def own_seat(at: At | None) -> int | None:
    """Return one's own seat at a table, None for spectators and strangers."""
    return at.seat if at is not None and at.seat is not UNSET else None


def my_turn(model: Model) -> bool:
    """Tell whether the player is to act now."""
    at = model.at
    return at is not None and at.update is not None and bool(at.update.legal) and not at.ended


class Playing(NamedTuple):
    """The game that is on: its name, its screen, and what that is shown."""

    game: str
    screen: Screen[Any]
    shown: Shown[Any]


def playing(ui: Ui, model: Model, look: Look) -> Playing | None:
    """Return the game that is on; None where there is none."""
    found = shown(ui, model)
    if found is None or place(model) != "game":
        return None
    painter, scene = found
    screen = screen_of(painter)
    recent = ui.recent if ui.looking is None else history.led_to(ui, screen.marks)
    where = parts(look, aside=screen.beside(scene) is not None)
    state = state_of(ui, painter.game, screen)
    return Playing(painter.game, screen, Shown(scene, state, where, look, recent))


def state_of(ui: Ui, game: str, screen: Screen[Any]) -> Any:
    """Return what a game's screen remembers."""
    return ui.states.get(game, screen.start)
