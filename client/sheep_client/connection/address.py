"""Where a host is: reading `ADDRESS[:PORT]`, and asking the host's information port who answers there."""

import asyncio
import contextlib
import re
import socket
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from sheep_common.messages import PROTOCOL
from sheep_common.names import clean
from sheep_common.net import asking
from sheep_common.net.adapters import kind_of
from sheep_common.net.info import Info
from sheep_common.net.places import places

from sheep_client.connection.errors import ClientError, UnreachableError
from sheep_client.i18n import _

DEFAULT_PORT = 7437
TIMEOUT = 4.0
"""Seconds for one address to answer."""
PROBE = 1.0
"""Seconds for the game's port to take a connection, where the information port did not answer."""
_BRACKETS = re.compile(r"\[([^\[\]]+)\](?::([0-9]+))?")
_LAST = 65534
"""The last port that has one after it."""


class Address(NamedTuple):
    """A host as the player named it."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse(text: str) -> Address:
    """Read `ADDRESS[:PORT]`, `[IPV6][:PORT]` or a bare IPv6 address; raise `ClientError` (2)."""
    text = text.strip()
    if found := _BRACKETS.fullmatch(text):
        return Address(_one_form(found[1].lower()), _port(found[2]))
    host, colon, port = text.rpartition(":")
    if colon and ":" not in host:
        return Address(_host(host, text), _port(port))
    return Address(_one_form(_host(text, text)), DEFAULT_PORT)


def _one_form(host: str) -> str:
    """Write an IPv6 address in the one form of the many that it has, since known hosts are compared."""
    try:
        return str(ip_address(host))
    except ValueError:
        return host


def _host(host: str, text: str) -> str:
    if not host or any(character.isspace() or character in "[]/" for character in host):
        raise ClientError(
            2,
            _("{text} is no address; write it as the host shows it, such as 192.168.1.5.").format(
                text=clean(text) or "''"
            ),
        )
    return host.lower()


def _port(text: str | None) -> int:
    if text is None:
        return DEFAULT_PORT
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= _LAST):
        raise ClientError(
            2, _("{text} is no port; it is a number from 1 to {last}.").format(text=clean(text), last=_LAST)
        )
    return int(text)


def look(address: Address) -> tuple[str, Info]:
    """Ask each address of a name until a host answers; return that address and what the host says.

    Blocks. Raise `ClientError` (1) where none answers, or none that can be played with.
    """
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        ip, answer = runner.run(_look(address, numbers(address)))
    if isinstance(answer, Info):
        return ip, _checked(address, answer)
    if isinstance(answer, OSError):
        raise _unreachable(address, ip, answer)
    text = _("What answers at {address} is no sheep-host; look at the address again.")
    raise UnreachableError(1, text.format(address=address))


async def _look(address: Address, ips: Sequence[str]) -> tuple[str, Info | Exception]:
    """Return where a host answers, and what; else the last address, and what is wrong there."""
    last: tuple[str, Info | Exception] = ("", OSError())
    async with contextlib.aclosing(asking.each(ips, address.port + 1, TIMEOUT)) as answers:
        async for ip, answer in answers:
            last = ip, answer
            if isinstance(answer, Info):
                break
    return last


def numbers(address: Address) -> list[str]:
    """Return the numbers of a name, each once, in the system's order; raise `UnreachableError`."""
    if (link_local := _on_each_link(address.host)) is not None:
        return link_local
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        text = _("There is no machine called {host} here; use the number that the host shows.")
        raise UnreachableError(1, text.format(host=clean(address.host))) from None
    return list(dict.fromkeys(_number(place) for *_rest, place in found))


def _on_each_link(host: str) -> list[str] | None:
    """Return an IPv6 address of a single link on each of our links; None for any other address.

    The link is first the one that was named. But each machine has names of its own for its links, and the
    host has shown its own.
    """
    try:
        ip = ip_address(host)
    except ValueError:
        return None
    if not (isinstance(ip, IPv6Address) and ip.is_link_local):
        return None
    bare, _percent, named = host.partition("%")
    try:
        here = places()
    except OSError:
        return [host]
    own = [place for place in here if place.at.version == 6 and place.at.ip.is_link_local]
    own.sort(key=lambda place: (named not in (place.name, str(place.number)), kind_of(place.name) != "real"))
    return list(dict.fromkeys(f"{bare}%{place.number}" for place in own)) or [host]


def _number(place: tuple[str | int, ...] | tuple[int, bytes]) -> str:
    """Return the number of an address; an IPv6 one on a link needs to say on which."""
    ip = str(place[0])
    scope = place[3] if len(place) > 3 else 0
    return f"{ip}%{scope}" if scope and "%" not in ip else ip


def _unreachable(address: Address, ip: str, error: OSError) -> UnreachableError:
    """Return what to say of an information port that cannot be asked, by whether the game's port answers."""
    with contextlib.suppress(OSError), socket.create_connection((ip, address.port), PROBE):
        text = _(
            "Port {port} of {address} does not answer, though port {other} does: a firewall may be in the"
            " way. The host's computer must let TCP ports {port} and {other} in."
        )
        values = {"address": address.host, "port": address.port + 1, "other": address.port}
        return UnreachableError(1, text.format(**values))
    why = _("nobody answers") if isinstance(error, TimeoutError) else (error.strerror or str(error)).lower()
    text = _(
        "{address} cannot be reached ({why}). Is sheep-host running there, and are you on the same network?"
    )
    return UnreachableError(1, text.format(address=address, why=why))


def _checked(address: Address, info: Info) -> Info:
    if info.sheep != PROTOCOL:
        text = _(
            "The host at {address} speaks protocol {theirs}, this program {ours}; install the same"
            " sheepfold on both machines."
        )
        raise ClientError(1, text.format(address=address, theirs=info.sheep, ours=PROTOCOL))
    return info
