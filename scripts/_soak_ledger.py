"""What a soak compares: every view that anybody saw with what the store makes of the same version."""

import os
import signal
import sqlite3
import tempfile
from pathlib import Path
from shutil import copyfile
from typing import Any

import msgspec
from sheep_common.games import GAMES
from sheep_common.replay import Reached, replay
from sheep_host.store.store import FILE
from sheep_support.host_processes import until
from sheep_support.people import Person

STOP = getattr(signal, "SIGSTOP", signal.SIGTERM)
CONTINUE = getattr(signal, "SIGCONT", signal.SIGTERM)
"""Linux alone runs a soak; the names of others are for the types."""

Records = dict[tuple[str, int], list[str]]
"""The lines of each campaign of each table."""


def stopped(pid: int) -> bool:
    """Tell whether a process stands still (Linux)."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def stored(data: Path, pid: int | None) -> Records:
    """Return the lines that are in a store; the host that has it, `pid`, stands still meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / FILE
        if pid is not None:
            os.kill(pid, STOP)
        try:
            if pid is not None:
                until(lambda: stopped(pid), pause=0.001)
            for suffix in ("", "-wal"):
                if (data / f"{FILE}{suffix}").exists():
                    copyfile(data / f"{FILE}{suffix}", f"{copy}{suffix}")
        finally:
            if pid is not None:
                os.kill(pid, CONTINUE)
        connection = sqlite3.connect(copy)
        query = "SELECT table_id, campaign, line FROM lines ORDER BY table_id, campaign, number"
        found: Records = {}
        for table, campaign, line in connection.execute(query):
            found.setdefault((table, campaign), []).append(line)
        connection.close()
    return found


class Ledger:
    """The course of one table, as its store has it, and how much of what people saw was compared with it."""

    def __init__(self) -> None:
        self.records: Records = {}
        self.compared = 0
        self._course: dict[int, Reached[Any]] = {}
        self._read: dict[Person, int] = {}

    def compare(self, records: Records, people: list[Person], seen: dict[Person, int]) -> None:
        """Hold all that people saw up to a number of events against the store; AssertionError if it differs.

        What was stored before must still be there: a record only grows.
        """
        for at, lines in self.records.items():
            assert records.get(at, [])[: len(lines)] == lines, f"lines of {at} are lost"
        self.records = records
        self._course = dict(
            enumerate((each for at in sorted(records) for each in replay(records[at], GAMES)), 1)
        )
        for person in people:
            begin = self._read.get(person, 0)
            for event in person.events[begin : seen[person]]:
                if event["event"] == "update":
                    self._compare(person, event)
            self._read[person] = seen[person]

    def _compare(self, person: Person, update: dict[str, Any]) -> None:
        reached = self._course.get(update["version"])
        assert reached is not None, f"{person.name} saw version {update['version']}, which is not stored"
        view = msgspec.to_builtins(reached.game.view(reached.state, update["seat"]))
        assert msgspec.json.decode(msgspec.json.encode(view)) == update["view"], (
            f"{person.name} saw another version {update['version']} than is stored"
        )
        self.compared += 1
