"""Kill hosts at random instants in games of both kinds; see scripts/soak. Linux: it looks into /proc.

After each kill: every view that anybody saw is what the store makes of that version, all are back within
three seconds of the host's being back, and the game goes on. At the end the records pass the check.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from _soak_ledger import Ledger, stored
from sheep_common.check import check
from sheep_common.games import GAMES
from sheep_common.streams import settled
from sheep_support.host_processes import RunningHost, children_of, is_running, kill, until
from sheep_support.people import Person

NAMES = ("Ana", "Bo", "Chloé", "Dédé")
BACK = 3.0
"""Seconds from the host's being back until everyone is, where no more than one process wants each core."""
PATIENCE = 60.0
REPLAY = "import sys; from sheep_client.replay_cli import main; sys.exit(main())"


class Table(threading.Thread):
    """One host with one table, its four players, and somebody who kills it."""

    def __init__(self, folder: Path, game: str, kills: int, seed: int) -> None:
        super().__init__(name=game)
        self.game, self.kills = game, kills
        self.returns: list[float] = []
        self.killed = {"host process": 0, "supervisor": 0}
        self.ledger = Ledger()
        self.checked = 0
        self.trouble: BaseException | None = None
        self._rng = random.Random(f"{game} {seed}")
        self._folder = folder
        self._data = folder / "host"
        self._port = 0
        self._over = threading.Event()
        self._last = threading.Event()
        self.people: list[Person] = []
        self._latest: dict[Person, tuple[int, dict[str, Any]]] = {}

    def run(self) -> None:
        """Play and kill; what goes wrong is kept for the main thread."""
        try:
            self._run()
        except BaseException as error:  # noqa: BLE001 - raised again by who joins this thread
            self.trouble = error
        finally:
            self._over.set()
            for person in self.people:
                person.close()

    def _run(self) -> None:
        self._host = self._start()
        pid = self._listen()
        where = f"127.0.0.1:{self._port}"
        self.people = [Person(self._folder / "people", name, where) for name in NAMES]
        for person in self.people:
            assert person.ask("/sit")["event"] == "table"
        playing = threading.Thread(target=self._play, daemon=True)
        playing.start()
        for person in self.people:
            person.wait_for("update", patience=PATIENCE)
        try:
            for number in range(self.kills):
                pid = self._kill(number, pid)
            self._finish(pid)
        finally:
            self._over.set()
            playing.join(PATIENCE)
            self._host.__exit__(None, None, None)

    # --- killing ----------------------------------------------------------------------------

    def _kill(self, number: int, pid: int) -> int:
        """Kill at a random instant and hold what follows against the promise; return the new process id."""
        time.sleep(self._rng.uniform(0.05, 1.2))
        marks = {person: len(person.events) for person in self.people}
        versions = [person.update["version"] for person in self.people]
        if number % 2 == 0:
            self.killed["host process"] += 1
            kill(pid)
        else:
            self.killed["supervisor"] += 1
            self._kill_supervisor()
        pid = self._listen()
        back = time.monotonic()
        for person in self.people:
            person.wait_for("welcome", marks[person], PATIENCE)
            self.returns.append(time.monotonic() - back)
        late = max(self.returns[-len(self.people) :])
        assert late <= BACK * _busy(), f"kill {number}: back after {late:.1f} s"
        seen = {person: len(person.events) for person in self.people}
        self.ledger.compare(stored(self._data, pid), self.people, seen)
        self._goes_on(max(versions), marks)
        return pid

    def _kill_supervisor(self) -> None:
        children = children_of(self._host.process.pid)
        self._host.process.kill()
        self._host.process.wait(PATIENCE)
        until(lambda: not any(map(is_running, children)), PATIENCE)
        self._host.__exit__(None, None, None)
        self._host = self._start()

    def _goes_on(self, version: int, marks: dict[Person, int]) -> None:
        """Wait until everyone has seen something new."""
        for person in self.people:
            person.wait(
                lambda event: event["event"] == "update" and event["version"] > version,
                marks[person],
                PATIENCE,
            )
            table = person.all("table")[-1]
            names = sorted(seat["name"] for seat in table["seats"] if seat)
            assert names == sorted(NAMES), f"the roster is {names}"

    def _start(self) -> RunningHost:
        return RunningHost(self._data, "--game", self.game, "--seats", "4", "--no-discovery", port=self._port)

    def _listen(self) -> int:
        event = self._host.event("listening", PATIENCE)
        self._port = event["port"]
        return int(event["pid"])

    # --- playing ----------------------------------------------------------------------------

    def _play(self) -> None:
        """Let all play at random, at a person's pace made short, game after game; the last one in haste."""
        asked: dict[Person, tuple[object, float]] = {}
        while not self._over.wait(0.002 if self._last.is_set() else self._rng.uniform(0.01, 0.08)):
            for person in self._rng.sample(self.people, len(self.people)):
                line, about = self._line(person)
                before, since = asked.get(person, (None, 0.0))
                if line is None or (about == before and time.monotonic() - since < 2):
                    continue
                asked[person] = (about, time.monotonic())
                person.say(line)
                break

    def _line(self, person: Person) -> tuple[str | None, object]:
        """Return what somebody would type now, and what about."""
        table, update = self._newest(person, "table"), self._newest(person, "update")
        state = table["state"]
        if state == "playing" and update is not None and update["legal"]:
            return self._rng.choice(update["legal"]), update["version"]
        if state == "over" and not self._last.is_set():
            return "/rematch", id(table)
        if state == "open":
            ready = {seat["name"] for seat in table["seats"] if seat and seat["ready"]}
            return (None if person.name in ready else "/ready"), id(table)
        return None, None

    def _newest(self, person: Person, kind: str) -> Any:
        """Return the newest event of a kind; what was looked at before is not looked at again."""
        read, newest = self._latest.setdefault(person, (0, {}))
        events = person.events[read:]
        newest |= {event["event"]: event for event in events}
        self._latest[person] = (read + len(events), newest)
        return newest.get(kind)

    # --- the end ----------------------------------------------------------------------------

    def _finish(self, pid: int) -> None:
        """Let the running game end, then check every record, and the last one by the command."""
        self._last.set()
        overs = [len(person.all("over")) for person in self.people]
        if self.people[0].all("table")[-1]["state"] == "playing":
            until(lambda: all(len(p.all("over")) > o for p, o in zip(self.people, overs, strict=True)), 120)
        assert all(person.process.poll() is None for person in self.people), "a client has ended"
        seen = {person: len(person.events) for person in self.people}
        self.ledger.compare(stored(self._data, pid), self.people, seen)
        assert self._host.stop() == 0
        records = sorted((self._data / "records").iterdir(), key=lambda path: path.stat().st_mtime)
        for path in records:
            assert list(check(path.read_bytes().splitlines(), GAMES))[-1].startswith("outcome"), path.name
        self.checked = len(records)
        command = [sys.executable, "-c", REPLAY, str(records[-1]), "--check"]
        assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


