"""A hex board as text: rows of cells, letters for columns, numbers for rows. Knows no sheep.

Rows lie half a cell apart, as hexes do: `x = 2q + r` counts half cells, so nothing here asks
whether a row is even or odd. Names are lower case (`d4`), so that they are not taken for sheep (`A16`).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from sheep_common.games.battle_sheep.hexes import Hex

CELL = 4
"""Characters from a cell to the next one in its row."""
MARGIN = 4
_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Field:
    """A part of the plane whose cells have names: its westmost half cell, northmost row, and size."""

    west: int
    north: int
    columns: int
    rows: int

    @classmethod
    def around(cls, cells: Iterable[Hex]) -> Self:
        """Return the smallest field with these cells; one cell at the origin for none."""
        cells = list(cells) or [Hex(0, 0)]
        halves = [2 * at.q + at.r for at in cells]
        rows = [at.r for at in cells]
        west, north = min(halves), min(rows)
        return cls(west, north, (max(halves) - west) // 2 + 1, max(rows) - north + 1)

    def name(self, at: Hex) -> str:
        """Name a cell; the field holds it."""
        return f"{letters((2 * at.q + at.r - self.west) // 2)}{at.r - self.north + 1}"

    def names(self, at: Hex) -> bool:
        """Tell whether a cell has a name here."""
        half, row = 2 * at.q + at.r - self.west, at.r - self.north
        return 0 <= row < self.rows and 0 <= half // 2 < self.columns

    def at(self, name: str) -> Hex | None:
        """Return the cell of a name, None where that is no name of a cell of this field."""
        found = _NAME.fullmatch(name.lower())
        if found is None:
            return None
        column, row = number(found[1]), int(found[2]) - 1
        if column >= self.columns or row >= self.rows:
            return None
        r = self.north + row
        return Hex((self.west + 2 * column + (r - self.west) % 2 - r) // 2, r)


def letters(column: int) -> str:
    """Name a column: a to z, then aa, ab, and so on."""
    head, last = divmod(column, 26)
    return (chr(96 + head) if head else "") + chr(97 + last)


def number(column: str) -> int:
    """Return the column of a name; mirrors `letters`."""
    value = 0
    for letter in column:
        value = value * 26 + ord(letter) - 96
    return value - 1


def picture(field: Field, cells: Mapping[Hex, str], width: int) -> list[str]:
    """Draw cells, each a text of at most three characters; a field too wide comes in several parts."""
    each = max(1, (width - MARGIN - CELL // 2) // CELL)
    lines: list[str] = []
    for first in range(0, field.columns, each):
        if lines:
            lines.append("")
        lines += _part(field, cells, first, min(first + each, field.columns))
    return lines


def _part(field: Field, cells: Mapping[Hex, str], first: int, end: int) -> list[str]:
    head = "".join(f"{letters(column):^{CELL - 1}} " for column in range(first, end))
    lines = [(" " * MARGIN + head).rstrip()]
    rows: dict[int, list[tuple[int, str]]] = {row: [] for row in range(field.rows)}
    for at, text in cells.items():
        half = 2 * at.q + at.r - field.west
        if first <= half // 2 < end:
            rows[at.r - field.north].append(((half - 2 * first) * CELL // 2, text))
    for row, found in rows.items():
        line = f"{row + 1:>{MARGIN - 1}} "
        for place, text in sorted(found):
            line = line.ljust(MARGIN + place) + f"{text:^{CELL - 1}}"
        lines.append(line.rstrip())
    return lines
