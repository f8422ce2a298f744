"""The game on the fast board, to be played forth and back by searches, and what is kept between two turns.

Agrees with the rules by test. Starts and splits only: tiles are laid before there is a board to search.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from sheep_client.game_api.bot import Options, Plain

from .grid import Grid, bits, grid_of

Split = tuple[int, int, int]
"""From which index, to which, how many sheep."""

WHOLE = 16
"""The sheep of a starting stack."""
OVER = -1
"""The turn of a game that is over."""


class Position:
    """Who stands where with how many sheep, and whose turn it is.

    Mutable: `split` and `undo` go forth and back. `big` holds each seat's stacks of 2 or more. `key` tells
    positions of one grid apart, the turn left out.
    """

    __slots__ = ("big", "count", "free", "grid", "key", "lots", "one_left", "own", "seats", "turn")

    def __init__(self, grid: Grid, seats: int, *, one_left: bool = False) -> None:
        self.grid = grid
        self.seats = seats
        self.one_left = one_left
        self.own = [0] * seats
        self.big = [0] * seats
        self.count = [0] * len(grid.lines)
        self.free = grid.ground
        self.turn = 0
        self.key = 0
        self.lots = _lots(seats, len(grid.lines))

    def copy(self) -> "Position":
        """Return a position of its own with the same stacks and turn."""
        other = Position.__new__(Position)
        other.grid, other.seats, other.one_left = self.grid, self.seats, self.one_left
        other.own, other.big, other.count = self.own[:], self.big[:], self.count[:]
        other.free, other.turn, other.key, other.lots = self.free, self.turn, self.key, self.lots
        return other

    def put(self, seat: int, at: int, sheep: int = WHOLE) -> None:
        """Put a stack on a free pasture; the turn stays as it is."""
        self.own[seat] |= 1 << at
        self.free ^= 1 << at
        self.count[at] = sheep
        if sheep > 1:
            self.big[seat] |= 1 << at
        self.key += self.lots[seat][at] * sheep

    def lift(self, seat: int, at: int) -> None:
        """Take back `put`."""
        self.key -= self.lots[seat][at] * self.count[at]
        self.count[at] = 0
        self.own[seat] ^= 1 << at
        self.free ^= 1 << at
        self.big[seat] &= ~(1 << at)

    def split(self, split: Split) -> int:
        """Carry out a legal split of whose turn it is; return the turn before, for `undo`."""
        at, to, sheep = split
        seat = self.turn
        count = self.count
        left = count[at] - sheep
        count[at] = left
        count[to] = sheep
        there = 1 << to
        self.own[seat] |= there
        self.free ^= there
        if left == 1:
            self.big[seat] ^= 1 << at
        if sheep > 1:
            self.big[seat] |= there
        lots = self.lots[seat]
        self.key += (lots[to] - lots[at]) * sheep
        self.turn = self.next_after(seat)
        return seat

    def undo(self, split: Split, seat: int) -> None:
        """Take back `split`, which returned the seat."""
        at, to, sheep = split
        count = self.count
        count[at] += sheep
        count[to] = 0
        there = 1 << to
        self.own[seat] ^= there
        self.free ^= there
        self.big[seat] = (self.big[seat] | 1 << at) & ~there
        lots = self.lots[seat]
        self.key -= (lots[to] - lots[at]) * sheep
        self.turn = seat

    def next_after(self, seat: int) -> int:
        """Return who splits next, clockwise after a seat, or OVER."""
        reach = self.grid.near(self.free)
        seats = self.seats
        big = self.big
        following = [each % seats for each in range(seat + 1, seat + seats + 1) if big[each % seats] & reach]
        return following[0] if len(following) > self.one_left else OVER

    def mobile(self) -> frozenset[int]:
        """Return the seats that can split."""
        reach = self.grid.near(self.free)
        return frozenset(seat for seat in range(self.seats) if self.big[seat] & reach)

    def splits(self) -> Iterator[Split]:
        """Yield every legal split of whose turn it is."""
        if self.turn == OVER:
            return
        for at in bits(self.big[self.turn] & self.grid.near(self.free)):
            for to in self.grid.ends(at, self.free):
                for sheep in range(1, self.count[at]):
                    yield at, to, sheep

    def scores(self) -> list[int]:
        """Count the pastures that each seat holds."""
        return [mask.bit_count() for mask in self.own]

    def herd(self, seat: int) -> int:
        """Measure a seat's largest herd."""
        rest, largest = self.own[seat], 0
        near = self.grid.near
        while rest:
            herd = rest & -rest
            while (more := (herd | near(herd)) & rest) != herd:
                herd = more
            largest = max(largest, herd.bit_count())
            rest ^= herd
        return largest

    def text(self, split: Split) -> str:
        """Write a split as an action."""
        at, to, sheep = split
        q, r = self.grid.place[at]
        return f"split {q},{r} {self.grid.direction(at, to)} {sheep}"


def position_of(view: Mapping[str, Any], *, one_left: bool = False) -> Position:
    """Set up what a view of phase `starts`, `splits` or `over` shows."""
    grid = grid_of(frozenset((q, r) for q, r in view["pastures"]))
    position = Position(grid, len(view["scores"]), one_left=one_left)
    for q, r, seat, sheep in view["stacks"]:
        position.put(seat, grid.index[q, r], sheep)
    position.turn = next(iter(view["to_act"]), OVER)
    return position


@lru_cache(maxsize=32)
def _lots(seats: int, size: int) -> list[list[int]]:
    """Draw the numbers that keys are made of; always the same ones."""
    rng = Random(16)  # noqa: S311 - nothing secret
    return [[rng.getrandbits(60) for _ in range(size)] for _ in range(seats)]


# --- what is kept of a game -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Memory:
    """The seat, and the rules that no view tells."""

    seat: int
    one_left: bool
    any_rim: bool


def begin(seat: int, options: Options) -> Memory:
    """Return what stays the same for a whole game."""
    return Memory(
        seat=seat,
        one_left=options.get("end") == "one-left",
        any_rim=options.get("starts") == "any-rim",
    )


def remember(memory: Memory, view: Plain, events: Sequence[Plain]) -> Memory:
    """Return the memory as it is."""
    del view, events
    return memory
