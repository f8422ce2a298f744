"""What people type to join: the addresses of the LAN, and the port only where it is not the usual one."""

import re
from ipaddress import ip_interface

import pytest
from sheep_common.net.places import Place
from sheep_host import cli
from sheep_host.errors import ShellError
from sheep_host.network import addresses
from sheep_host.supervisor import invitation
from sheep_host.supervisor.host_process import Keeper
from sheep_host.supervisor.invitation import Invitation
from sheep_host.supervisor.settings import read
from sheep_host.supervisor.supervisor import Supervisor

HERE = [
    Place(1, ip_interface("127.0.0.1/8"), "lo"),
    Place(2, ip_interface("192.168.1.5/24"), "eth0"),
    Place(2, ip_interface("fd00::2/64"), "eth0"),
    Place(2, ip_interface("fe80::2/64"), "eth0"),
    Place(3, ip_interface("10.0.0.9/24"), "wlan0"),
    Place(4, ip_interface("172.17.0.1/16"), "docker0"),
]


@pytest.mark.parametrize(
    ("bind", "port", "lines"),
    [
        (None, 7437, ["sheep-join 192.168.1.5", 'sheep-join "[fd00::2]:7437"', "sheep-join 10.0.0.9"]),
        (
            None,
            8000,
            ["sheep-join 192.168.1.5:8000", 'sheep-join "[fd00::2]:8000"', "sheep-join 10.0.0.9:8000"],
        ),
        ("0.0.0.0", 7437, ["sheep-join 192.168.1.5", "sheep-join 10.0.0.9"]),  # noqa: S104
        ("::", 7437, ["sheep-join 192.168.1.5", 'sheep-join "[fd00::2]:7437"', "sheep-join 10.0.0.9"]),
        ("192.168.1.5", 7437, ["sheep-join 192.168.1.5"]),
        ("fe80::2%eth0", 7437, ['sheep-join "[fe80::2%eth0]:7437"']),
        ("127.0.0.1", 8000, []),
    ],
)
def test_the_lines_to_type_are_those_that_reach_the_host(bind, port, lines):
    assert addresses.join_lines(bind, port, HERE, ["192.168.1.5"]) == lines


def test_two_machines_on_one_cable_are_shown_their_link():
    here = [place for place in HERE if str(place.at.ip) in ("127.0.0.1", "fe80::2")]
    assert addresses.join_lines(None, 7437, here, []) == ['sheep-join "[fe80::2%eth0]:7437"']


def test_without_a_lan_there_is_nothing_that_others_could_type():
    assert addresses.join_lines(None, 7437, HERE[:1], []) == []


class TestAnInvitation:
    """It follows the machine's interfaces, and is told anew when it has settled."""

    @pytest.fixture
    def here(self, monkeypatch):
        """Give what this machine's addresses are, to be changed."""
        found = HERE[:1]
        monkeypatch.setattr(invitation, "places", lambda: tuple(found))
        monkeypatch.setattr(invitation, "default_addresses", list)
        return found

    def test_it_is_told_anew_when_a_network_is_joined(self, here):
        kept = Invitation(None)
        kept.begin(7437)
        assert kept.lines == ()
        here.append(HERE[1])
        assert [kept.look(7437, now) for now in (0.0, 1.0, 2.0, 4.0)] == [False, False, True, False]
        assert kept.lines == ("sheep-join 192.168.1.5",)

    def test_an_interface_that_comes_up_by_and_by_is_told_once(self, here):
        kept = Invitation(None)
        kept.begin(7437)
        told = []
        for now, place in ((0.0, HERE[1]), (2.0, HERE[2]), (4.0, None), (6.0, None)):
            here.extend([place] if place else [])
            told.append(kept.look(7437, now))
        assert told == [False, False, True, False]

    def test_what_comes_and_goes_is_not_told(self, here):
        kept = Invitation(None)
        kept.begin(7437)
        here.append(HERE[1])
        assert not kept.look(7437, 0.0)
        here.pop()
        assert not any(kept.look(7437, now) for now in (2.0, 4.0, 6.0))

    @pytest.mark.parametrize(
        ("bind", "alone"),
        [
            (None, False),
            ("0.0.0.0", False),  # noqa: S104
            ("::", False),
            ("192.168.1.5", False),
            ("127.0.0.1", True),
            ("::1", True),
        ],
    )
    def test_others_are_kept_out_by_loopback_alone(self, bind, alone):
        assert Invitation(bind).alone == alone


@pytest.mark.parametrize(
    ("bind", "address"),
    [
        (None, "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104
        ("::", "::1"),
        ("192.168.1.5", "192.168.1.5"),
    ],
)
def test_own_clients_go_where_the_host_listens(bind, address):
    assert addresses.local(bind) == address


@pytest.mark.parametrize("address", ["192.0.2.200", "2001:db8::200"])
def test_an_address_that_is_not_this_machines_is_refused_before_anything_starts(address, monkeypatch):
    monkeypatch.setattr(Keeper, "start", lambda keeper: pytest.fail("a host was started"))
    chosen = read(cli.parser().parse_args(["--bind", address]), terminal=False, environment={})
    with pytest.raises(ShellError, match=re.escape(f"this machine has no address {address}")):
        Supervisor(chosen).run()


@pytest.mark.parametrize("address", [None, "127.0.0.1", "0.0.0.0", "::"])  # noqa: S104
def test_this_machines_own_addresses_are_not(address):
    addresses.must_be_here(address)
