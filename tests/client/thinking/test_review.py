"""Analysis after a game: a planted blunder is found first; a turn is judged by what its player had seen."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client.game_api.bot import Engine, TimeLimit
from sheep_client.thinking import review
from sheep_client.thinking.levels import engine_of
from sheep_client.thinking.review import Decision, Loss
from sheep_common.games import GAMES
from sheep_common.records import Action, Header, Undo, write
from sheep_common.replay import Reached, replay
from sheep_support.games.leadersheep import PLAIN

CASES = Path(__file__).parents[2] / "common" / "cases" / "records"
BOARD = (
    "0,0 1,0 2,0 3,0:1x16 0,1 1,1 2,1 3,1 -1,2 0,2 1,2 2,2 -1,3 0,3 1,3 2,3 -2,4:0x16 -1,4 0,4 1,4 "
    "-2,5 -1,5 0,5 1,5"
)
QUICK = 0.06
"""Seconds' worth of work for each decision."""


def still() -> float:
    """Return the time of a clock that stands still: work alone is counted."""
    return 0.0


def judged(reached: Sequence[Reached[Any]], seat: int | None = None, seconds: float = QUICK) -> list[Loss]:
    """Return what every decision of a record cost, the worst first."""
    engine = engine_of(reached[0].header.game, "expert")
    found = [review.judged(each, engine, seconds, still) for each in review.decisions(reached, engine, seat)]
    return sorted((loss for loss in found if loss is not None), key=lambda loss: -loss.cost)


def record(name: str) -> list[Reached[Any]]:
    """Read a record of the common cases."""
    return list(replay((CASES / name).read_bytes().splitlines(), GAMES))


Choose = Callable[[Decision, int], str]


def played(game: str, seats: int, options: dict[str, Any], choose: Choose) -> list[Reached[Any]]:
    """Play a game to its end, each decision by a function of it and its number; return its record."""
    rules, rng, engine = GAMES[game], Random(7), engine_of(game, "expert")
    state = rules.initial(seats, options)
    lines = [write(Header(game=game, seats=tuple(f"P{n}" for n in range(seats)), options=options))]
    memories = {seat: engine.begin(seat, options) for seat in range(seats)}
    events: dict[int, tuple[Any, ...]] = dict.fromkeys(range(seats), ())
    for number in range(1, 500):
        views = {seat: msgspec.to_builtins(rules.view(state, seat)) for seat in range(seats)}
        for seat in range(seats):
            told = [msgspec.to_builtins(event) for event in events[seat]]
            memories[seat] = engine.remember(memories[seat], views[seat], told)
        action, actor = rules.chance(state, rng), None
        if action is None and rules.outcome(state) is None:
            actor = min(rules.to_act(state))
            legal = rules.legal_actions(state, actor)
            action = choose(
                Decision(
                    number=number, seat=actor, action=legal[0], memory=memories[actor], view=views[actor],
                    legal=legal,
                ),
                number,
            )  # fmt: skip
        if action is None:
            break
        step = rules.apply(state, actor, action)
        state, events = step.state, {seat: step.seen_by(seat) for seat in range(seats)}
        lines.append(write(Action(seat=actor, action=action, ms=None)))
    return list(replay(lines, GAMES))


def well(decision: Decision, number: int) -> str:
    """Choose as an engine does that looks a little."""
    engine = engine_of(decision.view["game"], "expert")
    time = TimeLimit(clock=still, deadline=1.0, seconds=QUICK)
    return engine.choose(decision.memory, decision.view, decision.legal, time, Random(number)).action


def worst(decision: Decision, number: int) -> str:
    """Choose what costs most."""
    engine = engine_of(decision.view["game"], "expert")
    costs: dict[str, float] = {}
    for action in decision.legal:
        loss = review.judged(msgspec.structs.replace(decision, action=action), engine, QUICK / 2, still)
        costs[action] = 0.0 if loss is None else loss.cost
    return max(costs, key=lambda action: costs[action])


def with_blunder(at: int) -> Choose:
    """Choose well, but for one step."""
    return lambda decision, number: (worst if number == at else well)(decision, number)


PLANTED = {
    "battle-sheep": (2, {"position": BOARD}, 4),
    "leadersheep": (3, {"deck": json.dumps(PLAIN)}, 36),
}
"""Seats, options, and the step at which a player does what costs most."""


@lru_cache
def planted(game: str) -> list[Reached[Any]]:
    seats, options, at = PLANTED[game]
    return played(game, seats, options, with_blunder(at))


@pytest.mark.parametrize("game", sorted(PLANTED))
def test_a_planted_blunder_is_found_first(game: str) -> None:
    """By far, and what is proposed instead is another action."""
    at = PLANTED[game][2]
    first, second, *_ = judged(planted(game))
    assert first.number == at
    assert first.cost > 0.05
    assert first.cost > 3 * second.cost
    assert first.best != first.played


