"""Which addresses are announced, spoken on and tried, on machines of every kind."""

from ipaddress import ip_interface

import pytest
from sheep_common.net.adapters import default_addresses, kind_of
from sheep_common.net.places import Place, announced, best_first, near, nearest_first, places, speaking

LOOPBACK = (Place(1, ip_interface("127.0.0.1/8")), Place(1, ip_interface("::1/128")))
LAN = (
    Place(2, ip_interface("192.168.1.5/24")),
    Place(2, ip_interface("fd00::5/64")),
    Place(2, ip_interface("fe80::5/64")),
)
WIFI = (Place(3, ip_interface("10.0.0.9/8")), Place(3, ip_interface("fe80::9/64")))
CABLE = (Place(4, ip_interface("169.254.7.7/16")),)


def test_a_host_on_two_networks_announces_both() -> None:
    """IPv4 before IPv6, addresses of a single link last, loopback not at all."""
    assert announced(LOOPBACK + LAN + WIFI, None) == [
        "10.0.0.9",
        "192.168.1.5",
        "fd00::5",
        "fe80::5",
        "fe80::9",
    ]


def test_a_host_bound_to_one_address_announces_that_alone() -> None:
    """It does not answer at the others."""
    assert announced(LOOPBACK + LAN + WIFI, "10.0.0.9") == ["10.0.0.9"]


def test_a_host_bound_to_all_of_ipv4_announces_no_other() -> None:
    """`0.0.0.0` listens on IPv4 alone, `::` on both."""
    assert announced(LOOPBACK + LAN, "0.0.0.0") == ["192.168.1.5"]  # noqa: S104
    assert announced(LOOPBACK + LAN, "::") == announced(LOOPBACK + LAN, None)


def test_a_host_bound_to_loopback_announces_nothing() -> None:
    """It is for its own machine by its own wish."""
    assert announced(LOOPBACK + LAN, "127.0.0.1") == []
    assert announced(LOOPBACK + LAN, "::1") == []


def test_a_host_without_a_network_is_announced_to_its_own_machine() -> None:
    """So that a second terminal on the same laptop finds it."""
    assert announced(LOOPBACK, None) == ["127.0.0.1"]


def test_two_laptops_on_one_cable_announce_what_they_have() -> None:
    """Addresses that nobody gave out are better than none."""
    assert announced(LOOPBACK + CABLE, None) == ["169.254.7.7"]


def test_each_interface_is_spoken_on_once_a_version() -> None:
    """However many addresses it has."""
    second = Place(2, ip_interface("192.168.1.6/24"))
    assert speaking((*LOOPBACK, *LAN, second, *WIFI)) == ["127.0.0.1", "192.168.1.5", "10.0.0.9", 2, 3]


def test_a_host_bound_to_one_address_speaks_on_its_interface_alone() -> None:
    """The other network does not hear of it."""
    assert speaking(LOOPBACK + LAN + WIFI, "10.0.0.9") == ["10.0.0.9"]
    assert speaking(LOOPBACK + LAN + WIFI, "fd00::5") == [2]


def test_a_machine_with_hundreds_of_interfaces_opens_a_few() -> None:
    """Containers give a machine more interfaces than it can have sockets for."""
    many = tuple(Place(n, ip_interface(f"fe80::{n:x}/64")) for n in range(10, 500))
    assert len(speaking(LOOPBACK + LAN + many)) <= 64


def test_addresses_in_a_network_of_ours_come_first() -> None:
    """Then IPv4 before IPv6, those of a single link, and what lies elsewhere."""
    addresses = ["127.0.0.1", "10.9.9.9", "fe80::1%2", "fd00::1", "192.168.1.1", "172.17.0.1"]
    assert nearest_first(addresses, LOOPBACK + LAN) == [
        "192.168.1.1",
        "fd00::1",
        "fe80::1%2",
        "10.9.9.9",
        "172.17.0.1",
        "127.0.0.1",
    ]


def test_addresses_that_nobody_can_connect_to_are_left_out() -> None:
    """Groups, no address, a link's address without its link, and what is none at all."""
    bad = ["224.0.0.251", "0.0.0.0", "::", "fe80::1", "ff02::fb", "255.255.255.255", "1.2.3", "sheep", ""]  # noqa: S104
    assert nearest_first(bad, LAN) == []


def test_this_machine_has_loopback_at_least() -> None:
    """What the system tells is read as addresses with their networks."""
    assert "127.0.0.1" in {str(place.at.ip) for place in places()}


def place(name: str, text: str, number: int = 9) -> Place:
    """Return an address on an interface of this name."""
    return Place(number, ip_interface(text), name)


BUSY = (
    *LOOPBACK,
    place("docker0", "172.17.0.1/16"),
    place("br-0a1b2c3d4e5f", "172.18.0.1/16"),
    place("virbr0", "192.168.122.1/24"),
    place("tailscale0", "100.64.0.7/32"),
    place("wlan0", "10.0.0.9/24"),
    place("wlan0", "2a01:e0a::9/64"),
    place("wlan0", "fe80::9/64"),
    place("enp3s0", "192.168.1.5/24"),
    place("enp3s0", "fd00::5/64"),
)
"""A machine of somebody who writes programs: cable, Wi-Fi, a VPN and what containers leave behind."""


def texts(found: list[Place]) -> list[str]:
    """Return addresses as they are typed."""
    return list(map(str, found))


