"""The whole host: announced from its start to its end, through the death of its process, or not at all."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sheep_common.net import info
from sheep_support import netns
from sheep_support.host_processes import RunningHost, kill
from sheep_support.netns import Machine, Network

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
Maker = Callable[..., Any]


@pytest.fixture
def machines(network: Network) -> tuple[Machine, Machine]:
    """Return the machines of a host and of a player, on one LAN."""
    switch = network.switch()
    there, here = network.machine(), network.machine()
    switch.plug(there)
    switch.plug(here)
    return there, here


def started(machine: Machine, data: Path, *arguments: str) -> RunningHost:
    """Start a host on a machine, for everybody there."""
    with machine:
        return RunningHost(data, "--bind", "0.0.0.0", *arguments)  # noqa: S104


def test_a_host_is_found_as_what_it_is(machines, player: Maker, tmp_path: Path) -> None:
    """Its name, key, port and the number of its tables."""
    there, here = machines
    with started(there, tmp_path, "--host-name", "Ana's", "--game", "battle-sheep") as host:
        listening = host.event("listening")
        [found] = player(here).sees(lambda hosts: len(hosts) == 1 and hosts[0].tables == 1)
        assert (found.host, found.address, found.port) == ("Ana's", "10.77.1.1", listening["port"])
        assert found.fingerprint == listening["fingerprint"]


def test_a_host_is_found_within_a_second_of_listening(machines, player: Maker, tmp_path: Path) -> None:
    """By a player who waits for it."""
    there, here = machines
    looking = player(here)
    with started(there, tmp_path) as host:
        host.event("listening")
        looking.sees(lambda hosts: len(hosts) == 1, 1.0)


def test_a_host_that_ends_in_order_is_gone_at_once(machines, player: Maker, tmp_path: Path) -> None:
    """And being announced does not make its end longer."""
    there, here = machines
    with started(there, tmp_path) as host:
        looking = player(here)
        looking.sees(lambda hosts: len(hosts) == 1)
        assert host.stop() == 0
        looking.sees(lambda hosts: len(hosts) == 0, 0.5)


def test_a_host_whose_process_was_killed_is_found_again(machines, player: Maker, tmp_path: Path) -> None:
    """It is started again, and is the same host."""
    there, here = machines
    with started(there, tmp_path) as host:
        first = host.event("listening")
        looking = player(here)
        looking.sees(lambda hosts: len(hosts) == 1)
        kill(first["pid"])
        host.event("listening")
        [found] = looking.sees(lambda hosts: len(hosts) == 1)
        assert found.fingerprint == first["fingerprint"]


def test_a_host_that_does_not_want_to_be_found_is_not(machines, player: Maker, tmp_path: Path) -> None:
    """With `--no-discovery`; an address typed by hand still leads there."""
    there, here = machines
    with started(there, tmp_path, "--no-discovery") as host:
        port = host.event("listening")["info_port"]
        with here:
            assert info.ask("10.77.1.1", port, 5.0).port == port - 1
        player(here).never_sees(lambda hosts: len(hosts) > 0, 2.0)


def test_the_lines_to_join_follow_the_machine_s_interfaces(network: Network, tmp_path: Path) -> None:
    """It may be started before there is any network; the default route's address comes first."""
    there = network.machine()
    with there:
        host = RunningHost(tmp_path, "--bind", "0.0.0.0")  # noqa: S104
    with host:
        listening = host.event("listening")
        assert listening["join"] == []
        first, second = network.switch().plug(there), network.switch().plug(there)
        port = f":{listening['port']}"
        lines = [f"sheep-join {cable.ipv4}{port}" for cable in (first, second)]
        assert host.event("addresses")["join"] == lines
        there.ip("route", "add", "default", "via", "10.77.2.99", "dev", second.interface)
        assert host.event("addresses")["join"] == lines[::-1]
        there.ip("address", "flush", "dev", second.interface)
        assert host.event("addresses")["join"] == lines[:1]
    logs = [path.read_text() for path in (tmp_path / "log").iterdir()]
    assert any(f"others join with: {lines[1]} or {lines[0]}\n" in log for log in logs)
