"""What a typed line means while people read sentences: choices by number, hints; and the prompt."""

from sheep_client.core.model import Model
from sheep_client.game_api.text import GameText, Hint, Play, Scene
from sheep_client.i18n import _
from sheep_client.text_ui import help_text, page
from sheep_client.text_ui.page import Page
from sheep_client.text_ui.scene import scene_of


def meant(text: str, model: Model, width: int, begun: Model | None = None) -> str | Page:
    """Return the line that the core is to be given, or what is to be said at once.

    What looks like an action goes to the host, also when it cannot be right: it says why. `begun` is the
    model as it was when the line was begun: a number is of the list that was read then.
    """
    text = text.strip()
    if not text or text.startswith("/"):
        return text
    at = model.at
    if at is None or at.update is None:
        return Page(page.wrapped([_no_game(text)], width))
    painter, scene = scene_of(at.update, at.info, width - 1)
    if begun is not None and _numbered(text, painter, scene) and _list(begun, width) != _list(model, width):
        said = page.wrapped([_("The list has changed while you typed; nothing was done.")], width)
        return Page([*said, *page.menu(painter, scene, width)])
    reading = painter.read(scene, text)
    if isinstance(reading, Play):
        return reading.action
    if isinstance(reading, Hint):
        return Page(page.wrapped(reading.lines, width))
    if text.split()[0].lower() in painter.verbs:
        return text
    if scene.legal:
        said = [_("That is no move. /options lists what you may do, /keys how to type it.")]
    else:
        waiting = page.waiting(at.update, scene)
        said = [_("It is not your turn."), *waiting, _("/say TEXT talks to the table.")]
    return Page(page.wrapped(said, width))


def _numbered(text: str, painter: GameText, scene: Scene) -> bool:
    """Tell whether a line names something by its number in a list."""
    if text in scene.legal:
        return False
    first, *rest = text.split()
    if first.lower() in painter.verbs and rest:
        first = rest[0]
    return first.isdigit()


def _list(model: Model, width: int) -> tuple[str | None, tuple[str, ...], list[str]]:
    """Return what the numbers of a line are of: the table, its actions, and the list that shows them."""
    at = model.at
    if at is None or at.update is None:
        return model.current, (), []
    painter, scene = scene_of(at.update, at.info, width - 1)
    return model.current, scene.legal, page.menu(painter, scene, width, everything=True)


def kept(model: Model) -> list[str]:
    """Say that a line waits, where there is no connection to send it on."""
    if model.greeted or model.welcome is None or not (model.waiting or model.pending):
        return []
    return [_("This is sent when the connection is back.")]


def prompt(model: Model) -> str:
    """Return what stands before the line that is typed."""
    if not model.greeted and model.welcome is not None:
        return _("(no connection) > ")
    at = model.at
    if at is not None and at.update is not None and at.update.legal and not at.ended:
        return _("Your turn > ")
    return "> "


def _no_game(text: str) -> str:
    word = text.split()[0].lower()
    if f"/{word}" in {command.split()[0] for command in (*help_text.COMMANDS, *help_text.OWNERS)}:
        return _("Commands begin with a slash: {command}.").format(command=f"/{word}")
    return _("No game is running here yet. /help tells what you can type.")
