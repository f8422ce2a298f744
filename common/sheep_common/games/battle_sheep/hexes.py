"""Axial hexes (q, r), pointy-top, r growing downwards: neighbours, order, and how they are written.

Knows no board and no rule.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

INTEGER = r"(?:0|-?[1-9][0-9]*)"
"""The one way to write an integer: no plus, no leading zeros, no minus zero."""

DIGITS = 640
"""How much of a number is read: what `int` takes under any limit, and far off every board."""


class Hex(NamedTuple):
    """A place in the plane, axial."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


DIRECTIONS: Mapping[str, Hex] = MappingProxyType(
    {
        "E": Hex(1, 0),
        "NE": Hex(1, -1),
        "NW": Hex(0, -1),
        "W": Hex(-1, 0),
        "SW": Hex(-1, 1),
        "SE": Hex(0, 1),
    }
)
"""The six steps to a neighbour, in the contract's order."""


def add(at: Hex, by: Hex) -> Hex:
    """Return the hex that lies `by` away from `at`."""
    return Hex(at.q + by.q, at.r + by.r)


def neighbours(at: Hex) -> Iterator[Hex]:
    """Yield the six hexes that share a side with `at`, in the order of `DIRECTIONS`."""
    for step in DIRECTIONS.values():
        yield add(at, step)


def by_row(at: Hex) -> tuple[int, int]:
    """Return the sort key of the reading order: row by row, each from left to right."""
    return (at.r, at.q)


def read_integer(text: str) -> int:
    """Read an `INTEGER`; a number of more than `DIGITS` characters is cut to that many."""
    return int(text[:DIGITS])


def words(text: str) -> list[str]:
    """Cut a text at its blanks; leading and trailing ones do not count."""
    return [word for word in text.replace("\t", " ").split(" ") if word]