class TestBestFirst:
    """Which addresses are shown to those who join, and in which order."""

    def test_the_default_route_comes_first_and_a_vpn_last(self) -> None:
        """Before, the lowest number came first; what containers have is left out."""
        default = ["192.168.1.5", "2a01:e0a::9"]
        assert texts(best_first(BUSY, default=default[:1])) == [
            "192.168.1.5", "fd00::5", "10.0.0.9", "2a01:e0a::9", "100.64.0.7",
        ]  # fmt: skip
        assert texts(best_first(BUSY, default=default)) == [
            "192.168.1.5", "2a01:e0a::9", "10.0.0.9", "fd00::5", "100.64.0.7",
        ]  # fmt: skip

    def test_a_vpn_that_has_the_default_route_is_last_all_the_same(self) -> None:
        """Nobody in the room is in it."""
        assert texts(best_first(BUSY, default=["100.64.0.7"]))[-1] == "100.64.0.7"

    def test_a_bridge_that_has_the_default_route_is_real(self) -> None:
        """Where there are virtual machines the cable is often in a bridge, on Windows in a virtual switch."""
        bridge = (*BUSY, place("vEthernet (Hyper-V Virtual Ethernet Adapter)", "192.168.1.8/24"))
        assert texts(best_first(bridge, default=["192.168.1.8"]))[0] == "192.168.1.8"
        assert "192.168.1.8" not in texts(best_first(bridge))

    def test_without_a_default_route_the_order_is_steady(self) -> None:
        """IPv4 first, private networks before others."""
        public = place("eth1", "8.8.8.8/24")
        assert texts(best_first((public, *BUSY))) == [
            "10.0.0.9", "192.168.1.5", "8.8.8.8", "fd00::5", "2a01:e0a::9", "100.64.0.7",
        ]  # fmt: skip

    def test_two_laptops_on_one_cable_have_addresses_of_their_link(self) -> None:
        """With the link's name, without which nobody can connect to them."""
        cable = (*LOOPBACK, place("eth0", "169.254.7.7/16"), place("eth0", "fe80::7/64"))
        assert texts(best_first(cable)) == ["169.254.7.7", "fe80::7%eth0"]
        assert texts(best_first((*cable, place("docker0", "172.17.0.1/16")))) == [
            "169.254.7.7",
            "fe80::7%eth0",
        ]
        assert texts(best_first((*cable, place("eth0", "10.0.0.7/8")))) == ["10.0.0.7"]
        assert texts(best_first((*cable, place("wg0", "10.8.0.2/24")))) == [
            "10.8.0.2", "169.254.7.7", "fe80::7%eth0",
        ]  # fmt: skip

    def test_what_reaches_into_this_machine_alone_is_better_than_nothing(self) -> None:
        """There may be somebody in it."""
        assert texts(best_first((*LOOPBACK, place("virbr0", "192.168.122.1/24")))) == ["192.168.122.1"]

    @pytest.mark.parametrize(
        ("bind", "shown"),
        [
            ("0.0.0.0", ["10.0.0.9", "192.168.1.5", "100.64.0.7"]),  # noqa: S104
            ("10.0.0.9", ["10.0.0.9"]),
            ("172.17.0.1", ["172.17.0.1"]),
            ("127.0.0.1", []),
        ],
    )
    def test_only_what_the_host_is_bound_to(self, bind: str, shown: list[str]) -> None:
        """It does not answer elsewhere."""
        assert texts(best_first(BUSY, bind)) == shown


def test_what_containers_have_is_not_announced() -> None:
    """Each machine has the same; and addresses of single links follow, since two may share nothing else."""
    assert announced(BUSY, None, ["192.168.1.5"]) == [
        "192.168.1.5", "fd00::5", "10.0.0.9", "2a01:e0a::9", "100.64.0.7", "fe80::9",
    ]  # fmt: skip


def test_real_interfaces_are_spoken_on_before_virtual_ones() -> None:
    """However many of those there are."""
    many = tuple(place(f"veth{n}", f"172.20.{n}.1/24", n + 10) for n in range(200))
    assert "192.168.1.5" in speaking((*many, place("enp3s0", "192.168.1.5/24", 2)))


def test_only_addresses_in_networks_of_ours_are_near() -> None:
    """An announcement leads nobody elsewhere."""
    addresses = ["10.9.9.9", "fe80::1%2", "fd00::1", "192.168.1.1", "172.17.0.1", "8.8.8.8"]
    assert near(addresses, LOOPBACK + LAN) == ["192.168.1.1", "fd00::1", "fe80::1%2"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            (name, "real")
            for name in ("eth0", "enp3s0", "wlan0", "wlp2s0", "en0", "br0", "bond0", "bridge0", "")
        ),
        ("Intel(R) Wi-Fi 6 AX200 160MHz", "real"),
        *(
            (name, "inner")
            for name in ("docker0", "br-0a1b2c3d4e5f", "veth12ab", "virbr0", "vmnet8", "awdl0")
        ),
        ("VirtualBox Host-Only Ethernet Adapter", "inner"),
        ("Hyper-V Virtual Ethernet Adapter", "inner"),
        *((name, "vpn") for name in ("tun0", "wg0", "utun3", "tailscale0", "ztabcdef", "ppp0")),
        ("TAP-Windows Adapter V9", "vpn"),
        ("WireGuard Tunnel", "vpn"),
    ],
)
def test_an_adapter_is_known_by_its_name(name: str, kind: str) -> None:
    """As Linux, macOS and Windows call them."""
    assert kind_of(name) == kind


def test_the_default_routes_are_addresses_of_this_machine() -> None:
    """None where there is no such route."""
    assert set(default_addresses()) <= {str(place.at.ip) for place in places()}
