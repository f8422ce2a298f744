"""Socket options that both sides share, and the reasons for their values. Connects and binds nothing."""

import contextlib
import ctypes
import secrets
import sys
from typing import Any

import zmq

from sheep_common.wire import CLIENT_FRAME, HOST_FRAME

QUEUE = 16
"""Messages that wait to be sent to one peer."""
UNBOUNDED = 0
"""Messages that wait to be read. A full queue stops libzmq reading that connection; when its peer hangs up
then, the next heartbeat either way is a failed assertion and the end of the process (4.3.5). So there is no
bound here: a host ends connections that send more than it reads, and a client knows its host."""
HEARTBEAT_MS = 1000
SILENCE_MS = 3000
"""A peer that said nothing for so long is gone; without heartbeats a dead link is never noticed."""
HANDSHAKE_MS = 2000
LINGER_MS = 300
"""The longest that closing waits for what was not sent yet; without a bound `term` hangs."""
BACKLOG = 512
"""Connections the system holds until libzmq accepts them; its own 100 a burst of strangers fills at once."""
SEALED = 33
"""Bytes that CURVE adds to a frame; libzmq's limit counts them."""


def seed_libc() -> None:
    """Seed libc's `rand`, from which libzmq draws its first automatic routing id; before the first socket.

    Unseeded it always starts at the same one: a stranger that claims the next id makes libzmq abort
    the process at the next honest connection.
    """
    # Windows seeds each C library, and each thread, by itself: call this in the thread that makes the socket.
    for name in ("ucrtbase", "msvcrt") if sys.platform == "win32" else (None,):
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(name).srand(secrets.randbits(31))


def set_common(socket: "zmq.Socket[Any]") -> None:
    """Set what host and client sockets share: queues, heartbeats, time-outs, IPv6."""
    socket.setsockopt(zmq.SNDHWM, QUEUE)
    socket.setsockopt(zmq.RCVHWM, UNBOUNDED)
    socket.setsockopt(zmq.LINGER, LINGER_MS)
    socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
    socket.setsockopt(zmq.HEARTBEAT_IVL, HEARTBEAT_MS)
    socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, SILENCE_MS)
    socket.setsockopt(zmq.HEARTBEAT_TTL, SILENCE_MS)
    socket.setsockopt(zmq.IPV6, 1)


def set_host(socket: "zmq.Socket[Any]", secret: str, domain: str) -> None:
    """Make a ROUTER the host's: CURVE, ZAP enforced, mandatory routing, no taking over of ids.

    libzmq takes frames of twice the protocol's limit, so that one a little too big can be answered
    `too-big`; it ends the connection of who sends more.
    """
    set_common(socket)
    socket.setsockopt(zmq.BACKLOG, BACKLOG)
    socket.setsockopt(zmq.MAXMSGSIZE, 2 * HOST_FRAME)
    socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
    socket.setsockopt(zmq.ROUTER_HANDOVER, 0)
    socket.setsockopt_string(zmq.ZAP_DOMAIN, domain)
    socket.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
    socket.setsockopt(zmq.CURVE_SERVER, 1)
    socket.setsockopt_string(zmq.CURVE_SECRETKEY, secret)


def set_client(socket: "zmq.Socket[Any]", server: str, public: str, secret: str) -> None:
    """Make a DEALER a player's: CURVE towards the host's key; the caller makes a new one to reconnect."""
    set_common(socket)
    socket.setsockopt(zmq.MAXMSGSIZE, CLIENT_FRAME + SEALED)
    socket.setsockopt(zmq.RECONNECT_IVL, -1)
    socket.setsockopt_string(zmq.CURVE_SERVERKEY, server)
    socket.setsockopt_string(zmq.CURVE_PUBLICKEY, public)
    socket.setsockopt_string(zmq.CURVE_SECRETKEY, secret)


def endpoint(address: str, port: int) -> str:
    """Return the ZeroMQ endpoint of an address (IPv6 in brackets) and port."""
    host = f"[{address}]" if ":" in address else address
    return f"tcp://{host}:{port}"