def main() -> int:
    """Soak; return 1 when something did not hold."""
    parser = argparse.ArgumentParser(prog="soak", description="Kill hosts in mid-game; check that all holds.")
    parser.add_argument("--kills", type=int, default=20, help="how many, over both games (default 20)")
    parser.add_argument("--seed", type=int, default=0, help="for other instants and other games")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        half = asked.kills // 2
        tables = [
            Table(Path(folder) / game, game, kills, asked.seed)
            for game, kills in (("battle-sheep", asked.kills - half), ("leadersheep", half))
        ]
        for table in tables:
            table.start()
        for table in tables:
            table.join()
    failed = [_report(table) for table in tables]
    return 1 if any(failed) else 0


def _busy() -> float:
    """Return how many times slower all must be expected here now, for what else runs; 1 for not at all."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)) if hasattr(os, "getloadavg") else 1.0


def _report(table: Table) -> bool:
    """Print how it went; tell whether something did not hold."""
    times = sorted(table.returns) or [0.0]
    late = sum(time > BACK for time in times)
    killed = " and ".join(f"{count} {what}" for what, count in table.killed.items())
    middle, most = statistics.median(times), times[int(len(times) * 0.95) - 1]
    print(
        f"{table.game}: {killed} killed; {table.ledger.compared} views compared with the store;"
        f" {table.checked} records pass the check; everyone back after {middle:.2f} s (median),"
        f" {most:.2f} s (p95), {times[-1]:.2f} s (longest); {late} of {len(times)} after over {BACK:g} s"
    )
    if table.trouble is not None:
        print(f"{table.game}: FAILED: {type(table.trouble).__name__}: {table.trouble}")
    return table.trouble is not None


if __name__ == "__main__":
    raise SystemExit(settled("scripts/soak", main))
