"""What the host's supervisor announces, as sentences for the host's own terminal."""

import json
from typing import Any

from sheep_common.names import clean

from sheep_client.core.model import Model
from sheep_client.game_api.text import Scene
from sheep_client.game_registry import text_of
from sheep_client.i18n import _
from sheep_client.text_ui.table_text import seat_names


def sentences(line: str, model: Model, *, console: bool) -> list[str]:
    """Put an announcement into words; a player's terminal is told only who comes and goes besides."""
    try:
        event = json.loads(line)
    except ValueError:
        return []
    if not isinstance(event, dict):
        return []
    match event:
        case {"event": "joined" | "left", "name": str(name)} if not console and _known(name, model):
            return []
        case {"event": "joined", "name": str(name)}:
            return [_("{name} has come.").format(name=clean(name))]
        case {"event": "left", "name": str(name)}:
            return [_("{name} has gone.").format(name=clean(name))]
    return _of_a_table(event, model) if console else []


def _known(name: str, model: Model) -> bool:
    """Tell whether it is the player, or one of the table, whose news say: "Bo is away", "Bo is back"."""
    info = model.info(model.current)
    own = model.welcome.name if model.welcome is not None else model.name
    seats = info.seats if info is not None else ()
    return name == own or any(seat is not None and seat.name == name for seat in seats)


def _of_a_table(event: dict[str, Any], model: Model) -> list[str]:
    match event:
        case {"event": "seated", "table": str(table), "seat": seat, "name": str(name)}:
            text = _("Table {id}: {name} has seat {number}.")
            return [text.format(id=clean(table), name=clean(name), number=seat)]
        case {"event": "started", "table": str(table)}:
            return [_("Table {id}: the game begins.").format(id=clean(table))]
        case {"event": "over", "table": str(table), "outcome": outcome}:
            heading = _("Table {id}: the game is over.").format(id=clean(table))
            return [heading, *_ending(table, outcome, model)]
    return []


def _ending(table: str, outcome: object, model: Model) -> list[str]:
    info = model.info(table)
    painter = text_of(info.game) if info is not None else None
    if info is None or painter is None or not isinstance(outcome, dict):
        return []
    return painter.ending(Scene(view=None, seat=None, names=seat_names(info)), outcome)
