"""Where the time of an action goes: each part's own wall time in the host's thread, timers included."""

import json
import os
from pathlib import Path

from benches import hosts, load
from benches.figures import Figure, middle
from benches.play import Plan
from benches.timed import FUNCTIONS, METHODS, OUT, RULES

PARTS = tuple(dict.fromkeys([*RULES.values(), *(entry[-1] for entry in (*FUNCTIONS, *METHODS))]))
ROOMS = (("battle-sheep", 50, 2), ("leadersheep", 50, 4))


def bench_where(plan: Plan) -> list[Figure]:
    """Measure rooms with a stopwatch in the host."""
    figures: list[Figure] = []
    for game, tables, seats in ROOMS:
        runs = [_run(plan, game, tables, seats) for _ in range(plan.rounds)]
        name = f"{game} {tables}x{seats}"
        figures.append(middle(f"{name}, in all", "µs", [sum(run.values()) for run in runs]))
        parts = [middle(f"{name}, {part}", "µs", [run.get(part, 0.0) for run in runs]) for part in PARTS]
        figures += sorted(parts, key=lambda figure: -figure.value)
    return figures


def _run(plan: Plan, game: str, tables: int, seats: int) -> dict[str, float]:
    """Return the µs an action of each part."""
    out = plan.folder / f"times-{os.getpid()}.json"
    os.environ[OUT] = str(out)
    try:
        with hosts.host(plan.folder, module="benches.timed") as server:
            load.measure(server, kind="play", game=game, tables=tables, seats=seats, seconds=plan.seconds)
        told = json.loads(Path(out).read_text())
    finally:
        del os.environ[OUT]
        out.unlink(missing_ok=True)
    return {part: spent / max(1, told["actions"]) / 1000 for part, spent in told["ns"].items()}
