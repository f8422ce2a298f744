"""The options that follow `/new GAME SEATS`: KEY=VALUE with blanks between. Knows no game's options.

A value may be put in quotes, as in a shell. Without quotes it goes on to the next KEY=, so that a position's
blanks need none, and a deck is written as the JSON that it is.
"""

import json
import re

from sheep_client.core.command_words import LineError, misused
from sheep_client.i18n import N_

_KEY = re.compile(r"(?P<key>[a-z][a-z0-9-]{0,31})=")
_BARE = re.compile(r"(?:(?!\s+[a-z][a-z0-9-]*=).)*", re.DOTALL)
_QUOTED = re.compile(r"\"(?P<double>(?:[^\"\\]|\\.)*)\"(?=\s|$)|'(?P<single>[^']*)'(?=\s|$)", re.DOTALL)
_ESCAPED = re.compile(r"\\([\"\\])")


NEW = "/new GAME SEATS [KEY=VALUE…]"


def read_pairs(text: str) -> dict[str, int | str]:
    """Read KEY=VALUE and so on, values as text; raise `LineError`."""
    pairs: dict[str, int | str] = {}
    rest = text.strip()
    while rest:
        if rest[0] in "'\"":  # a whole pair in quotes
            pair, rest = _quoted(rest)
            key, value = _pair(pair, pair)
        else:
            key, value = _pair(rest, rest.split()[0])
            value, rest = _value(value)
        if key in pairs:
            raise LineError("bad-option", N_("The option {word} is there twice."), word=key)
        pairs[key] = value
        rest = rest.strip()
    return pairs


def _pair(text: str, shown: str) -> tuple[str, str]:
    """Part a key from all that follows it."""
    found = _KEY.match(text)
    if found is None:
        raise LineError("bad-option", N_("An option is written KEY=VALUE, not {word}."), word=shown[:40])
    return found["key"], text[found.end() :]


def _value(text: str) -> tuple[str, str]:
    """Return the value that a text begins with, and the rest."""
    if text[:1] in ("'", '"'):
        return _quoted(text)
    if text.startswith("{"):
        try:
            end = json.JSONDecoder().raw_decode(text)[1]
        except (ValueError, RecursionError):
            pass  # whoever reads the value says what is wrong with it
        else:
            return text[:end], text[end:]
    end = _BARE.match(text).end()  # type: ignore[union-attr]  # it matches nothing at all too
    return text[:end], text[end:]


def _quoted(text: str) -> tuple[str, str]:
    found = _QUOTED.match(text)
    if found is None:
        raise misused(NEW)  # a quote is left open
    if found["double"] is None:
        return found["single"], text[found.end() :]
    return _ESCAPED.sub(r"\1", found["double"]), text[found.end() :]
