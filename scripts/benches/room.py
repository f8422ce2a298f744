"""A full room at a real host: waits with many tables and many watchers beside few, and memory."""

from typing import Any

from benches import hosts, load
from benches.figures import Figure, Run, middle, percentile, ratio
from benches.play import Plan

IDLE_KIB = 45 * 1024
TABLE_KIB = 64


def bench_room(plan: Plan, many: int) -> list[Figure]:
    """Measure by turns: five tables play alone, among many, and before 20 watchers each."""
    rooms: dict[str, dict[str, Any]] = {
        "5 tables": {"tables": 5},
        f"5 of {many} tables": {"tables": many, "active": 5},
        "1 table": {"tables": 1},
        "1 table, 20 watchers": {"tables": 1, "watchers": 20},
    }
    runs: dict[str, list[Run]] = {name: [] for name in rooms}
    for _ in range(plan.rounds):
        for name, room in rooms.items():
            with hosts.host(plan.folder) as server:
                task = {"kind": "play", "game": "battle-sheep", "seats": 2, **room}
                runs[name].append(load.measure(server, seconds=plan.seconds, **task))
    waits = {name: [percentile(run.waits, 0.5) for run in found] for name, found in runs.items()}
    few_name, many_name, alone_name, watched_name = rooms
    figures = [
        _wait(many_name, waits[many_name]).beside(ratio(waits[many_name], waits[few_name]), 1.3, "less"),
        _wait(few_name, waits[few_name]),
        _wait(watched_name, waits[watched_name]).beside(
            ratio(waits[watched_name], waits[alone_name]), 1.5, "less"
        ),
        _wait(alone_name, waits[alone_name]),
    ]
    return [*figures, *bench_memory(plan, many)]


def _wait(name: str, values: list[float]) -> Figure:
    return middle(f"wait, {name}", "ms", values)


def bench_memory(plan: Plan, tables: int) -> list[Figure]:
    """Measure a host's memory before anybody comes, and what each table in play adds."""
    task = {"kind": "play", "game": "battle-sheep", "seats": 2, "seconds": 0.1}
    with hosts.host(plan.folder) as server:
        pid = server.process.pid
        idle = hosts.memory(pid)
        load.measure(server, **task, tables=min(50, tables // 2), prefix="few")
        few = hosts.memory(pid)
        load.measure(server, **task, tables=tables)
        full = hosts.memory(pid)
    if idle is None or few is None or full is None:
        return []
    return [
        Figure("memory, idle", idle, "KiB", limit=IDLE_KIB),
        Figure("memory, each table", (full - few) / tables, "KiB", limit=TABLE_KIB),
    ]
