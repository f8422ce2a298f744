"""The connection to the host, made again whenever it breaks: a new DEALER for every attempt.

Says `Connected` and `Lost` and hands on messages; what is said on a connection is the core's.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import zmq
import zmq.asyncio
from sheep_common import wire
from sheep_common.messages import Message
from sheep_common.net import sockets
from sheep_common.net.keys import KeyPair
from zmq.utils.monitor import parse_monitor_message

from sheep_client.connection.diagnosis import diagnose
from sheep_client.core.events import Came, Connected, Event, Lost

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 1.0
"""Seconds between two attempts: doubled each time; a player is back within three of the host's being back."""
ATTEMPT = 3.0
"""Seconds for a connection to come up: libzmq itself gives a handshake two."""
WORRY, LOOK_AGAIN = 5.0, 15.0
"""Seconds without a connection after which one looks what the trouble is, and looks again."""
_ENDS = (
    zmq.EVENT_DISCONNECTED
    | zmq.EVENT_CLOSED
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
)
_WATCHED = _ENDS | zmq.EVENT_HANDSHAKE_SUCCEEDED


@dataclass(frozen=True)
class Target:
    """Where the host is and who it must be."""

    address: str
    port: int
    key: str


Find = Callable[[int], Awaitable[Target]]
"""Find the host for an attempt, which counts from 0 since the connection was lost."""


class Link:
    """A connection that comes back. `post` is called in the loop with each event.

    `proven` is told where the host was met, before anything is said to it; what it raises ends the link.
    """

    def __init__(
        self,
        context: "zmq.asyncio.Context",
        pair: KeyPair,
        find: Find,
        post: Callable[[Event], None],
        proven: Callable[[Target], None] = lambda _target: None,
    ) -> None:
        self._context = context
        self._pair = pair
        self._find = find
        self._post = post
        self._proven = proven
        self._socket: zmq.asyncio.Socket | None = None
        self._dropped = asyncio.Event()
        self._pause = 0.0
        self._worry: asyncio.Task[None] | None = None

    def send(self, message: Message) -> None:
        """Send a message, in order; without a connection, or when it breaks, the message is lost."""
        if self._socket is not None:
            # It goes out at once where there is room; the future tells nothing that the monitor does not.
            future = asyncio.ensure_future(self._socket.send(wire.encode(message)))
            future.add_done_callback(_ignore)

    def drop(self, pause: float) -> None:
        """Give this connection up and make another after a pause in seconds."""
        self._pause = pause
        self._dropped.set()

    async def run(self) -> None:
        """Connect, again and again; ends only by being cancelled, or with what `find` raises."""
        attempt = 0
        try:
            while True:
                target = await self._find(attempt)
                self._begin_to_worry(target)
                came_up = await self._connection(target)
                if came_up:
                    self._post(Lost())
                attempt = 0 if came_up else attempt + 1
                pause = max(self._pause, min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt))
                self._pause = 0.0
                await asyncio.sleep(pause)
        finally:
            self._stop_worrying()

    def _begin_to_worry(self, target: Target) -> None:
        """See to it that the player is told why there is no connection, where it takes too long."""
        if self._worry is None:
            self._worry = asyncio.ensure_future(self._say_why(target))

    def _stop_worrying(self) -> None:
        if self._worry is not None:
            self._worry.cancel()
            self._worry = None

    async def _say_why(self, target: Target) -> None:
        pause = WORRY
        while True:
            await asyncio.sleep(pause)
            self._post(await diagnose(target.address, target.port, target.key))
            pause = LOOK_AGAIN

    async def _connection(self, target: Target) -> bool:
        """Make one connection and serve it to its end; tell whether it ever came up."""
        socket = self._context.socket(zmq.DEALER)
        sockets.set_client(socket, target.key, self._pair.public, self._pair.secret)
        monitor = socket.get_monitor_socket(_WATCHED)
        self._dropped.clear()
        try:
            socket.connect(sockets.endpoint(target.address, target.port))
            if await _came_up(monitor):
                self._stop_worrying()
                self._proven(target)
                self._socket = socket
                self._post(Connected())
                await self._serve(socket, monitor)
        except zmq.ZMQError:
            pass  # an address that libzmq does not take, or no descriptors left: as good as nobody there
        finally:
            came_up = self._socket is not None
            self._socket = None
            with contextlib.suppress(zmq.ZMQError):
                socket.disable_monitor()
            monitor.close(linger=0)
            socket.close()
        return came_up

    async def _serve(self, socket: "zmq.asyncio.Socket", monitor: "zmq.asyncio.Socket") -> None:
        tasks = [
            asyncio.ensure_future(self._receive(socket)),
            asyncio.ensure_future(_end_of(monitor)),
            asyncio.ensure_future(self._dropped.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _receive(self, socket: "zmq.asyncio.Socket") -> None:
        while True:
            frames = await socket.recv_multipart()
            if len(frames) != 1:
                continue
            with contextlib.suppress(wire.WireError):  # what a host of a later version may say
                self._post(Came(wire.decode_to_client(frames[0])))


async def _came_up(monitor: "zmq.asyncio.Socket") -> bool:
    """Wait until the handshake is done, which proves the host's key."""
    try:
        async with asyncio.timeout(ATTEMPT):
            event = await _next(monitor)
    except TimeoutError:
        return False
    return event == zmq.EVENT_HANDSHAKE_SUCCEEDED


async def _end_of(monitor: "zmq.asyncio.Socket") -> None:
    while not await _next(monitor) & _ENDS:
        pass


async def _next(monitor: "zmq.asyncio.Socket") -> int:
    frames = await monitor.recv_multipart()
    return int(parse_monitor_message(frames)["event"])


def _ignore(future: "asyncio.Future[Any]") -> None:
    if not future.cancelled():
        future.exception()
