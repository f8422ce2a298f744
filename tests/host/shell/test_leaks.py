"""Guests come and go and play whole games, and the host is as it was; `scripts/leaks` does so for long."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zmq
from sheep_common.net import sockets
from sheep_support.attacks import footprint, guests
from sheep_support.attacks.served import Served
from sheep_support.host_processes import until
from sheep_support.pace import settled

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def context() -> Iterator[Any]:
    sockets.seed_libc()
    made: zmq.Context[Any] = zmq.Context()
    yield made
    made.destroy(0)


def test_guests_who_come_and_go_and_whole_games_leave_nothing_behind(tmp_path: Path, context: Any) -> None:
    """Every table closes, every connection ends, threads and files are as before, memory nearly so."""
    with Served(tmp_path / "data") as host:
        for number in range(30):
            guests.come_and_go(context, host.server, host.port, number)
        guests.play(context, host.server, host.port, "leadersheep", 3, 0)
        before = settled(lambda: footprint.of(host.pid))
        for number in range(150):
            guests.come_and_go(context, host.server, host.port, number)
        for number in range(4):
            game, seats = ("battle-sheep", 2) if number % 2 else ("leadersheep", 3)
            assert guests.play(context, host.server, host.port, game, seats, number) > 20
        until(lambda: footprint.of(host.pid).files <= before.files)
        after = footprint.of(host.pid)
        assert after.threads <= before.threads
        assert after.megabytes - before.megabytes < 4
        looker = guests.Guest(context, host.server, host.port, "Ana", guests.Random(0))
        assert looker.ask(guests.messages.Tables, guests.messages.TableList).tables == ()
        looker.bye()
