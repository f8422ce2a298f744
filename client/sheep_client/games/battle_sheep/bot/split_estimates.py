"""The estimates of `worth` after every split of one position, at speed: what splits share is worked out once.

A split changes what those stacks see that see where it goes, and nothing else of the others; who reaches
what first depends on which stacks can still split, not on how many sheep they have.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from .evaluation import HELD, LAND, SEEN, SHEEP_BITS, TURN, Judge, Known, first_there
from .position import OVER, Position, Split

Stack = tuple[int, Known]
"""Where it stands, and what is known of it."""
Side = tuple[float, int, int, int]
"""Of stacks that can split: what they are worth, their sheep that can go, what they see, where they stand."""

_NOBODY: Side = (0.0, 0, 0, 0)


@dataclass(slots=True)
class Landing:
    """What holds for all splits to one pasture, wherever they come from."""

    to: int
    free: int
    """The pastures that are free then, as a mask."""
    own: list[Stack]
    """The own stacks as they will be, but for the one that is split."""
    worth: list[float]
    """Of each seat: what it is worth without its land; of the own one nothing yet."""
    limits: list[int]
    """Of each seat: its sheep that can go."""
    fronts: list[int]
    """Of each seat: the free pastures next to its stacks."""
    following: int
    """Who of the others splits next, or OVER."""
    alive: int
    """How many of the others can still split."""
    grounds: dict[int, list[float]]
    """What each seat reaches first, by where the own stacks stand that can split."""


class Fan:
    """One position and its splits; only while the position is as it was."""

    __slots__ = ("judge", "left", "memo", "position", "seat", "stacks", "weight")

    def __init__(self, judge: Judge, position: Position) -> None:
        self.judge, self.position, self.seat = judge, position, position.turn
        self.left = position.free.bit_count() - 1
        self.memo = judge.memo(self.left)
        self.weight = judge.weight(self.left)
        self.stacks = [self._stacks(big) for big in position.big]

    def estimates(self, splits: Sequence[Split]) -> list[tuple[int, list[float]]]:
        """Return for each split who is on turn after it, and what each seat can expect then.

        Splits from one pasture to another come together. Of a game that is over there are no estimates.
        """
        landings: dict[int, Landing] = {}
        found: list[tuple[int, list[float]]] = []
        for (at, to), group in groupby(splits, key=_way):
            landing = landings.get(to)
            if landing is None:
                landing = landings[to] = self._landing(to)
            base = self._side(stack for stack in landing.own if stack[0] != at)
            whole = self.position.count[at]
            for _, _, sheep in group:
                moved = ((at, whole - sheep), (to, sheep))
                stacks = [
                    (place, self._known(place, some, landing.free)) for place, some in moved if some > 1
                ]
                found.append(self._after(landing, self._side(stacks, base)))
        return found

    def _stacks(self, big: int) -> list[Stack]:
        position, free = self.position, self.position.free
        rest = big & position.grid.near(free)
        found = []
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            found.append((at, self._known(at, position.count[at], free)))
        return found

    def _known(self, at: int, sheep: int, free: int) -> Known:
        """Return what is known of a stack, by the weights that hold after a split."""
        judge = self.judge
        key = (free & judge.grid.star[at]) << SHEEP_BITS | sheep
        return self.memo[at].get(key) or judge.look(at, sheep, free, key, self.left)

    @staticmethod
    def _side(stacks: Iterable[Stack], base: Side = _NOBODY) -> Side:
        """Add stacks to a side; those that see nothing cannot split."""
        value, limit, sights, movable = base
        for at, known in stacks:
            if known[0]:
                sights |= known[0]
                limit += known[1]
                value += known[2]
                movable |= 1 << at
        return value, limit, sights, movable

    def _landing(self, to: int) -> Landing:
        """Work out what holds for all splits to a pasture."""
        position, weight, count = self.position, self.weight, self.position.count
        bit = 1 << to
        free = position.free ^ bit
        near = position.grid.near
        changed = [
            [
                (at, self._known(at, count[at], free)) if known[0] & bit else (at, known)
                for at, known in stacks
            ]
            for stacks in self.stacks
        ]
        sides = [_NOBODY if seat == self.seat else self._side(stacks) for seat, stacks in enumerate(changed)]
        after = (*range(self.seat + 1, position.seats), *range(self.seat))
        following = [seat for seat in after if sides[seat][3]]
        return Landing(
            to=to,
            free=free,
            own=changed[self.seat],
            worth=[
                value + weight[HELD] * own.bit_count() + weight[SEEN] * sights.bit_count()
                for (value, _, sights, _), own in zip(sides, position.own, strict=True)
            ],
            limits=[limit for _, limit, _, _ in sides],
            fronts=[near(movable) & free for _, _, _, movable in sides],
            following=following[0] if following else OVER,
            alive=len(following),
            grounds={},
        )

    def _after(self, landing: Landing, side: Side) -> tuple[int, list[float]]:
        """Estimate the position after a split that leaves the own seat with a side."""
        value, limit, sights, movable = side
        seat, weight, position = self.seat, self.weight, self.position
        if landing.alive + (movable != 0) <= position.one_left:
            return OVER, []
        turn = seat if landing.following == OVER else landing.following
        grounds = landing.grounds.get(movable)
        if grounds is None:
            landing.fronts[seat] = position.grid.near(movable) & landing.free
            grounds = landing.grounds[movable] = self._grounds(landing.fronts, landing.free)
        worth, limits = landing.worth[:], landing.limits
        limits[seat] = limit
        worth[seat] += value + weight[HELD] + weight[SEEN] * sights.bit_count()
        land = weight[LAND]
        for each, ground in enumerate(grounds):
            worth[each] += land * min(ground, limits[each])
        worth[turn] += weight[TURN]
        return turn, worth

    def _grounds(self, fronts: list[int], free: int) -> list[float]:
        key = (free, *fronts)
        known = self.judge.grounds.get(key)
        if known is None:
            known = self.judge.grounds[key] = first_there(self.position.grid, fronts, free)
        return known


def _way(split: Split) -> tuple[int, int]:
    return split[0], split[1]
