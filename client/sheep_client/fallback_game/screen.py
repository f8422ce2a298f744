"""The screen of a game that has none of its own: its painter's picture and choices, and the prompt."""

from dataclasses import replace

from sheep_client.fallback_game.text import painter as generic
from sheep_client.game_api.canvas import Canvas
from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import game_texts
from sheep_client.i18n import _
from sheep_client.screens.frame import Parts
from sheep_client.screens.ui import Ask, Keys, Look, Result, Ui


def _painter(scene: Scene) -> GameText:
    game = scene.view.get("game", "") if isinstance(scene.view, dict) else scene.view.game
    return game_texts().get(game) or generic(str(game))


def title(scene: Scene) -> str:
    """Name the game."""
    return _painter(scene).title()


def paint(canvas: Canvas, where: Parts, ui: Ui, scene: Scene, look: Look) -> None:
    """Paint the picture, and below it the choices."""
    del ui, look
    painter = _painter(scene)
    lines = list(painter.board(scene))
    if scene.legal:
        lines += ["", *painter.menu(scene).choices]
    canvas.block(where.body, lines)


def ask(ui: Ui, scene: Scene) -> Ask:
    """Ask what the painter asks."""
    del ui
    asked = _painter(scene).menu(scene).asked if scene.legal else ()
    return Ask(asked[0] if asked else "", ((":", _("type")),) if scene.legal else ())


def keys(ui: Ui, scene: Scene) -> Keys:
    """Return the one key there is."""
    del ui
    return [(":", _("type your move"))] if scene.legal else []


def press(ui: Ui, scene: Scene, key: str, look: Look, where: Parts) -> Result | None:
    """Open the prompt with the first letter or digit that is typed."""
    del look, where
    if scene.legal and len(key) == 1 and key.isalnum():
        return Result(replace(ui, typing=True, draft=key))
    return None
