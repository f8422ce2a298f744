"""A host that stands still while clocks run: a lid that closes, a machine that is suspended."""

import os
import signal
import sys
import time
from typing import Any

import pytest
from sheep_support.pace import settled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops a process by a signal")

ASLEEP = float(os.environ.get("SHEEP_ASLEEP", "9.5"))
"""Seconds: more than the gap that is called sleep, and more than anybody's time for an action."""
MOVE_TIME = 8


def test_nobody_loses_time_or_a_seat_while_the_host_sleeps(host: Any, seated: Any) -> None:
    """Who was to act has the time that was left, is at the seat, and plays on; no bot has played."""
    arguments = ("--game", "battle-sheep", "--seats", "2", "--move-time", str(MOVE_TIME), "--no-discovery")
    at = host(*arguments).listening()
    people = seated(at.port, "Ana", "Bo")
    for each in people:
        each.wait(lambda event: event.get("version", 0) >= 4)
        each.plays = False
    version = settled(lambda: max(each.update["version"] for each in people), 0.5)
    os.kill(at.pid, signal.SIGSTOP)
    time.sleep(ASLEEP)
    os.kill(at.pid, signal.SIGCONT)
    for each in people:  # answered once the link is back
        assert each.ask("/tables")["event"] == "tables"
    assert [max(update["version"] for update in each.all("update")) for each in people] == [version] * 2
    for each in people:
        each.play()
    overs = [each.wait_for("over", patience=60) for each in people]
    assert overs[0]["outcome"] == overs[1]["outcome"]
    for each in people:
        seats = [table["seats"] for table in each.all("table")]
        assert all(seat is None or seat["bot"] is None for shown in seats for seat in shown)
