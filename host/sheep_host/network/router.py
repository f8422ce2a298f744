"""The ROUTER as the core sees it: stimuli come in by route, messages go out by route, connections end.

Every receive and send is without waiting. Decides nothing that is the core's.
"""

from typing import Any

import zmq
from sheep_common import wire
from sheep_common.messages import Message, Refused

from sheep_host.bounds import Bounds
from sheep_host.core.state.events import Behind, Broken, Came, Gone, Key, Stimulus, read
from sheep_host.core.state.events import Route as RouteName
from sheep_host.network import monitor
from sheep_host.network.counts import Counts
from sheep_host.network.peers import Peers, end, peer_name, plain_address
from sheep_host.network.routes import Route, Routes

LOOKS = 5
"""Sweeps for which a connection that the monitor calls closed is looked at: its descriptor is closed a
little after the monitor speaks, or was another connection's."""


class Link:
    """The host's side of every connection."""

    def __init__(self, router: "zmq.Socket[Any]", watcher: "zmq.Socket[Any]", bounds: Bounds) -> None:
        self.counts = Counts()
        self._router = router
        self._watcher = watcher
        self._bounds = bounds
        self._routes = Routes()
        self._peers = Peers(bounds, self.counts)
        self._suspects: dict[RouteName, int] = {}
        self._said: list[str] = []
        self._packed: tuple[Message | None, bytes] = (None, b"")

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return len(self._peers)

    def receive(self, now: float) -> list[Stimulus]:
        """Return what came, as much as fits into one turn."""
        stimuli: list[Stimulus] = []
        for _ in range(self._bounds.messages_a_turn):
            try:
                stimulus = self._take(now)
            except zmq.Again:
                break
            if stimulus is not None:
                stimuli.append(stimulus)
        return stimuli

    def send(self, name: RouteName, message: Message) -> Stimulus | None:
        """Send a message; return what the core has to know when it did not go out."""
        if isinstance(message, Refused):
            self.counts.refused[message.code] += 1
        route = self._routes.get(name)
        if route is None or route.cut_at is not None:
            return None
        try:
            self._router.send_multipart([route.routing_id, self._pack(message)], zmq.NOBLOCK)
            self.counts.sent += 1
        except zmq.Again:
            return Behind(name)
        except zmq.ZMQError as error:
            if error.errno != zmq.EHOSTUNREACH:
                raise
            self._drop(route)
            return Gone(name)
        return None

    def cut(self, name: RouteName, now: float) -> None:
        """End a connection soon: what was sent to it goes out first, what it sends is no longer heard."""
        route = self._routes.get(name)
        if route is not None and route.cut_at is None:
            route.cut_at = now + self._bounds.cut_after

    def watch(self, now: float) -> list[str]:
        """Take in which connections came and went; return lines for the log."""
        said: list[str] = []
        for accepted, descriptor in monitor.events(self._watcher, self._bounds.news_a_turn):
            if accepted:
                line = self._peers.accepted(descriptor, now)
                if line is not None:
                    said.append(line)
            else:
                self._peers.disconnected(descriptor)
                for route in self._routes.on(descriptor):
                    self._suspects[route.name] = LOOKS
        return said

    def sweep(self, now: float) -> tuple[list[Stimulus], list[str]]:
        """Weigh the connections and end those that have to; return what is gone and lines for the log."""
        ended = [route for name in list(self._suspects) if (route := self._closed(name)) is not None]
        for route in self._routes.doomed(now):
            if route.peer is not None:
                end(route.descriptor, route.peer)
            ended.append(route)
        for route in ended:
            self._drop(route)
        said, self._said = self._said, []
        return [Gone(route.name) for route in ended], [*said, *self._peers.sweep(now)]

    def close(self) -> None:
        """Let go of the connections; before the ROUTER closes them."""
        self._peers.close()

    def _closed(self, name: RouteName) -> Route | None:
        """Return the route of a suspect whose connection is no more."""
        route = self._routes.get(name)
        if route is not None and (route.peer is None or peer_name(route.descriptor) != route.peer):
            return route
        self._suspects[name] -= 1
        if route is None or not self._suspects[name]:
            del self._suspects[name]
        return None

    def _take(self, now: float) -> Stimulus | None:
        """Take one message off the ROUTER; None for one that is ignored. zmq.Again when there is none."""
        sender = self._router.recv(zmq.NOBLOCK, copy=False)
        self.counts.received += 1
        descriptor = int(sender.get(zmq.SRCFD))
        first, frames = self._frames(descriptor)
        routing_id = bytes(sender.buffer)
        if len(routing_id) != 5 or routing_id[0] != 0:
            # A chosen id is never answered, so that nobody is taken for somebody else. Its connection has
            # said nothing, and ends for that.
            return None
        key = Key(str(sender.get("User-Id")))
        if self._routes.is_gone(routing_id, key):
            # What a connection left behind: nobody waits for an answer, and it would count as a stranger's.
            return None
        route = self._route(routing_id, key, descriptor, sender)
        if not self._is_heard(route, frames, now):
            self.counts.unheard += 1
            return None
        if frames != 1:
            if frames > self._bounds.frames_a_message:
                self.cut(route.name, now)
            return Broken(route.name, route.key, "malformed", "a message is one frame", None, route.address)
        return self._read(route, first.bytes)

    def _is_heard(self, route: Route, frames: int, now: float) -> bool:
        """Tell whether a message is looked at; who goes on though nothing is any more is ended."""
        if route.cut_at is not None:
            return False
        verdict = route.flow.take(frames, now, self._bounds)
        if verdict == "flood":
            route.cut_at = now
            self.counts.ended["a flood"] += 1
            self._said.append(f"a connection of {route.address} was ended: a flood")
        return verdict == "heard"

    def _frames(self, descriptor: int) -> tuple[zmq.Frame, int]:
        """Take the frames of the message that has begun; return the first and how many there were."""
        frame = first = self._router.recv(zmq.NOBLOCK, copy=False)
        frames = 1
        self._peers.delivered(descriptor, len(frame))
        while frame.more:
            frame = self._router.recv(zmq.NOBLOCK, copy=False)
            frames += 1
            self._peers.delivered(descriptor, len(frame))
        return first, frames

    def _route(self, routing_id: bytes, key: Key, descriptor: int, sender: zmq.Frame) -> Route:
        route = self._routes.find(routing_id, key)
        if route is None:
            address = plain_address(str(sender.get("Peer-Address")))
            peer = peer_name(descriptor)
            route = self._routes.add(routing_id, key, address, descriptor, peer)
        return route

    def _read(self, route: Route, data: bytes) -> Stimulus:
        stimulus = read(route.name, route.key, route.address, data)
        if isinstance(stimulus, Came):
            self._peers.understood(route.descriptor)
        return stimulus

    def _pack(self, message: Message) -> bytes:
        """Pack a message; the same one to the next receiver is not packed again."""
        if self._packed[0] is not message:
            self._packed = (message, wire.encode(message))
        return self._packed[1]

    def _drop(self, route: Route) -> None:
        self._suspects.pop(route.name, None)
        self._routes.drop(route)
