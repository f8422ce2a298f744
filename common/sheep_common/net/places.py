"""The addresses of this machine, and which of another machine's are near. Opens no socket."""

import os
from collections.abc import Collection, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Interface, IPv6Address, IPv6Interface, ip_address, ip_interface
from typing import NamedTuple

from sheep_common.net.adapters import kind_of

MOST = 32
"""Interfaces spoken on, of each kind: some machines have hundreds of virtual ones, which come last."""


class Place(NamedTuple):
    """An address of this machine, with its network, and the number of its interface where that has one."""

    number: int | None
    at: IPv4Interface | IPv6Interface
    name: str = ""
    """What its interface is called."""

    def __str__(self) -> str:
        """Write the address as it can be connected to: on a single link with the link's name."""
        if self.at.version == 4 or not self.at.ip.is_link_local:
            return str(self.at.ip)
        return f"{self.at.ip}%{self.name if os.name == 'posix' else self.number}"


def places() -> tuple[Place, ...]:
    """Return every address of this machine; OSError when the system does not tell."""
    # Late: it takes 20 ms, and most starts need none of it.
    import ifaddr

    found: list[Place] = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]
            try:
                at = ip_interface(f"{text}/{ip.network_prefix}")
                found.append(Place(adapter.index, at, adapter.nice_name))
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
    for number, at, _name in sorted(found, key=lambda place: kind_of(place.name) != "real"):
        if at.ip.is_multicast or at.ip.is_unspecified or (only is not None and str(at.ip) != only):
            continue
        if isinstance(at, IPv4Interface):
            ipv4.setdefault(number or str(at.ip), str(at.ip))
        elif number is not None and number not in ipv6 and not at.ip.is_loopback:
            ipv6.append(number)
    return [*list(ipv4.values())[:MOST], *ipv6[:MOST]]


def best_first(found: Iterable[Place], bind: str | None = None, default: Collection[str] = ()) -> list[Place]:
    """Return where other machines reach a host that is bound to `bind` (None: everywhere), the best first.

    `default` are the addresses of the default routes: those interfaces come first, then others, IPv4 before
    IPv6; virtual ones of a VPN last. What only reaches into this machine, and addresses that nobody gave
    out, are there only where there is nothing better. Loopback never is.
    """
    only = None if bind is None else ip_address(bind.partition("%")[0])
    only = None if only is not None and only.is_unspecified else only
    version = 4 if bind == "0.0.0.0" else None  # noqa: S104 - recognised, not bound
    usable = [
        place
        for place in dict.fromkeys(found)
        if not (place.at.ip.is_loopback or place.at.ip.is_multicast or place.at.ip.is_unspecified)
        and version in (None, place.at.version)
        and only in (None, place.at.ip)
    ]
    routed = {place.name for place in usable if str(place.at.ip) in default}
    grades = {place: _grade(place, routed) for place in usable}
    best = min(grades.values(), default=0)
    worst = 1 if best == 0 else max(2, best)
    kept = [place for place in usable if grades[place] <= worst]

    def order(place: Place) -> tuple[int, bool, bool, int, bool, int]:
        ip, away = place.at.ip, str(place.at.ip) not in default
        return (grades[place], place.name not in routed, away, ip.version, not ip.is_private, int(ip))

    return sorted(kept, key=order)


def _grade(place: Place, routed: Collection[str]) -> int:
    """Rank what an address is good for: 0 a network, 1 a VPN, 2 one link alone, 3 inside this machine."""
    kind = kind_of(place.name)
    if kind == "inner" and place.name not in routed:
        return 3
    if place.at.ip.is_link_local:
        return 2
    return 1 if kind == "vpn" else 0


def announced(found: Sequence[Place], bind: str | None, default: Collection[str] = ()) -> list[str]:
    """Return the addresses to announce for a host bound to `bind` (None: all of them), the best first.

    Those of one link, too: they may be all that a player shares with the host. Loopback alone, and only
    where there is nothing else. None at all for a host that only its own machine can reach by its own wish.
    """
    if bind is not None and not ip_address(bind).is_unspecified:
        return [] if ip_address(bind).is_loopback else [bind]
    best = best_first(found, bind, default)
    links = [place for place in found if place.at.ip.is_link_local and kind_of(place.name) == "real"]
    if bind == "0.0.0.0":  # noqa: S104
        links = [place for place in links if place.at.version == 4]
    chosen = [str(place.at.ip) for place in (*best, *sorted(links, key=lambda place: int(place.at.ip)))]
    own = [str(place.at.ip) for place in found if place.at.ip.is_loopback and place.at.version == 4]
    return list(dict.fromkeys(chosen or own))


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
