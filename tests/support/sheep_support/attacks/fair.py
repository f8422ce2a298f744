"""One table among people who flood, stand still, and come and go: how long its actions take.

Quiet and disturbed windows alternate in one run, since only those can be compared. For tests and scripts.
"""

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import zmq
from sheep_common import messages
from sheep_common.net import sockets

from sheep_support.attacks.guests import Guest
from sheep_support.attacks.honest import percentile
from sheep_support.attacks.measured import Player, measure
from sheep_support.attacks.raw import attacked
from sheep_support.attacks.served import Served
from sheep_support.people import Person

assert sys.platform != "win32", "nobody can be stopped and continued there"  # noqa: S101 - so mypy knows

STANDING_BACK = 5
"""How much the attackers stand back from the processor, in the system's steps."""
SETTLING = 0.3
"""Seconds from a change of weather to the measured window."""


class Fairness:
    """The measured table, a flood, a churn of links, a stopped player, and a stopped watcher of the table."""

    def __init__(
        self, host: Served, folder: Path, context: "zmq.Context[Any]", stack: contextlib.ExitStack
    ) -> None:
        self._host = host
        self._context = context
        sockets.seed_libc()
        rng = Random(7)  # noqa: S311 - the same games each time
        self.players = [Player(context, host.server, host.port, f"Player {seat}", rng) for seat in range(2)]
        self.table = self.players[0].ask(messages.New, messages.Table, game="battle-sheep", seats=2).table.id
        for player in self.players:
            player.start()
            player.ask(messages.Sit, messages.Table, table=self.table)
        self.watcher, self.stopped, self.other = (
            Person(folder, name, f"127.0.0.1:{host.port}") for name in ("Watcher", "Stopped", "Other")
        )
        for person in self.people:
            stack.callback(person.close)
        self._seat_people()
        # They have machines of their own: what counts is the host's time that they take.
        self._attackers = [
            stack.enter_context(attacked(attack, host.server, host.port, STANDING_BACK))
            for attack in ("flood", "churn")
        ]
        for player in self.players:
            player.send(messages.Ready, table=self.table)
        self.measure(0.5)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone who is a real client."""
        return self.watcher, self.stopped, self.other

    def windows(self, rounds: int, seconds: float) -> tuple[list[float], list[float]]:
        """Return each window's p99 in milliseconds: the quiet ones', and the disturbed ones'."""
        quiet, disturbed = [], []
        for _ in range(rounds):
            with self._weather(storm=False):
                quiet.append(percentile(self.measure(seconds), 0.99))
            with self._weather(storm=True):
                disturbed.append(percentile(self.measure(seconds), 0.99))
        return quiet, disturbed

    def measure(self, seconds: float) -> list[float]:
        """Play on for a while; return the milliseconds from each action to its update."""
        return measure(self.players, seconds)

    def clear_up(self) -> None:
        """End the storm for good; those who were stopped go on."""
        for attacker in self._attackers:
            attacker.kill()
        for person in self.people:
            person.process.send_signal(signal.SIGCONT)

    def see_that_all_are_whole(self) -> None:
        """After the storm: who was stopped sees what all others see, and plays on to the end."""
        self.measure(0.5)
        fresh = Guest(self._context, self._host.server, self._host.port, "Fresh", Random(0))  # noqa: S311
        fresh.ask(messages.Watch, messages.Table, table=self.table)
        shown = fresh.take()
        while not isinstance(shown, messages.Update):
            shown = fresh.take()
        fresh.bye()
        seen = self.watcher.wait(lambda event: event.get("version") == shown.version)
        if seen["view"] != shown.view:
            raise AssertionError("the watcher who was stopped sees another game")
        for person in (self.stopped, self.other):
            person.play()
        overs = [person.wait_for("over") for person in (self.stopped, self.other)]
        if overs[0]["outcome"] != overs[1]["outcome"]:
            raise AssertionError(f"the player who was stopped sees another end: {overs}")

    def _seat_people(self) -> None:
        opened = self.stopped.ask("/new battle-sheep 2")
        for person in (self.stopped, self.other):
            person.ask(f"/sit {opened['id']}")
        for person in (self.stopped, self.other):
            person.ask("/ready")
        self.watcher.ask(f"/watch {self.table}")

    @contextlib.contextmanager
    def _weather(self, *, storm: bool) -> Iterator[None]:
        """Let a storm begin, or end, and settle for a moment."""
        for attacker in self._attackers:
            attacker.send_signal(signal.SIGCONT if storm else signal.SIGSTOP)
        for person in (self.watcher, self.stopped):
            person.process.send_signal(signal.SIGSTOP if storm else signal.SIGCONT)
        self.measure(SETTLING)
        yield


@contextlib.contextmanager
def fairness(folder: Path, **serve: Any) -> Iterator[Fairness]:
    """Give the measured table and everyone around it, at a host of their own."""
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(Served(folder / "data", **serve))
        context: zmq.Context[Any] = zmq.Context()
        stack.callback(context.destroy, 0)
        yield Fairness(host, folder / "people", context, stack)
