"""`scripts/bench SUBJECT`: measure, print a table, or JSON."""

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

import zmq

from benches import echo, play
from benches.figures import Figures, table


def bench_play(quick: bool, folder: Path) -> list[Figures]:
    """Games of 1x2 and 50x2 beside the echo with as many messages in flight."""
    seconds = 3.0 if quick else 20.0
    rows: list[Figures] = []
    for tables in (1, 50):
        for game in ("battle-sheep", "leadersheep"):
            with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data:
                name = f"{game} {tables}x2"
                rows.append(play.measure(name, game, tables, 2, seconds, Path(data)))
        rows.append(echo.measure(f"echo, {tables} in flight", tables, seconds, None))
        with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data:
            rows.append(echo.measure(f"echo + commit, {tables} in flight", tables, seconds, Path(data)))
    return rows


def _rows(subject: str, quick: bool, folder: Path) -> list[Figures]:
    if subject == "screen":
        from benches import screen  # here, because the others need no terminal

        return screen.measure(quick)
    if subject == "startup":
        from benches import startup

        return startup.measure(quick)
    if subject == "bots":
        from benches import bots

        return bots.measure_bots(quick, folder)
    return bench_play(quick, folder)


def main() -> int:
    """Run the subject that the command line names."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure Sheepfold on this machine.")
    parser.add_argument(
        "subject",
        choices=["play", "screen", "startup", "bots"],
        help="play: actions a second, beside a bare echo; screen: from a key to the painted frame;"
        " startup: sheep-join to its first frame; bots: a table beside ten bots, and ten headless players",
    )
    parser.add_argument("--quick", action="store_true", help="3 s a row and not 20; fewer samples")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("build") / "bench",
        metavar="DIR",
        help="where the stores are written: on a disk; on a RAM disk commits cost nothing",
    )
    chosen = parser.parse_args()
    chosen.data.mkdir(parents=True, exist_ok=True)
    rows = _rows(chosen.subject, chosen.quick, chosen.data.resolve())
    machine = {
        "python": platform.python_version(),
        "pyzmq": zmq.__version__,
        "libzmq": zmq.zmq_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
    }
    if chosen.json:
        print(json.dumps({"machine": machine, "rows": [row.as_map() for row in rows]}, indent=2))
    else:
        print(" · ".join(f"{key} {value}" for key, value in machine.items()))
        print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
