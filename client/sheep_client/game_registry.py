"""The games that there are at this client: the two of the house, and those of other distributions.

All are named as text and loaded alike, when they are asked for; a broken one keeps no other away.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from sheep_common.messages import LEVELS

if TYPE_CHECKING:  # a first frame waits for none of it; who thinks loads no screen and no words
    from sheep_client.game_api.game import ClientGame
    from sheep_client.game_api.screen import Screen
    from sheep_client.game_api.style import Styles
    from sheep_client.game_api.text import GameText

T = TypeVar("T")

GROUP = "sheep.client_games"

HOUSE = MappingProxyType({
    "battle-sheep": "sheep_client.games.battle_sheep:GAME",
    "leadersheep": "sheep_client.games.leadersheep:GAME",
})  # fmt: skip
"""Ours stand also where the distribution's metadata is missing, and no guest takes their place."""


@cache
def client_game(name: str) -> "ClientGame | None":
    """Return what a game brings; None for a game that brings nothing here, or nothing that can be loaded."""
    place = HOUSE.get(name) or _guests().get(name)
    return None if place is None else _tried(name, lambda: _loaded(name, place))


@cache
def _guests() -> Mapping[str, str]:
    from importlib.metadata import entry_points  # slow to load: not where only a game of ours is asked for

    return {point.name: point.value for point in entry_points(group=GROUP)}


def _loaded(name: str, place: str) -> "ClientGame":
    from pkgutil import resolve_name

    from sheep_client.game_api.game import ClientGame

    game = resolve_name(place)
    if not isinstance(game, ClientGame) or game.name != name:
        raise TypeError(f"{place} is no ClientGame of that name")
    return game


def _tried(name: str, load: Callable[[], T]) -> T | None:
    try:
        return load()
    except Exception as error:  # noqa: BLE001 - a broken guest must not keep our own games away
        warnings.warn(f"the game {name!r} cannot be loaded: {error}", stacklevel=3)
        return None


def _names() -> Iterator[str]:
    yield from HOUSE
    yield from (name for name in _guests() if name not in HOUSE)


# --- the parts --------------------------------------------------------------------------------------


@cache
def text_of(name: str) -> "GameText | None":
    """Return what a game says; None where it has no text of its own."""
    game = client_game(name)
    return None if game is None else _tried(name, game.text)


@cache
def game_texts() -> "Mapping[str, GameText]":
    """Return the texts of the games that have one, by name; it loads all games."""
    found = {name: text_of(name) for name in _names()}
    return MappingProxyType({name: text for name, text in found.items() if text is not None})


@cache
def fallback_text(name: str) -> "GameText":
    """Return what is said of a game that brings only its rules."""
    from sheep_client.fallback_game.text import game_text

    return game_text(name)


def screen_of(text: "GameText") -> "Screen[Any]":
    """Return the screen of a game as a text of it is shown: its own for its own text, else a plain one."""
    from sheep_client.fallback_game.screen import screen

    own = _own_screen(text.game) if text is text_of(text.game) else None
    return screen(text) if own is None else own


@cache
def _own_screen(name: str) -> "Screen[Any] | None":
    game = client_game(name)
    return None if game is None else _tried(name, game.screen)


def styles() -> "list[Styles]":
    """Return the style classes of all screens; it loads them."""
    screens = [_own_screen(name) for name in _names()]
    return [screen.styles for screen in screens if screen is not None]


def levels_of(name: str) -> Mapping[str, float]:
    """Return the levels at which a game's bots think, the weakest first, with the seconds that each takes."""
    game = client_game(name)
    return {} if game is None else {level: game.levels[level] for level in LEVELS if level in game.levels}


def levels() -> dict[str, Mapping[str, float]]:
    """Return the same for every game whose rules are known here, also for those without bots that think."""
    from sheep_common.games import GAMES

    return {name: levels_of(name) for name in GAMES}
