"""Every bound of the link is measured from outside, at its default and at another value.

A bound that is taken away, that nothing looks at, or that is new and has no measure here, fails.
"""

import contextlib
import itertools
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
import zmq
from msgspec.structs import replace
from sheep_common import messages
from sheep_host.bounds import Bounds
from sheep_host.core.state.events import Broken, Gone
from sheep_host.network import peers as peers_module
from sheep_host.network.counts import Counts
from sheep_host.network.descriptors import connections as descriptors_for
from sheep_host.network.frame_limit import Flow
from sheep_host.network.info_port import Information
from sheep_host.network.peers import Peers
from sheep_host.network.router import Link
from sheep_host.network.wakeup import Wakeup
from sheep_host.process.commit import Turns
from sheep_host.process.loop import Loop
from sheep_support.host_processes import players

FAR = 5_000
"""Where the measure of a number gives up: above every default of those."""
NONE = 2**40
CHUNK = 16 * 1024


class Endless:
    """A socket that always has another message; `taken` counts them."""

    def __init__(self, *frames: bytes) -> None:
        self.frames = frames
        self.taken = 0

    def recv_multipart(self, flags: int) -> list[bytes]:
        if self.taken >= FAR:
            raise zmq.Again
        self.taken += 1
        return list(self.frames)

    def send_multipart(self, frames: list[bytes], flags: int) -> None:
        pass


# --- how much a turn ------------------------------------------------------------------------------


