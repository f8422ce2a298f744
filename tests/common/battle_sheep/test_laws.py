"""What holds in every game of Battle Sheep, tried on games played by chance."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheep_common.errors import RuleError
from sheep_common.games.battle_sheep import GAME, State
from sheep_common.games.battle_sheep.hexes import DIRECTIONS, by_row
from sheep_common.games.battle_sheep.splits import mobile_seats
from sheep_support.games.battle_sheep import play, told

SEATS = st.integers(2, 4)
OPTIONS = st.fixed_dictionaries(
    {
        "end": st.sampled_from(["all-blocked", "one-left"]),
        "starts": st.sampled_from(["outer-rim", "any-rim"]),
        "board": st.sampled_from(["players", "random"]),
        "first": st.integers(0, 1),
    }
)
SEEDS = st.integers(0, 2**32)


def states(seats: int, options: dict[str, object], seed: int) -> Iterator[State]:
    """Yield the states of a game in which everyone plays by chance."""
    rng = Random(seed)
    state = GAME.initial(seats, options)
    yield state
    while GAME.outcome(state) is None:
        seat = next(iter(GAME.to_act(state)), None)
        action = GAME.chance(state, rng) if seat is None else rng.choice(GAME.legal_actions(state, seat))
        assert action is not None
        state = GAME.apply(state, seat, action).state
        yield state


def near(state: State) -> list[str]:
    """Return every action of the phase on the board and a little beyond, legal or not."""
    span = range(-3, 4)
    around = {(at.q + q, at.r + r) for at in state.pastures for q in span for r in span} or {(0, 0)}
    if state.phase == "tiles":
        return [f"tile {q},{r} {k}" for q, r in around for k in range(3)]
    if state.phase == "starts":
        return [f"start {q},{r}" for q, r in around]
    held = [at for at, stack in zip(state.pastures, state.stacks, strict=True) if stack]
    return [f"split {at} {direction} {n}" for at in held for direction in DIRECTIONS for n in range(1, 18)]


def accepted(state: State, seat: int, action: str) -> bool:
    try:
        GAME.apply(state, seat, action)
    except RuleError:
        return False
    return True


@settings(deadline=None, max_examples=20)
@given(SEATS, OPTIONS, SEEDS)
def test_what_is_listed_is_what_is_accepted(seats: int, options: dict[str, object], seed: int) -> None:
    """And nothing else near the board is; the list is sorted and in the one form."""
    state = Random(seed).choice(list(states(seats, options, seed)))
    for seat in GAME.to_act(state):
        listed = GAME.legal_actions(state, seat)
        assert list(listed) == sorted(a for a in near(state) if accepted(state, seat, a))
        assert [GAME.canonical(state, action) for action in listed] == list(listed)


@settings(deadline=None, max_examples=25)
@given(SEATS, OPTIONS, SEEDS)
def test_every_game_ends_with_all_sheep_on_the_board(
    seats: int, options: dict[str, object], seed: int
) -> None:
    """At most 15 splits a seat; 16 sheep each; the scores are the stacks."""
    played = list(states(seats, options, seed))
    end = GAME.outcome(played[-1])
    assert end is not None
    assert len(played) - 1 <= seats * (4 + 1 + 15)
    stacks = [stack for stack in played[-1].stacks if stack]
    for seat in range(seats):
        assert sum(stack.sheep for stack in stacks if stack.seat == seat) == 16
        assert end.scores[seat] == sum(stack.seat == seat for stack in stacks)
        assert 1 <= end.tiebreaks[seat] <= end.scores[seat] <= 16


@settings(deadline=None, max_examples=25)
@given(SEATS, OPTIONS, SEEDS)
def test_somebody_is_to_act_exactly_while_the_game_runs(
    seats: int, options: dict[str, object], seed: int
) -> None:
    """A seat with something to do, or the table; nobody after the end."""
    for state in states(seats, options, seed):
        acting = GAME.to_act(state)
        due = GAME.chance(state, Random(0)) is not None
        assert (len(acting) + due == 1) == (GAME.outcome(state) is None)
        assert all(GAME.legal_actions(state, seat) for seat in acting)
        assert not any(GAME.legal_actions(state, seat) for seat in {*range(seats)} - acting)


@settings(deadline=None, max_examples=25)
@given(SEATS, OPTIONS, SEEDS)
def test_nothing_ever_unblocks_a_seat(seats: int, options: dict[str, object], seed: int) -> None:
    """Who is out stays out, and is who cannot split."""
    out: frozenset[int] = frozenset()
    for state in states(seats, options, seed):
        assert out <= state.out
        out = state.out
        if state.phase in ("splits", "over"):
            assert out == frozenset(range(seats)) - mobile_seats(state)


@settings(deadline=None, max_examples=25)
@given(SEATS, OPTIONS, SEEDS)
def test_each_seat_is_out_once_and_passed_when_its_turn_comes(
    seats: int, options: dict[str, object], seed: int
) -> None:
    """Told from the events alone: splits and passed turns go round clockwise without a gap."""
    rng = Random(seed)
    state = GAME.initial(seats, options)
    turns, outs = [], []
    while GAME.outcome(state) is None:
        seat = next(iter(GAME.to_act(state)), None)
        action = rng.choice(GAME.legal_actions(state, seat)) if seat is not None else GAME.chance(state, rng)
        done = GAME.apply(state, seat, action or "")
        for event in told(done):
            if event["type"] in ("split", "passed"):
                turns.append(event["seat"])
            elif event["type"] == "out":
                outs.append(event["seat"])
        state = done.state
    first = int(str(options["first"]))
    assert turns == [(first + turn) % seats for turn in range(len(turns))]
    assert sorted(outs, key=str) == sorted(state.out)


@settings(deadline=None, max_examples=25)
@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1))
def test_the_outer_rim_is_what_can_be_reached_from_far_away(ground: set[tuple[int, int]]) -> None:
    """Walk in from a far corner over everything that is no pasture, on a field twice as wide."""
    state = GAME.initial(2, {"position": " ".join(f"{q},{r}" for q, r in ground)})
    reached, todo = {(-7, -7)}, [(-7, -7)]
    touched = set()
    while todo:
        q, r = todo.pop()
        for step in DIRECTIONS.values():
            there = (q + step.q, r + step.r)
            if there in ground:
                touched.add(there)
            elif there not in reached and max(map(abs, there)) <= 7:
                reached.add(there)
                todo.append(there)
    assert state.board.outer_rim == touched
    assert state.board.outer_rim <= state.board.any_rim
    assert list(state.pastures) == sorted(state.pastures, key=by_row)


def test_a_refused_action_leaves_the_state_as_it_was() -> None:
    """States are values: the old one is the same before and after."""
    state = play(GAME.initial(2, {}), "tile 0,0 1")
    before = hash(state)
    with pytest.raises(RuleError):
        GAME.apply(state, 1, "tile 0,0 1")
    assert hash(state) == before
    assert state == play(GAME.initial(2, {}), "tile 0,0 1")


def test_a_board_is_worked_out_once_a_game() -> None:
    """Its states share it, with all that was worked out, however many other games are played meanwhile."""
    state = play(GAME.initial(2, {"position": "0,0:0x3 1,0 2,0 0,1:1x3 1,1 2,1"}))
    steps = state.board.steps
    for _ in range(300):
        assert GAME.legal_actions(GAME.initial(2, {"position": "0,0:0x2 1,0 5,0:1x2"}), 0)
    state = play(state, "split 0,0 E 1", "split 0,1 E 1")
    assert state.board.steps is steps
