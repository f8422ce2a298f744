"""A ROUTER with everything around it in this process, and raw players for it."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import zmq
from sheep_common.net import keys, sockets
from sheep_host.bounds import SWEEP, Bounds
from sheep_host.core.state.events import Stimulus
from sheep_host.network import ports, zap
from sheep_host.network.router import Link
from sheep_support.host_processes import PATIENCE, Player, players


class Desk:
    """The shell's sockets on loopback, turned by hand."""

    def __init__(self, bounds: Bounds) -> None:
        sockets.seed_libc()
        self.pair = keys.new_pair()
        self.context: zmq.Context[Any] = zmq.Context()
        self.ports = ports.bind(self.context, self.pair.secret, "127.0.0.1", 0, 0.0)
        self.port = self.ports.port
        self.link = Link(self.ports.router, self.ports.watcher, bounds)
        self.stimuli: list[Stimulus] = []
        self.said: list[str] = []
        self.bounds = bounds
        self._poller = zmq.Poller()
        for socket in (self.ports.router, self.ports.watcher, self.ports.zap):
            self._poller.register(socket, zmq.POLLIN)
        self._swept = time.monotonic()

    def turn(self) -> None:
        """Serve the sockets once, as the host's loop does."""
        self._poller.poll(2)
        now = time.monotonic()
        zap.serve(self.ports.zap, 64)
        self.said += self.link.watch(now)
        if now - self._swept >= SWEEP:
            self._swept = now
            gone, said = self.link.sweep(now)
            self.stimuli += gone
            self.said += said
        self.stimuli += self.link.receive(now)

    def until(self, true: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Turn until something is true."""
        end = time.monotonic() + patience
        while not true():
            assert time.monotonic() < end, f"it did not happen: {self.stimuli} {self.said}"
            self.turn()

    def turn_for(self, seconds: float) -> None:
        """Turn for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def of(self, kind: type[Stimulus]) -> list[Any]:
        """Return the stimuli of a kind so far."""
        return [stimulus for stimulus in self.stimuli if isinstance(stimulus, kind)]

    def close(self) -> None:
        self.link.close()
        self.ports.listener.close()
        self.ports.router.disable_monitor()
        for socket in (self.ports.router, self.ports.watcher, self.ports.zap):
            socket.close(0)
        self.context.term()


@pytest.fixture
def bounds() -> Bounds:
    return Bounds()


@pytest.fixture
def desk(bounds: Bounds) -> Iterator[Desk]:
    made = Desk(bounds)
    yield made
    made.close()


@pytest.fixture
def player(desk: Desk) -> Iterator[Callable[..., Player]]:
    with players(desk.pair.public, desk.port) as make:
        yield make
