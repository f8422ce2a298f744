"""See whether a host grows: guests who come and go, whole games; see scripts/leaks."""

import argparse
import tempfile
import time
from pathlib import Path

import zmq
from sheep_common.net import sockets
from sheep_common.streams import settled
from sheep_support.attacks import footprint, guests
from sheep_support.attacks.footprint import Footprint
from sheep_support.host_processes import Listening, RunningHost

PARTS = 10
SLACK = 8.0
"""Megabytes between the first look, when everything was done for a while, and the last."""


def main() -> int:
    """Print what the processes hold as time goes on; return 1 where they grow."""
    parser = argparse.ArgumentParser(prog="scripts/leaks", description=__doc__)
    help_cycles = "of join, open a table, sit, leave, close"
    parser.add_argument("--cycles", type=int, default=10_000, metavar="N", help=help_cycles)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="of both kinds, in turn")
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        RunningHost(Path(folder) / "data", "--no-discovery") as host,
    ):
        try:
            fine = run(host, host.listening(), chosen.cycles, chosen.games)
        except AssertionError as error:
            print(f"{error}; the host's log ends with: {host.log[-2000:]}")
            fine = False
    print("all is well" if fine else "SOMETHING GROWS: see above")
    return 0 if fine else 1


def run(host: RunningHost, at: Listening, cycles: int, games: int) -> bool:
    """Do the cycles and the games; return whether the host and its supervisor stay as they are."""
    sockets.seed_libc()
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    pids = {"host": at.pid, "supervisor": host.process.pid}
    looks: dict[str, list[Footprint]] = {name: [] for name in pids}
    began = time.monotonic()
    for part in range(PARTS):
        for number in range(part * cycles // PARTS, (part + 1) * cycles // PARTS):
            guests.come_and_go(context, at.server, at.port, number)
        for number in range(part * games // PARTS, (part + 1) * games // PARTS):
            game, seats = ("battle-sheep", 2) if number % 2 else ("leadersheep", 3)
            guests.play(context, at.server, at.port, game, seats, number)
        host.events.clear()
        time.sleep(0.5)
        for name, pid in pids.items():
            looks[name].append(footprint.of(pid))
        done = f"{(part + 1) * cycles // PARTS} cycles, {(part + 1) * games // PARTS} games"
        held = "; ".join(f"{name} {look[-1]}" for name, look in looks.items())
        print(f"{time.monotonic() - began:6.0f} s  {done}: {held}", flush=True)
    context.destroy(0)
    return all(flat(look) for look in looks.values())


def flat(looks: list[Footprint]) -> bool:
    """Tell whether nothing has grown since the second look."""
    first, last = looks[1], looks[-1]
    return (
        last.megabytes - first.megabytes < SLACK
        and last.threads <= first.threads
        and last.files <= first.files
    )


if __name__ == "__main__":
    raise SystemExit(settled("scripts/leaks", main))