def messages_a_turn(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    taken: list[float] = []

    def take(link: Link, now: float) -> None:
        if len(taken) >= FAR:
            raise zmq.Again
        taken.append(now)

    monkeypatch.setattr(Link, "_take", take)
    desk.link.receive(0.0)
    return len(taken)


def news_a_turn(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    watcher: Any = Endless(struct.pack("=HI", zmq.Event.DISCONNECTED, 999_999), b"")
    Link(desk.ports.router, watcher, bounds).watch(0.0)
    return watcher.taken


def admissions_a_turn(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    core: Any = None
    turns = Turns(
        core, None, Random(0), ledger=core, outlet=desk.link, tell=lambda line: None, write_record=core
    )
    information = Information(desk.ports.listener, lambda: b"", bounds)
    zap: Any = Endless(b"1.0", b"1", b"sheep", b"", b"", b"CURVE", b"k" * 32)
    wakeup = Wakeup()
    try:
        loop = Loop(desk.ports, wakeup, desk.link, information, turns, lambda line: None, bounds, lambda: 0.0)
        monkeypatch.setattr(turns, "deadline", lambda: None)
        monkeypatch.setattr(loop, "_ports", desk.ports._replace(zap=zap))
        loop.turn({zap})
    finally:
        wakeup.close()
    return zap.taken


# --- the information port -------------------------------------------------------------------------


@contextlib.contextmanager
def asked(bounds: Bounds, number: int) -> Iterator[Information]:
    """Give an information port with so many people who wait for its line."""
    with socket.create_server(("127.0.0.1", 0), backlog=number + 10) as listener:
        port = Information(listener, lambda: b"{}\n", bounds)
        askers = [socket.create_connection(listener.getsockname(), 5) for _ in range(number)]
        try:
            yield port
        finally:
            port.close()
            for asker in askers:
                asker.close()


def askers(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    with asked(replace(bounds, askers_a_turn=FAR), 100) as port:
        for _ in range(20):
            port.serve(0.0)
        return port.open


def askers_a_turn(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    with asked(replace(bounds, askers=FAR), 100) as port:
        port.serve(0.0)
        return port.open


def asker_seconds(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    with asked(bounds, 1) as port:
        port.serve(0.0)
        for step in itertools.count():
            port.sweep(step / 8)
            if not port.open or step > FAR:
                return step / 8
    raise AssertionError


# --- a connection ---------------------------------------------------------------------------------


def frames_a_message(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    """Send messages of ever more frames until one ends its connection."""
    cut: list[str] = []
    monkeypatch.setattr(desk.link, "cut", lambda route, now: cut.append(route))
    with players(desk.pair.public, desk.port) as make:
        for frames in range(2, 100):
            sender = make()  # one message each: it is not to flood
            sender.socket.send_multipart([b""] * frames)
            heard = len(desk.of(Broken))
            desk.until(lambda heard=heard: len(desk.of(Broken)) > heard)  # type: ignore[misc]
            if cut:
                return frames - 1
    return NONE


def cut_after(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    with players(desk.pair.public, desk.port) as make:
        make().send(messages.Tables(id=1))
        desk.until(lambda: desk.stimuli)
        began = time.monotonic()
        desk.link.cut(desk.stimuli[0].route, began)
        for step in range(500):
            gone, _said = desk.link.sweep(began + step / 100)
            if Gone(desk.stimuli[0].route) in gone:
                return step / 100
    return NONE


class Pair:
    """Connections of this process to itself as `Peers` weighs them: what comes is read, and no message."""

    def __init__(self, bounds: Bounds) -> None:
        self.peers = Peers(bounds, Counts())
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.near = socket.create_connection(self._listener.getsockname())
        self.far, _ = self._listener.accept()
        assert self.peers.accepted(self.far.fileno(), 0.0) is None

    def send(self, size: int) -> None:
        self.near.sendall(b"x" * size)
        while size:
            size -= len(self.far.recv(size))

    def ended(self, now: float) -> bool:
        return bool(self.peers.sweep(now))

    def __enter__(self) -> "Pair":
        return self

    def __exit__(self, *_: object) -> None:
        self.peers.close()
        for each in (self.near, self.far, self._listener):
            each.close()


def silence(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    with Pair(bounds) as pair:
        return next(step / 8 for step in range(FAR) if pair.ended((step + 1) / 8))


def undelivered(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    return _sent_until_ended(replace(bounds, undelivered_in_all=NONE))


def undelivered_in_all(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    return _sent_until_ended(replace(bounds, undelivered=NONE))


def _sent_until_ended(bounds: Bounds) -> float:
    with Pair(bounds) as pair:
        for number in range(FAR):
            pair.send(CHUNK)
            if pair.ended(0.0):
                return number * CHUNK
    return NONE


def chatter(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    """Send more each second than in the one before, where nothing else may be owed."""
    with Pair(replace(bounds, undelivered=0, silence=NONE)) as pair:
        for second in range(1, 200):
            pair.send(second * 8)
            if pair.ended(float(second)):
                return (second - 1) * 8
    return NONE


def frames_at_once(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    return _frames_heard(Flow(), bounds, 5.0)


def frames_a_second(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    flow = Flow()
    _frames_heard(flow, bounds, 5.0)
    return _frames_heard(flow, bounds, 6.0) + 1  # the last one before was beyond it


def _frames_heard(flow: Flow, bounds: Bounds, now: float) -> int:
    """Return how many frames of a connection are looked at until one is not."""
    return next((number for number in range(FAR) if flow.take(1, now, bounds) != "heard"), FAR)


def flood(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    flow = Flow()
    return next((number for number in range(FAR) if flow.take(1, 5.0, bounds) == "flood"), FAR)


# --- how many connections -------------------------------------------------------------------------


def connections(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    return _accepted(bounds, monkeypatch, lambda number: f"192.0.2.{number % 200}")


def connections_an_address(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    return _accepted(bounds, monkeypatch, lambda number: "192.0.2.1")


def connections_of_loopback(bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    return _accepted(bounds, monkeypatch, lambda number: "127.0.0.1")


def _accepted(bounds: Bounds, monkeypatch: pytest.MonkeyPatch, address: Callable[[int], str]) -> float:
    """Return how many connections from there are taken; all are one, under as many descriptors."""
    if sys.platform == "win32" or descriptors_for(1100) < 1100:
        pytest.skip("so many descriptors of one connection are not to be had here")
    peers = Peers(bounds, Counts())
    with socket.socket() as one:
        held: list[int] = []
        monkeypatch.setattr(peers_module, "peer_name", lambda number: (address(len(held)), 1))
        try:
            for number in range(1000):
                held.append(os.dup(one.fileno()))
                if peers.accepted(held[-1], 0.0) is not None:
                    return number
        finally:
            peers.close()
            for descriptor in held:
                os.close(descriptor)
    return NONE


Measure = Callable[[Bounds, Any, pytest.MonkeyPatch], float]
MEASURES: dict[str, tuple[Measure, float]] = {
    "connections": (connections, 5),
    "connections_an_address": (connections_an_address, 3),
    "connections_of_loopback": (connections_of_loopback, 4),
    "silence": (silence, 3),
    "undelivered": (undelivered, 8 * CHUNK),
    "undelivered_in_all": (undelivered_in_all, 9 * CHUNK),
    "chatter": (chatter, 64),
    "frames_a_second": (frames_a_second, 20),
    "frames_at_once": (frames_at_once, 30),
    "flood": (flood, 700),
    "messages_a_turn": (messages_a_turn, 7),
    "frames_a_message": (frames_a_message, 3),
    "admissions_a_turn": (admissions_a_turn, 5),
    "news_a_turn": (news_a_turn, 6),
    "askers": (askers, 4),
    "asker_seconds": (asker_seconds, 3),
    "askers_a_turn": (askers_a_turn, 9),
    "cut_after": (cut_after, 1),
}
"""How each bound is measured, and another value for it."""
OF_LINUX = {"undelivered", "undelivered_in_all", "chatter"}


def test_every_bound_has_its_measure() -> None:
    assert set(Bounds.__struct_fields__) <= set(MEASURES)


def cases() -> list[Any]:
    linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much came in")
    return [
        pytest.param(name, value, marks=[linux] * (name in OF_LINUX), id=f"{name}-{kind}")
        for name in Bounds.__struct_fields__
        for kind, value in (("default", getattr(Bounds(), name)), ("other", MEASURES[name][1]))
    ]


@pytest.fixture
def bounds(name: str, value: float) -> Bounds:
    return replace(Bounds(), **{name: value})


@pytest.mark.parametrize(("name", "value"), cases())
def test_a_bound_is_what_is_measured(
    name: str, value: float, bounds: Bounds, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its default, which is so that it is met, and at another value."""
    assert 0 < value < NONE
    assert MEASURES[name][0](bounds, desk, monkeypatch) == pytest.approx(value, abs=0.011)
