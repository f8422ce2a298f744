"""The ends of games, exactly: what a seat can still fill where nobody else can come. Knows no opponent.

Where only one seat's stacks can still reach a region, its play there is a puzzle of its own.
"""

from collections.abc import Iterator

from .budget import Budget, SpentError
from .grid import bits
from .position import Position, Split

SURE = 100.0
"""Added to a decided lead, so that every sure win is better than every hope."""


def apart(position: Position) -> bool:
    """Tell whether no free pasture can be reached by two seats any more."""
    grid, free = position.grid, position.free
    reach = grid.near(free)
    taken = 0
    for big in position.big:
        region = grid.near(big & reach) & free
        while (more := (region | grid.near(region)) & free) != region:
            region = more
        if region & taken:
            return False
        taken |= region
    return True


def alone(position: Position, seat: int) -> bool:
    """Tell whether nobody else can come where a seat's stacks still can."""
    grid, free = position.grid, position.free
    reach = grid.near(free)
    region = grid.near(position.big[seat] & reach) & free
    while (more := (region | grid.near(region)) & free) != region:
        region = more
    around = grid.near(region)
    return not any(big & around for other, big in enumerate(position.big) if other != seat)


def longest(position: Position) -> int:
    """Return how many splits there can still be, at most."""
    grid, free, count = position.grid, position.free, position.count
    reach = grid.near(free)
    movable = 0
    for big in position.big:
        movable |= big & reach
    region = grid.near(movable) & free
    while (more := (region | grid.near(region)) & free) != region:
        region = more
    return min(region.bit_count(), sum(count[at] - 1 for at in bits(movable)))


def bound(position: Position, seat: int) -> int:
    """Return how many pastures a seat's stacks could fill at most if nobody else moved."""
    grid, free, count = position.grid, position.free, position.count
    near = grid.near
    movable = position.big[seat] & near(free)
    rest = near(movable) & free
    rooms: dict[int, int] = dict.fromkeys(bits(movable), 0)
    by_region = 0
    while rest:
        region = rest & -rest
        while (more := (region | near(region)) & free) != region:
            region = more
        rest &= ~region
        size, sheep = region.bit_count(), 0
        for at in bits(near(region) & movable):
            sheep += count[at] - 1
            rooms[at] += size
        by_region += min(size, sheep)
    return min(by_region, sum(min(count[at] - 1, room) for at, room in rooms.items()))


class Filler:
    """Solves one seat's puzzles of one search; remembers what it has solved."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._gains: dict[int, int] = {}
        self._bests: dict[int, tuple[int, int]] = {}

    def gain(self, position: Position, budget: Budget) -> int:
        """Return the most pastures that the seat can still fill, playing alone."""
        known = self._gains.get(position.key)
        if known is not None:
            return known
        most = bound(position, self.seat)
        best = 0
        for split in self._splits(position) if most else ():
            budget.spend()
            turn = self._split(position, split)
            if 1 + bound(position, self.seat) > best:
                best = max(best, 1 + self.gain(position, budget))
            position.undo(split, self.seat)
            position.turn = turn
            if best == most:
                break
        self._gains[position.key] = best
        return best

    def best(self, position: Position, budget: Budget) -> tuple[int, int]:
        """Return the most pastures held in the end, and the largest herd with so many."""
        known = self._bests.get(position.key)
        if known is not None:
            return known
        best = (0, 0)
        for split in self._splits(position):
            budget.spend()
            turn = self._split(position, split)
            held = position.own[self.seat].bit_count()
            if held + self.gain(position, budget) >= best[0]:
                best = max(best, self.best(position, budget))
            position.undo(split, self.seat)
            position.turn = turn
        if best == (0, 0):
            best = (position.own[self.seat].bit_count(), position.herd(self.seat))
        self._bests[position.key] = best
        return best

    def plan(self, position: Position, budget: Budget) -> Split:
        """Return a split that leads to the most pastures, and as far as the budget goes to the largest herd.

        There must be a split; raises `SpentError` when not even the most pastures were found.
        """
        gains = []
        for split in self._splits(position):
            after = position.copy()
            self._split(after, split)
            gains.append((self.gain(after, budget), split))
        most = max(gain for gain, _ in gains)
        found: tuple[tuple[int, int], Split] | None = None
        for gain, split in gains:
            if gain < most:
                continue
            after = position.copy()
            self._split(after, split)
            try:
                best = self.best(after, budget)
            except SpentError:
                best = (0, 0)
            if found is None or best > found[0]:
                found = best, split
        if found is None:
            raise ValueError("the seat cannot split")
        return found[1]

    def _splits(self, position: Position) -> Iterator[Split]:
        """Yield the seat's splits whoever is on turn, the far and the small first."""
        turn, position.turn = position.turn, self.seat
        found = sorted(position.splits(), key=lambda split: split[2])
        position.turn = turn
        yield from found

    def _split(self, position: Position, split: Split) -> int:
        turn, position.turn = position.turn, self.seat
        position.split(split)
        return turn
