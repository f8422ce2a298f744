"""The LAN that other tests are played on: it carries, it can be cut, and it leaves nothing behind."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sheep_support import netns
from sheep_support.netns import Machine, Network

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]


@pytest.fixture
def network() -> Iterator[Network]:
    with Network() as made:
        yield made


def own() -> str:
    """Return the name of the namespace that this thread is in."""
    return str(Path("/proc/thread-self/ns/net").readlink())


def reaches(machine: Machine, server: Machine, address: str) -> bool:
    """Tell whether a connection from a machine to a listener on another one comes about in half a second."""
    with server:
        listener = socket.create_server(
            (address, 0), family=socket.AF_INET6 if ":" in address else socket.AF_INET
        )
    with listener, machine:
        try:
            socket.create_connection((address, listener.getsockname()[1]), timeout=0.5).close()
        except OSError:
            return False
    return True


@pytest.mark.parametrize("version", ["ipv4", "ipv6"])
def test_machines_on_one_switch_reach_each_other_at_once(network: Network, version: str) -> None:
    """With both versions of IP, without waiting for an address to be fit for use."""
    host, player = network.machine(), network.machine()
    switch = network.switch()
    cable = switch.plug(host)
    switch.plug(player)
    assert reaches(player, host, str(getattr(cable, version)))


def test_machines_on_two_switches_do_not(network: Network) -> None:
    """A LAN ends at its switch."""
    host, player = network.machine(), network.machine()
    cable = network.switch().plug(host)
    network.switch().plug(player)
    assert not reaches(player, host, str(cable.ipv4))


def test_a_pulled_cable_carries_nothing_until_it_is_back(network: Network) -> None:
    """And the machine keeps its addresses, as one does whose cable was pulled."""
    host, player = network.machine(), network.machine()
    switch = network.switch()
    cable = switch.plug(host)
    switch.plug(player)
    cable.pull()
    assert not reaches(player, host, str(cable.ipv6))
    cable.plug_in()
    end = time.monotonic() + 10
    while not reaches(player, host, str(cable.ipv6)):
        assert time.monotonic() < end


def test_a_thread_comes_back_to_where_it_was(network: Network) -> None:
    """Also from a machine entered within a machine, and after an error."""
    before = own()
    with contextlib.suppress(ValueError), network.machine(), network.machine():
        assert own() != before
        raise ValueError
    assert own() == before


def test_a_program_runs_on_its_machine_and_ends_with_the_network() -> None:
    """What a failing test has started must not live on."""
    with Network() as network:
        machine = network.machine()
        code = "import os; print(os.readlink('/proc/self/ns/net'), flush=True); input()"
        process = machine.start(
            *(sys.executable, "-c", code), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with machine:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == own()
    assert process.returncode is not None
