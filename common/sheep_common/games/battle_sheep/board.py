"""The board's geometry, worked out once a board: neighbours and rims. Knows no sheep."""

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache

import msgspec

from .hexes import DIRECTIONS, Hex
from .raster import Raster

Pastures = tuple[Hex, ...]
"""All pastures of a board by (r, q); a pasture's index is its place here."""


class Board(msgspec.Struct, frozen=True, dict=True):
    """A board by index. What follows from the pastures is worked out when it is first asked for.

    It is kept here and in no cache, so that it lives as long as the game, however many games there are.
    """

    pastures: Pastures = ()

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        """The index of each pasture."""
        return {at: i for i, at in enumerate(self.pastures)}

    @cached_property
    def steps(self) -> tuple[tuple[int | None, ...], ...]:
        """Of each pasture: where a step in each of the `DIRECTIONS` leads, None at a gap."""
        index, steps = self.index, tuple(DIRECTIONS.values())
        return tuple(tuple(index.get((q + x, r + y)) for x, y in steps) for q, r in self.pastures)

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """Of each pasture: those that share a side with it."""
        return tuple(tuple(i for i in around if i is not None) for around in self.steps)

    @cached_property
    def by_text(self) -> tuple[int, ...]:
        """All pastures in the order of the text of actions there."""
        return tuple(sorted(range(len(self.pastures)), key=lambda i: f"{self.pastures[i]} "))

    @cached_property
    def outer_rim(self) -> frozenset[Hex]:
        """The pastures with a side towards the outside; a hole is not the outside (B3)."""
        return _beside(self.pastures, _outside)

    @cached_property
    def any_rim(self) -> frozenset[Hex]:
        """The pastures with a side towards the outside or a hole."""
        return _beside(self.pastures, _gaps)


@lru_cache(maxsize=16)
def board_of(pastures: Pastures) -> Board:
    """Return the board of some pastures, for who has a view and no state: the same one for equal pastures."""
    return Board(pastures)


def gaps_outside(ground: Collection[Hex]) -> set[Hex]:
    """Return the gaps that can be reached from outside, no farther than one hex around the board."""
    if not ground:
        return set()
    raster = Raster(ground, margin=1)
    return {Hex(q, r) for q, r in raster.places(_outside(raster))}


def _beside(pastures: Pastures, where: Callable[[Raster], int]) -> frozenset[Hex]:
    """Return the pastures that share a side with some gaps."""
    if not pastures:
        return frozenset()
    raster = Raster(pastures, margin=1)
    rim = raster.near(where(raster)) & raster.ground
    return frozenset(Hex(q, r) for q, r in raster.places(rim))


def _gaps(raster: Raster) -> int:
    return raster.everything & ~raster.ground


def _outside(raster: Raster) -> int:
    """Flood the gaps from a corner, which lies outside."""
    gaps, reached, before = _gaps(raster), 1, 0
    while reached != before:
        before = reached
        reached = (reached | raster.near(reached)) & gaps
    return reached
