"""Whole games against a real host process: actions a second, and how long an action takes.

The players are one process with a socket each, as fast as the host answers; the time they need to
unpack and choose is in the figures. Nothing is left out: CURVE, the rules, the store with one
durable commit a turn, a view for every receiver.
"""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import zmq
from sheep_common import messages as m
from sheep_common.net import keys, sockets
from sheep_common.wire import decode_to_client, encode

from benches.figures import Figures

MANY = 100_000
GENEROUS = {
    "limits": {
        "requests_a_second": MANY,
        "requests_at_once": MANY,
        "sessions": MANY,
        "sessions_an_address": MANY,
        "tables": MANY,
    },
    "bounds": {
        "connections": MANY,
        "connections_of_loopback": MANY,
        "frames_a_second": MANY,
        "frames_at_once": MANY,
        "flood": MANY,
    },
}
"""Limits of the measured host: its rate limit would be what we measure otherwise."""


class Player:
    """One client: sits where it is told, gets ready, plays a random legal action at once."""

    def __init__(
        self, context: "zmq.Context[Any]", where: dict[str, Any], name: str, rng: random.Random
    ) -> None:
        pair = keys.new_pair()
        self.rng = rng
        self.name = name
        self.socket = context.socket(zmq.DEALER)
        sockets.set_client(self.socket, where["key"], pair.public, pair.secret)
        self.socket.connect(sockets.endpoint("127.0.0.1", where["port"]))
        self.last_id = 0
        self.sent_at: float | None = None
        self.table = ""
        self.ask(m.Hello, protocol=m.PROTOCOL, name=name)

    def ask(self, kind: Any, **fields: Any) -> None:
        """Send a request."""
        self.last_id += 1
        self.socket.send(encode(kind(id=self.last_id, **fields)))

    def receive(self) -> m.ToClient:
        """Take one message and acknowledge an update."""
        return decode_to_client(self.socket.recv())

    def wait_for(self, kind: Any, seconds: float = 10.0) -> Any:
        """Return the next message of a kind."""
        end = time.monotonic() + seconds
        while self.socket.poll(max(0, int((end - time.monotonic()) * 1000))):
            message = self.receive()
            if isinstance(message, m.Refused):
                raise RuntimeError(f"{self.name} was refused: {message.code}: {message.text}")
            if isinstance(message, kind):
                return message
        raise RuntimeError(f"{self.name} waited in vain for {kind.__name__}")

    def take(self, figures: Figures, warm: float) -> None:
        """Handle one message in play."""
        message = self.receive()
        if isinstance(message, m.Update):
            self._update(message, figures, warm)
        elif isinstance(message, m.Over):
            self.ask(m.Rematch, table=self.table)
            self.ask(m.Ready, table=self.table)

    def _update(self, update: m.Update, figures: Figures, warm: float) -> None:
        now = time.perf_counter()
        if update.re is not None and self.sent_at is not None:
            if self.sent_at >= warm:
                figures.latencies.append((now - self.sent_at) * 1000)
            self.sent_at = None
        if update.legal:
            self.sent_at = time.perf_counter()
            self.ask(m.Act, table=self.table, version=update.version, action=self.rng.choice(update.legal))
        else:
            self.socket.send(encode(m.Ack(table=self.table, version=update.version)))


def measure(name: str, game: str, tables: int, seats: int, seconds: float, folder: Path) -> Figures:
    """Play at so many tables for so long; the latency is from sending an action to its own update."""
    command = [sys.executable, "-m", "sheep_host.process.main"]
    log = (folder / "host.log").open("w")
    with (
        log,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        ) as host,
    ):
        if host.stdin is None or host.stdout is None:
            raise RuntimeError("the host has no pipes")
        serve = {
            "data": str(folder),
            "bind": "127.0.0.1",
            "port": 0,
            "host_name": "bench",
            **GENEROUS,
        }
        host.stdin.write(json.dumps({"serve": serve}) + "\n")
        host.stdin.flush()
        where = json.loads(host.stdout.readline())
        try:
            return _play(name, where, game, tables, seats, seconds)
        finally:
            host.stdin.close()


def _play(name: str, where: dict[str, Any], game: str, tables: int, seats: int, seconds: float) -> Figures:
    context = zmq.Context()
    context.set(zmq.MAX_SOCKETS, 4096)
    rng = random.Random(7)
    players = _seated(context, where, game, tables, seats, rng)
    poller = zmq.Poller()
    by_socket = {player.socket: player for player in players}
    for player in players:
        poller.register(player.socket, zmq.POLLIN)
        player.ask(m.Ready, table=player.table)
    figures = Figures(name)
    warm = time.perf_counter() + 1.0
    end = warm + seconds
    while time.perf_counter() < end:
        for ready, _events in poller.poll(100):
            by_socket[ready].take(figures, warm)
    figures.seconds = time.perf_counter() - warm
    figures.done = len(figures.latencies)
    context.destroy(linger=0)
    return figures


def _seated(
    context: "zmq.Context[Any]", where: dict[str, Any], game: str, tables: int, seats: int, rng: random.Random
) -> list[Player]:
    players: list[Player] = []
    for number in range(tables):
        group = [Player(context, where, f"p{number}-{seat}", rng) for seat in range(seats)]
        for player in group:
            player.wait_for(m.Welcome)
        group[0].ask(m.New, game=game, seats=seats)
        table = group[0].wait_for(m.Table).table.id
        for player in group:
            player.table = table
            player.ask(m.Sit, table=table)
            player.wait_for(m.Table)
        players += group
    return players
