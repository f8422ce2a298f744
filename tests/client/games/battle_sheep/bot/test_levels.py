"""The levels of Battle Sheep: legal in every phase, the same by the same dice, in time, with a reason."""

import itertools
from collections.abc import Iterator
from random import Random
from time import process_time

import msgspec
import pytest
from sheep_client.game_api.bot import Choice, Engine, TimeLimit
from sheep_client.games.battle_sheep.bot.budget import Budget
from sheep_client.games.battle_sheep.bot.endgame import SURE, bound
from sheep_client.games.battle_sheep.bot.evaluation import Judge, Leads
from sheep_client.games.battle_sheep.bot.opening import field_of, searched
from sheep_client.games.battle_sheep.bot.position import position_of
from sheep_client.games.battle_sheep.bot.reasons import REASONS
from sheep_client.games.battle_sheep.bot.two_seats import HERD
from sheep_client.thinking.levels import engine_of, engines_of
from sheep_common.games.battle_sheep import GAME, State
from sheep_common.games.battle_sheep.hexes import Hex
from sheep_common.messages import LEVELS
from sheep_support.games.battle_sheep import before_starts, play

NAMES = list(engines_of("battle-sheep"))


def endless(seconds: float) -> TimeLimit:
    """Give time on a clock that stands still, so that only the work is counted."""
    return TimeLimit(clock=lambda: 0.0, deadline=1.0, seconds=seconds)


def thoughts(engine: Engine, seats: int, seed: int, **options: object) -> Iterator[tuple[State, Choice]]:
    """Let one engine play all seats, with a small part of its time."""
    table, dice = Random(seed), [Random(f"{seed}/{seat}") for seat in range(seats)]
    resolved = GAME.resolve(seats, options)
    state = GAME.initial(seats, resolved)
    memories = [engine.begin(seat, resolved) for seat in range(seats)]
    while GAME.outcome(state) is None:
        act = GAME.chance(state, table)
        if act is None:
            view = msgspec.to_builtins(GAME.view(state, state.turn))
            legal = GAME.legal_actions(state, state.turn)
            given = endless(engine.seconds / 300)
            thought = engine.choose(memories[state.turn], view, legal, given, dice[state.turn])
            yield state, thought
            act = thought.action
        state = GAME.apply(state, None if state.turn not in GAME.to_act(state) else state.turn, act).state


def test_there_are_all_four_levels() -> None:
    """And the strongest is the one for hints."""
    assert list(LEVELS) == NAMES


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", NAMES)
def test_every_level_plays_whole_games(level: str, seats: int) -> None:
    """Tiles, starts and splits: only what is legal, each with a reason that painters know."""
    for state, thought in thoughts(engine_of("battle-sheep", level), seats, seed=3, first=seats - 1):
        assert thought.action in GAME.legal_actions(state, state.turn)
        assert thought.reason in REASONS
        assert all(isinstance(value, int) for value in thought.values.values())


@pytest.mark.parametrize(
    "options", [{"end": "one-left"}, {"starts": "any-rim"}, {"board": "random"}], ids=str
)
def test_the_strong_levels_know_the_options(options: dict[str, object]) -> None:
    """Whatever the table has chosen, they choose what is legal to the end."""
    for state, thought in thoughts(engine_of("battle-sheep", "hard"), 2, seed=4, **options):
        assert thought.action in GAME.legal_actions(state, state.turn)


