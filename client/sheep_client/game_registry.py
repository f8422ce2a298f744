"""What players see of each game: one painter a game, found by its name. Other distributions bring theirs."""

import warnings
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from sheep_client.game_api.text import GameText

GROUP = "sheep.painters"


@lru_cache(maxsize=1)
def game_texts() -> Mapping[str, GameText]:
    """Return the painters of the games that have one."""
    from importlib.metadata import entry_points  # slow to load, as the games are: not before they are needed

    from sheep_client.games.battle_sheep import text as battle_sheep
    from sheep_client.games.leadersheep import text as leadersheep

    found = {painter.game: painter for painter in (battle_sheep.TEXT, leadersheep.TEXT)}
    for point in entry_points(group=GROUP):
        if point.name in found:
            continue
        try:
            found[point.name] = point.load()
        except Exception as error:  # noqa: BLE001 - a broken guest must not keep our own games away
            warnings.warn(f"the painter of {point.name!r} cannot be loaded: {error}", stacklevel=2)
    return MappingProxyType(found)
