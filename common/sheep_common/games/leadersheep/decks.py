"""Where decks come from: this package, other distributions (entry points), or the option's own text.

Other distributions offer a deck as an entry point in the group `sheep.decks`, which loads as a map of
the TOML form. Reads no path that a player gives.
"""

import json
import tomllib
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files

from sheep_common.errors import OptionError

from .deck import Deck, deck_of

DEFAULT = "france"
GROUP = "sheep.decks"
MAX_TEXT = 1 << 16
"""Letters of an inline deck; what is longer is refused unread."""

MAX_SHOWN = 40
"""Letters of an unknown name that an error repeats."""


def find_deck(value: str) -> Deck:
    """Return the deck that the option `deck` names or has inline; raises `OptionError`."""
    if value.lstrip().startswith("{"):
        return _inline(value)
    return _france() if value == DEFAULT else _installed(value)


def resolved_text(value: str, deck: Deck) -> str:
    """Return the option's value as records have it: a name as it is, an inline deck in one form."""
    return deck.text() if value.lstrip().startswith("{") else value


@cache
def _france() -> Deck:
    data = files("sheep_common.games.leadersheep") / "data" / f"{DEFAULT}.toml"
    return deck_of(tomllib.loads(data.read_text(encoding="utf-8")))


def _inline(text: str) -> Deck:
    if len(text) > MAX_TEXT:
        raise OptionError(f"deck: more than {MAX_TEXT} letters")
    try:
        form = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OptionError(f"deck: no JSON: {error}") from None
    return deck_of(form)


def _installed(name: str) -> Deck:
    for point in entry_points(group=GROUP):
        if point.name == name:
            try:
                return deck_of(point.load())
            except Exception as error:  # a broken guest is a bad option, no crash
                raise OptionError(f"the deck {name!r} cannot be loaded: {error}") from error
    raise OptionError(f"no deck {name[:MAX_SHOWN]!r} is installed")
