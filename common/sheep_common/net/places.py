"""The addresses of this machine, and which of another machine's are near. Opens no socket."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Interface, IPv6Address, IPv6Interface, ip_address, ip_interface
from typing import NamedTuple

MOST = 32
"""Interfaces spoken on, of each kind: some machines have hundreds of virtual ones, after the real ones."""


class Place(NamedTuple):
    """An address of this machine, with its network, and the number of its interface where that has one."""

    number: int | None
    at: IPv4Interface | IPv6Interface


def places() -> tuple[Place, ...]:
    """Return every address of this machine; OSError when the system does not tell."""
    # Late: it takes 20 ms, and most starts need none of it.
    import ifaddr

    found: list[Place] = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]
            try:
                found.append(Place(adapter.index, ip_interface(f"{text}/{ip.network_prefix}")))
            except ValueError:
                continue
    return tuple(found)


def speaking(found: Iterable[Place], only: str | None = None) -> list[str | int]:
    """Return what zeroconf is to speak on: IPv4 addresses, and interfaces' numbers for IPv6.

    One address an interface is enough. `only` is the one address to be spoken on. Loopback is among
    them, for players at the host's own machine when it has no network.
    """
    ipv4: dict[object, str] = {}
    ipv6: list[int] = []
    for number, at in found:
        if at.ip.is_multicast or at.ip.is_unspecified or (only is not None and str(at.ip) != only):
            continue
        if isinstance(at, IPv4Interface):
            ipv4.setdefault(number or str(at.ip), str(at.ip))
        elif number is not None and number not in ipv6 and not at.ip.is_loopback:
            ipv6.append(number)
    return [*list(ipv4.values())[:MOST], *ipv6[:MOST]]


def announced(found: Iterable[Place], bind: str | None) -> list[str]:
    """Return the addresses to announce for a host bound to `bind` (None: all of them), the best first.

    Link-local ones last; loopback alone, and only where there is nothing else. None at all for a host
    that only its own machine can reach by its own wish.
    """
    if bind is not None and not ip_address(bind).is_unspecified:
        return [] if ip_address(bind).is_loopback else [bind]
    ips = {at.ip for _, at in found if not at.ip.is_multicast and not at.ip.is_unspecified}
    if bind == "0.0.0.0":  # noqa: S104 - recognised, not bound
        ips = {ip for ip in ips if ip.version == 4}
    outside = [ip for ip in ips if not ip.is_loopback]
    chosen = outside or [ip for ip in ips if ip.version == 4]
    return [str(ip) for ip in sorted(chosen, key=lambda ip: (ip.is_link_local, ip.version, int(ip)))]


def nearest_first(addresses: Iterable[str], here: Sequence[Place]) -> list[str]:
    """Sort the addresses of another machine by how well they may be reached from here.

    Those in a network of ours first, then IPv4 before IPv6, then the rest. What nobody can connect to is
    left out: groups, no address at all, and a link-local IPv6 address without its link (`%2`).
    """
    usable: dict[str, IPv4Address | IPv6Address] = {}
    for text in addresses:
        try:
            ip = ip_address(text)
        except ValueError:
            continue
        lost = isinstance(ip, IPv6Address) and ip.is_link_local and ip.scope_id is None
        if not (ip.is_multicast or ip.is_unspecified or ip.is_reserved or lost):
            usable[text] = ip

    def far(text: str) -> tuple[bool, bool, bool, int]:
        ip = usable[text]
        return (ip.is_loopback, not _is_near(ip, here), ip.is_link_local, ip.version)

    return sorted(usable, key=far)


def near(addresses: Iterable[str], here: Sequence[Place]) -> list[str]:
    """Return those addresses of another machine that are in a network of ours, the best first."""
    return [text for text in nearest_first(addresses, here) if _is_near(ip_address(text), here)]


def _is_near(ip: IPv4Address | IPv6Address, here: Sequence[Place]) -> bool:
    return ip.is_link_local or any(ip in place.at.network for place in here)
