"""The estimate of `worth` for two seats as one number, at speed: what a search asks for at every leaf."""

from .grid import Grid
from .position import Position
from .worth import DUEL, weights

_SHEEP = 9
"""Bits for the sheep of a stack in a key; a position has at most 256."""


class Leads:
    """Estimates by how much seat 0 leads seat 1; remembers what each stack is worth where it stands."""

    __slots__ = ("_known", "_weights", "grid")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._weights = weights(DUEL, grid.ground.bit_count())
        self._known: list[list[dict[int, tuple[int, int, float]]]] = [[] for _ in self._weights]

    def lead(self, position: Position) -> float:
        """Return the pastures by which seat 0 can expect to lead at the end, before ties.

        The same as the difference of `worth.Judge.estimates`, the split in two by hand.
        """
        grid, free, count = self.grid, position.free, position.count
        width, slant, star = grid.width, grid.width - 1, grid.star
        left = free.bit_count()
        memos = self._known[left]
        if not memos:
            memos = self._known[left] = [{} for _ in star]
        reach = free << 1 | free >> 1 | free << width | free >> width | free << slant | free >> slant

        x = rest = position.big[0] & reach
        sights = limit0 = 0
        value = 0.0
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            key = (free & star[at]) << _SHEEP | count[at]
            known = memos[at].get(key)
            if known is None:
                known = self._stack(at, count[at], free, key)
            value += known[2]
            limit0 += known[1]
            sights |= known[0]
        seen0 = sights.bit_count()
        y = rest = position.big[1] & reach
        sights = limit1 = 0
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            key = (free & star[at]) << _SHEEP | count[at]
            known = memos[at].get(key)
            if known is None:
                known = self._stack(at, count[at], free, key)
            value -= known[2]
            limit1 += known[1]
            sights |= known[0]

        land0 = land1 = 0.0
        rest = free
        while x or y:
            x = (x << 1 | x >> 1 | x << width | x >> width | x << slant | x >> slant) & rest
            y = (y << 1 | y >> 1 | y << width | y >> width | y << slant | y >> slant) & rest
            shared = (x & y).bit_count() * 0.5
            land0 += x.bit_count() - shared
            land1 += y.bit_count() - shared
            rest &= ~(x | y)
        if land0 > limit0:
            land0 = limit0
        if land1 > limit1:
            land1 = limit1
        held, land, seen, _, _, _, _, _, turn = self._weights[left]
        own = position.own
        return (
            value
            + held * (own[0].bit_count() - own[1].bit_count())
            + land * (land0 - land1)
            + seen * (seen0 - sights.bit_count())
            + (-turn if position.turn else turn)
        )

    def _stack(self, at: int, sheep: int, free: int, key: int) -> tuple[int, int, float]:
        left = free.bit_count()
        _, _, _, room, ways, outlets, stacks, heap, _ = self._weights[left]
        sight = self.grid.sight(at, free)
        exits, extra = len(self.grid.ends(at, free)), sheep - 1
        value = (
            stacks
            + heap * extra * extra
            + room * min(extra, sight.bit_count())
            + ways * exits
            + outlets * min(extra, exits)
        )
        known = self._known[left][at][key] = (sight, extra, value)
        return known
