"""What a game of Battle Sheep is at one moment: frozen, hashable, plain data. No rules here."""

from typing import Literal, NamedTuple

import msgspec

from .board import Board, Pastures
from .tiles import TILES_PER_SEAT

SHEEP_PER_SEAT = 16

Phase = Literal["tiles", "starts", "splits", "over"]


class Stack(NamedTuple):
    """The sheep on a pasture: whose, and how many."""

    seat: int
    sheep: int


Stacks = tuple[Stack | None, ...]
"""What stands on each pasture, by the pasture's index."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed before the game and never changes."""

    seats: int
    first: int
    end: str
    starts: str
    board: str


class Last(msgspec.Struct, frozen=True, kw_only=True):
    """The last action: who took it (None: the table), its text, and where a split landed."""

    seat: int | None
    action: str
    to: tuple[int, int] | None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game at one moment; nothing in it is secret."""

    setup: Setup
    phase: Phase
    turn: int
    """Whose turn it is, also when the table lays that seat's tile; the last mover's when over."""
    board: Board
    stacks: Stacks
    laid: int
    """How many tiles lie; all of them on a ready position."""
    out: frozenset[int]
    """Who cannot split any more; nobody before the splits."""
    last: Last | None

    @property
    def pastures(self) -> Pastures:
        """All pastures that lie, by (r, q)."""
        return self.board.pastures


def tiles_in_all(seats: int) -> int:
    """Return how many tiles a board for so many seats has (B1)."""
    return TILES_PER_SEAT * seats


def table_lays(state: State) -> bool:
    """Tell whether the table is to lay the next tile, in a player's stead (B8)."""
    return state.phase == "tiles" and state.setup.board == "random"
