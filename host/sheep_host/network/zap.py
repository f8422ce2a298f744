"""ZAP: lets every CURVE key in and tells the ROUTER which it is; nothing but CURVE is let in.

A socket in the host's own poller; who may do what is the core's to say.
"""

from typing import Any

import zmq
from zmq.utils import z85

ENDPOINT = "inproc://zeromq.zap.01"
DOMAIN = "sheep"
_VERSION = b"1.0"


def bind(context: "zmq.Context[Any]") -> "zmq.Socket[Any]":
    """Open the socket that libzmq asks; before the ROUTER is bound, closed after it."""
    socket: zmq.Socket[Any] = context.socket(zmq.REP)
    socket.setsockopt(zmq.LINGER, 0)
    socket.bind(ENDPOINT)
    return socket


def serve(socket: "zmq.Socket[Any]", most: int) -> None:
    """Answer up to `most` requests that wait."""
    for _ in range(most):
        try:
            request = socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return
        socket.send_multipart(answer(request), zmq.NOBLOCK)


def answer(request: list[bytes]) -> list[bytes]:
    """Return the reply to a request: 200 with the key as User-Id for a client key of CURVE, else 400."""
    request_id = request[1] if len(request) > 1 else b""
    good = (
        len(request) == 7
        and request[0] == _VERSION
        and request[2] == DOMAIN.encode()
        and request[5] == b"CURVE"
        and len(request[6]) == 32
    )
    if good:
        return [_VERSION, request_id, b"200", b"OK", z85.encode(request[6]), b""]
    return [_VERSION, request_id, b"400", b"CURVE with a client key is needed", b"", b""]