@pytest.mark.parametrize("end", ["all-blocked", "one-left"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_start_may_shut_in_who_is_to_begin(seats: int, end: str) -> None:
    """On a row of pastures with the first seat at its end; with `one-left` that may be all of the game."""
    row = [Hex(q, 0) for q in range(seats + 1)]
    state = play(before_starts(row, seats, end=end), "start 0,0", *(f"start {q},0" for q in range(2, seats)))
    view = msgspec.to_builtins(GAME.view(state, state.turn))
    engine = engine_of("battle-sheep", "expert")
    memory = engine.begin(state.turn, GAME.resolve(seats, {"end": end}))
    legal = GAME.legal_actions(state, state.turn)
    assert "start 1,0" in legal
    assert engine.choose(memory, view, legal, endless(0.1), Random(1)).action in legal


@pytest.mark.parametrize(("pastures", "value"), [(4, SURE + 2 + 2 * HERD), (2, 0.0)])
def test_a_first_seat_that_is_shut_in_is_passed_over(pastures: int, value: float) -> None:
    """Beside it the second fills the rest of the row: three to one; where nothing is left it is a draw."""
    state = play(before_starts([Hex(q, 0) for q in range(pastures)]), "start 0,0")
    position = position_of(msgspec.to_builtins(GAME.view(state, 1)))
    field = field_of(position, 0, 1, any_rim=False).after(position.grid.index[1, 0])
    found = searched(field, 1, Judge(position.grid), Budget(1000, endless(1.0)))
    assert found == pytest.approx(value)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_dice_make_the_same_choices(seats: int) -> None:
    """Work is counted, so that nothing depends on how fast the machine is."""
    engine = engine_of("battle-sheep", "expert")
    once, again = ([thought for _, thought in thoughts(engine, seats, seed=5)] for _ in range(2))
    assert once == again


def test_a_choice_of_one_is_made_at_once() -> None:
    """No time is taken, and the reason says why."""
    state = GAME.initial(2, {"position": "0,0:0x2 1,0 2,0 0,1:1x2 1,1:1x1"})
    (only,) = GAME.legal_actions(state, 0)
    engine = engine_of("battle-sheep", "expert")
    view = msgspec.to_builtins(GAME.view(state, 0))
    ticks = itertools.count()
    given = TimeLimit(clock=lambda: float(next(ticks)), deadline=1e9, seconds=3.0)
    assert engine.choose(engine.begin(0, {}), view, (only,), given, Random(1)) == Choice(
        action=only, reason="only-move"
    )
    assert next(ticks) == 0


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_mind_stops_when_its_time_is_up(level: str, seats: int) -> None:
    """Nothing is begun that might end after the deadline, in no phase; a look at the clock takes a tick."""
    engine = engine_of("battle-sheep", level)
    for state, _ in itertools.islice(
        thoughts(engine_of("battle-sheep", "normal"), seats, seed=6), 3, None, 7
    ):
        ticks = itertools.count()
        given = TimeLimit(clock=lambda ticks=ticks: float(next(ticks)), deadline=20.0, seconds=engine.seconds)
        view = msgspec.to_builtins(GAME.view(state, state.turn))
        engine.choose(
            engine.begin(state.turn, {}), view, GAME.legal_actions(state, state.turn), given, Random(1)
        )
        assert next(ticks) <= 20


@pytest.mark.parametrize("end", ["all-blocked", "one-left"])
def test_the_quick_estimate_is_the_plain_one(end: str) -> None:
    """The search's leaf and the definition agree wherever a game comes by."""
    for state, _ in thoughts(engine_of("battle-sheep", "easy"), 2, seed=7, end=end):
        if state.phase == "splits":
            position = position_of(msgspec.to_builtins(GAME.view(state, None)))
            mine, other = Judge(position.grid).estimates(position)
            assert Leads(position.grid).lead(position) == pytest.approx(mine - other)


def test_normal_answers_at_once() -> None:
    """Less than 50 ms of one core, in every phase with the most seats."""
    engine = engine_of("battle-sheep", "normal")
    times = []
    played = thoughts(engine, 4, seed=9)
    start = process_time()
    for _ in played:
        times.append(process_time() - start)
        start = process_time()
    assert sorted(times)[len(times) * 9 // 10] < 0.05


def test_nobody_fills_more_than_the_bound() -> None:
    """What a seat still gets is never more than what the bound of an ending allows."""
    for seats in (2, 3):
        played = list(thoughts(engine_of("battle-sheep", "normal"), seats, seed=8))
        end = GAME.apply(played[-1][0], played[-1][0].turn, played[-1][1].action).state
        final = GAME.view(end, None).scores
        for state, _ in played:
            if state.phase == "splits":
                position = position_of(msgspec.to_builtins(GAME.view(state, None)))
                held = position.scores()
                assert all(final[seat] <= held[seat] + bound(position, seat) for seat in range(seats))
