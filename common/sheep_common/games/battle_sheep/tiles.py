"""Tiles of four pastures in a rhombus, and where one may lie next. Knows no seat and no turn."""

from collections.abc import Collection, Iterator, Set
from functools import lru_cache

from .actions import Tile
from .hexes import Hex, add, neighbours
from .raster import Raster

TILES_PER_SEAT = 4

ORIGIN = Hex(0, 0)

SHAPES: tuple[tuple[Hex, ...], ...] = (
    (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1)),
    (Hex(0, 0), Hex(1, 0), Hex(-1, 1), Hex(0, 1)),
    (Hex(0, 0), Hex(-1, 1), Hex(0, 1), Hex(-1, 2)),
)
"""The cells of each orientation from the anchor, which is the first of them by (r, q)."""

_AROUND = tuple(
    tuple({near for cell in shape for near in neighbours(cell)}.difference(shape)) for shape in SHAPES
)
"""The hexes that share a side with a tile, from its anchor."""

_MARGIN = 3
"""How far beyond the board the anchor of a tile that touches it can be: two rows up, and one for the side."""


def cells(tile: Tile) -> tuple[Hex, ...]:
    """Return the four pastures of a tile, by (r, q)."""
    return tuple([add(tile.at, cell) for cell in SHAPES[tile.orientation]])


def touches(pastures: Set[Hex], tile: Tile) -> bool:
    """Tell whether a tile shares at least one side with a pasture that lies already."""
    (q, r), around = tile.at, _AROUND[tile.orientation]
    return any((q + x, r + y) in pastures for x, y in around)


def legal_tiles(pastures: Collection[Hex]) -> tuple[str, ...]:
    """Return the text of every tile that may lie next to these pastures (B2), sorted."""
    return tuple(sorted([f"tile {q},{r} {orientation}" for q, r, orientation in _free(pastures)]))


@lru_cache(maxsize=16)
def placements(pastures: frozenset[Hex]) -> tuple[Tile, ...]:
    """Return every tile that may lie next to these pastures, sorted by its text; for who has a view."""
    tiles = (Tile(at=Hex(q, r), orientation=orientation) for q, r, orientation in _free(pastures))
    return tuple(sorted(tiles, key=str))


def _free(pastures: Collection[Hex]) -> Iterator[tuple[int, int, int]]:
    """Yield anchor (q, r) and orientation of every tile that may lie, as bare numbers."""
    if not pastures:
        yield from ((*ORIGIN, orientation) for orientation in range(len(SHAPES)))
        return
    raster = Raster(pastures, margin=_MARGIN)
    around = raster.near(raster.ground) & ~raster.ground
    for orientation, shape in enumerate(SHAPES):
        touching = overlapping = 0
        for cell in shape:
            touching |= raster.before(around, cell)
            overlapping |= raster.before(raster.ground, cell)
        for q, r in raster.places(touching & ~overlapping):
            yield q, r, orientation
