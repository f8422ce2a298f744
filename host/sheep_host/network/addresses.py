"""How others reach this machine: its addresses on the LAN, and the line that they type. Sends nothing."""

import errno
import socket
from collections.abc import Collection, Sequence

from sheep_common.net.places import Place, best_first

from sheep_host.errors import ShellError

DEFAULT_PORT = 7437
WILDCARDS = {"0.0.0.0": 4, "::": 6}  # noqa: S104 - recognised, not bound


def must_be_here(address: str | None) -> None:
    """Say at once, and not when everything has started, that an address is not this machine's: ShellError."""
    if address is None:
        return
    try:
        (family, kind, protocol, _name, where), *_ = socket.getaddrinfo(
            address, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST
        )
        with socket.socket(family, kind, protocol) as probe:
            probe.bind(where)
    except OSError as error:
        if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
            raise ShellError(not_here(address)) from None


def not_here(address: str) -> str:
    """Return what to say about an address that is not this machine's."""
    return f"this machine has no address {address}: give one of its own with --bind"


def join_line(address: str, port: int) -> str:
    """Return what somebody types to join at an address; quoted where a shell would take the brackets."""
    if ":" in address:
        return f'sheep-join "[{address}]:{port}"'
    return f"sheep-join {address}" + ("" if port == DEFAULT_PORT else f":{port}")


def join_lines(bind: str | None, port: int, here: Sequence[Place], default: Collection[str]) -> list[str]:
    """Return the lines for other machines, the best first; none when no other can reach the host.

    `here` are this machine's addresses, `default` those of its default routes.
    """
    return [join_line(str(place), port) for place in best_first(here, bind, default)]


def local(bind: str | None) -> str:
    """Return the address at which this machine's own clients find a host."""
    if bind is None or bind == "0.0.0.0":  # noqa: S104
        return "127.0.0.1"
    return "::1" if bind == "::" else bind
