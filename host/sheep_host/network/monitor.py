"""The ROUTER's monitor: which descriptors libzmq has accepted and closed. Decides nothing."""

import struct
from typing import Any

import zmq

_EVENT = struct.Struct("=HI")
ENDPOINT = "inproc://sheep-monitor"
WATCHED = zmq.Event.ACCEPTED | zmq.Event.DISCONNECTED


def watch(context: "zmq.Context[Any]", router: "zmq.Socket[Any]") -> "zmq.Socket[Any]":
    """Open the socket that libzmq's thread tells its events to; before the ROUTER is bound.

    Its queue has no bound: a full one would stop libzmq's only thread in the middle of an event, and
    then closing the ROUTER waits for it for ever.
    """
    router.monitor(ENDPOINT, WATCHED)
    socket: zmq.Socket[Any] = context.socket(zmq.PAIR)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.RCVHWM, 0)
    socket.connect(ENDPOINT)
    return socket


def events(socket: "zmq.Socket[Any]", most: int) -> list[tuple[bool, int]]:
    """Return up to `most` events that wait, oldest first: (accepted rather than closed, descriptor)."""
    found: list[tuple[bool, int]] = []
    for _ in range(most):
        try:
            first, _endpoint = socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            break
        event, descriptor = _EVENT.unpack(first)
        found.append((event == zmq.Event.ACCEPTED, descriptor))
    return found
