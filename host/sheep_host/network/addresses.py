"""How others reach this machine: its addresses on the LAN, and the line that they type. Sends nothing."""

import errno
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr

from sheep_host.errors import ShellError

DEFAULT_PORT = 7437
WILDCARDS = {"0.0.0.0": 4, "::": 6}  # noqa: S104 - recognised, not bound


def lan() -> list[str]:
    """Return the addresses that others may reach: IPv4 first, then IPv6; none of loopback or link-local."""
    ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return reachable(ip if isinstance(ip, str) else ip[0] for ip in ips)


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


def reachable(addresses: Iterable[str]) -> list[str]:
    """Sort out and sort: each once, IPv4 before IPv6, private networks before others."""
    parsed: set[IPv4Address | IPv6Address] = set()
    for text in addresses:
        try:
            address = ip_address(text.partition("%")[0])
        except ValueError:
            continue
        if not (
            address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
        ):
            parsed.add(address)
    return [str(address) for address in sorted(parsed, key=lambda a: (a.version, not a.is_private, int(a)))]


def bound(bind: str | None, addresses: Iterable[str]) -> list[str]:
    """Return those of a machine's addresses that a host bound to `bind` (None: all) can be reached at."""
    if bind is None:
        return list(addresses)
    if bind in WILDCARDS:
        return [text for text in addresses if ip_address(text).version <= WILDCARDS[bind]]
    return [bind]


def join_line(address: str, port: int) -> str:
    """Return what somebody types to join at an address; quoted where a shell would take the brackets."""
    if ":" in address:
        return f'sheep-join "[{address}]:{port}"'
    return f"sheep-join {address}" + ("" if port == DEFAULT_PORT else f":{port}")


def join_lines(bind: str | None, port: int, addresses: Iterable[str]) -> list[str]:
    """Return the lines for other machines; none when no other can reach the host."""
    return [join_line(address, port) for address in reachable(bound(bind, addresses))]


def local(bind: str | None) -> str:
    """Return the address at which this machine's own clients find a host."""
    if bind is None or bind == "0.0.0.0":  # noqa: S104
        return "127.0.0.1"
    return "::1" if bind == "::" else bind
