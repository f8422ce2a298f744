"""What people type to join: the addresses of the LAN, and the port only where it is not the usual one."""

import re

import pytest
from sheep_host import cli
from sheep_host.errors import ShellError
from sheep_host.network import addresses
from sheep_host.supervisor.host_process import Keeper
from sheep_host.supervisor.settings import read
from sheep_host.supervisor.supervisor import Supervisor

MIXED = [
    *("127.0.0.1", "169.254.3.4", "fe80::1%eth0", "::1", "fe80::2"),
    *("2606:4700::1", "fd00::2", "8.8.8.8", "192.168.1.5", "192.168.1.5", "10.0.0.3"),
]


def test_addresses_of_the_lan_come_ipv4_first_and_private_first():
    assert addresses.reachable(MIXED) == ["10.0.0.3", "192.168.1.5", "8.8.8.8", "fd00::2", "2606:4700::1"]


def test_loopback_and_link_local_addresses_are_left_out():
    assert not {"127.0.0.1", "::1", "169.254.3.4", "fe80::1", "fe80::2"} & set(addresses.reachable(MIXED))


def test_this_machines_own_addresses_can_be_listed():
    assert all(isinstance(address, str) for address in addresses.lan())


@pytest.mark.parametrize(
    ("bind", "port", "lines"),
    [
        (None, 7437, ["sheep-join 192.168.1.5", 'sheep-join "[fd00::2]:7437"']),
        (None, 8000, ["sheep-join 192.168.1.5:8000", 'sheep-join "[fd00::2]:8000"']),
        ("0.0.0.0", 7437, ["sheep-join 192.168.1.5"]),  # noqa: S104
        ("::", 7437, ["sheep-join 192.168.1.5", 'sheep-join "[fd00::2]:7437"']),
        ("192.168.1.5", 7437, ["sheep-join 192.168.1.5"]),
        ("127.0.0.1", 8000, []),
    ],
)
def test_the_lines_to_type_are_those_that_reach_the_host(bind, port, lines):
    assert addresses.join_lines(bind, port, ["192.168.1.5", "fd00::2"]) == lines


def test_without_a_lan_there_is_nothing_that_others_could_type():
    assert addresses.join_lines(None, 7437, []) == []


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
