"""Pastures held, herds, and who has won (B7). Knows no turn."""

from collections import Counter

from sheep_common.game import Outcome

from .board import Board, board_of
from .state import Stacks, State


def scores(state: State) -> tuple[int, ...]:
    """Count the pastures that each seat holds."""
    held = Counter(stack.seat for stack in state.stacks if stack)
    return tuple(held[seat] for seat in range(state.setup.seats))


def herds(state: State) -> tuple[int, ...]:
    """Measure each seat's largest herd: its biggest group of pastures connected by sides."""
    largest = [0] * state.setup.seats
    if not any(state.stacks):  # while tiles are laid every board is a new one to work out
        return tuple(largest)
    board = board_of(state.pastures)
    seen: set[int] = set()
    for i, stack in enumerate(state.stacks):
        if stack and i not in seen:
            herd = _herd(board, state.stacks, i)
            seen |= herd
            largest[stack.seat] = max(largest[stack.seat], len(herd))
    return tuple(largest)


def _herd(board: Board, stacks: Stacks, start: int) -> set[int]:
    """Return the indices of the herd that a stack belongs to."""
    owner = stacks[start]
    herd, todo = {start}, [start]
    while todo:
        for near in board.near[todo.pop()]:
            stack = stacks[near]
            if near not in herd and stack and owner and stack.seat == owner.seat:
                herd.add(near)
                todo.append(near)
    return herd


def outcome(state: State) -> Outcome | None:
    """Return scores, herds and winners; None while the game runs."""
    return standing(state) if state.phase == "over" else None


def standing(state: State) -> Outcome:
    """Return what the outcome would be if the game ended now."""
    points, ties = scores(state), herds(state)
    ranks = list(zip(points, ties, strict=True))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(scores=points, tiebreaks=ties, winners=winners)
