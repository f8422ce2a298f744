"""Pointy hexes as blocks of character cells, in three sizes: where each lies, and what lies under the mouse.

Rows lie half a hex apart; `2q + r` counts half hexes, so nothing asks whether a row is even or odd.
Knows no sheep and no colour.
"""

from dataclasses import dataclass

from sheep_common.games.battle_sheep.hexes import Hex

from sheep_client.games.battle_sheep.hex_text import Field


@dataclass(frozen=True, slots=True)
class Size:
    """How large a hex is: columns, rows from one row of hexes to the next, rows shared with the next one.

    The row that two rows of hexes share has the points: half of it is the upper hex's, half the lower's.
    """

    width: int
    pitch: int
    shared: int

    @property
    def body(self) -> int:
        """Return how many rows are all the hex's own."""
        return self.pitch - self.shared


SIZES = (Size(4, 1, 0), Size(6, 2, 1), Size(8, 3, 1))
SMALL, MEDIUM, LARGE = range(3)


def extent(field: Field, size: Size) -> tuple[int, int]:
    """Return how many columns and rows a field takes, its half hex to the right included."""
    return field.columns * size.width + size.width // 2, field.rows * size.pitch + size.shared


def place(field: Field, size: Size, at: Hex) -> tuple[int, int]:
    """Return the column and row where a hex begins; its body is `size.shared` rows lower."""
    return (2 * at.q + at.r - field.west) * size.width // 2, (at.r - field.north) * size.pitch


def under(field: Field, size: Size, x: int, y: int) -> Hex:
    """Return the hex at a column and row; mirrors `place`. Whether there is anything is not looked at."""
    row, within = divmod(y, size.pitch)
    r = field.north + row
    if within < size.shared:
        lower = _in_row(field, size, x, r)
        inside = 2 * (x - place(field, size, lower)[0]) + 1
        if not size.width // 2 <= inside <= size.width * 3 // 2:
            return _in_row(field, size, x, r - 1)
        return lower
    return _in_row(field, size, x, r)


def _in_row(field: Field, size: Size, x: int, r: int) -> Hex:
    shift = (r - field.west) % 2
    column = (x - shift * size.width // 2) // size.width
    return Hex((field.west + shift + 2 * column - r) // 2, r)


def fitting(field: Field, width: int, height: int) -> int:
    """Return the largest size with which a field fits, the smallest where none does."""
    for number in range(len(SIZES) - 1, 0, -1):
        wide, high = extent(field, SIZES[number])
        if wide <= width and high <= height:
            return number
    return SMALL


@dataclass(frozen=True, slots=True)
class Port:
    """What part of a field is shown: its size, and which column and row of it come first."""

    size: int
    x: int
    y: int

    def under(self, field: Field, x: int, y: int) -> Hex:
        """Return the hex at a column and row of what is shown."""
        return under(field, SIZES[self.size], x + self.x, y + self.y)


def port(
    field: Field, room: tuple[int, int], size: int | None, scroll: tuple[int, int] | None, focus: Hex | None
) -> Port:
    """Choose what part of a field is shown in a room of so many columns and rows.

    What fits is centred; what does not is scrolled, no further than its edges, so that the focus is seen.
    """
    number = fitting(field, *room) if size is None else size
    wide, high = extent(field, SIZES[number])
    x, y = (0, 0) if scroll is None else scroll
    if focus is not None:
        left, top = place(field, SIZES[number], focus)
        x = _seen(x, left, SIZES[number].width, room[0])
        y = _seen(y, top, SIZES[number].pitch + SIZES[number].shared, room[1])
    return Port(number, _edge(x, wide, room[0]), _edge(y, high, room[1]))


def _seen(first: int, start: int, length: int, room: int) -> int:
    """Move what is shown so that a hex is, with one of its neighbours where there is room."""
    margin = length if room >= 4 * length else 0
    return max(min(first, start - margin), start + length + margin - room)


def _edge(first: int, length: int, room: int) -> int:
    if length <= room:
        return -((room - length) // 2)
    return max(0, min(first, length - room))
