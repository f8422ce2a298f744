"""The accepted TCP connections under the ROUTER: how many an address, how much they sent, and ending them.

libzmq owns the descriptors. Here they are only looked at and shut down, each compared with the peer's
address and port first, since a descriptor's number is given to the next connection at once.
"""

import contextlib
import socket
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from ipaddress import ip_address

from sheep_common.net.sockets import SEALED

from sheep_host.bounds import Bounds
from sheep_host.network.counts import Counts

Name = tuple[object, ...]
"""A peer's address and port as `getpeername` gives them."""

_RECEIVED = struct.Struct("=128xQ")
"""`tcpi_bytes_received` in Linux's `struct tcp_info`."""


class Peer:
    """One accepted connection. `debt`: bytes it sent that no message has brought to us."""

    __slots__ = ("address", "credit", "debt", "heard", "looked", "name", "seen", "since", "socket")

    def __init__(self, connection: socket.socket, name: Name, now: float) -> None:
        self.socket = connection
        self.name = name
        self.address = plain_address(str(name[0]))
        self.since = self.looked = now
        self.heard = False
        self.seen = 0
        self.credit = 0
        self.debt = 0.0


class Peers:
    """All accepted connections, by descriptor."""

    def __init__(self, bounds: Bounds, counts: Counts) -> None:
        self._bounds = bounds
        self._counts = counts
        self._peers: dict[int, Peer] = {}
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._peers)

    def accepted(self, descriptor: int, now: float) -> str | None:
        """Keep a new connection, or end it where there are too many: then say why."""
        self.disconnected(descriptor)
        name = peer_name(descriptor)
        try:
            connection = socket.socket(fileno=descriptor)
        except OSError:
            return None
        if name is None:  # it is gone already
            connection.detach()
            return None
        peer = self._peers[descriptor] = Peer(connection, name, now)
        self._addresses[peer.address] += 1
        if len(self._peers) > self._bounds.connections:
            problem = "too many connections"
        elif self._addresses[peer.address] > self._most(peer.address):
            problem = "too many connections of one address"
        else:
            return None
        end(descriptor, name)
        self._counts.ended[problem] += 1
        # Forgotten at once: who was turned away takes no room from those who come next.
        self.disconnected(descriptor)
        return f"{problem}: {peer.address}"

    def disconnected(self, descriptor: int) -> None:
        """Forget a connection that libzmq has closed or is closing."""
        peer = self._peers.pop(descriptor, None)
        if peer is None:
            return
        peer.socket.detach()
        self._addresses[peer.address] -= 1
        if not self._addresses[peer.address]:
            del self._addresses[peer.address]

    def close(self) -> None:
        """Forget all connections; before the ROUTER closes them."""
        for descriptor in list(self._peers):
            self.disconnected(descriptor)

    def delivered(self, descriptor: int, size: int) -> None:
        """Note that a frame of so many bytes has come out of a connection."""
        peer = self._peers.get(descriptor)
        if peer is not None:
            sealed = size + SEALED
            peer.credit += sealed + (2 if sealed < 256 else 9)

    def understood(self, descriptor: int) -> None:
        """Note that a connection has sent something that is a message."""
        peer = self._peers.get(descriptor)
        if peer is not None:
            peer.heard = True

    def sweep(self, now: float) -> list[str]:
        """End connections that are silent or send without end; return a line for the log for each."""
        said: list[str] = []
        for descriptor, peer in list(self._peers.items()):
            self._weigh(descriptor, peer, now)
            if peer.debt > self._bounds.undelivered:
                said.append(self._cut(descriptor, peer, "a message without end"))
            elif not peer.heard and now - peer.since > self._bounds.silence:
                said.append(self._cut(descriptor, peer, "no message"))
        total = sum(peer.debt for peer in self._peers.values())
        if total > self._bounds.undelivered_in_all:
            for descriptor, peer in sorted(self._peers.items(), key=lambda item: -item[1].debt):
                if total <= self._bounds.undelivered_in_all:
                    break
                total -= peer.debt
                said.append(self._cut(descriptor, peer, "too much from all together"))
        return said

    def _weigh(self, descriptor: int, peer: Peer, now: float) -> None:
        """Bring a peer's debt up to date.

        What was taken from the connection, less what was delivered, less what heartbeats may be; never
        below nothing, so that nobody saves up.
        """
        taken = taken_bytes(descriptor, peer.socket)
        if taken is None:
            return
        allowed = peer.credit + self._bounds.chatter * (now - peer.looked)
        peer.debt = max(0.0, peer.debt + (taken - peer.seen) - allowed)
        peer.seen, peer.credit, peer.looked = taken, 0, now

    def _cut(self, descriptor: int, peer: Peer, why: str) -> str:
        end(descriptor, peer.name)
        self._counts.ended[why] += 1
        peer.heard, peer.debt = True, 0.0  # said once; what it sends on is weighed anew
        return f"a connection of {peer.address} was ended: {why}"

    def _most(self, address: str) -> int:
        if ip_address(address.partition("%")[0]).is_loopback:
            return self._bounds.connections_of_loopback
        return self._bounds.connections_an_address


@contextlib.contextmanager
def borrowed(descriptor: int) -> Iterator[socket.socket]:
    """Lend a socket object on a descriptor that is libzmq's, and never close it."""
    connection = socket.socket(fileno=descriptor)
    try:
        yield connection
    finally:
        connection.detach()


def peer_name(descriptor: int) -> Name | None:
    """Return who is at the other end of a descriptor now, None when nobody is."""
    try:
        with borrowed(descriptor) as connection:
            return tuple(connection.getpeername())
    except OSError:
        return None


def end(descriptor: int, name: Name) -> None:
    """Shut a connection down if that peer is at its other end.

    libzmq's thread sees the end, closes the descriptor and tells the monitor.
    """
    with contextlib.suppress(OSError), borrowed(descriptor) as connection:
        if tuple(connection.getpeername()) == name:
            connection.shutdown(socket.SHUT_RDWR)


def plain_address(address: str) -> str:
    """Return an address as people write it: IPv4 that came through an IPv6 socket as IPv4."""
    return address.removeprefix("::ffff:") if "." in address else address


if sys.platform == "linux":
    import array
    import fcntl
    import termios

    def taken_bytes(descriptor: int, connection: socket.socket) -> int | None:
        """Return how many bytes libzmq has read from a connection; None where the system does not say."""
        try:
            info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED.size)
            (received,) = _RECEIVED.unpack(info)
            waiting = array.array("i", [0])
            fcntl.ioctl(descriptor, termios.FIONREAD, waiting)
        except (OSError, struct.error):
            return None
        return int(received) - waiting[0]

else:

    def taken_bytes(descriptor: int, connection: socket.socket) -> int | None:
        """Return None: only Linux says how much came in; elsewhere the supervisor's memory limit stands."""
        return None
