"""The host's loop: waits on every socket at once, and gives what came to a turn. Decides nothing.

Signals, stdin, ZAP, connections, the information port, messages, and the clock; each is served for a
bounded while, so that none keeps the others waiting.
"""

import logging
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import zmq

from sheep_host.bounds import SWEEP, SWEEP_IDLE, Bounds
from sheep_host.core.state.events import Closing, Slept, Stimulus
from sheep_host.network import zap
from sheep_host.network.info_port import Information
from sheep_host.network.ports import Ports
from sheep_host.network.router import Link
from sheep_host.network.wakeup import Wakeup
from sheep_host.pipes import lines
from sheep_host.process.commit import Teller, Turns

LOG = logging.getLogger("sheep_host")
SLEPT = 5.0
"""Seconds that the loop stood still from which on the machine is said to have slept."""
LOG_GAP = 1.0
"""Seconds between two lines about connections: who makes many must not fill the log."""


class Loop:
    """Everything that a host process waits for."""

    def __init__(
        self,
        ports: Ports,
        wakeup: Wakeup,
        link: Link,
        information: Information,
        turns: Turns,
        tell: Teller,
        bounds: Bounds,
        clock: Callable[[], float] = time.monotonic,
        on_sweep: Callable[[float], None] = lambda now: None,
        on_idle: Callable[[], None] = lambda: None,
    ) -> None:
        self._ports = ports
        self._wakeup = wakeup
        self._link = link
        self._information = information
        self._turns = turns
        self._tell = tell
        self._bounds = bounds
        self._clock = clock
        self._on_sweep = on_sweep
        self._on_idle = on_idle
        self._pending: list[Stimulus] = []
        self._swept = self._last = clock()
        self._quiet_until = -math.inf
        self._hushed = 0
        self._poller = zmq.Poller()
        for socket in (ports.router, ports.zap, ports.watcher, wakeup.socket, information.listener):
            self._poller.register(socket, zmq.POLLIN)
        # The poller names a plain socket by its descriptor.
        self._plain: dict[Any, Any] = {
            plain.fileno(): plain for plain in (wakeup.socket, information.listener)
        }

    def run(self) -> None:
        """Serve until it is time to end; then tell everyone. The caller closes the sockets."""
        stopping = False
        while not stopping:
            ready = {self._plain.get(found, found) for found, _ in self._poller.poll(self._wait())}
            stopping = self.turn(ready)
            if not (ready or self._pending):
                self._on_idle()
        self._turns.take([*self._pending, Closing()], self._clock())

    def turn(self, ready: set[Any]) -> bool:
        """Serve what is ready, once; return whether it is time to end."""
        now = self._clock()
        stimuli, self._pending = self._pending, []
        if now - self._last > SLEPT:
            stimuli.append(Slept(now - self._last))
        self._last = now
        stopping = False
        if self._wakeup.socket in ready:
            orders, stopping = self._wakeup.take()
            for line in orders:
                stopping |= self._obey(line, stimuli)
        if self._ports.zap in ready:
            zap.serve(self._ports.zap, self._bounds.admissions_a_turn)
        if self._ports.watcher in ready:
            self._say(self._link.watch(now), now)
        if self._information.listener in ready:
            self._information.serve(now)
        if now - self._swept >= self._interval():
            self._sweep(now, stimuli)
        if self._ports.router in ready:
            stimuli += self._link.receive(now)
        if stimuli or self._is_due(now):
            self._pending += self._turns.take(stimuli, now)
        return stopping

    def _is_due(self, now: float) -> bool:
        """Tell whether time alone has something to do."""
        deadline = self._turns.deadline()
        return deadline is not None and deadline <= now

    def _obey(self, line: bytes, stimuli: list[Stimulus]) -> bool:
        """Take an order of the supervisor; return whether it is to end."""
        try:
            order = lines.order(line)
        except ValueError:
            LOG.warning("a line on stdin is no order")
            return False
        if order.grant is not None:
            self._take_now(order.grant, stimuli)
            self._tell({"granted": order.grant.key})
        if order.open is not None:
            self._take_now(order.open, stimuli)
            self._tell({"opened": True})
        return order.stop

    def _take_now(self, stimulus: Stimulus, before: list[Stimulus]) -> None:
        """Take an order with what came before it at once, so that what the supervisor is told is true."""
        self._pending += self._turns.take([*before, stimulus], self._clock())
        before.clear()

    def _sweep(self, now: float, stimuli: list[Stimulus]) -> None:
        self._swept = now
        gone, said = self._link.sweep(now)
        stimuli += gone
        self._say(said, now)
        self._information.sweep(now)
        self._on_sweep(now)

    def _say(self, said: Sequence[str], now: float) -> None:
        """Log what happens to connections, a line now and then."""
        for line in said:
            if now < self._quiet_until:
                self._hushed += 1
                continue
            more = f" (and {self._hushed} more)" if self._hushed else ""
            LOG.warning("%s%s", line, more)
            self._quiet_until, self._hushed = now + LOG_GAP, 0
        if self._hushed and now >= self._quiet_until:
            LOG.warning("%d more connections were ended", self._hushed)
            self._quiet_until, self._hushed = now + LOG_GAP, 0

    def _interval(self) -> float:
        return SWEEP if self._link.connections or self._information.open else SWEEP_IDLE

    def _wait(self) -> int:
        """Return the milliseconds until something is due by itself."""
        if self._pending:
            return 0
        now = self._clock()
        due = self._swept + self._interval()
        deadline = self._turns.deadline()
        if deadline is not None:
            due = min(due, deadline)
        return max(0, math.ceil((due - now) * 1000))
