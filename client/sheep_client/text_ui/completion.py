"""What Tab offers: whole lines that go on from what stands there."""

from sheep_common.games import GAMES
from sheep_common.names import clean

from sheep_client.core.commands import COMMANDS, FACE
from sheep_client.core.model import Model
from sheep_client.text_ui.scene import scene_of
from sheep_client.thinking.task import offered


def completions(text: str, model: Model) -> list[str]:
    """Return the lines that begin with `text`, in alphabetical order."""
    lines = _commands(model) if text.startswith("/") else _actions(text, model)
    wanted = text.lower()
    return sorted({line for line in lines if line.lower().startswith(wanted) and line != text})


def _actions(text: str, model: Model) -> list[str]:
    at = model.at
    if at is None or at.update is None or not at.update.legal:
        return []
    painter, scene = scene_of(at.update, at.info)
    lines = painter.completions(scene)
    if " " in text and len(painter.verbs) > 0:
        # Behind a first word each word is completed by itself: colours, names.
        head, _, _last = text.rpartition(" ")
        lines = [*lines, *(f"{head} {word}" for word in painter.completions(scene) if " " not in word)]
        lines += [f"{head} {name}" for name in scene.names]
    return lines


def _commands(model: Model) -> list[str]:
    tables = [info.id for info in model.listed]
    info = model.info(model.current)
    seats = [] if info is None else list(enumerate(info.seats))
    names = [clean(seat.name) for _number, seat in seats if seat is not None]
    lines = [f"/{name}" for name in (*COMMANDS, *FACE)]
    lines += [f"/{name} {table}" for name in ("sit", "watch", "use") for table in tables]
    lines += [f"/{name} {who}" for name in ("kick", "ban", "stand-in") for who in names]
    levels = offered(None if info is None else model.levels.get(info.game))
    lines += [f"/bot {number} {level}" for number, seat in seats if seat is None for level in levels]
    lines += [f"/new {game.name} {count}" for game in GAMES.values() for count in game.offered]
    return [*lines, "/vote yes", "/vote no", "/ready no", "/hint no"]
