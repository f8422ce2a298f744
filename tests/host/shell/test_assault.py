"""Hostile frames through real sockets; `scripts/fuzz --socket` sends more."""

import sys
from pathlib import Path

import pytest
from sheep_support.attacks.assault import LOOSE, Assault
from sheep_support.attacks.served import Served
from sheep_support.host_processes import players


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_ten_thousand_hostile_frames_change_nothing_for_others(tmp_path: Path) -> None:
    """The host lives, its memory is flat, its log names no fault, and an honest player is answered."""
    with Served(tmp_path / "data", **LOOSE) as host, players(host.server, host.port) as make:
        assault = Assault(make, 1)
        assault.run(1_000)
        before = host.resident()
        assault.run(9_000)
        assert host.resident() - before < 16
        assert host.process.poll() is None
        assert {"malformed", "not-seated", "Who", "Welcome"} <= set(assault.said)
        assert sorted(assault.latencies)[len(assault.latencies) // 2] < 250
    assert not [line for line in host.log if "failed" in line or "fault" in line or "Traceback" in line]
