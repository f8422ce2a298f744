"""The engines of the games, by level. Loads those of one game only when one of them is asked for."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from sheep_common.messages import LEVELS

from sheep_client.game_api.bot import Engine
from sheep_client.game_api.easy_bot import easy
from sheep_client.game_registry import client_game


@cache
def engines_of(game: str) -> Mapping[str, Engine]:
    """Return a game's engines by level, the weakest first; the level `easy` is always among them."""
    brought = client_game(game)
    found = {} if brought is None else {engine.level: engine for engine in brought.engines()}
    found.setdefault("easy", easy(game))
    return MappingProxyType({level: found[level] for level in LEVELS if level in found})


def engine_of(game: str, level: str) -> Engine:
    """Return the engine of a level; raise `KeyError` where the game has none of it."""
    return engines_of(game)[level]
