"""Battle Sheep at the client: one record, of which each process loads only the part that it needs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sheep_client.game_api.bot import Engine
from sheep_client.game_api.game import ClientGame

if TYPE_CHECKING:
    from sheep_client.game_api.screen import Screen
    from sheep_client.game_api.text import GameText


def _text() -> "GameText":
    from sheep_client.games.battle_sheep.text import TEXT

    return TEXT


def _screen() -> "Screen[Any]":
    from sheep_client.games.battle_sheep.screen.screen import SCREEN

    return SCREEN


def _engines() -> Sequence[Engine]:
    from sheep_client.games.battle_sheep.bot import ENGINES

    return ENGINES


GAME = ClientGame(
    name="battle-sheep",
    text=_text,
    screen=_screen,
    engines=_engines,
    levels={"normal": 0.0, "hard": 1.0, "expert": 3.0},
)
