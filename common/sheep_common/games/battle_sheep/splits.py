"""Splitting stacks (B4): what is possible, where it lands, who is blocked. Knows no turn."""

from .actions import Split
from .board import Board, board_of
from .hexes import Hex
from .refusals import refuse
from .state import Stack, Stacks, State


def default_split(sheep: int) -> int:
    """Return how many sheep of a stack go over unless the player says otherwise (B10)."""
    return sheep // 2


def legal_splits(state: State, seat: int) -> tuple[str, ...]:
    """Return the text of every split that a seat's stacks allow, sorted."""
    pastures, stacks = state.pastures, state.stacks
    lines = board_of(pastures).lines
    found = []
    for i, stack in enumerate(stacks):
        if stack is None or stack.seat != seat or stack.sheep < 2:
            continue
        q, r = pastures[i]
        for direction, line in lines[i].items():
            if stacks[line[0]] is None:
                head = f"split {q},{r} {direction} "
                found += [f"{head}{n}" for n in range(1, stack.sheep)]
    found.sort()
    return tuple(found)


def mobile_seats(state: State) -> frozenset[int]:
    """Return the seats that have a stack they can split."""
    stacks, near = state.stacks, board_of(state.pastures).near
    found: set[int] = set()
    for i, stack in enumerate(stacks):
        if (
            stack is not None
            and stack.sheep > 1
            and stack.seat not in found
            and any(stacks[there] is None for there in near[i])
        ):
            found.add(stack.seat)
    return frozenset(found)


def landing(board: Board, stacks: Stacks, start: int, direction: str) -> int | None:
    """Return the index of the last free pasture in a direction, None where there is no room."""
    last = None
    for there in board.lines[start].get(direction, ()):
        if stacks[there] is not None:
            break
        last = there
    return last


def move(state: State, seat: int, split: Split) -> tuple[Stacks, Hex]:
    """Carry out a seat's split: the stacks after it and the pasture it landed on."""
    board = board_of(state.pastures)
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
