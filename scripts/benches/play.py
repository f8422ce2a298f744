"""Whole games against a real host process, by turns with the echo, and with another commit's host.

Nothing is left out: CURVE, the rules, the store with a durable commit a batch, a view for every receiver.
"""

import statistics
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benches import hosts, load
from benches.figures import Figure, Run, middle, percentile, ratio

Runs = list[Run]


class Case(NamedTuple):
    """A room to be measured, and what it has to reach beside the echo or beside another commit."""

    name: str
    task: dict[str, Any]
    rate_limit: float | None = None
    """Share of the echo's rate."""
    wait_limit: float | None = None
    """Times the echo's median wait."""
    cpu_limit: float | None = None
    """Share of the other commit's CPU an action."""
    gain_limit: float | None = None
    """Times the other commit's rate."""
    size_limit: float | None = None
    """Bytes an update."""


def _room(game: str, tables: int, seats: int, **more: Any) -> dict[str, Any]:
    return {"kind": "play", "game": game, "tables": tables, "seats": seats, **more}


CASES = (
    Case("battle-sheep 1x2", _room("battle-sheep", 1, 2), wait_limit=2.1),
    Case("battle-sheep 1x2, product", _room("battle-sheep", 1, 2, client="product"), wait_limit=2.35),
    Case("battle-sheep 50x2", _room("battle-sheep", 50, 2), rate_limit=0.095, cpu_limit=0.5),
    Case("battle-sheep 50x4", _room("battle-sheep", 50, 4), size_limit=600),
    Case("leadersheep 50x4", _room("leadersheep", 50, 4), gain_limit=1.8, size_limit=800),
)
QUICK = (Case("battle-sheep 1x2", _room("battle-sheep", 1, 2)),)


class Plan(NamedTuple):
    """How long and how often to measure, below which folder, and against what."""

    seconds: float
    rounds: int
    folder: Path
    against: str | None = None


def bench_play(plan: Plan, cases: Sequence[Case] = CASES) -> list[Figure]:
    """Measure each room by turns with a durable echo of as many in flight, or with another commit."""
    figures: list[Figure] = []
    for case in cases:
        figures += _beside_echo(plan, case) if plan.against is None else _against(plan, case)
    return figures


def bench_link(plan: Plan) -> list[Figure]:
    """Measure the echo alone, with a durable commit a batch and without any."""
    figures: list[Figure] = []
    for in_flight in (1, 50):
        durable, bare = _by_turns(
            plan.rounds,
            partial(run_echo, plan, in_flight, durable=True),
            partial(run_echo, plan, in_flight, durable=False),
        )
        for name, runs in (("durable echo", durable), ("bare echo", bare)):
            figures += _described(f"{name}, {in_flight} in flight", runs)
    return figures


def run_game(plan: Plan, task: dict[str, Any], tree: hosts.Tree | None = None) -> Run:
    """Measure a room once, with a host of its own."""
    with hosts.host(plan.folder, tree) as server:
        return load.measure(server, seconds=plan.seconds, **task)


def run_echo(plan: Plan, in_flight: int, durable: bool) -> Run:
    """Measure the echo once."""
    with hosts.echo(plan.folder if durable else None) as server:
        return load.measure(server, kind="echo", in_flight=in_flight, seconds=plan.seconds)


def _beside_echo(plan: Plan, case: Case) -> list[Figure]:
    tables = case.task["tables"]
    games, echoes = _by_turns(
        plan.rounds,
        lambda: run_game(plan, case.task),
        lambda: run_echo(plan, tables, durable=True),
    )
    rate, wait, *rest = _described(case.name, games)
    share = ratio([run.rate for run in games], [run.rate for run in echoes])
    times = ratio(
        [percentile(run.waits, 0.5) for run in games], [percentile(run.waits, 0.5) for run in echoes]
    )
    rate = rate.beside(share, case.rate_limit, "more")
    wait = wait.beside(times, case.wait_limit, "less")
    return [
        rate,
        wait,
        *rest,
        *_sizes(case, games),
        *_described(f"  durable echo, {tables} in flight", echoes),
    ]


def _against(plan: Plan, case: Case) -> list[Figure]:
    with hosts.checked_out(plan.against) as tree:
        ours, theirs = _by_turns(
            plan.rounds,
            lambda: run_game(plan, case.task),
            lambda: run_game(plan, case.task, tree),
        )
    rate, *rest = _described(case.name, ours)
    rate = rate.beside(ratio([r.rate for r in ours], [r.rate for r in theirs]), case.gain_limit, "more")
    found = [rate, *rest, *_described(f"  {plan.against}, {case.name}", theirs)]
    return [_cpu_beside(figure, case, ours, theirs) for figure in found]


def _cpu_beside(figure: Figure, case: Case, ours: Runs, theirs: Runs) -> Figure:
    own, other = _cpu(ours), _cpu(theirs)
    if figure.name != f"{case.name}, host's CPU" or not own or len(own) != len(other):
        return figure
    return figure.beside(ratio(own, other), case.cpu_limit, "less")


def _by_turns(rounds: int, *measures: Callable[[], Run]) -> list[Runs]:
    """Run each in turn, several times, so that what else the machine does strikes all."""
    runs: list[Runs] = [[] for _ in measures]
    for _ in range(rounds):
        for found, measure in zip(runs, measures, strict=True):
            found.append(measure())
    return runs


def _described(name: str, runs: Runs) -> list[Figure]:
    """Return rate, waits, the other player's wait, and CPU of both sides."""
    p99 = statistics.median(percentile(run.waits, 0.99) for run in runs)
    figures = [
        middle(f"{name}, rate", "1/s", [run.rate for run in runs]),
        middle(f"{name}, wait", "ms", [percentile(r.waits, 0.5) for r in runs], note=f"p99 {p99:.3g} ms"),
    ]
    if all(run.others for run in runs):
        figures.append(middle(f"{name}, other's wait", "ms", [percentile(r.others, 0.5) for r in runs]))
    if cpu := _cpu(runs):
        figures.append(middle(f"{name}, host's CPU", "µs", cpu))
    figures.append(
        middle(f"{name}, load's CPU", "µs", [run.load_cpu / max(1, run.done) * 1e6 for run in runs])
    )
    return figures


def _sizes(case: Case, runs: Runs) -> list[Figure]:
    sizes = [percentile(run.sizes, 0.5) for run in runs]
    return [middle(f"{case.name}, update", "bytes", sizes, limit=case.size_limit)]


def _cpu(runs: Runs) -> list[float]:
    return [used for run in runs if (used := run.host_us) is not None]
