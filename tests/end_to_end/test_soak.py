"""Hosts killed at random instants in games of both kinds; `scripts/soak` does it at any length."""

import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parents[2] / "scripts" / "_soak.py"


@pytest.mark.long(reason="ten kills in whole games; one or three of each kind are in test_killed_hosts.py")
@pytest.mark.skipif(sys.platform != "linux", reason="the soak looks into /proc")
def test_a_short_soak_loses_nothing() -> None:
    """Both kinds of kill and both games; what was seen is stored, all are back in time, records check."""
    done = subprocess.run(
        [sys.executable, str(SOAK), "--kills", "5"], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("killed;") == 2
