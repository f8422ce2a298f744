"""From what the core knows of a table to what its painter paints."""

from typing import Any

import msgspec
from sheep_common.messages import Plain, TableInfo, Update
from sheep_common.names import clean

from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import fallback_text, text_of
from sheep_client.text_ui.table_text import bot, seat_names


def scene_of(
    update: Update, info: TableInfo | None, width: int = 80, names: tuple[str, ...] = ()
) -> tuple[GameText, Scene]:
    """Return the painter of a game and the scene of an update.

    Where the game has no painter, or its view is not what this version knows, the fallback's does.
    """
    game = str(update.view.get("game", "")) if info is None else info.game
    names = names or _names(update.view, info)
    notes = () if info is None else tuple(map(bot, info.seats))
    painter = text_of(game)
    if painter is not None:
        try:
            view = msgspec.convert(update.view, painter.view_type)
        except msgspec.ValidationError:
            painter = None
        else:
            return painter, _scene(view, update, names, notes, width)
    return fallback_text(game), _scene(update.view, update, names, notes, width)


def _scene(view: Any, update: Update, names: tuple[str, ...], notes: tuple[str, ...], width: int) -> Scene:
    return Scene(view=view, seat=update.seat, names=names, legal=update.legal, width=width, notes=notes)


def _names(view: Plain, info: TableInfo | None) -> tuple[str, ...]:
    """Return a name a seat, also where the table itself is not known (yet)."""
    if info is not None:
        return seat_names(info)
    return tuple(clean(str(seat)) for seat in range(len(view.get("scores", ()))))
