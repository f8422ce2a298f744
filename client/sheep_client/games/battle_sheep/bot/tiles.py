"""Where to lay a tile: what kind of board suits the seat. Knows no stacks; they come later."""

from collections.abc import Sequence
from random import Random

from .grid import Place, around

SHAPES: tuple[tuple[Place, ...], ...] = (
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (-1, 1), (0, 1)),
    ((0, 0), (-1, 1), (0, 1), (-1, 2)),
)


def cells(action: str) -> frozenset[Place]:
    """Return the pastures of `tile Q,R K`."""
    _, anchor, orientation = action.split()
    q, r = map(int, anchor.split(","))
    return frozenset((q + dq, r + dr) for dq, dr in SHAPES[int(orientation)])


def sides(pastures: frozenset[Place], tile: frozenset[Place]) -> int:
    """Count the sides that a tile would share with the board: the more, the closer it lies."""
    return sum(near in pastures for at in tile for near in around(at))


def choose_tile(pastures: frozenset[Place], legal: Sequence[str], rng: Random, *, close: bool) -> str:
    """Choose the tile that makes the board closest, or most open; chance decides between equals."""
    valued = [(sides(pastures, cells(action)), action) for action in legal]
    wanted = (max if close else min)(value for value, _ in valued)
    return rng.choice([action for value, action in valued if value == wanted])
