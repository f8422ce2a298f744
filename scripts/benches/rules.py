"""The rules alone: random games and perft a second, and what each part of a step costs. CPU time."""

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from sheep_common.game import Game
from sheep_common.games import GAMES
from sheep_common.games.battle_sheep.rules import initial
from sheep_support.games.perft import perft, read_cases

from benches.figures import Figure, middle
from benches.hosts import ROOT

T = TypeVar("T")
CASES = ROOT / "tests" / "common" / "perft" / "battle-sheep.txt"
DEPTH = 3
ROOMS = (("battle-sheep", 2), ("battle-sheep", 4), ("leadersheep", 4))


class Timed:
    """Adds up the CPU time of calls, by name."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()

    def __call__(self, name: str, call: Callable[..., T], *arguments: object) -> T:
        """Call, and count."""
        before = time.thread_time_ns()
        result = call(*arguments)
        self.spent[name] += time.thread_time_ns() - before
        return result


def bench_rules(games: int, rounds: int) -> list[Figure]:
    """Measure both games and perft; `games` of each a round."""
    figures: list[Figure] = []
    for name, seats in ROOMS:
        runs = [_play(GAMES[name], seats, games) for _ in range(rounds)]
        for what, unit in runs[0][1].items():
            figures.append(
                middle(f"{name} {seats} seats, {what}", unit, [values[what] for values, _ in runs])
            )
    return [*figures, _perft(rounds)]


def _play(game: Game[Any], seats: int, games: int) -> tuple[dict[str, float], dict[str, str]]:
    """Play random games; return values by name, and their units."""
    timed, steps, rng = Timed(), 0, random.Random(5)
    for _ in range(games):
        state: Any = timed("initial", game.initial, seats, {})
        while (entry := _next(game, state, timed, rng)) is not None:
            seat, action = entry
            state = timed("apply", game.apply, state, seat, action).state
            timed("view", lambda: msgspec.to_builtins(game.view(state, 0)))  # noqa: B023 - called at once
            timed("outcome", game.outcome, state)
            steps += 1
    whole = sum(timed.spent.values()) / 1e9
    values = {name: spent / steps / 1000 for name, spent in timed.spent.items() if name != "initial"}
    units = dict.fromkeys(values, "µs") | {"random games": "1/s"}
    return values | {"random games": games / whole}, units


def _next(game: Game[Any], state: Any, timed: Timed, rng: random.Random) -> tuple[int | None, str] | None:
    seat = min(timed("to act", game.to_act, state), default=None)
    if seat is None:
        action = timed("chance", game.chance, state, rng)
        return None if action is None else (None, action)
    action = rng.choice(timed("legal actions", game.legal_actions, state, seat))
    return seat, timed("canonical", game.canonical, state, action)


def _perft(rounds: int) -> Figure:
    """Count how a position goes on, and see that the count is right."""
    case = read_cases(CASES.read_text(encoding="utf-8"))[0]
    start, rates = initial(case.seats, case.options), list[float]()
    for _ in range(rounds):
        before = time.thread_time()
        found = perft(start, DEPTH)
        if found != case.counts[DEPTH]:
            raise RuntimeError(f"perft {DEPTH} is {found}, not {case.counts[DEPTH]}")
        rates.append(found / (time.thread_time() - before))
    return middle("battle-sheep perft, nodes", "1/s", rates)
