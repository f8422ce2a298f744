"""Guests who come, play whole games and go, again and again, in one thread. For tests and scripts alone."""

import time
from random import Random
from typing import Any

import zmq
from sheep_common import messages, wire
from sheep_common.messages import Message
from sheep_common.net import keys, sockets

PATIENCE = 20.0


class Guest:
    """One key with a connection. It answers each update with a random legal action, or acknowledges it."""

    def __init__(self, context: "zmq.Context[Any]", server: str, port: int, name: str, rng: Random) -> None:
        self.name = name
        self.rng = rng
        self.table = ""
        self.over: messages.Over | None = None
        self.actions = 0
        self._last_id = 0
        self.pair = keys.new_pair()
        self.socket = context.socket(zmq.DEALER)
        sockets.set_client(self.socket, server, self.pair.public, self.pair.secret)
        self.socket.connect(sockets.endpoint("127.0.0.1", port))
        self.ask(messages.Hello, messages.Welcome, protocol=messages.PROTOCOL, name=name)

    def send(self, kind: Any, **fields: Any) -> int:
        """Send a request; return its id."""
        self._last_id += 1
        self.socket.send(wire.encode(kind(id=self._last_id, **fields)))
        return self._last_id

    def ask(self, kind: Any, answer: type[Message], **fields: Any) -> Any:
        """Send a request and return its answer, which must be of that type."""
        wanted = self.send(kind, **fields)
        end = time.monotonic() + PATIENCE
        while self.socket.poll(max(0, int((end - time.monotonic()) * 1000))):
            message = self._receive()
            if message.re == wanted:
                if not isinstance(message, answer):
                    raise AssertionError(f"{self.name} got {message}")
                return message
        raise AssertionError(f"{self.name} got no answer to {kind.__name__}")

    def take(self) -> messages.ToClient:
        """Take the next message, and play on."""
        message = self._receive()
        if isinstance(message, messages.Update):
            self._see(message)
        elif isinstance(message, messages.Over):
            self.over = message
        elif isinstance(message, messages.Refused) and message.code != "stale":
            raise AssertionError(f"{self.name} was refused: {message}")
        return message

    def bye(self) -> None:
        """Say goodbye and close."""
        self.ask(messages.Bye, messages.Ok)
        self.socket.close(0)

    def _receive(self) -> messages.ToClient:
        return wire.decode_to_client(self.socket.recv())

    def _see(self, update: messages.Update) -> None:
        if update.legal:
            action = self.rng.choice(update.legal)
            self.send(messages.Act, table=update.table, version=update.version, action=action)
            self.actions += 1
        else:
            self.socket.send(wire.encode(messages.Ack(table=update.table, version=update.version)))


def come_and_go(context: "zmq.Context[Any]", server: str, port: int, number: int) -> None:
    """Join, open a table, sit, leave, which closes it, and go."""
    guest = Guest(context, server, port, f"Guest {number % 1000}", Random(number))  # noqa: S311
    table = guest.ask(messages.New, messages.Table, game="battle-sheep", seats=2).table.id
    guest.ask(messages.Sit, messages.Table, table=table)
    guest.ask(messages.Leave, messages.Ok, table=table)
    guest.bye()


def play(context: "zmq.Context[Any]", server: str, port: int, game: str, seats: int, seed: int) -> int:
    """Play a whole game at a table of its own, and leave it; return how many actions it took."""
    rng = Random(seed)  # noqa: S311 - the same each time
    guests = [Guest(context, server, port, f"Player {seat}", rng) for seat in range(seats)]
    table = guests[0].ask(messages.New, messages.Table, game=game, seats=seats).table.id
    for guest in guests:
        guest.ask(messages.Sit, messages.Table, table=table)
    for guest in guests:
        guest.send(messages.Ready, table=table)
    poller = zmq.Poller()
    by_socket = {guest.socket: guest for guest in guests}
    for socket in by_socket:
        poller.register(socket, zmq.POLLIN)
    while not all(guest.over for guest in guests):
        ready = poller.poll(int(PATIENCE * 1000))
        if not ready:
            raise AssertionError("the game stands still")
        for socket, _events in ready:
            by_socket[socket].take()
    for guest in guests:
        guest.ask(messages.Leave, messages.Ok, table=table)
        guest.bye()
    return sum(guest.actions for guest in guests)
