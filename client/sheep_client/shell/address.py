"""Where a host is: reading `ADDRESS[:PORT]`, and asking the host's information port who answers there."""

import contextlib
import re
import socket
from ipaddress import ip_address
from typing import NamedTuple

from sheep_common.messages import PROTOCOL
from sheep_common.names import clean
from sheep_common.net import info as information
from sheep_common.net.info import Info

from sheep_client.i18n import _
from sheep_client.shell.errors import ClientError, UnreachableError

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
    problem = UnreachableError(1, "")
    for ip in numbers(address):
        try:
            info = information.ask(ip, address.port + 1, TIMEOUT)
        except OSError as error:
            problem = _unreachable(address, ip, error)
        except ValueError:
            problem = UnreachableError(
                1,
                _("What answers at {address} is no sheep-host; look at the address again.").format(
                    address=address
                ),
            )
        else:
            return ip, _checked(address, info)
    raise problem


def numbers(address: Address) -> list[str]:
    """Return the numbers of a name, each once, in the system's order; raise `UnreachableError`."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        text = _("There is no machine called {host} here; use the number that the host shows.")
        raise UnreachableError(1, text.format(host=clean(address.host))) from None
    return list(dict.fromkeys(_number(place) for *_rest, place in found))


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
