"""Pastures held, herds, and who has won (B7). Knows no turn."""

from sheep_common.game import Outcome

from .board import Board
from .state import State


def scores(state: State) -> tuple[int, ...]:
    """Count the pastures that each seat holds."""
    held = [0] * state.setup.seats
    for stack in state.stacks:
        if stack:
            held[stack.seat] += 1
    return tuple(held)


def herds(state: State) -> tuple[int, ...]:
    """Measure each seat's largest herd: its biggest group of pastures connected by sides."""
    largest = [0] * state.setup.seats
    owners = [stack.seat if stack else None for stack in state.stacks]
    for i, owner in enumerate(owners):
        if owner is not None:
            largest[owner] = max(largest[owner], _count_herd(state.board, owners, i))
    return tuple(largest)


def _count_herd(board: Board, owners: list[int | None], start: int) -> int:
    """Count the pastures of the herd at `start`, and take them off, so that each is counted once."""
    owner, owners[start] = owners[start], None
    size, todo = 0, [start]
    while todo:
        size += 1
        for near in board.near[todo.pop()]:
            if owners[near] == owner:
                owners[near] = None
                todo.append(near)
    return size


def outcome(state: State) -> Outcome | None:
    """Return scores, herds and winners; None while the game runs."""
    return standing(state) if state.phase == "over" else None


def standing(state: State) -> Outcome:
    """Return what the outcome would be if the game ended now."""
    points, ties = scores(state), herds(state)
    ranks = list(zip(points, ties, strict=True))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(scores=points, tiebreaks=ties, winners=winners)
