"""A table goes on while others flood, stand still, and come and go; `scripts/fair` measures it for longer."""

import statistics
import sys
from pathlib import Path

import pytest

ROUNDS = 3
SECONDS = 0.8
NOISE = 25.0
"""Milliseconds by which a machine that tests share may be late. A host that lets a flood in takes seconds."""


@pytest.mark.long(
    reason="it measures a storm for many seconds; tests/host/test_siege.py has the pace in short"
)
@pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signal")
def test_a_storm_at_the_host_hardly_shows_at_another_table(tmp_path: Path) -> None:
    """The p99 from action to update stays below twice the quiet one; who was stopped is whole again."""
    from sheep_support.attacks.fair import fairness

    with fairness(tmp_path) as fair:
        for last in (False, False, True):
            quiet, storm = fair.windows(ROUNDS, SECONDS)
            assert all(quiet)
            assert all(storm)
            # Others' work on the machine comes and goes, a flood that is let in stays.
            fair_enough = statistics.median(storm) < 2 * statistics.median(quiet) + NOISE
            assert fair_enough or not last, f"{quiet} {storm}"
            if fair_enough:
                break
        fair.clear_up()
        fair.see_that_all_are_whole()
