"""What bots cost others: a table's latency beside five tables of bots, and beside five of headless players.

The headless players act as often as the bots did. Each window has a host of its own, by turns.
"""

import contextlib
import itertools
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import zmq
from sheep_common import messages as m
from sheep_support.attacks.guests import Guest
from sheep_support.attacks.measured import Player, measure
from sheep_support.host_processes import Listening, RunningHost
from sheep_support.people import Event, Person

from benches.figures import Figure, Run, middle, percentile

TABLES, SEATS = 5, 2
GAMES = ("battle-sheep", "leadersheep")
SETTLING = 4.0
"""Seconds from the first game to the measured window: programs that think are started once."""


class Watcher(Guest):
    """Sees the tables of the others, and counts their actions."""

    def __init__(self, *arguments: Any) -> None:
        self.seen: dict[str, int] = {}
        super().__init__(*arguments)

    def take(self) -> m.ToClient:
        """Take the next message, and count."""
        message = super().take()
        if isinstance(message, m.Update):
            self.seen[message.table] = message.version
        return message

    def total(self) -> int:
        """Return how many actions it has seen in all."""
        return sum(self.seen.values())


class Paced(Person):
    """A headless player who waits before each action."""

    pause = 1.0

    def _act(self, update: Event) -> None:
        if update["legal"]:
            waiting = threading.Timer(self.pause, super()._act, (update,))
            waiting.daemon = True
            waiting.start()


class Window:
    """One host with the measured table, and somebody who watches all others."""

    def __init__(self, where: Listening, context: "zmq.Context[Any]") -> None:
        self.where = where
        rng = Random(7)
        self.players = [Player(context, where.server, where.port, f"Player {seat}", rng) for seat in range(2)]
        self.watcher = Watcher(context, where.server, where.port, "Watcher", rng)
        self.helper = Guest(context, where.server, where.port, "Helper", rng)
        """Nobody owns more than four tables."""
        table = self.players[0].ask(m.New, m.Table, game="battle-sheep", seats=2).table.id
        for player in self.players:
            player.start()
            player.ask(m.Sit, m.Table, table=table)
        for player in self.players:
            player.send(m.Ready, table=table)

    def open_tables(self) -> list[tuple[Guest, str]]:
        """Open the others' tables, of both games, and watch them; return them with their owners."""
        owners = itertools.cycle([self.watcher, self.helper])
        opened = [
            (owner, owner.ask(m.New, m.Table, game=game, seats=SEATS).table.id)
            for owner, game in zip(owners, itertools.islice(itertools.cycle(GAMES), TABLES), strict=False)
        ]
        for _, table in opened:
            self.watcher.ask(m.Watch, m.Table, table=table)
        return opened

    def run(self, seconds: float) -> Run:
        """Measure; `done` are the others' actions."""
        measure(self.players, SETTLING, [self.watcher])
        before = self.watcher.total()
        waits = measure(self.players, seconds, [self.watcher])
        return Run(self.watcher.total() - before, seconds, waits)


def beside_bots(level: str, seconds: float, folder: Path) -> Run:
    """Measure beside tables of bots."""
    with _window(folder) as window:
        for owner, table in window.open_tables():
            for seat in range(SEATS):
                owner.ask(m.Bot, m.Table, table=table, seat=seat, level=level)
        return window.run(seconds)


def beside_headless(pause: float, seconds: float, folder: Path) -> Run:
    """Measure beside tables of headless players who wait so many seconds before each action."""
    with _window(folder) as window, contextlib.ExitStack() as stack:
        for number, (_, table) in enumerate(window.open_tables()):
            people = [
                Paced(folder / "people", f"P{number} {seat}", f"127.0.0.1:{window.where.port}")
                for seat in range(SEATS)
            ]
            for person in people:
                stack.callback(person.close)
                person.pause = pause
                person.plays = True
                person.ask(f"/sit {table}")
            for person in people:
                person.ask("/ready")
        return window.run(seconds)


@contextlib.contextmanager
def _window(folder: Path) -> Iterator[Window]:
    context: zmq.Context[Any] = zmq.Context()
    with (
        tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data,
        RunningHost(Path(data), "--no-discovery") as host,
    ):
        try:
            yield Window(host.listening(), context)
        finally:
            context.destroy(linger=0)


def measure_bots(quick: bool, folder: Path, level: str = "hard") -> list[Figure]:
    """Measure beside bots and beside headless players by turns."""
    runs: list[tuple[Run, Run]] = []
    for _ in range(1 if quick else 4):
        bots = beside_bots(level, 3.0 if quick else 15.0, folder)
        pause = TABLES * bots.seconds / max(1, bots.done)
        runs.append((bots, beside_headless(pause, bots.seconds, folder)))
    figures: list[Figure] = []
    for name, found in (
        (f"bots, {level}", [run for run, _ in runs]),
        ("headless players", [run for _, run in runs]),
    ):
        for share in (0.5, 0.99):
            waits = [percentile(run.waits, share) for run in found]
            figures.append(middle(f"wait beside {name}, p{share * 100:.0f}", "ms", waits))
        figures.append(middle(f"actions of {name}", "1/s", [run.rate for run in found]))
    return figures
