"""Bots that crash, hang or are killed, as processes: they are replaced, and the table goes on."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sheep_common import messages
from sheep_support.host_processes import Player, RunningHost, children_of, is_running, kill, players, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc and sends signals")

LONG = "position=0,0:0x16 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 0,2:1x16 1,2 2,2 3,2 4,2 5,2 6,2 7,2 8,2"
IMPATIENT = "from sheep_host.supervisor import bots; bots.HANGS = 3.0"


class Table:
    """A host at whose table bots alone play, watched from outside."""

    def __init__(self, host: RunningHost, pid: int, watcher: Player) -> None:
        self.host = host
        self._pid = pid
        self._watcher = watcher

    def bots(self) -> int:
        """Return the id of the bots' process."""
        until(lambda: len(self._others()) == 1)
        return self._others()[0]

    def thinkers(self) -> list[int]:
        """Return the ids of the programs that think, as soon as there is one."""
        bots = self.bots()
        until(lambda: _descendants(bots) != [])
        return _descendants(bots)

    def version(self, patience: float) -> int:
        """Wait for the game to go on; return its new version."""
        end = time.monotonic() + patience
        while True:
            message = self._watcher.receive(max(0.01, end - time.monotonic()))
            if isinstance(message, messages.Update):
                self._watcher.send(messages.Ack(table=message.table, version=message.version))
                return message.version

    def goes_on(self, steps: int, patience: float) -> None:
        """See the game go on by some steps, each within a time."""
        for _ in range(steps):
            self.version(patience)

    def _others(self) -> list[int]:
        return [pid for pid in children_of(self.host.process.pid) if pid != self._pid and is_running(pid)]


def _descendants(pid: int) -> list[int]:
    """Return the ids of a process's children, whichever of its threads has started them."""
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in file.read_text().split()]
    return [child for child in found if is_running(child)]


@contextmanager
def playing(folder: Path, *arguments: str, first: str = "") -> Iterator[Table]:
    with RunningHost(folder / "data", *arguments, first=first) as host:
        at = host.listening()
        with players(at.server, at.port) as make:
            watcher = make()
            watcher.hello("Ana")
            tables = watcher.ask(messages.Tables(id=watcher.next_id()))
            assert isinstance(tables, messages.TableList)
            watcher.ask(messages.Watch(id=watcher.next_id(), table=tables.tables[0].id))
            yield Table(host, at.pid, watcher)


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Table]:
    """Give two bots who need no thinkers."""
    arguments = ("--game", "battle-sheep", "--bots", "2", "--option", LONG, "--bot-delay", "0.4")
    with playing(tmp_path, *arguments, first=IMPATIENT) as table:
        table.goes_on(2, 20)
        yield table


@pytest.fixture
def thoughtful(tmp_path: Path) -> Iterator[Table]:
    """Give three bots who think for a second each time."""
    arguments = ("--game", "leadersheep", "--bots", "3:hard", "--bot-delay", "0")
    with playing(tmp_path, *arguments) as table:
        table.goes_on(2, 20)
        yield table


def test_bots_whose_process_is_killed_are_back_and_play_on(quick: Table) -> None:
    old = quick.bots()
    kill(old)
    quick.goes_on(2, 20)
    assert quick.bots() != old


def test_bots_whose_process_stands_still_are_replaced_and_play_on(quick: Table) -> None:
    """In the middle of a turn, without clocks: the supervisor misses their signs of life."""
    old = quick.bots()
    os.kill(old, signal.SIGSTOP)
    quick.goes_on(2, 20)
    assert quick.bots() != old
    assert not is_running(old)
    assert "the bots hang" in quick.host.log


def test_bots_that_are_alive_are_left_alone(quick: Table) -> None:
    """For longer than it takes to miss them."""
    old = quick.bots()
    quick.goes_on(1, 20)  # not more: by chance the game may be a short one
    time.sleep(4)
    assert quick.bots() == old
    assert "hang" not in quick.host.log


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGSTOP])
def test_thinkers_that_are_killed_or_stand_still_cost_a_thought_each(
    thoughtful: Table, way: signal.Signals
) -> None:
    """The bots are the same, and find others to think."""
    old, bots = thoughtful.thinkers(), thoughtful.bots()
    for pid in old:
        os.kill(pid, way)
    thoughtful.goes_on(4, 12)
    assert thoughtful.bots() == bots
    until(lambda: bool(set(thoughtful.thinkers()) - set(old)))
    until(lambda: not any(map(is_running, old)), 20)


def test_nobody_outlives_a_host_whose_bots_think(thoughtful: Table) -> None:
    """Whatever they are thinking of then."""
    family = [thoughtful.bots(), *thoughtful.thinkers()]
    assert thoughtful.host.stop() == 0
    until(lambda: not any(map(is_running, family)), 10)
