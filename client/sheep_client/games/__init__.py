"""What players see of each game: one painter a game, found by its name. Other distributions bring theirs."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from types import MappingProxyType

from sheep_client.games.painter import Painter

GROUP = "sheep.painters"


@lru_cache(maxsize=1)
def painters() -> Mapping[str, Painter]:
    """Return the painters of the games that have one."""
    from sheep_client.games import battle_sheep, leadersheep

    found = {painter.game: painter for painter in (battle_sheep.PAINTER, leadersheep.PAINTER)}
    for point in entry_points(group=GROUP):
        if point.name not in found:
            found[point.name] = point.load()
    return MappingProxyType(found)
