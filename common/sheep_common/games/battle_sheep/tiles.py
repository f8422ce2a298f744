"""Tiles of four pastures in a rhombus, and where one may lie next. Knows no seat and no turn."""

from collections.abc import Collection, Set
from functools import lru_cache

from .actions import Tile
from .hexes import Hex, add, neighbours

TILES_PER_SEAT = 4

ORIGIN = Hex(0, 0)

SHAPES: tuple[tuple[Hex, ...], ...] = (
    (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1)),
    (Hex(0, 0), Hex(1, 0), Hex(-1, 1), Hex(0, 1)),
    (Hex(0, 0), Hex(-1, 1), Hex(0, 1), Hex(-1, 2)),
)
"""The cells of each orientation from the anchor, which is the first of them by (r, q)."""


def cells(tile: Tile) -> tuple[Hex, ...]:
    """Return the four pastures of a tile, by (r, q)."""
    return tuple(add(tile.at, cell) for cell in SHAPES[tile.orientation])


def touches(pastures: Set[Hex], tile: Tile) -> bool:
    """Tell whether a tile shares at least one side with a pasture that lies already."""
    return any(near in pastures for cell in cells(tile) for near in neighbours(cell))


@lru_cache(maxsize=256)
def placements(pastures: frozenset[Hex]) -> tuple[Tile, ...]:
    """Return every tile that may lie next to these pastures, sorted by its text (B2)."""
    if not pastures:
        return tuple(Tile(at=ORIGIN, orientation=k) for k in range(len(SHAPES)))
    candidates = {anchored for gap in _around(pastures) for anchored in _covering(gap)}
    found = (
        Tile(at=Hex(q, r), orientation=k)
        for q, r, k in candidates
        if not any((q + x, r + y) in pastures for x, y in SHAPES[k])
    )
    return tuple(sorted(found, key=str))


def _around(pastures: Collection[Hex]) -> set[Hex]:
    """Return the free hexes with a side on a pasture: a tile touches when it covers one."""
    return {near for at in pastures for near in neighbours(at)}.difference(pastures)


def _covering(gap: Hex) -> list[tuple[int, int, int]]:
    """Return the tiles that cover a hex, as bare numbers (q, r, orientation): most of them come up twice."""
    return [(gap.q - x, gap.r - y, k) for k, shape in enumerate(SHAPES) for x, y in shape]
