"""Splitting stacks (B4): what is possible, where it lands, who is blocked. Knows no turn."""

from functools import cache

from .actions import Split
from .board import Board
from .hexes import DIRECTIONS, Hex
from .refusals import refuse
from .state import Stack, Stacks, State

_NUMBERS = {direction: number for number, direction in enumerate(DIRECTIONS)}
_DIRECTIONS_BY_TEXT = sorted(_NUMBERS.items())


def default_split(sheep: int) -> int:
    """Return how many sheep of a stack go over unless the player says otherwise (B10)."""
    return sheep // 2


@cache
def _counts(sheep: int) -> tuple[str, ...]:
    """Return how many of a stack's sheep may go over, as text and sorted by it."""
    return tuple(sorted(str(count) for count in range(1, sheep)))


def legal_splits(state: State, seat: int) -> tuple[str, ...]:
    """Return the text of every split that a seat's stacks allow, sorted.

    It comes out sorted: no beginning, with its blank at the end, is the beginning of another.
    """
    board, stacks = state.board, state.stacks
    found: list[str] = []
    for i in board.by_text:
        stack = stacks[i]
        if stack is None or stack.seat != seat or stack.sheep < 2:
            continue
        at, following = board.pastures[i], board.steps[i]
        for direction, number in _DIRECTIONS_BY_TEXT:
            there = following[number]
            if there is not None and stacks[there] is None:
                beginning = f"split {at.q},{at.r} {direction} "
                found += [beginning + count for count in _counts(stack.sheep)]
    return tuple(found)


def mobile_seats(state: State) -> frozenset[int]:
    """Return the seats that have a stack they can split."""
    stacks, near = state.stacks, state.board.near
    found: set[int] = set()
    for i, stack in enumerate(stacks):
        if stack is None or stack.sheep < 2 or stack.seat in found:
            continue
        for there in near[i]:
            if stacks[there] is None:
                found.add(stack.seat)
                break
    return frozenset(found)


def landing(board: Board, stacks: Stacks, start: int, direction: str) -> int | None:
    """Return the index of the last free pasture in a direction, None where there is no room."""
    last, number = None, _NUMBERS[direction]
    there = board.steps[start][number]
    while there is not None and stacks[there] is None:
        last, there = there, board.steps[there][number]
    return last


def move(state: State, seat: int, split: Split) -> tuple[Stacks, Hex]:
    """Carry out a seat's split: the stacks after it and the pasture it landed on."""
    board = state.board
    start = board.index.get(split.at)
    stack = None if start is None else state.stacks[start]
    if start is None or stack is None:
        raise refuse("no-stack", "no stack stands there")
    if stack.seat != seat:
        raise refuse("not-your-stack", f"that stack is seat {stack.seat}'s")
    if stack.sheep < 2:
        raise refuse("one-sheep", "a single sheep cannot split")
    if split.count >= stack.sheep:
        raise refuse("too-many", f"at least one of the {stack.sheep} sheep stays")
    to = landing(board, state.stacks, start, split.direction)
    if to is None:
        raise refuse("no-room", f"there is no free pasture next to it in direction {split.direction}")
    stacks = list(state.stacks)
    stacks[start] = Stack(seat, stack.sheep - split.count)
    stacks[to] = Stack(seat, split.count)
    return tuple(stacks), state.pastures[to]
