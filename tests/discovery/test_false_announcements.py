"""What others put on the network is believed only where a host stands behind it."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sheep_common.net import discovery
from sheep_common.net.info import Info, line
from sheep_common.net.keys import new_pair
from sheep_support import netns
from sheep_support.netns import Machine, Network
from zeroconf import IPVersion, ServiceInfo, Zeroconf

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
Maker = Callable[..., Any]
Machines = tuple[Machine, Machine, Machine]


@pytest.fixture
def lan(network: Network) -> Machines:
    """Return the machines of a host, a stranger and a player at one switch: 10.77.1.1, .2 and .3."""
    switch = network.switch()
    machines = network.machine(), network.machine(), network.machine()
    for machine in machines:
        switch.plug(machine)
    return machines


@pytest.fixture
def announce(lan: Machines) -> Iterator[Callable[..., None]]:
    """Return what announces anything at all from the stranger's machine."""
    with lan[1]:
        zeroconf = Zeroconf(interfaces=["10.77.1.2"], ip_version=IPVersion.V4Only)

    def say(info: Info, address: str, port: int = 7437, entries: dict[str, bytes] | None = None) -> None:
        service = ServiceInfo(
            discovery.SERVICE,
            discovery.instance(info),
            port=port,
            properties={**discovery.properties(info), **(entries or {})},
            server=discovery.server(info),
            parsed_addresses=[address],
        )
        zeroconf.loop.call_soon_threadsafe(zeroconf.registry.async_add, service)
        zeroconf.send(zeroconf.generate_service_broadcast(service, None))

    yield say
    zeroconf.close()


def info(name: str = "Nobody") -> Info:
    """Return what a host with a new key says."""
    return Info(host=name, key=new_pair().public, port=7437)


@pytest.fixture
def answer(lan: Machines) -> Iterator[Callable[[bytes], None]]:
    """Return what answers anything at all at the information port of the stranger's machine."""
    with lan[1]:
        listener = socket.create_server(("10.77.1.2", 7438))
    said: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.sendall(said[-1])

    thread = threading.Thread(target=serve)
    thread.start()
    yield said.append
    listener.shutdown(socket.SHUT_RDWR)
    thread.join()
    listener.close()


def shows_nobody(looking: Any, seconds: float = 1.5) -> None:
    """Wait whether anything comes onto a list that has nothing to show."""
    looking.never_sees(lambda hosts: len(hosts) > 0, seconds)


def test_an_announcement_without_a_host_is_not_shown(lan: Machines, announce: Maker, player: Maker) -> None:
    """Neither where nothing listens nor where no machine is."""
    announce(info(), "10.77.1.2")
    announce(info(), "10.77.1.99")
    shows_nobody(player(lan[2]))


def test_a_host_that_answers_under_another_key_is_not_shown(
    lan: Machines, announce: Maker, answer: Maker, player: Maker
) -> None:
    """The number may be another machine's in another network."""
    answer(line(info("Somebody else")))
    announce(info("Ana"), "10.77.1.2")
    shows_nobody(player(lan[2]))


def test_who_repeats_what_a_host_says_does_not_draw_its_players(
    lan: Machines, announce: Maker, answer: Maker, host: Maker, player: Maker
) -> None:
    """A host that is on the list stays at its address, and is there once."""
    ana, looking = host(lan[0]), player(lan[2])
    looking.finds(ana)
    answer(line(Info(host="Ana", key=ana.key, port=7437)))
    announce(info("Ana"), "10.77.1.2", entries={"key": ana.key.encode()})
    looking.never_sees(lambda hosts: [each.address for each in hosts] != ["10.77.1.1"], 1.5)


def test_a_false_goodbye_takes_no_host_away(lan: Machines, host: Maker, player: Maker) -> None:
    """What still answers is there."""
    ana, looking = host(lan[0]), player(lan[2])
    looking.finds(ana)
    said = Info(host="Ana", key=ana.key, port=7437)
    service = ServiceInfo(
        discovery.SERVICE, discovery.instance(said), port=7437, server=discovery.server(said)
    )
    with lan[1], Zeroconf(interfaces=["10.77.1.2"], ip_version=IPVersion.V4Only) as zeroconf:
        zeroconf.send(zeroconf.generate_service_broadcast(service, 0))
        looking.never_sees(lambda hosts: len(hosts) == 0, 3.0)


@pytest.mark.parametrize(
    ("port", "entries"),
    [
        (7437, {"key": b"x"}),
        (7437, {"port": b"7439"}),
        (7437, {"host": b"\xff"}),
        (7437, {"tables": b"9" * 200}),
        (65535, {"port": b"65535"}),
        (0, {}),
    ],
    ids=repr,
)
def test_a_record_that_no_host_would_write_is_not_shown(
    lan: Machines, announce: Maker, answer: Maker, player: Maker, port: int, entries: dict[str, bytes]
) -> None:
    """Even where a host answers."""
    said = info()
    answer(line(said))
    announce(said, "10.77.1.2", port, entries)
    shows_nobody(player(lan[2]), 1.0)


def test_a_name_is_shown_without_what_could_move_or_hide_text(
    lan: Machines, announce: Maker, answer: Maker, player: Maker
) -> None:
    """Escape sequences, directions, line breaks and length."""
    said = info("\x1b[2J\u202eAna\r\nis here" + "x" * 150)
    answer(line(said))
    announce(said, "10.77.1.2")
    [found] = player(lan[2]).sees(lambda hosts: len(hosts) == 1)
    assert found.host == ("\ufffd[2J\ufffdAna is here" + "x" * 150)[:60]


def test_a_host_is_found_among_hundreds_of_false_ones(
    lan: Machines, announce: Maker, host: Maker, player: Maker
) -> None:
    """They are asked in turn, and none for long."""
    for number in range(200):
        announce(info(f"Nobody {number}"), f"10.77.1.{number + 50}")
    ana = host(lan[0])
    player(lan[2]).finds(ana, 30.0)
