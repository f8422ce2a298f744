"""The fast board of the searches: it plays by the same rules as the game itself."""

from pathlib import Path
from random import Random

import msgspec
import pytest
from sheep_client.games.battle_sheep.bot.grid import bits, grid_of
from sheep_client.games.battle_sheep.bot.position import OVER, Position, position_of
from sheep_common.games.battle_sheep import GAME, State
from sheep_support.games.perft import read_cases

PERFT = Path(__file__).parents[4] / "common" / "perft" / "battle-sheep.txt"
CASES = [case for case in read_cases(PERFT.read_text(encoding="utf-8")) if "position" in case.options]


def shown(state: State) -> Position:
    view = msgspec.to_builtins(GAME.view(state, None))
    return position_of(view, one_left=state.setup.end == "one-left")


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for split in list(position.splits()):
        seat = position.split(split)
        total += perft(position, depth - 1)
        position.undo(split, seat)
    return total


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_fast_board_counts_the_same_games(case: object) -> None:
    """Known counts to the depth that takes about a second."""
    state = GAME.initial(case.seats, case.options)
    for depth, count in case.counts.items():
        if count < 100_000:
            assert perft(shown(state), depth) == count


def random_game(seats: int, seed: int, **options: object) -> list[State]:
    rng = Random(seed)
    state = GAME.initial(seats, options)
    states = [state]
    while GAME.outcome(state) is None:
        act = GAME.chance(state, rng)
        seat = None if act else min(GAME.to_act(state))
        action = act or rng.choice(GAME.legal_actions(state, seat))
        state = GAME.apply(state, seat, action).state
        states.append(state)
    return states


@pytest.mark.parametrize("end", ["all-blocked", "one-left"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fast_board_follows_whole_games(seats: int, end: str) -> None:
    """Legal splits, turn, who can move, pastures and herds, forth and back, until the end."""
    for seed in range(4):
        states = random_game(seats, seed, end=end, board="random", first=seed % seats)
        first = next(state for state in states if state.phase in ("splits", "over"))
        position = shown(first)
        for state in states[states.index(first) :]:
            check(position, state, seats)
            if state is not states[-1]:
                follow(position, states[states.index(state) + 1].last.action)
        assert position.turn == OVER


def check(position: Position, state: State, seats: int) -> None:
    actions = sorted(position.text(split) for split in position.splits())
    seat = next(iter(GAME.to_act(state)), OVER)
    assert position.turn == seat
    assert actions == (list(GAME.legal_actions(state, seat)) if seat != OVER else [])
    view = GAME.view(state, None)
    assert tuple(position.scores()) == view.scores
    assert tuple(position.herd(each) for each in range(seats)) == view.herds
    assert frozenset(range(seats)) - position.mobile() == state.out


def follow(position: Position, action: str) -> None:
    """Play an action, after having played and taken back every other one."""
    before = everything(position)
    for split in list(position.splits()):
        seat = position.split(split)
        position.undo(split, seat)
        assert everything(position) == before
    position.split(next(split for split in position.splits() if position.text(split) == action))


def everything(position: Position) -> tuple[object, ...]:
    return (
        list(position.own),
        list(position.big),
        list(position.count),
        position.free,
        position.key,
        position.turn,
    )


def test_equal_positions_have_equal_keys_and_others_do_not() -> None:
    """The key does not depend on the way that led there."""
    state = GAME.initial(2, {"position": "0,0:0x9 1,0 2,0 0,1 1,1 2,1 0,2 1,2:1x9 2,2"})
    one, other = shown(state), shown(state)
    a, *_, b = one.splits()
    assert a[0] == b[0]
    for splits, position in (((a, b), one), ((b, a), other)):
        for split in splits:
            position.turn = 0
            position.split(split)
    assert one.key == other.key
    other.turn = 1
    other.split(next(other.splits()))
    assert one.key != other.key


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fast_board_knows_both_rims(seats: int) -> None:
    """Where stacks may start, by either option, on boards with holes too."""
    for seed in range(20):
        state = next(s for s in random_game(seats, seed, board="random") if s.phase == "starts")
        grid = grid_of(frozenset(state.pastures))
        assert {grid.place[i] for i in bits(grid.outer)} == state.board.outer_rim
        assert {grid.place[i] for i in bits(grid.rim)} == state.board.any_rim
