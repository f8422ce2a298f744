"""Strangers below the protocol: `python -m sheep_support.attacks.raw ATTACK KEY PORT`, until stdin ends.

Each does one thing that TCP or libzmq allows. For tests and `scripts/siege` alone, at hosts of their own.
"""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, cycle
from threading import Thread
from typing import Any

import zmq
from sheep_common import messages, wire
from sheep_common.net import keys, sockets
from sheep_host.network.descriptors import connections

MANY = 2000
FROM = "127.0.0.66"
"""The attackers' address: who shares it with them shares its bounds."""
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + bytes(32)
"""How a CURVE client of ZMTP 3.1 begins."""
HELLO = b"\x04\x26\x05HELLO\x01\x00" + bytes(72)
"""The head of a handshake's first command and some of it: 38 of 200 bytes are announced less than sent."""
HUGE = b"\x06" + b"\x7f" + b"\xff" * 7
"""A command frame that would have 2^63 bytes."""

Where = tuple[str, int]
"""The host's key and port."""


def idle(where: Where) -> Iterator[None]:
    """Open thousands of connections and say nothing."""
    held = [_connect(where) for _ in range(MANY)]
    while held:
        yield


def greeted(where: Where) -> Iterator[None]:
    """Open thousands of connections that say a greeting each, and no more."""
    held = [_connect(where, GREETING) for _ in range(MANY)]
    while held:
        yield


def half(where: Where) -> Iterator[None]:
    """Break handshakes off in the middle, at every length, again and again."""
    whole = GREETING + HELLO
    held: list[socket.socket | None] = []
    for length in cycle(range(1, len(whole), 5)):
        held.append(_connect(where, whole[:length]))
        if len(held) > 200:
            _close(held.pop(0))
        yield


def huge(where: Where) -> Iterator[None]:
    """Announce frames without end before the handshake is over, and trickle."""
    held: list[socket.socket | None] = []
    while True:
        held.append(_connect(where, GREETING + HUGE + b"x" * 1000))
        if len(held) > 50:
            _close(held.pop(0))
        yield


def plain(where: Where) -> Iterator[None]:
    """Connect without encryption and send on, again and again."""
    yield from _in_turn(where, lambda dealer: _send(dealer, b"x" * 1000), curve=False)


def wrong_key(where: Where) -> Iterator[None]:
    """Connect for another host's key, again and again."""
    yield from _in_turn((keys.new_pair().public, where[1]), lambda dealer: _send(dealer, b"x" * 1000))


def hangup(where: Where) -> Iterator[None]:
    """Ask for more than one reads, send noise and pings, and hang up while all that waits to be read.

    Where the host's queue of that connection is full, this is the end of its process.
    """
    numbers = count()

    def rage(dealer: "zmq.Socket[Any]") -> None:
        hello = messages.Hello(id=1, protocol=messages.PROTOCOL, name=f"Hangup {next(numbers) % 900}")
        dealer.send(wire.encode(hello))
        for frame in (*(wire.encode(messages.Tables(id=2)),) * 190, *(b"noise",) * 1500):
            _send(dealer, frame)

    yield from _in_turn(where, rage, RCVHWM=1, SNDHWM=3000, HEARTBEAT_IVL=1)


def endless(where: Where) -> Iterator[None]:
    """Send a message of 500 MB in small frames, as fast as it goes; who is thrown out comes again."""
    part = b"x" * 16_000
    while True:
        with _dealers(1, where) as (dealer,):
            for _ in range(32_000):
                if not dealer.poll(500, zmq.POLLOUT):
                    break
                dealer.send(part, zmq.SNDMORE, copy=False)
                yield


def churn(where: Where) -> Iterator[None]:
    """Open a link, say hello, close it; as fast as it goes."""
    context: zmq.Context[Any] = zmq.Context()
    hello = wire.encode(messages.Hello(id=1, protocol=messages.PROTOCOL, name="Churn"))
    while True:
        dealer = _dealer(context, where)
        dealer.send(hello)
        dealer.poll(100)
        dealer.close(0)
        yield


