"""Clients without the product: plain msgpack and zmq. `load.py` lets them play."""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgpack
import zmq

Fields = dict[str, Any]
PATIENCE = 30.0
"""Seconds to wait for an answer."""


def plain_pack(kind: str, fields: Fields) -> bytes:
    """Pack a message with msgpack alone."""
    packed: bytes = msgpack.packb({"type": kind, **fields})
    return packed


def plain_unpack(frame: bytes) -> Fields:
    """Unpack a message with msgpack alone."""
    fields: Fields = msgpack.unpackb(frame)
    return fields


def product_codec() -> tuple[Callable[[str, Fields], bytes], Callable[[bytes], Fields]]:
    """Return what packs and unpacks as the product's client does."""
    import msgspec  # here, because plain clients do without the product
    from sheep_common import messages, wire

    kinds = {name.lower(): kind for name, kind in vars(messages).items() if isinstance(kind, type)}

    def pack(kind: str, fields: Fields) -> bytes:
        return wire.encode(kinds[kind](**fields))

    def unpack(frame: bytes) -> Fields:
        message = wire.decode_to_client(frame)
        if isinstance(message, messages.Update):
            return {"type": "update", **msgspec.structs.asdict(message)}
        fields: Fields = msgspec.to_builtins(message)
        return fields

    return pack, unpack


def dealer(context: "zmq.Context[Any]", task: Fields) -> "zmq.Socket[Any]":
    """Connect to a server as somebody new."""
    public, secret = zmq.curve_keypair()
    socket: zmq.Socket[Any] = context.socket(zmq.DEALER)
    socket.set(zmq.LINGER, 0)
    socket.set(zmq.CURVE_SERVERKEY, task["key"].encode())
    socket.set(zmq.CURVE_PUBLICKEY, public)
    socket.set(zmq.CURVE_SECRETKEY, secret)
    socket.connect(f"tcp://127.0.0.1:{task['port']}")
    return socket


class Guest:
    """One connection, with seats at any number of tables."""

    def __init__(self, context: "zmq.Context[Any]", task: Fields, name: str) -> None:
        codec = product_codec() if task.get("client") == "product" else (plain_pack, plain_unpack)
        self._pack, self.unpack = codec
        self.socket = dealer(context, task)
        self.sent: dict[str, float] = {}
        """When it last acted at a table, until the answer is there."""
        self._last = 0
        self._kept: deque[bytes] = deque()
        protocol = 1
        while (answer := self.ask("hello", protocol=protocol, name=name, brief=True, quiet=True))[
            "type"
        ] == "refused":
            if answer["code"] != "version" or answer["protocol"] == protocol:
                raise RuntimeError(f"{name} was refused: {answer}")
            protocol = answer["protocol"]

    def send(self, kind: str, **fields: Any) -> None:
        """Send a request."""
        self._last += 1
        self.socket.send(self._pack(kind, {"id": self._last, **fields}))

    def ack(self, table: str, version: int) -> None:
        """Say that an update has arrived."""
        self.socket.send(self._pack("ack", {"table": table, "version": version}))

    def ask(self, kind: str, quiet: bool = False, **fields: Any) -> Fields:
        """Send a request and return its answer; updates that come before are kept for `frames`."""
        self.send(kind, **fields)
        while self.socket.poll(int(PATIENCE * 1000)):
            frame = self.socket.recv()
            answer = self.unpack(frame)
            if answer.get("re") != self._last:
                self._kept.append(frame)
            elif answer["type"] == "refused" and not quiet:
                raise RuntimeError(f"{kind} was refused: {answer['code']} {answer['text']}")
            else:
                return answer
        raise RuntimeError(f"no answer to {kind}")

    def frames(self) -> list[bytes]:
        """Return what has come."""
        frames, self._kept = [*self._kept], deque()
        while True:
            try:
                frames.append(self.socket.recv(zmq.NOBLOCK))
            except zmq.Again:
                return frames
