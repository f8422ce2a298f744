"""All engines there are, by game and level. Adding a level is a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from sheep_client.game_api.bot import Engine
from sheep_client.games.battle_sheep import bot as battle_sheep
from sheep_client.games.leadersheep import bot as leadersheep

LEVELS = ("easy", "normal", "hard", "expert")
"""From the weakest to the strongest."""

_ALL: tuple[Engine, ...] = (*battle_sheep.ENGINES, *leadersheep.ENGINES)

ENGINES: Mapping[tuple[str, str], Engine] = MappingProxyType(
    {(engine.game, engine.level): engine for engine in _ALL}
)


def strongest(game: str) -> Engine:
    """Return the strongest engine of a game, for hints; `KeyError` for a game without any."""
    return next(ENGINES[game, level] for level in reversed(LEVELS) if (game, level) in ENGINES)
