"""What the player asks of the plain face itself: help, the board in words, choices, rules. No picture."""

from sheep_common.messages import TableInfo, Update

from sheep_client.core.model import Model
from sheep_client.game_api.text import Scene
from sheep_client.game_registry import game_texts
from sheep_client.i18n import _
from sheep_client.text_ui import help_text, page, table_text
from sheep_client.text_ui.scene import scene_of


def answer(name: str, model: Model, width: int, *, console: bool = False) -> list[str]:
    """Return the lines for one of the face's commands."""
    if name == "help":
        return [*help_text.commands(width - 1, console=console), *page.wrapped(help_text.keys(), width)]
    at = model.at
    if at is None or at.update is None:
        return page.wrapped(_before_a_game(name, model), width)
    painter, scene = scene_of(at.update, at.info, width - 1)
    if name == "words":
        return page.wrapped([*painter.words(scene), *_turn(at.update, scene)], width)
    if name == "options":
        choices = page.menu(painter, scene, width, everything=True)
        return choices or page.wrapped(_turn(at.update, scene), width)
    return page.wrapped(painter.rules() if name == "rules" else painter.typing(), width)


def _turn(update: Update, scene: Scene) -> list[str]:
    if scene.legal:
        return [_("It is your turn.")]
    if update.view.get("phase") == "over":
        return [_("The game is over.")]
    return page.waiting(update, scene)


def _before_a_game(name: str, model: Model) -> list[str]:
    info = model.info(model.current)
    if name in ("rules", "keys"):
        return _about_games(name, info)
    if info is None:
        return [_("You are at no table.")]
    return [table_text.table(info), _("The game has not begun.")]


def _about_games(name: str, info: TableInfo | None) -> list[str]:
    """Tell about the table's game, or about each there is."""
    chosen = [painter for game, painter in game_texts().items() if info is None or game == info.game]
    if name == "rules":
        return [line for painter in chosen for line in painter.rules()]
    return [line for painter in chosen for line in (painter.title(), *painter.typing())]
