"""Battle Sheep on arrays, compiled: for searches that play tens of thousands of games to the end.

Shares no code with the levels' own board. A board is `near`, pastures × directions: the next pasture's
index or -1. A position is `owner` (the seat, or -1 where it is free) and `sheep`, by pasture. A split is
one number: (pasture × 6 + direction) × `COUNTS` + sheep.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
F = TypeVar("F", bound=Callable[..., Any])

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""E, NE, NW, W, SW, SE, as (q, r)."""
COUNTS = 512


def compiled(function: F) -> F:
    """Compile a function at its first call."""
    made: F = numba.njit(function)
    return made


def board_of(pastures: Sequence[tuple[int, int]]) -> Array:
    """Return `near` for pastures in an order that stays theirs."""
    index = {at: number for number, at in enumerate(pastures)}
    rows = [[index.get((q + dq, r + dr), -1) for dq, dr in STEPS] for q, r in pastures]
    return np.array(rows, np.int64)


@compiled
def draw(dice: Array, below: int) -> int:
    """Draw a number from 0 to `below` - 1 (xorshift64*; `dice` is one uint64 that is not 0)."""
    x: Any = dice[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    dice[0] = x
    return int((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)) % below


@compiled
def ways(near: Array, owner: Array, at: int) -> int:
    """Count the directions in which a stack can go."""
    found = 0
    for direction in range(6):
        there = near[at, direction]
        if there >= 0 and owner[there] < 0:
            found += 1
    return found


@compiled
def following(near: Array, owner: Array, sheep: Array, seat: int, seats: int, one_left: bool) -> int:
    """Return who splits next after a seat, or -1 when the game is over."""
    first, alive = -1, 0
    for step in range(1, seats + 1):
        each = (seat + step) % seats
        for at in range(len(owner)):
            if owner[at] == each and sheep[at] > 1 and ways(near, owner, at) > 0:
                alive += 1
                if first < 0:
                    first = each
                break
        if alive > 1 or (alive and not one_left):
            return first
    return -1


@compiled
def carry_out(near: Array, owner: Array, sheep: Array, split: int) -> None:
    """Carry out a legal split."""
    count, way = split % COUNTS, split // COUNTS
    at, direction = way // 6, way % 6
    to = near[at, direction]
    while near[to, direction] >= 0 and owner[near[to, direction]] < 0:
        to = near[to, direction]
    owner[to] = owner[at]
    sheep[to] = count
    sheep[at] -= count


@compiled
def list_splits(near: Array, owner: Array, sheep: Array, seat: int, into: Array) -> int:
    """Write a seat's legal splits into an array; return how many there are."""
    number = 0
    for at in range(len(owner)):
        if owner[at] == seat and sheep[at] > 1:
            for direction in range(6):
                there = near[at, direction]
                if there >= 0 and owner[there] < 0:
                    for count in range(1, sheep[at]):
                        into[number] = (at * 6 + direction) * COUNTS + count
                        number += 1
    return number


@compiled
def random_split(near: Array, owner: Array, sheep: Array, seat: int, dice: Array) -> int:
    """Draw one of a seat's legal splits, each as likely; there must be one."""
    total = 0
    for at in range(len(owner)):
        if owner[at] == seat and sheep[at] > 1:
            total += ways(near, owner, at) * (sheep[at] - 1)
    left = draw(dice, total)
    for at in range(len(owner)):
        if owner[at] == seat and sheep[at] > 1:
            for direction in range(6):
                there = near[at, direction]
                if there >= 0 and owner[there] < 0:
                    if left < sheep[at] - 1:
                        return (at * 6 + direction) * COUNTS + left + 1
                    left -= sheep[at] - 1
    return -1


@compiled
def play_on(
    near: Array, owner: Array, sheep: Array, seat: int, seats: int, one_left: bool, dice: Array
) -> None:
    """Play to the end at random."""
    while seat >= 0:
        carry_out(near, owner, sheep, random_split(near, owner, sheep, seat, dice))
        seat = following(near, owner, sheep, seat, seats, one_left)


@compiled
def count_ends(near: Array, owner: Array, ends: Array) -> None:
    """Write each seat's pastures and largest herd: `ends` is seats × 2."""
    ends[:] = 0
    seen = np.zeros(len(owner), np.bool_)
    todo = np.empty(len(owner), np.int64)
    for start in range(len(owner)):
        seat = owner[start]
        if seat < 0 or seen[start]:
            continue
        seen[start] = True
        todo[0] = start
        size, done = 1, 0
        while done < size:
            at = todo[done]
            done += 1
            for direction in range(6):
                there = near[at, direction]
                if there >= 0 and owner[there] == seat and not seen[there]:
                    seen[there] = True
                    todo[size] = there
                    size += 1
        ends[seat, 0] += size
        ends[seat, 1] = max(ends[seat, 1], size)
