"""A host that was found on the network, and the list of them. Finds none."""

from collections.abc import Iterable
from dataclasses import dataclass

from sheep_common.messages import PROTOCOL

DEFAULT_PORT = 7437


@dataclass(frozen=True, kw_only=True)
class Found:
    """A host that answers. Its name is clean; nothing here is proven but that somebody says it."""

    host: str
    address: str
    """The best of its addresses: a number, an IPv6 one on a link with its link (`fe80::1%2`)."""
    port: int
    fingerprint: str
    tables: int
    password: bool
    protocol: int = PROTOCOL

    @property
    def place(self) -> str:
        """What to type, or to wish for, to join it."""
        if ":" in self.address:
            return f"[{self.address}]:{self.port}"
        return self.address if self.port == DEFAULT_PORT else f"{self.address}:{self.port}"

    @property
    def playable(self) -> bool:
        """Whether it speaks our protocol."""
        return self.protocol == PROTOCOL


Hosts = tuple[Found, ...]
"""Everything that is found at a moment: each host once, in an order that does not jump."""


def merged(found: Iterable[Found]) -> Hosts:
    """Return each host once, by its key, whatever it was announced as; the first mention of one counts."""
    once: dict[str, Found] = {}
    for each in found:
        once.setdefault(each.fingerprint, each)
    return tuple(sorted(once.values(), key=lambda each: (each.host.casefold(), each.fingerprint)))
