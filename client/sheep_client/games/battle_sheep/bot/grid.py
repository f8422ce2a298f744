"""A board for searches: pastures as bits of one integer, lines worked out once. Knows no sheep.

The bit of pasture (q, r) is row by row with one empty column between the rows, so that a step in any of
the six directions is a shift, and whatever it carries over an edge falls on no pasture.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

Place = tuple[int, int]
Line = tuple[int, ...]

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS: tuple[Place, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A board by bit index; made by `grid_of`, which shares one for equal pastures."""

    width: int
    """How far two rows are apart."""
    ground: int
    """All pastures, as a mask."""
    index: dict[Place, int]
    place: dict[int, Place]
    lines: tuple[tuple[Line, ...], ...]
    """Of each index and direction: the pastures from the next one to the last before a gap."""
    star: tuple[int, ...]
    """Of each index: all pastures on its six lines, as a mask."""
    outer: int
    """The outer rim; a hole is not the outside."""
    rim: int
    """The outer rim and the rims of holes."""
    _ends: tuple[dict[int, Line], ...] = field(repr=False)
    _sights: tuple[dict[int, int], ...] = field(repr=False)

    def ends(self, at: int, free: int) -> Line:
        """Return where sheep from a pasture would land, in the order of the directions.

        Worked out once for each pattern of free pastures on the lines.
        """
        memo = self._ends[at]
        key = free & self.star[at]
        found = memo.get(key)
        if found is None:
            found = memo[key] = tuple(run[-1] for run in self._runs(at, free))
        return found

    def sight(self, at: int, free: int) -> int:
        """Return the free pastures that sheep from a pasture would land on or pass, as a mask."""
        memo = self._sights[at]
        key = free & self.star[at]
        found = memo.get(key)
        if found is None:
            found = memo[key] = mask_of(there for run in self._runs(at, free) for there in run)
        return found

    def _runs(self, at: int, free: int) -> Iterator[Line]:
        for line in self.lines[at]:
            length = 0
            while length < len(line) and free >> line[length] & 1:
                length += 1
            if length:
                yield line[:length]

    def near(self, mask: int) -> int:
        """Return all that shares a side with a pasture of the mask; may hold bits that are no pasture."""
        width = self.width
        return mask << 1 | mask >> 1 | mask << width | mask >> width | mask << width - 1 | mask >> width - 1

    def direction(self, at: int, to: int) -> str:
        """Return the direction in which `to` lies on a line from `at`."""
        return next(name for name, line in zip(DIRECTIONS, self.lines[at], strict=True) if to in line)


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of a mask's bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(indices: Iterable[int]) -> int:
    """Return the mask with these bits."""
    mask = 0
    for each in indices:
        mask |= 1 << each
    return mask


@lru_cache(maxsize=16)
def grid_of(pastures: frozenset[Place]) -> Grid:
    """Work out a board; at least one pasture."""
    west, east = min(q for q, _ in pastures), max(q for q, _ in pastures)
    north = min(r for _, r in pastures)
    width = east - west + 2
    index = {
        (q, r): (r - north) * width + q - west for q, r in sorted(pastures, key=lambda at: (at[1], at[0]))
    }
    size = max(index.values()) + 1
    place = {at: where for where, at in index.items()}
    lines = tuple(_lines(index, place.get(at)) for at in range(size))
    outside = _outside(pastures)
    return Grid(
        width=width,
        ground=mask_of(place),
        index=index,
        place=place,
        lines=lines,
        star=tuple(mask_of(there for line in each for there in line) for each in lines),
        outer=mask_of(index[at] for at in pastures if any(near in outside for near in around(at))),
        rim=mask_of(index[at] for at in pastures if any(near not in index for near in around(at))),
        _ends=tuple({} for _ in range(size)),
        _sights=tuple({} for _ in range(size)),
    )


def around(at: Place) -> Iterator[Place]:
    """Yield the six hexes that share a side with one."""
    for q, r in STEPS:
        yield at[0] + q, at[1] + r


def _lines(index: dict[Place, int], at: Place | None) -> tuple[Line, ...]:
    return () if at is None else tuple(_line(index, at, step) for step in STEPS)


def _line(index: dict[Place, int], at: Place, step: Place) -> Line:
    line = []
    there = (at[0] + step[0], at[1] + step[1])
    while there in index:
        line.append(index[there])
        there = (there[0] + step[0], there[1] + step[1])
    return tuple(line)


def _outside(ground: frozenset[Place]) -> set[Place]:
    """Flood the gaps from outside, no farther than one hex around the board."""
    columns = range(min(q for q, _ in ground) - 1, max(q for q, _ in ground) + 2)
    rows = range(min(r for _, r in ground) - 1, max(r for _, r in ground) + 2)
    corner = (columns[0], rows[0])
    seen, todo = {corner}, [corner]
    while todo:
        for near in around(todo.pop()):
            if near[0] in columns and near[1] in rows and near not in seen and near not in ground:
                seen.add(near)
                todo.append(near)
    return seen
