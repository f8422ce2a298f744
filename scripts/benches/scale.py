"""What grows with sessions, tables, watchers and steps: CPU of the core and the wire, beside a small host."""

import statistics
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from sheep_common import messages as m

from benches.figures import Figure, middle, ratio
from benches.lab import Lab


class Sizes(NamedTuple):
    """How large "large" is; tests make it small."""

    sessions: int = 256
    tables: int = 64
    many_tables: int = 500
    watchers: int = 20
    steps: int = 10_000
    samples: int = 300


def bench_scale(sizes: Sizes, rounds: int) -> list[Figure]:
    """Measure all that grows, large and small by turns."""
    figures = _hello(sizes, rounds)
    figures += _many_tables(sizes, rounds)
    figures += _watchers(sizes, rounds)
    figures += _long_game(sizes, rounds)
    return figures


def _hello(sizes: Sizes, rounds: int) -> list[Figure]:
    def cost(sessions: int, tables: int) -> float:
        lab = _room(sessions, tables)
        spent: list[float] = []
        for number in range(min(sizes.samples, 100)):
            lab.hello(f"new{number}")
            spent.append(lab.spent)
            lab.say(f"new{number}", m.Bye)
        return statistics.median(spent)

    name = f"hello, {sizes.sessions} sessions and {sizes.tables} tables"
    return _beside(name, lambda: cost(sizes.sessions, sizes.tables), lambda: cost(0, 0), 1.5, rounds)


def _room(sessions: int, tables: int) -> Lab:
    """Make a host with so many sessions and tables; two of them sit at each table, in a game."""
    lab = Lab()
    for number in range(sessions):
        lab.hello(f"p{number}")
    for number in range(tables):
        lab.table("battle-sheep", [f"p{2 * number % sessions}", f"p{(2 * number + 1) % sessions}"])
    return lab


def _many_tables(sizes: Sizes, rounds: int) -> list[Figure]:
    measured: dict[tuple[int, bool], list[float]] = {}
    for _ in range(rounds):
        for tables in (5, sizes.many_tables):
            act, ack = _act_and_ack(_room(2 * tables, tables), sizes.samples)
            measured.setdefault((tables, True), []).append(act)
            measured.setdefault((tables, False), []).append(ack)
    figures: list[Figure] = []
    for acts, what in ((True, "action"), (False, "ack")):
        large, small = measured[sizes.many_tables, acts], measured[5, acts]
        figures += _both(f"{what}, {sizes.many_tables} tables", large, small, 1.3)
    return figures


def _act_and_ack(lab: Lab, samples: int, watchers: Sequence[str] = ()) -> tuple[float, float]:
    """Let two play the tiny game; return what an action costs, and the other's acknowledgement."""
    players = ["a", "b"]
    for route in (*players, *watchers):
        lab.hello(route)
    table = lab.table("tiny", players, heap=str(10 * samples))
    for route in watchers:
        lab.ask(route, m.Watch, table=table)
    acts, acks = _play(lab, table, players, watchers, samples)
    return statistics.median(acts), statistics.median(acks)


def _play(
    lab: Lab, table: str, players: Sequence[str], watchers: Sequence[str], steps: int, version: int = 2
) -> tuple[list[float], list[float]]:
    """Play so many steps, each seat in turn bids 1; return the costs of actions and acknowledgements."""
    acts: list[float] = []
    acks: list[float] = []
    for number in range(steps):
        route, other = players[number % 2], players[1 - number % 2]
        update = lab.ask(route, m.Act, table=table, version=version, action="bid 1")
        acts.append(lab.spent)
        version = update.version
        lab.say(other, m.Ack, table=table, version=version)
        acks.append(lab.spent)
        for watcher in watchers:
            lab.say(watcher, m.Ack, table=table, version=version)
    return acts, acks


def _watchers(sizes: Sizes, rounds: int) -> list[Figure]:
    names = [f"w{number}" for number in range(sizes.watchers)]
    figures: list[Figure] = []
    for game in ("battle-sheep", "leadersheep"):
        name = f"action, {sizes.watchers} watchers, {game}"
        watched, alone = partial(_random_game, game, names), partial(_random_game, game, ())
        figures += _beside(name, watched, alone, 1.5, rounds)
    return figures


def _random_game(game: str, watchers: Sequence[str]) -> float:
    """Return what a random action costs at a table with watchers."""
    lab, rng, spent = Lab(), Random(3), []
    seats = ["a", "b", "c", "d"]
    for route in (*seats, *watchers):
        lab.hello(route)
    table = lab.table(game, seats)
    for route in watchers:
        lab.ask(route, m.Watch, table=table)
    for _ in range(60):
        acted = False
        for route in (*seats, *watchers):
            update = lab.newest(route)
            if update is None or update.table != table:
                continue
            if update.legal and not acted:
                lab.say(route, m.Act, table=table, version=update.version, action=rng.choice(update.legal))
                spent.append(lab.spent)
                acted = True
            else:
                lab.say(route, m.Ack, table=table, version=update.version)
        if not acted:
            break
    return statistics.median(spent)


def _long_game(sizes: Sizes, rounds: int) -> list[Figure]:
    """Measure a long game of the tiny game: its steps, coming back to it, and a restart of the host."""
    ends: dict[str, list[float]] = {"first": [], "last": [], "early": [], "late": [], "again": [], "turn": []}
    window = min(sizes.samples, sizes.steps // 4)
    for _ in range(rounds):
        lab, players = Lab(), ["a", "b"]
        for route in players:
            lab.hello(route)
        table = lab.table("tiny", players, heap=str(10 * sizes.steps))
        acts, _ = _play(lab, table, players, (), 2 * window)
        ends["early"].append(_comes_back(lab))
        more, _ = _play(lab, table, players, (), sizes.steps - 2 * window, _version(lab))
        ends["late"].append(_comes_back(lab))
        ends["first"].append(statistics.median(acts[window:]))
        ends["last"].append(statistics.median(more[-window:]))
        again = lab.restarted()
        again.hello("a")
        ends["again"].append(again.spent / 1e6)
        ends["turn"].append(again.longest / 1e3)
        if _version(again) != _version(lab):
            raise RuntimeError("the game did not come back as it was")
    return [
        *_both(f"step {sizes.steps}", ends["last"], ends["first"], 1.1),
        *_both(f"rejoin at step {sizes.steps}", ends["late"], ends["early"], 1.2),
        middle(f"restart with {sizes.steps} steps, first touch", "s", ends["again"], limit=0.3),
        middle(f"restart with {sizes.steps} steps, longest turn", "ms", ends["turn"]),
    ]


def _version(lab: Lab) -> int:
    """Return how far the last update to the first player says the game is."""
    update = lab.newest("a")
    return 0 if update is None else update.version


def _comes_back(lab: Lab) -> float:
    """Return what it costs when somebody with a seat comes back."""
    spent: list[float] = []
    for _ in range(20):
        lab.leave("a")
        lab.hello("a")
        spent.append(lab.spent)
    return statistics.median(spent)


def _beside(
    name: str, large: Callable[[], float], small: Callable[[], float], limit: float, rounds: int
) -> list[Figure]:
    costs = [(large(), small()) for _ in range(rounds)]
    return _both(name, [cost for cost, _ in costs], [cost for _, cost in costs], limit)


def _both(name: str, large: Sequence[float], small: Sequence[float], limit: float) -> list[Figure]:
    figure = middle(name, "µs", large).beside(ratio(large, small), limit, "less")
    return [figure, middle(f"  {name}: the small one", "µs", small)]
