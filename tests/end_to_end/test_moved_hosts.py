"""The host's address changes in mid-game: the players find its key again, and believe nothing else."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sheep_common.net import discovery
from sheep_common.net.info import Info, line
from sheep_support import netns
from sheep_support.clients import Host
from sheep_support.host_processes import RunningHost
from sheep_support.netns import Machine, Network
from zeroconf import IPVersion, ServiceInfo, Zeroconf

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
BACK = 45.0
"""Seconds for players to be back, on a machine that is busy with other tests; alone it takes about ten."""

LONG = pytest.mark.long(
    reason="players take twelve seconds to give an address up; that they find the new one is seen below too"
)


class Evening:
    """A host's machine, two players' and one more at a switch, and a game between the two that has begun."""

    def __init__(self, network: Network, tmp_path: Path, person: Callable[..., Any]) -> None:
        self.switch = network.switch()
        self.there, *self.places, self.other = (network.machine() for _ in range(4))
        self.cable = self.switch.plug(self.there)
        for machine in (*self.places, self.other):
            self.switch.plug(machine)
        with self.there:
            self.host = RunningHost(
                tmp_path / "host", "--bind", "0.0.0.0", "--game", "battle-sheep", "--seats", "2"  # noqa: S104
            )  # fmt: skip
        self.at = self.host.event("listening")
        where = f"{self.cable.ipv4}:{self.at['port']}"
        self.people = [
            person(where, name, start=machine.start) for name, machine in zip("AB", self.places, strict=True)
        ]
        for each in self.people:
            assert each.ask("/sit")["event"] == "table"
        for each in self.people:
            each.ask("/ready")
        for each in self.people:
            each.wait_for("update")

    def play_to_the_end(self) -> None:
        """Let both play, and wait for the same end for both."""
        for each in self.people:
            each.play()
        overs = [each.wait_for("over", patience=BACK) for each in self.people]
        assert overs[0]["outcome"] == overs[1]["outcome"]

    def renumber(self, new: str) -> None:
        """Give the host's machine another address, as DHCP does."""
        interface = self.cable.interface
        self.there.ip("address", "add", f"{new}/24", "dev", interface)
        self.there.ip("address", "del", f"{self.cable.ipv4}/24", "dev", interface)
        with contextlib.suppress(Exception):  # it goes with the first of its network
            self.there.ip("address", "add", f"{new}/24", "dev", interface)


@pytest.fixture
def evening(tmp_path: Path, person: Callable[..., Any]) -> Iterator[Evening]:
    """Give a game that has begun."""
    with Network() as network:
        made = Evening(network, tmp_path, person)
        with made.host:
            yield made


@LONG
def test_players_find_a_host_that_has_another_address(evening: Evening, tmp_path: Path) -> None:
    """The game goes on, and the new address is known for the next time."""
    evening.renumber("10.77.1.77")
    evening.play_to_the_end()
    known = (tmp_path / "people" / "known_hosts").read_text()
    assert f"10.77.1.77:{evening.at['port']} " in known


@LONG
def test_players_find_a_host_that_took_another_interface(evening: Evening) -> None:
    """From Wi-Fi to the cable: the old address is gone with its interface."""
    evening.switch.plug(evening.there)
    evening.cable.pull()
    evening.there.ip("address", "flush", "dev", evening.cable.interface)
    evening.play_to_the_end()


def test_nobody_believes_who_says_to_be_the_host(evening: Evening, tmp_path: Path) -> None:
    """Somebody has its old address, and says and announces that they have its key; they learn nothing."""
    key = _key(evening)
    evening.renumber("10.77.1.77")
    with _impostor(evening.other, str(evening.cable.ipv4), evening.at["port"], key) as liar:
        evening.play_to_the_end()
        assert liar.heard == []
    assert "10.77.1.4" not in (tmp_path / "people" / "known_hosts").read_text()


def _key(evening: Evening) -> str:
    from sheep_common.net import info

    with evening.places[0]:
        return info.ask(str(evening.cable.ipv4), evening.at["info_port"], 5).key


@contextlib.contextmanager
def _impostor(machine: Machine, address: str, port: int, key: str) -> Iterator[Host]:
    """Take an address over, with another key than is said there and announced, three times over."""
    machine.ip("address", "add", f"{address}/24", "dev", "eth0")
    said = Info(host="Ana", key=key, port=port)

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = info.accept()
                with connection:
                    connection.sendall(line(said))

    with machine, contextlib.ExitStack() as stack:
        liar = Host(lambda _message: [], port=port, address="0.0.0.0")  # noqa: S104
        stack.callback(liar.close)
        info = stack.enter_context(socket.create_server(("", port + 1)))
        threading.Thread(target=serve, daemon=True).start()
        zeroconf = stack.enter_context(Zeroconf(interfaces=["10.77.1.4"], ip_version=IPVersion.V4Only))
        for number in range(3):
            service = ServiceInfo(
                discovery.SERVICE,
                discovery.instance(Info(host=f"Ana {number}", key=key, port=port)),
                port=port,
                properties=discovery.properties(said),
                server=f"impostor-{number}.local.",
                parsed_addresses=["10.77.1.4"],
            )
            zeroconf.register_service(service, cooperating_responders=True)
        yield liar
        info.shutdown(socket.SHUT_RDWR)
