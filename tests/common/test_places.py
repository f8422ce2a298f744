"""Which addresses are announced, spoken on and tried, on machines of every kind."""

from ipaddress import ip_interface

from sheep_common.net.places import Place, announced, nearest_first, places, speaking

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
