"""What kind of network an adapter is on, by its name, and where this machine's default routes leave it.

Sends nothing: a socket for datagrams that is connected has an address, and that is all.
"""

import contextlib
import re
import socket
from typing import Literal

Kind = Literal["real", "vpn", "inner"]
"""On a network of its own; on one that is made over another; or for what runs inside this machine alone."""
_INNER = re.compile(
    r"(docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxcbr|lxdbr|incusbr|podman|cni|flannel|cali|kube|waydroid"
    r"|bridge1[0-9][0-9]|awdl|llw|anpi)|.*(hyper-v|vethernet|virtualbox|vmware|wsl|loopback)"
)
_VPN = re.compile(
    r"(tun|tap|wg|utun|ipsec|ppp|tailscale|zt|vti|gre|sit|cscotun|gpd|nordlynx|proton)"
    r"|.*(tailscale|zerotier|wireguard|wintun|openvpn|tap-windows|vpn|anyconnect|fortinet|hamachi)"
)
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses of documentation, which are nobody's: the way there is the default route."""


def kind_of(name: str) -> Kind:
    """Tell an adapter's kind by its name, on Windows by its description; `real` when in doubt."""
    name = name.casefold()
    if _VPN.match(name):
        return "vpn"
    return "inner" if _INNER.match(name) else "real"


def default_addresses() -> list[str]:
    """Return the addresses under which this machine speaks to others far away, one of each version of IP."""
    found: list[str] = []
    for family, far in _ELSEWHERE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(probe.getsockname()[0])
    return found
