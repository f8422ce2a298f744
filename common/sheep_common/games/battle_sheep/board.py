"""The board's geometry, worked out once a board: lines of pastures, neighbours, rims. Knows no sheep."""

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

from .hexes import DIRECTIONS, Hex, add, neighbours

Pastures = tuple[Hex, ...]
"""All pastures of a board by (r, q); a pasture's index is its place here."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board by index. Made by `board_of`, which shares one for equal pastures."""

    pastures: Pastures
    index: dict[Hex, int]
    lines: tuple[dict[str, tuple[int, ...]], ...]
    """Of each pasture and direction: the pastures from the next one to the last before a gap.

    A direction in which there is none is left out.
    """
    near: tuple[tuple[int, ...], ...]
    """Of each pasture: those that share a side with it."""


@lru_cache(maxsize=256)
def board_of(pastures: Pastures) -> Board:
    """Work out a board's lines and neighbours."""
    index = {at: i for i, at in enumerate(pastures)}
    lines = tuple(_lines(index, at) for at in pastures)
    near = tuple(tuple(line[0] for line in by_direction.values()) for by_direction in lines)
    return Board(pastures=pastures, index=index, lines=lines, near=near)


def _lines(index: dict[Hex, int], at: Hex) -> dict[str, tuple[int, ...]]:
    found = {}
    for name, step in DIRECTIONS.items():
        line = []
        there = add(at, step)
        while there in index:
            line.append(index[there])
            there = add(there, step)
        if line:
            found[name] = tuple(line)
    return found


@lru_cache(maxsize=64)
def outer_rim(pastures: Pastures) -> frozenset[Hex]:
    """Return the pastures with a side towards the outside; a hole is not the outside (B3)."""
    outside = gaps_outside(frozenset(pastures))
    return frozenset(at for at in pastures if any(near in outside for near in neighbours(at)))


@lru_cache(maxsize=64)
def any_rim(pastures: Pastures) -> frozenset[Hex]:
    """Return the pastures with a side towards the outside or a hole."""
    ground = frozenset(pastures)
    return frozenset(at for at in pastures if any(near not in ground for near in neighbours(at)))


def gaps_outside(ground: Set[Hex]) -> set[Hex]:
    """Flood the gaps from outside, no farther than one hex around the board."""
    if not ground:
        return set()
    west, east = min(at.q for at in ground) - 1, max(at.q for at in ground) + 1
    north, south = min(at.r for at in ground) - 1, max(at.r for at in ground) + 1
    seen = {Hex(west, north)}
    todo = [Hex(west, north)]
    while todo:
        for near in neighbours(todo.pop()):
            inside = west <= near.q <= east and north <= near.r <= south
            if inside and near not in seen and near not in ground:
                seen.add(near)
                todo.append(near)
    return seen
