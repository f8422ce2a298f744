"""The one registry of games: the two of this house and those other distributions bring."""

import warnings
from collections.abc import Mapping
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any

from sheep_common.game import Game
from sheep_common.games.battle_sheep import GAME as BATTLE_SHEEP
from sheep_common.games.leadersheep import GAME as LEADERSHEEP

GROUP = "sheep.games"


def _load() -> dict[str, Game[Any]]:
    games: dict[str, Game[Any]] = {game.name: game for game in (BATTLE_SHEEP, LEADERSHEEP)}
    for point in entry_points(group=GROUP):
        if point.name in games:
            continue  # ours stand, also where the distribution's metadata is missing
        try:
            game = point.load()
        except Exception as error:  # noqa: BLE001 - a broken guest must not keep our own games away
            warnings.warn(f"the game {point.name!r} cannot be loaded: {error}", stacklevel=2)
            continue
        games[point.name] = game
    return games


GAMES: Mapping[str, Game[Any]] = MappingProxyType(_load())