def flood(where: Where) -> Iterator[None]:
    """Say hello, then send requests and noise as fast as it goes; who is thrown out comes again."""
    frames = cycle([wire.encode(messages.Tables(id=2)), *(b"noise",) * 8, b"x" * 4_000])
    while True:
        with _dealers(2, where) as dealers:
            for number, dealer in enumerate(dealers):
                hello = messages.Hello(id=1, protocol=messages.PROTOCOL, name=f"Flood {number}")
                dealer.send(wire.encode(hello))
            while all(dealer.poll(500, zmq.POLLOUT) for dealer in dealers):
                for dealer in dealers:
                    for _ in range(20):
                        _send(dealer, next(frames))
                    with contextlib.suppress(zmq.Again):
                        dealer.recv(zmq.NOBLOCK)
                yield


ATTACKS: dict[str, Callable[[Where], Iterator[None]]] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (idle, greeted, half, huge, plain, wrong_key, hangup, endless, churn, flood)
}
PAUSE = {
    "half": 0.005,
    "huge": 0.01,
    "plain": 0.02,
    "wrong-key": 0.02,
    "hangup": 0.01,
    "idle": 0.5,
    "greeted": 0.5,
}
"""Seconds between two steps, so that the attacker's own work does not take a small machine's time."""


@contextlib.contextmanager
def attacked(
    attack: str, server: str, port: int, standing_back: int = 0
) -> "Iterator[subprocess.Popen[bytes]]":
    """Let one of `ATTACKS` go on for the length of the block, from its first step on, in its own process.

    `standing_back`: how much it leaves the processor to others, all its threads, in POSIX's steps.
    """
    command = [sys.executable, "-P", "-m", __name__, attack, server, str(port), str(standing_back)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            if process.stdout is None or process.stdout.readline() != b"begun\n":
                raise RuntimeError(f"{attack} did not begin")
            yield process
        finally:
            process.kill()


def _connect(where: Where, first: bytes = b"") -> socket.socket | None:
    try:
        made = socket.create_connection(("127.0.0.1", where[1]), 5, (FROM, 0))
        made.sendall(first)
    except OSError:
        return None
    return made


def _close(connection: socket.socket | None) -> None:
    if connection is not None:
        connection.close()


@contextlib.contextmanager
def _dealers(
    number: int, where: Where, *, curve: bool = True, **options: int
) -> "Iterator[list[zmq.Socket[Any]]]":
    context: zmq.Context[Any] = zmq.Context()
    yield [_dealer(context, where, curve=curve, **options) for _ in range(number)]
    context.destroy(0)


def _in_turn(
    where: Where, first: "Callable[[zmq.Socket[Any]], None]", *, curve: bool = True, **options: int
) -> Iterator[None]:
    """Open one connection after another, do something with each, and close it 20 later."""
    context: zmq.Context[Any] = zmq.Context()
    held: list[zmq.Socket[Any]] = []
    while True:
        held.append(_dealer(context, where, curve=curve, **options))
        first(held[-1])
        if len(held) > 20:
            held.pop(0).close(0)
        yield


def _dealer(
    context: "zmq.Context[Any]", where: Where, *, curve: bool = True, **options: int
) -> "zmq.Socket[Any]":
    pair = keys.new_pair()
    dealer: zmq.Socket[Any] = context.socket(zmq.DEALER)
    if curve:
        sockets.set_client(dealer, where[0], pair.public, pair.secret)
    for name, value in (options | {"LINGER": 0}).items():
        dealer.setsockopt(getattr(zmq, name), value)
    dealer.connect(f"tcp://{FROM}:0;127.0.0.1:{where[1]}")
    return dealer


def _send(dealer: "zmq.Socket[Any]", frame: bytes) -> None:
    with contextlib.suppress(zmq.Again):
        dealer.send(frame, zmq.NOBLOCK)


def _end_with_stdin() -> None:
    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


def main(attack: str, server: str, port: int, standing_back: int) -> None:
    """Attack until killed."""
    if standing_back and sys.platform != "win32":
        os.nice(standing_back)  # before there is any other thread: each takes it over
    connections(MANY + 100)
    sockets.seed_libc()
    _end_with_stdin()
    pause = PAUSE.get(attack, 0.0)
    for number, _step in enumerate(ATTACKS[attack]((server, port))):
        if not number:
            print("begun", flush=True)  # noqa: T201 - a program's word to who started it
        time.sleep(pause)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
