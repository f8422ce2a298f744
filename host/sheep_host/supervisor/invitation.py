"""What others type to join, kept true while the machine's addresses change. Tells nobody."""

import contextlib
from collections.abc import Sequence
from ipaddress import ip_address

from sheep_common.net.adapters import default_addresses
from sheep_common.net.places import Place, places

from sheep_host.network import addresses

EVERY = 2.0
"""Seconds between two looks at the machine's interfaces."""


class Invitation:
    """The lines for other machines, as they were found last."""

    def __init__(self, bind: str | None) -> None:
        self._bind = bind
        self._due = 0.0
        self._seen: tuple[str, ...] | None = None
        """What the last look has shown: it counts when the next one shows the same."""
        self.lines: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether the host listens on this machine alone, by its owner's wish."""
        return self._bind is not None and ip_address(self._bind).is_loopback

    def begin(self, port: int) -> None:
        """Find the lines for a host that listens at a port from now on."""
        self.lines = self._found(port)
        self._seen = None

    def look(self, port: int, now: float) -> bool:
        """Look whether the lines have become others; tell whether they have.

        An interface that comes up gets its addresses one after the other: only what stays is told.
        """
        if now < self._due:
            return False
        self._due = now + EVERY
        found = self._found(port)
        stays, self._seen = found == self._seen, found
        if not stays or found == self.lines:
            return False
        self.lines = found
        return True

    def _found(self, port: int) -> tuple[str, ...]:
        here: Sequence[Place] = ()
        with contextlib.suppress(OSError):
            here = places()
        return tuple(addresses.join_lines(self._bind, port, here, default_addresses()))