@pytest.mark.parametrize("game", sorted(PLANTED))
def test_the_same_record_is_judged_the_same_again(game: str) -> None:
    reached = planted(game)[: PLANTED[game][2] + 2]
    assert judged(reached) == judged(reached)


def test_who_played_as_the_mind_would_lost_nothing() -> None:
    """The costs of the others are those of chance in the search, next to nothing."""
    at = PLANTED["battle-sheep"][2]
    assert all(loss.cost < 0.05 for loss in judged(planted("battle-sheep")) if loss.number != at)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_turn_is_judged_by_what_its_player_had_seen_by_then(seat: int) -> None:
    """The engine is given that seat's view of the state before, and has been told its events up to there."""
    reached = planted("leadersheep")
    heard: list[tuple[Any, ...]] = []

    def remember(memory: int, view: Any, events: Sequence[Any]) -> int:
        heard.append((view, list(events)))
        return memory + 1

    engine = Engine(
        game="leadersheep",
        level="spy",
        begin=lambda _seat, _options: 0,
        remember=remember,
        choose=engine_of("leadersheep", "expert").choose,
        seconds=0.0,
    )
    own = [
        (
            msgspec.to_builtins(each.game.view(each.state, seat)),
            [msgspec.to_builtins(event) for event in each.seen_by(seat)],
        )
        for each in reached
    ]
    for decision in review.decisions(reached, engine, seat):
        assert decision.seat == seat
        assert decision.memory == decision.number == len(heard)
        assert decision.view == own[decision.number - 1][0]
    assert heard == own


def test_what_a_seat_could_not_see_changes_no_verdict() -> None:
    """Everything hidden is dealt again at each decision, and each is judged the same."""
    reached, rng, engine = planted("leadersheep"), Random(3), engine_of("leadersheep", "expert")
    game, compared = reached[0].game, 0
    for decision in list(review.decisions(reached, engine, None))[::4]:
        before = reached[decision.number - 1].state
        again, action = game.redeal(before, decision.seat, rng, (decision.seat, decision.action))
        other = msgspec.structs.replace(
            decision, view=msgspec.to_builtins(game.view(again, decision.seat)), action=str(action)
        )
        assert review.judged(other, engine, QUICK, still) == review.judged(decision, engine, QUICK, still)
        compared += again != before
    assert compared > 3


def test_turns_that_were_taken_back_are_not_judged() -> None:
    reached = record("own-battle-sheep-undo.jsonl")
    undone = [each for each in reached if isinstance(each.entry, Undo)]
    assert undone
    numbers = {each.number for each in review.decisions(reached, engine_of("battle-sheep", "expert"), None)}
    for each in undone:
        assert isinstance(each.entry, Undo)
        assert not numbers & set(range(each.number - each.entry.undo, each.number))
    assert numbers <= review.standing(reached)
    assert review.count(reached, None) == len(numbers)


@pytest.mark.parametrize("name", ["battle-sheep-01.jsonl", "leadersheep-01.jsonl"])
def test_the_turns_of_one_seat_are_those_among_all(name: str) -> None:
    reached = record(name)
    everybodys = {(each.number, each.seat) for each in _decisions(reached, None)}
    for seat in range(len(reached[0].header.seats)):
        own = {(each.number, each.seat) for each in _decisions(reached, seat)}
        assert own == {pair for pair in everybodys if pair[1] == seat}
        assert review.count(reached, seat) == len(own)


def _decisions(reached: list[Reached[Any]], seat: int | None) -> Iterator[Decision]:
    return review.decisions(reached, engine_of(reached[0].header.game, "expert"), seat)


def test_what_has_no_alternative_and_tiles_are_not_compared() -> None:
    reached = record("battle-sheep-02.jsonl")
    engine = engine_of("battle-sheep", "expert")
    for decision in review.decisions(reached, engine, None):
        assert len(decision.legal) > 1
        if decision.view["phase"] == "tiles":
            assert review.judged(decision, engine, QUICK, still) is None


def test_every_seat_count_of_battle_sheep_is_judged_in_chances() -> None:
    """Starts and splits, for two by a duel's leads and for more by a crowd's chances."""
    for name in ("battle-sheep-00.jsonl", "battle-sheep-01.jsonl"):
        reached = record(name)
        found = judged(reached, seconds=0.02)
        phases = {
            reached[loss.number - 1].game.view(reached[loss.number - 1].state, 0).phase for loss in found
        }
        assert phases == {"starts", "splits"}
        assert all(0 <= loss.had <= 1 and 0 <= loss.could <= 1 for loss in found)
