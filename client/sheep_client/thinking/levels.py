"""All minds there are, by game and level. Adding a level is a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from sheep_client.game_api.bot import Mind
from sheep_client.games.battle_sheep import bot as battle_sheep
from sheep_client.games.leadersheep import bot as leadersheep

LEVELS = ("easy", "normal", "hard", "expert")
"""From the weakest to the strongest."""

_ALL: tuple[Mind, ...] = (*battle_sheep.MINDS, *leadersheep.MINDS)

MINDS: Mapping[tuple[str, str], Mind] = MappingProxyType({(mind.game, mind.level): mind for mind in _ALL})


def strongest(game: str) -> Mind:
    """Return the strongest mind of a game, for hints; `KeyError` for a game without any."""
    return next(MINDS[game, level] for level in reversed(LEVELS) if (game, level) in MINDS)
