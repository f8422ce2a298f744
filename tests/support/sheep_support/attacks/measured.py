"""Players whose waits are measured: from each action to its update. For tests and scripts."""

import math
import time
from collections.abc import Sequence

import zmq
from sheep_common import messages

from sheep_support.attacks.guests import Guest

THINKING = 0.008
"""Seconds before an action: two players stay below the limit of requests, and leave the host idle times."""


class Player(Guest):
    """Plays at the measured table, game after game."""

    def start(self) -> None:
        """Forget what was measured, and what is under way."""
        self.waits: list[float] = []
        self.sent_at: float | None = None
        self.next: tuple[float, messages.Update] | None = None
        """When to act, and on what."""

    def take(self) -> messages.ToClient:
        """Take the next message and measure."""
        message = self._receive()
        if isinstance(message, messages.Update):
            if message.re is not None and self.sent_at is not None:
                self.waits.append((time.monotonic() - self.sent_at) * 1000)
                self.sent_at = None
            self.next = (time.monotonic() + THINKING, message)
        elif isinstance(message, messages.Over):
            self.send(messages.Rematch, table=message.table)
            self.send(messages.Ready, table=message.table)
        return message

    def think(self) -> float:
        """Act, if it is time; return the seconds until it will be."""
        if self.next is None:
            return 1.0
        left = self.next[0] - time.monotonic()
        if left <= 0:
            self.sent_at = time.monotonic()
            self._see(self.next[1])
            self.next = None
        return max(0.0, left)


def measure(players: Sequence[Player], seconds: float, others: Sequence[Guest] = ()) -> list[float]:
    """Let players play for a while; return the milliseconds from each action to its update.

    `others` are only listened to: they take what comes.
    """
    for player in players:
        player.waits = []
    by_socket = {guest.socket: guest for guest in (*players, *others)}
    poller = zmq.Poller()
    for socket in by_socket:
        poller.register(socket, zmq.POLLIN)
    end = time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        wait = min(end - now, *(player.think() for player in players))
        for socket, _events in poller.poll(math.ceil(wait * 1000)):
            by_socket[socket].take()
    return [wait for player in players for wait in player.waits]
