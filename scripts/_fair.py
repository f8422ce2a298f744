"""Measure a table while others flood, stand still, and come and go; see scripts/fair."""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from sheep_common.streams import settled

if sys.platform != "win32":
    from sheep_support.attacks.fair import fairness


def main() -> int:
    """Print the p99 of each window; return 1 where the storm doubles it."""
    parser = argparse.ArgumentParser(prog="scripts/fair", description=__doc__)
    parser.add_argument("--rounds", type=int, default=6, metavar="N", help="of a quiet and a stormy window")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="a window")
    chosen = parser.parse_args()
    if sys.platform != "win32":
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            fairness(Path(folder)) as fair,
        ):
            quiet, storm = fair.windows(chosen.rounds, chosen.seconds)
            fair.clear_up()
            fair.see_that_all_are_whole()
        ratio = statistics.median(storm) / statistics.median(quiet)
        for name, windows in (("quiet", quiet), ("storm", storm)):
            shown = " ".join(f"{p99:.1f}" for p99 in windows)
            print(f"{name}: p99 of each window {shown} ms; in the median {statistics.median(windows):.1f} ms")
        print(f"the storm makes it {ratio:.2f} times as long; those who were stopped are whole again")
        return 0 if ratio < 2 else 1
    return parser.error("people are stopped and continued by signals, which this system has not")


if __name__ == "__main__":
    raise SystemExit(settled("scripts/fair", main))
