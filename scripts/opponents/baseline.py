"""A frozen opponent for Battle Sheep's levels: alpha-beta to a fixed depth that counts ways out and no more.

It must never change, so that numbers measured against it compare between versions. It shares no code with
the engines; it uses the rules' own board.
"""

from collections.abc import Iterator, Sequence
from random import Random

from sheep_client.game_api.bot import Choice, Engine, Options, Plain, TimeLimit
from sheep_common.games.battle_sheep.board import Board, board_of
from sheep_common.games.battle_sheep.hexes import DIRECTIONS, Hex

NAME = ("battle-sheep", "baseline")
DEPTH = 3
INFINITY = 10**9
_NUMBERS = {direction: number for number, direction in enumerate(DIRECTIONS)}

Stacks = list[tuple[int, int] | None]
"""Of each pasture: seat and sheep."""
Split = tuple[int, int, str, int]
"""From, to, direction, sheep."""


def choose(seat: int, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random) -> Choice:
    """Choose a split by alpha-beta, a start by its lines, a tile by chance."""
    del time
    if view["phase"] == "splits":
        return Choice(action=_split(seat, view, rng))
    if view["phase"] == "starts":
        board = board_of(tuple(Hex(q, r) for q, r in view["pastures"]))
        return Choice(action=max(legal, key=lambda action: (_lines(board, action), rng.random())))
    return Choice(action=rng.choice(legal))


def _lines(board: Board, action: str) -> int:
    """Count the pastures on all lines from where a stack would start."""
    q, r = action.split()[1].split(",")
    found = 0
    for number in range(len(DIRECTIONS)):
        at = board.steps[board.index[int(q), int(r)]][number]
        while at is not None:
            found, at = found + 1, board.steps[at][number]
    return found


def _split(seat: int, view: Plain, rng: Random) -> str:
    board = board_of(tuple(Hex(q, r) for q, r in view["pastures"]))
    stacks: Stacks = [None] * len(board.pastures)
    for q, r, owner, sheep in view["stacks"]:
        stacks[board.index[Hex(q, r)]] = (owner, sheep)
    seats = len(view["scores"])
    best, alpha = "", -INFINITY
    splits = list(_splits(board, stacks, seat))
    rng.shuffle(splits)
    for split in splits:
        value = _after(board, stacks, split, seat, seat, seats, DEPTH - 1, alpha, INFINITY)
        if value > alpha:
            alpha = value
            at = board.pastures[split[0]]
            best = f"split {at} {split[2]} {split[3]}"
    return best


def _splits(board: Board, stacks: Stacks, seat: int) -> Iterator[Split]:
    """Yield the splits of one sheep, of half and of all but one."""
    for at, stack in enumerate(stacks):
        if stack is None or stack[0] != seat or stack[1] < 2:
            continue
        for direction in DIRECTIONS:
            to = _landing(board, stacks, at, direction)
            if to is not None:
                for sheep in sorted({1, stack[1] // 2, stack[1] - 1}):
                    yield at, to, direction, sheep


def _landing(board: Board, stacks: Stacks, at: int, direction: str) -> int | None:
    last, number = None, _NUMBERS[direction]
    there = board.steps[at][number]
    while there is not None and stacks[there] is None:
        last, there = there, board.steps[there][number]
    return last


def _after(
    board: Board,
    stacks: Stacks,
    split: Split,
    mover: int,
    me: int,
    seats: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Value the board after a split, and put it back."""
    at, to, _, sheep = split
    before = stacks[at]
    if before is None:
        raise RuntimeError("no stack to split")
    stacks[at], stacks[to] = (mover, before[1] - sheep), (mover, sheep)
    value = _search(board, stacks, (mover + 1) % seats, me, seats, depth, alpha, beta)
    stacks[at], stacks[to] = before, None
    return value


def _search(
    board: Board, stacks: Stacks, seat: int, me: int, seats: int, depth: int, alpha: int, beta: int
) -> int:
    """Return the value for `me`, all others against it."""
    splits = list(_splits(board, stacks, seat)) if depth else []
    if not splits:
        return _ways(board, stacks, me, seats)
    for split in splits:
        value = _after(board, stacks, split, seat, me, seats, depth - 1, alpha, beta)
        if seat == me:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if seat == me else beta


def _ways(board: Board, stacks: Stacks, me: int, seats: int) -> int:
    """Count the ways out of the own stacks against those of all others."""
    ways = [0] * seats
    for at, stack in enumerate(stacks):
        if stack is not None and stack[1] > 1:
            ways[stack[0]] += sum(stacks[near] is None for near in board.near[at])
    return 2 * ways[me] - sum(ways)


def _begin(seat: int, options: Options) -> int:
    del options
    return seat


def _remember(memory: int, view: Plain, events: Sequence[Plain]) -> int:
    del view, events
    return memory


ENGINE = Engine(game=NAME[0], level=NAME[1], begin=_begin, remember=_remember, choose=choose, seconds=0)
