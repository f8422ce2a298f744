"""The estimate of `worth` for two seats as one number, at speed: what a search asks for at every leaf."""

from .evaluation import HELD, LAND, SEEN, SHEEP_BITS, TURN, Judge
from .position import Position


class Leads(Judge):
    """Estimates by how much seat 0 leads seat 1."""

    __slots__ = ()

    def lead(self, position: Position) -> float:
        """Return the pastures by which seat 0 can expect to lead at the end, before ties.

        The same as the difference of `estimates`, written out for two seats.
        """
        grid, free, count = self.grid, position.free, position.count
        width, slant, star = grid.width, grid.width - 1, grid.star
        memos = self.stacks(free)
        reach = free << 1 | free >> 1 | free << width | free >> width | free << slant | free >> slant

        x = rest = position.big[0] & reach
        sights = limit0 = 0
        value = 0.0
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            key = (free & star[at]) << SHEEP_BITS | count[at]
            known = memos[at].get(key) or self.look(at, count[at], free, key)
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
            key = (free & star[at]) << SHEEP_BITS | count[at]
            known = memos[at].get(key) or self.look(at, count[at], free, key)
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
        weight = self._weights[free.bit_count()]
        own = position.own
        return (
            value
            + weight[HELD] * (own[0].bit_count() - own[1].bit_count())
            + weight[LAND] * (min(land0, limit0) - min(land1, limit1))
            + weight[SEEN] * (seen0 - sights.bit_count())
            + (-weight[TURN] if position.turn else weight[TURN])
        )
