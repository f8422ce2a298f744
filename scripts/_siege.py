"""Let strangers do what TCP and libzmq allow, one after another; see scripts/siege."""

import argparse
import tempfile
from contextlib import nullcontext
from pathlib import Path

from sheep_common.streams import settled
from sheep_support.attacks.honest import Honest, memory_of, percentile
from sheep_support.attacks.raw import ATTACKS, attacked
from sheep_support.attacks.served import Served
from sheep_support.host_processes import players

MOST = 150.0
"""Megabytes that the host process must stay below."""


def main() -> int:
    """Print a line for each attack; return 1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="scripts/siege", description=__doc__)
    parser.add_argument("attacks", nargs="*", help=f"some of {' '.join(ATTACKS)}; none named: all")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="for each attack")
    chosen = parser.parse_args()
    fine = True
    print(f"{'attack':10}  {'p50 ms':>8}  {'p99 ms':>8}  {'newcomer ms':>11}  {'most MB':>8}")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        Served(Path(folder)) as host,
        players(host.server, host.port) as make,
    ):
        honest = Honest(make)
        for attack in ("none", *(chosen.attacks or ATTACKS), "none"):
            strangers = attacked(attack, host.server, host.port) if attack != "none" else nullcontext()
            with memory_of(host) as most, strangers:
                waits, comings = honest.ask_for(chosen.seconds)
            p50, p99, new = percentile(waits, 0.5), percentile(waits, 0.99), percentile(comings, 0.5)
            print(f"{attack:10}  {p50:8.1f}  {p99:8.1f}  {new:11.1f}  {most.value:8.1f}", flush=True)
            fine &= most.value < MOST and host.process.poll() is None
    for line in host.log[-20:]:
        print("  log:", line.rstrip())
    print("all is well" if fine else "SOMETHING IS WRONG: see above")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(settled("scripts/siege", main))
