"""What a position is worth to each seat: the pastures it can expect at the end. Looks no move ahead.

Territory: the free pastures that a seat's stacks reach before the others' do, capped by their sheep; and
for each stack what it sees along its lines and how many ways out it has, capped by its sheep too, since a
big stack with one way out is soon shut in.
"""

from functools import lru_cache

from .grid import Grid
from .position import OVER, Position

Weight = tuple[float, float]
"""What one unit is worth on an empty board and on a full one; in between it goes straight."""

HELD, LAND, SEEN, ROOM, WAYS, OUTLETS, STACKS, HEAP, TURN = range(9)

WEIGHTS: tuple[Weight, ...] = (
    (1.024, 1.001),  # HELD: pastures held
    (0.418, 0.367),  # LAND: pastures reached first, capped by all sheep that can move
    (0.047, 0.188),  # SEEN: pastures in sight of any stack
    (0.279, 1.023),  # ROOM: of each stack, pastures in sight, capped by its sheep
    (-0.071, -0.011),  # WAYS: of each stack, ways out
    (0.227, -0.130),  # OUTLETS: of each stack, ways out, capped by its sheep
    (-0.612, -0.489),  # STACKS: that can move
    (0.0277, -0.0732),  # HEAP: squares of the stacks' sheep
    (1.301, -0.694),  # TURN: to be on turn
)
"""Fitted to the ends of some thousand games of the level below; pastures per unit."""


Known = tuple[int, int, float]
"""Of a stack: the pastures in its sight as a mask, its sheep that can go, what it is worth."""

SHEEP_BITS = 9
"""Bits for a stack's sheep in a key, next to the free pastures on its lines; a position has at most 256."""


@lru_cache(maxsize=32)
def weights(table: tuple[Weight, ...], pastures: int) -> tuple[tuple[float, ...], ...]:
    """Return the weights for each number of free pastures."""
    return tuple(
        tuple(early * free / pastures + late * (1 - free / pastures) for early, late in table)
        for free in range(pastures + 1)
    )


class Judge:
    """Estimates positions of one board; remembers what each stack is worth where it stands."""

    __slots__ = ("_known", "_weights", "grid", "grounds")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.grounds: dict[tuple[int, ...], list[float]] = {}
        """What each seat reaches first, by what is free and the seats' fronts."""
        self._weights = weights(WEIGHTS, grid.ground.bit_count())
        self._known: list[list[dict[int, Known]]] = [[] for _ in self._weights]

    def weight(self, left: int) -> tuple[float, ...]:
        """Return the weights while so many pastures are free."""
        return self._weights[left]

    def stacks(self, free: int) -> list[dict[int, Known]]:
        """Return what is known of stacks, by pasture and `stack_key`, while this is free."""
        return self.memo(free.bit_count())

    def memo(self, left: int) -> list[dict[int, Known]]:
        """Return the same while so many pastures are free."""
        if not self._known[left]:
            self._known[left] = [{} for _ in self.grid.lines]
        return self._known[left]

    def estimates(self, position: Position) -> list[float]:
        """Return the pastures that each seat can expect at the end, before ties."""
        grid, free, count = self.grid, position.free, position.count
        weight = self._weights[free.bit_count()]
        star, memos = grid.star, self.stacks(free)
        reach = grid.near(free)
        worth, fronts, limits = [], [], []
        for own, big in zip(position.own, position.big, strict=True):
            movable = rest = big & reach
            value = weight[HELD] * own.bit_count()
            sights = limit = 0
            while rest:
                low = rest & -rest
                rest ^= low
                at = low.bit_length() - 1
                key = (free & star[at]) << SHEEP_BITS | count[at]
                known = memos[at].get(key)
                if known is None:
                    known = self.look(at, count[at], free, key)
                sights |= known[0]
                limit += known[1]
                value += known[2]
            worth.append(value + weight[SEEN] * sights.bit_count())
            fronts.append(grid.near(movable) & free)
            limits.append(limit)
        for seat, ground in enumerate(first_there(grid, fronts, free)):
            worth[seat] += weight[LAND] * min(ground, limits[seat])
        if position.turn != OVER:
            worth[position.turn] += weight[TURN]
        return worth

    def look(self, at: int, sheep: int, free: int, key: int, left: int = -1) -> Known:
        """Work out, and keep under its key, what a stack sees, how many of its sheep can go, its worth.

        By the weights for `left` free pastures, if told.
        """
        left = free.bit_count() if left < 0 else left
        weight = self._weights[left]
        sight = self.grid.sight(at, free)
        exits, extra = len(self.grid.ends(at, free)), sheep - 1
        value = (
            weight[STACKS]
            + weight[HEAP] * extra * extra
            + weight[ROOM] * min(extra, sight.bit_count())
            + weight[WAYS] * exits
            + weight[OUTLETS] * min(extra, exits)
        )
        known = self.memo(left)[at][key] = (sight, extra, value)
        return known


def over_others(estimates: list[float], seat: int) -> float:
    """Return by how much a seat is ahead of the best of the others."""
    return estimates[seat] - max(each for other, each in enumerate(estimates) if other != seat)


def grounds(position: Position) -> list[float]:
    """Count the free pastures that each seat's stacks reach first, step by step; shared ones count half."""
    grid, free = position.grid, position.free
    reach = grid.near(free)
    return first_there(grid, [grid.near(big & reach) & free for big in position.big], free)


def first_there(grid: Grid, fronts: list[int], free: int) -> list[float]:
    """Flood from all fronts at once, and count what each reaches first; what is shared counts half."""
    slant = grid.width - 1
    reached, shared = [0] * len(fronts), 0
    while True:
        once = twice = 0
        for front in fronts:
            twice |= once & front
            once |= front
        if not once:
            return [each.bit_count() - 0.5 * (each & shared).bit_count() for each in reached]
        shared |= twice
        free ^= once
        reached = [a | b for a, b in zip(reached, fronts, strict=True)]
        fronts = [
            ((up := x << 1) | (down := x >> 1) | (up | x) << slant | (down | x) >> slant) & free if x else 0
            for x in fronts
        ]


# --- two seats, as one number ---------------------------------------------------------------------


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
