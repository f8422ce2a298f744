"""A position written as text: pastures, and the stacks on them. Knows no turn."""

import re

from sheep_common.errors import OptionError

from .board import Pastures
from .hexes import INTEGER, Hex, by_row, read_integer, words
from .state import Stack, Stacks

REACH = 99
"""How far from the origin a coordinate may be: every board of tiles lies well within."""

MOST = 256
"""How many pastures, and how many sheep in all, a position may have; keeps what is sent small."""

_PLACE = re.compile(rf"({INTEGER}),({INTEGER})(?::({INTEGER})x([1-9][0-9]*))?")


def parse_position(text: str, seats: int) -> tuple[Pastures, Stacks]:
    """Read `Q,R` and `Q,R:SEATxN` with blanks between; a bad position is an `OptionError`."""
    places: dict[Hex, Stack | None] = {}
    for word in words(text):
        at, stack = _place(word, seats)
        if at in places:
            raise OptionError(f"position: pasture {at} stands there twice")
        places[at] = stack
    if not places:
        raise OptionError("position: it has no pastures; write Q,R or Q,R:SEATxN for each")
    if len(places) > MOST:
        raise OptionError(f"position: {len(places)} pastures are too many, at most {MOST}")
    if sum(stack.sheep for stack in places.values() if stack) > MOST:
        raise OptionError(f"position: too many sheep, at most {MOST} in all")
    pastures = tuple(sorted(places, key=by_row))
    return pastures, tuple(places[at] for at in pastures)


def _place(word: str, seats: int) -> tuple[Hex, Stack | None]:
    found = _PLACE.fullmatch(word)
    if found is None:
        raise OptionError(f"position: {_short(word)} is neither Q,R nor Q,R:SEATxN")
    q, r, owner, count = found.groups()
    at = Hex(read_integer(q), read_integer(r))
    if max(abs(at.q), abs(at.r)) > REACH:
        raise OptionError(f"position: {_short(word)} is too far off, at most {REACH} from 0,0")
    if owner is None:
        return at, None
    stack = Stack(read_integer(owner), read_integer(count))
    if not 0 <= stack.seat < seats:
        raise OptionError(f"position: {_short(word)} has no seat 0 to {seats - 1}")
    return at, stack


def _short(word: str) -> str:
    return repr(word if len(word) <= 24 else f"{word[:24]}…")
