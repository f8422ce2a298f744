"""`scripts/bench SUBJECT`: measure, print a table, or JSON."""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

import zmq
from sheep_common.streams import settled

from benches import play
from benches.figures import Figure, compare, table
from benches.play import Plan

SUBJECTS = {
    "play": "whole games at a real host, by turns with a durable echo, or with another commit",
    "link": "the yardstick alone: a bare CURVE echo, with a durable commit a batch and without",
    "scale": "what grows with sessions, tables, watchers and steps, beside a small host; memory",
    "rules": "random games and perft a second; what view, apply and the rest of a step cost",
    "where": "where the time of an action goes, part by part",
    "startup": "sheep-join to its first frame",
    "screen": "from a key to the painted frame",
    "bots": "a table beside ten bots, and beside ten headless players",
}


def _scale(plan: Plan, quick: bool) -> list[Figure]:
    from benches import room, scale

    sizes = scale.Sizes(64, 16, 50, 20, 1000, 60) if quick else scale.Sizes()
    return [*scale.bench_scale(sizes, plan.rounds), *room.bench_room(plan, sizes.many_tables)]


def _rules(plan: Plan, quick: bool) -> list[Figure]:
    from benches import rules

    return rules.bench_rules(2 if quick else 30, plan.rounds)


def _where(plan: Plan, quick: bool) -> list[Figure]:
    del quick
    from benches import where

    return where.bench_where(plan)


def _startup(plan: Plan, quick: bool) -> list[Figure]:
    del plan
    from benches import startup

    return startup.measure(quick)


def _screen(plan: Plan, quick: bool) -> list[Figure]:
    del plan
    from benches import screen  # here and not above, because the others need no terminal

    return screen.measure(quick)


def _bots(plan: Plan, quick: bool) -> list[Figure]:
    from benches import bots

    return bots.measure_bots(quick, plan.folder)


BENCHES: dict[str, Callable[[Plan, bool], list[Figure]]] = {
    "play": lambda plan, quick: play.bench_play(plan, play.QUICK if quick else play.CASES),
    "link": lambda plan, quick: play.bench_link(plan),
    "scale": _scale,
    "rules": _rules,
    "where": _where,
    "startup": _startup,
    "screen": _screen,
    "bots": _bots,
}


def main() -> int:
    """Run the subjects that the command line names; 1 when one of their limits is missed."""
    chosen = _parser().parse_args()
    chosen.data.mkdir(parents=True, exist_ok=True)
    seconds = chosen.seconds or (0.6 if chosen.quick else 8.0)
    rounds = chosen.rounds or (1 if chosen.quick else 3)
    plan = Plan(seconds, rounds, chosen.data.resolve(), chosen.against)
    if not chosen.json:
        print(machine())
    figures: list[Figure] = []
    for subject in chosen.subjects:
        found = BENCHES[subject](plan, chosen.quick)
        figures += found
        print("\n".join(figure.as_line() for figure in found) if chosen.json else table(found), flush=True)
    if chosen.compare is not None:
        before = chosen.compare.read_text(encoding="utf-8").splitlines()
        print("\n".join(compare(figures, before)), file=sys.stderr if chosen.json else sys.stdout)
    return 0 if chosen.quick or all(figure.keeps is not False for figure in figures) else 1


def machine() -> str:
    """Return what the figures depend on: versions, system, cores."""
    facts = {
        "python": platform.python_version(),
        "pyzmq": zmq.__version__,
        "libzmq": zmq.zmq_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
    }
    return " · ".join(f"{key} {value}" for key, value in facts.items())


def _parser() -> argparse.ArgumentParser:
    subjects = "; ".join(f"{name}: {what}" for name, what in SUBJECTS.items())
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure Sheepfold on this machine. Exits 1 when a figure misses its limit.",
    )
    parser.add_argument("subjects", nargs="+", choices=list(SUBJECTS), metavar="SUBJECT", help=subjects)
    parser.add_argument(
        "--quick", action="store_true", help="a short run that shows that it works; misses no limit"
    )
    parser.add_argument("--seconds", type=float, help="of each run (8)")
    parser.add_argument(
        "--rounds", type=int, help="how often each is run, by turns with what is beside it (3)"
    )
    parser.add_argument(
        "--against",
        metavar="REV",
        help="play: by turns with the host of another commit, and not with the echo",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a figure and line")
    parser.add_argument(
        "--compare", type=Path, metavar="FILE", help="compare with what an earlier --json printed"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("build") / "bench",
        metavar="DIR",
        help="where the stores are written: on a disk; on a RAM disk commits cost nothing",
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(settled("scripts/bench", main))
