"""Compare the counts of perft files with what the rules give; see scripts/perft."""

import argparse
import time
from pathlib import Path

from sheep_common.streams import settled
from sheep_support.games.perft import mismatch, read_cases

CASES = Path(__file__).resolve().parent.parent / "tests" / "common" / "perft"


def main() -> int:
    """Run every case of every file; return 1 when a count is wrong."""
    parser = argparse.ArgumentParser(prog="perft", description="Count games of Battle Sheep.")
    parser.add_argument("depth", nargs="?", type=int, default=99, help="go no deeper (default: all)")
    depth = parser.parse_args().depth
    wrong = 0
    for file in sorted(CASES.glob("*.txt")):
        for case in read_cases(file.read_text(encoding="utf-8")):
            print(case.name, flush=True)
            for known in sorted(known for known in case.counts if known <= depth):
                start = time.monotonic()
                found = mismatch(case, known)
                wrong += found is not None
                said = found or f"perft {known}: {case.counts[known]}"
                print(f"  {said} ({time.monotonic() - start:.1f} s)", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(settled("scripts/perft", main))
