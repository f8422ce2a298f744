"""The screen of a game that has none of its own: its text's picture and choices, and the prompt."""

from sheep_client.game_api.canvas import Canvas
from sheep_client.game_api.screen import Ask, Keys, Pressed, Screen, Shown
from sheep_client.game_api.text import GameText
from sheep_client.i18n import _


def screen(text: GameText) -> Screen[None]:
    """Make the screen of a game of which there is only the text."""

    def paint(canvas: Canvas, shown: Shown[None]) -> None:
        lines = list(text.board(shown.scene))
        if shown.scene.legal:
            lines += ["", *text.menu(shown.scene).choices]
        canvas.block(shown.where.body, lines)

    def ask(shown: Shown[None]) -> Ask:
        if not shown.scene.legal:
            return Ask("")
        asked = text.menu(shown.scene).asked
        return Ask(asked[0] if asked else "", ((":", _("type")),))

    return Screen(
        start=None, title=lambda _scene: text.title(), paint=paint, ask=ask, keys=_keys, press=_press
    )


def _keys(shown: Shown[None]) -> Keys:
    return [(":", _("type your move"))] if shown.scene.legal else []


def _press(shown: Shown[None], key: str) -> Pressed[None] | None:
    """Open the prompt with the first letter or digit that is typed."""
    if shown.scene.legal and len(key) == 1 and key.isalnum():
        return Pressed(None, draft=key)
    return None
