"""Send hostile frames through wire and core, and through sockets; see scripts/fuzz."""

import argparse
import gc
import os
import statistics
import tempfile
import time
from pathlib import Path

from sheep_common.streams import settled
from sheep_host.supervisor import memory
from sheep_support.attacks.assault import LOOSE, Assault
from sheep_support.attacks.core import Siege
from sheep_support.attacks.served import Served
from sheep_support.host_processes import players

PART = 20
"""Parts of a run after each of which memory is looked at."""
SLACK = 16.0
"""Megabytes that memory may grow from the first quarter of a run to its end."""


def main() -> int:
    """Run what is asked for; return 1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000, metavar="N", help="through wire and core")
    parser.add_argument("--socket", type=int, default=10_000, metavar="N", help="through a socket")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    chosen = parser.parse_args()
    fine = core(chosen.frames, chosen.seed) if chosen.frames else True
    if chosen.socket:
        fine &= socket(chosen.socket, chosen.seed)
    print("all is well" if fine else "SOMETHING IS WRONG: see above")
    return 0 if fine else 1


def core(frames: int, seed: int) -> bool:
    """Through wire and core, in this process; an AssertionError is the finding."""
    siege = Siege(seed)
    began = time.monotonic()
    sizes: list[float] = []
    for _ in range(PART):
        siege.run(max(1, frames // PART))
        siege.check_bounds()
        gc.collect()
        sizes.append((memory.resident(os.getpid()) or 0) / 2**20)
    print(f"wire and core: {siege.frames} frames in {time.monotonic() - began:.0f} s, seed {seed}")
    print("  answered:", ", ".join(f"{what} {count}" for what, count in siege.said.most_common()))
    return report([f"{size:.1f}" for size in sizes], sizes)


def socket(frames: int, seed: int) -> bool:
    """Through sockets, at a host process."""
    sizes: list[float] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with Served(Path(folder), **LOOSE) as host, players(host.server, host.port) as make:
            assault = Assault(make, seed)
            began = time.monotonic()
            for _ in range(PART):
                assault.run(max(1, frames // PART))
                sizes.append(host.resident())
            took = time.monotonic() - began
            alive = host.process.poll() is None
        faults = [line for line in host.log if "failed" in line or "fault" in line or "Traceback" in line]
    median, worst = statistics.median(assault.latencies), max(assault.latencies)
    print(f"through sockets: {frames} frames in {took:.0f} s; an honest player waited {median:.1f} ms in the")
    print(f"  median, {worst:.0f} ms at worst; the host {'lives' if alive else 'IS DEAD'}")
    print("  answered:", ", ".join(f"{what} {count}" for what, count in assault.said.most_common()))
    for line in faults[:5]:
        print("  log:", line.rstrip())
    return report([f"{size:.1f}" for size in sizes], sizes) and alive and not faults


def report(shown: list[str], sizes: list[float]) -> bool:
    """Print the sizes, and say whether memory stayed flat."""
    print("  memory (MB):", " ".join(shown))
    return sizes[-1] - max(sizes[: PART // 4]) < SLACK


if __name__ == "__main__":
    raise SystemExit(settled("scripts/fuzz", main))
