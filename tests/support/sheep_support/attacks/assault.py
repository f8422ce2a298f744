"""Hostile frames through real sockets at a host process. For tests and `scripts/fuzz` alone."""

import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import zmq
from sheep_common import messages, wire
from sheep_common.messages import CODES

from sheep_support.attacks.hostile import Hostile
from sheep_support.host_processes import Player

LOOSE = {
    "limits": {
        "requests_a_second": 1e9,
        "requests_at_once": 10**9,
        "chats_a_second": 1e9,
        "chats_at_once": 10**9,
        "tables": 12,
    },
    "bounds": {"frames_a_second": 1e9, "frames_at_once": 1e9, "flood": 1e9},
}
"""For `served.Served`: nobody is too fast, so that everything is looked at."""
ATTACKERS = 6


class Assault:
    """A few connections that send frames, and one honest player who must be answered all the while."""

    def __init__(self, make: Callable[..., Player], seed: int) -> None:
        self.rng = Random(seed)  # noqa: S311 - a run is to be the same each time
        self.hostile = Hostile(self.rng)
        self.said: Counter[str] = Counter()
        self.latencies: list[float] = []
        self._sent = 0
        self._honest = make()
        self._attackers = [make() for _ in range(ATTACKERS)]
        for number, player in enumerate((self._honest, *self._attackers)):
            if not isinstance(player.hello(f"Player {number}"), messages.Welcome):
                raise AssertionError("nobody is let in")  # noqa: TRY004 - a test has failed

    def run(self, frames: int) -> None:
        """Send so many; AssertionError where the host answers what it must not, or nobody."""
        for _ in range(frames):
            self._sent += 1
            attacker = self._attackers[self._sent % ATTACKERS]
            self._send(attacker)
            if self._sent % 200 == 0:
                self._ask()
            if self.rng.random() < 0.01:  # it may have said `bye`, or lost its connection by a frame too big
                hello = messages.Hello(id=10**9 + self._sent, protocol=1, name=f"M {self._sent % 50}")
                attacker.send(hello)
        for attacker in self._attackers:
            while attacker.socket.poll(100):
                self._drain(attacker)
        self._ask()

    def _send(self, attacker: Player) -> None:
        frame = self.hostile.frame()
        while True:
            self._drain(attacker)
            try:
                attacker.socket.send(frame, zmq.NOBLOCK)
            except zmq.Again:
                attacker.socket.poll(100, zmq.POLLOUT | zmq.POLLIN)
                continue
            return

    def _drain(self, attacker: Player) -> None:
        while attacker.socket.poll(0):
            message: Any = wire.decode_to_client(attacker.socket.recv())
            name = type(message).__name__
            if isinstance(message, messages.Refused):
                if message.code not in CODES or not message.text:
                    raise AssertionError(f"a refusal without a code: {message}")
                name = message.code
            elif isinstance(message, messages.TableList):
                self.hostile.tables = [table.id for table in message.tables]
            elif isinstance(message, messages.Update) and message.legal:
                self.hostile.actions = [(message.table, message.version, self.rng.choice(message.legal))]
            self.said[name] += 1

    def _ask(self) -> None:
        began = time.monotonic()
        answer = self._honest.ask(messages.Tables(id=self._honest.next_id()), 10)
        self.latencies.append((time.monotonic() - began) * 1000)
        if not isinstance(answer, messages.TableList):
            raise AssertionError(f"the honest player got {answer}")  # noqa: TRY004 - a test has failed
