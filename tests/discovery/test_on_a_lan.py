"""Hosts and players on real networks: who finds whom, how soon, at which address, and for how long."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from sheep_support import netns
from sheep_support.netns import Network
from sheep_support.pace import within

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
Maker = Callable[..., Any]
SOON = 1.0
"""Seconds in which a host that is there is found."""
GONE = 4.0
"""Seconds in which a host that was killed is off the list: two between questions, one without an answer."""


def test_a_host_on_another_machine_is_found_within_a_second(
    network: Network, host: Maker, player: Maker
) -> None:
    """From the moment the player begins to look."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    cable = switch.plug(there)
    switch.plug(here)
    ana = host(there, "Ana's laptop", 7441)
    time.sleep(1.5)  # its announcements are over: only an answer to a question can tell of it now
    found = player(here).finds(ana, SOON)
    assert (found.host, found.address, found.port) == ("Ana's laptop", cable.ipv4, 7441)


def test_a_host_that_starts_later_is_found_within_a_second(
    network: Network, host: Maker, player: Maker
) -> None:
    """Nobody has to look again."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    switch.plug(there)
    switch.plug(here)
    looking = player(here)
    time.sleep(0.5)
    looking.finds(host(there), SOON)


@pytest.mark.parametrize(("ipv4", "ipv6"), [(True, False), (False, True)])
def test_one_version_of_ip_is_enough(
    network: Network, host: Maker, player: Maker, ipv4: bool, ipv6: bool
) -> None:
    """A LAN with IPv4 alone, and one with IPv6 alone."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    cable = switch.plug(there, ipv4=ipv4, ipv6=ipv6)
    switch.plug(here, ipv4=ipv4, ipv6=ipv6)
    found = player(here).finds(host(there), 2 * SOON)
    assert found.address == (cable.ipv4 or cable.ipv6)


def test_a_host_on_two_networks_is_found_from_each_at_an_address_there(
    network: Network, host: Maker, player: Maker
) -> None:
    """The address of the other network would lead nowhere."""
    there, one, two = network.machine(), network.machine(), network.machine()
    cables = []
    for here in (one, two):
        switch = network.switch()
        cables.append(switch.plug(there))
        switch.plug(here)
    ana = host(there)
    addresses = [player(here).finds(ana, SOON).address for here in (one, two)]
    assert addresses == [cable.ipv4 for cable in cables]


def test_a_host_that_is_met_on_two_networks_is_one_host(network: Network, host: Maker, player: Maker) -> None:
    """Several addresses make no second line on the list."""
    there, here = network.machine(), network.machine()
    for _ in range(2):
        switch = network.switch()
        switch.plug(there)
        switch.plug(here)
    looking = player(here)
    looking.finds(host(there), 2 * SOON)
    looking.never_sees(lambda hosts: len(hosts) != 1, 1.5)


def test_a_host_is_found_at_its_other_address_when_the_nearest_is_cut_off(
    network: Network, host: Maker, player: Maker
) -> None:
    """And stays on the list."""
    there, here = network.machine(), network.machine()
    cables = []
    for _ in range(2):
        switch = network.switch()
        cables.append(switch.plug(there))
        switch.plug(here)
    ana, looking = host(there), player(here)
    first = looking.finds(ana)
    near, far = sorted(cables, key=lambda cable: cable.ipv4 != first.address)
    near.pull()
    looking.sees(lambda hosts: [each.address for each in hosts] == [far.ipv4])


def test_two_hosts_of_one_name_are_both_found(network: Network, host: Maker, player: Maker) -> None:
    """On two machines, or on one at two ports."""
    there, beside, here = network.machine(), network.machine(), network.machine()
    switch = network.switch()
    for machine in (there, beside, here):
        switch.plug(machine)
    hosts = [host(there), host(beside), host(beside, port=7450)]
    looking = player(here)
    seen = looking.sees(lambda hosts: len(hosts) == 3)
    assert {each.fingerprint for each in seen} == {each.fingerprint for each in hosts}
    assert {each.host for each in seen} == {"Ana"}


def test_what_changes_at_a_host_is_seen(network: Network, host: Maker, player: Maker) -> None:
    """The number of its tables."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    switch.plug(there)
    switch.plug(here)
    ana, looking = host(there), player(here)
    looking.finds(ana)
    ana.say("tables 3")
    looking.sees(lambda hosts: [each.tables for each in hosts] == [3], 3.0)


def test_a_host_that_ends_is_off_the_list_at_once(network: Network, host: Maker, player: Maker) -> None:
    """It says goodbye, and takes no more than a second and a half for that."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    switch.plug(there)
    switch.plug(here)
    ana, looking = host(there), player(here)
    looking.finds(ana)
    before = time.monotonic()
    ana.quit()
    assert time.monotonic() - before < within(1.5)
    looking.loses(ana, 0.5)


def test_a_host_that_was_killed_is_off_the_list_soon_and_back_when_it_is(
    network: Network, host: Maker, player: Maker
) -> None:
    """Though its announcement lives on for an hour in every machine that heard it."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    switch.plug(there)
    switch.plug(here)
    ana, looking = host(there), player(here)
    looking.finds(ana)
    ana.kill()
    looking.loses(ana, GONE)
    looking.finds(host(there), 2 * SOON)


def test_a_host_whose_cable_is_pulled_comes_and_goes_with_it(
    network: Network, host: Maker, player: Maker
) -> None:
    """Nobody has to start anything again."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    cable = switch.plug(there)
    switch.plug(here)
    ana, looking = host(there), player(here)
    looking.finds(ana)
    cable.pull()
    looking.loses(ana, GONE + 2)
    cable.plug_in()
    looking.finds(ana)


def test_a_host_without_a_network_is_found_on_its_own_machine(
    network: Network, host: Maker, player: Maker
) -> None:
    """A second terminal is enough to play, and nothing fails for want of an interface."""
    alone = network.machine()
    assert player(alone).finds(host(alone), 2 * SOON).address == "127.0.0.1"


def test_a_network_that_comes_later_is_used(network: Network, host: Maker, player: Maker) -> None:
    """On both sides."""
    there, here = network.machine(), network.machine()
    ana, looking = host(there), player(here)
    time.sleep(0.5)
    switch = network.switch()
    cable = switch.plug(there)
    switch.plug(here)
    assert looking.finds(ana, 12.0).address == cable.ipv4


def test_a_host_that_is_bound_to_loopback_is_found_by_nobody(
    network: Network, host: Maker, player: Maker
) -> None:
    """Not even on its own machine: it did not want to be."""
    alone = network.machine()
    host(alone, bind="127.0.0.1")
    looking = player(alone)
    looking.never_sees(lambda hosts: len(hosts) > 0, 1.5)


def test_a_host_that_is_bound_to_one_network_is_found_on_that_alone(
    network: Network, host: Maker, player: Maker
) -> None:
    """The other network does not hear its name."""
    there, near, far = network.machine(), network.machine(), network.machine()
    switch, other = network.switch(), network.switch()
    cable = switch.plug(there)
    other.plug(there)
    switch.plug(near)
    other.plug(far)
    ana = host(there, bind=cable.ipv4)
    looking = player(far)
    assert player(near).finds(ana, 2 * SOON).address == cable.ipv4
    looking.never_sees(lambda hosts: len(hosts) > 0, 0.5)
