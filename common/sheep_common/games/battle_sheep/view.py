"""What a receiver may know: everything, since the game has no secrets; built field by field."""

from typing import NamedTuple

import msgspec

from sheep_common.game import View

from .board import Pastures
from .herds import herds, scores
from .hexes import DIRECTIONS, Hex, add
from .state import Last, State, table_lays, tiles_in_all

NAME = "battle-sheep"


class StackView(NamedTuple):
    """A stack as a view lists it."""

    q: int
    r: int
    seat: int
    sheep: int


class BattleSheepView(View, frozen=True, kw_only=True):
    """The view of the contract, the same for every seat and for spectators."""

    pastures: Pastures
    stacks: tuple[StackView, ...]
    tiles_left: tuple[int, ...]
    herds: tuple[int, ...]
    out: tuple[int, ...]
    last: Last | None


def view(state: State, seat: int | None) -> BattleSheepView:
    """Return what a seat, or a spectator (None), may know."""
    del seat  # everything lies open
    playing = state.phase != "over" and not table_lays(state)
    return BattleSheepView(
        game=NAME,
        phase=state.phase,
        to_act=(state.turn,) if playing else (),
        scores=scores(state),
        first=state.setup.first,
        pastures=state.pastures,
        stacks=tuple(
            StackView(at.q, at.r, stack.seat, stack.sheep)
            for at, stack in zip(state.pastures, state.stacks, strict=True)
            if stack
        ),
        tiles_left=_tiles_left(state),
        herds=herds(state),
        out=tuple(sorted(state.out)),
        last=state.last,
    )


def _tiles_left(state: State) -> tuple[int, ...]:
    """Return the tiles that each seat, or the table in its stead, is still to lay."""
    seats, first = state.setup.seats, state.setup.first
    left = tiles_in_all(seats) - state.laid
    # The last `left` turns of the tile phase are to come; they end with the seat before the first.
    return tuple((left + (seat - first) % seats) // seats for seat in range(seats))


class Aim(msgspec.Struct, frozen=True):
    """A way out for a stack: the direction and the pasture it would land on."""

    direction: str
    to: Hex


def aims(seen: BattleSheepView, at: Hex) -> tuple[Aim, ...]:
    """Return where sheep from a pasture would land, for clients, in the order of the directions.

    A direction without room is left out; whose stack stands there is not looked at.
    """
    free = set(seen.pastures).difference(Hex(stack.q, stack.r) for stack in seen.stacks)
    found = []
    for name, step in DIRECTIONS.items():
        there = at
        while (beyond := add(there, step)) in free:
            there = beyond
        if there != at:
            found.append(Aim(name, there))
    return tuple(found)
