"""The information line: what a host says of itself to anyone, on the port after the game's."""

import base64
import hashlib
import socket
import time
from typing import Annotated

import msgspec
from msgspec import Meta

from sheep_common.messages import PROTOCOL
from sheep_common.net.keys import PATTERN

LIMIT = 4096
"""The longest information line, in bytes."""


class Info(msgspec.Struct, frozen=True, kw_only=True):
    """Who a host is; the same things are said by discovery, and no more."""

    sheep: int = PROTOCOL
    """The protocol it speaks."""
    program: str = ""
    host: Annotated[str, Meta(max_length=200)]
    key: Annotated[str, Meta(pattern=PATTERN)]
    port: Annotated[int, Meta(ge=1, le=65535)]
    password: bool = False
    tables: Annotated[int, Meta(ge=0)] = 0


def line(info: Info) -> bytes:
    """Return the line a host writes, with its end."""
    return msgspec.json.encode(info) + b"\n"


def parse(data: bytes) -> Info:
    """Read a line; ValueError when it is none."""
    return msgspec.json.decode(data, type=Info)


def ask(address: str, port: int, timeout: float) -> Info:
    """Ask the information port of a host; OSError when it cannot be reached, ValueError when it is none.

    `timeout`, in seconds, is for all of it: what answers a letter at a time is no host.
    """
    end = time.monotonic() + timeout
    with socket.create_connection((address, port), timeout=timeout) as connection:
        data = b""
        while not data.endswith(b"\n") and len(data) < LIMIT:
            connection.settimeout(max(end - time.monotonic(), 0.001))
            part = connection.recv(LIMIT - len(data))
            if not part:
                break
            data += part
    return parse(data)


def fingerprint(public: str) -> str:
    """Return a public key's fingerprint as ssh writes it: `SHA256:` and base64 without padding."""
    digest = hashlib.sha256(public.encode("ascii")).digest()
    return "SHA256:" + base64.b64encode(digest).decode("ascii").rstrip("=")
