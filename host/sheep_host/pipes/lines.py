"""What supervisor and host process say to each other: one JSON object a line, by pipes. Reads no pipe.

To the host: `{"serve": …}` first, then `{"grant": …}`, `{"open": …}`, `{"stop": true}`.
From the host: events as `sheep-host --json` prints them (`listening` with `key` too),
`{"want": "bot", "table", "seat", "level"}`, `{"drop": KEY}`, `{"granted": KEY}`, `{"opened": true}`,
`{"fatal": TEXT}`, `{"status": …}` (`counts.py`; for the console alone).
"""

from typing import Any

import msgspec

from sheep_host.bounds import Bounds
from sheep_host.core.state.events import Granted, Opened
from sheep_host.core.state.limits import Limits


class Serve(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a host process is to be."""

    data: str
    host_name: str
    bind: str | None = None
    """One address, None for all."""
    port: int = 0
    """The game's port; 0 for any free pair."""
    patience: float = 0.0
    """Seconds to wait for ports that are in use: after a restart they are about to be free."""
    lock_patience: float = 5.0
    """Seconds to wait for the store, which a host that was killed lets go in a moment."""
    level: str = "INFO"
    """What is logged: a name of `logging`."""
    password: str | None = None
    limits: Limits = Limits()
    bounds: Bounds = Bounds()


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line to the host process; one of the fields is there."""

    serve: Serve | None = None
    grant: Granted | None = None
    open: Opened | None = None
    stop: bool = False


def order(line: bytes) -> Order:
    """Read a line to the host process; ValueError for one that says nothing known."""
    return msgspec.json.decode(line, type=Order)


def told(line: bytes) -> dict[str, Any]:
    """Read a line from the host process; ValueError for one that is no JSON object."""
    return msgspec.json.decode(line, type=dict[str, Any])


def text(value: object) -> bytes:
    """Write a line, with its end."""
    return msgspec.json.encode(value) + b"\n"
