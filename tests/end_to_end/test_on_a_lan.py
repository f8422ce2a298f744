"""Several machines (network namespaces) with real addresses, and cables that are pulled in mid-game."""

from pathlib import Path

import pytest
from sheep_support import netns
from sheep_support.host_processes import RunningHost
from sheep_support.netns import Network

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
ARGUMENTS = ("--bind", "0.0.0.0", "--game", "battle-sheep", "--seats", "2")  # noqa: S104 - a LAN of our own


@pytest.fixture
def lan():
    """Give a host's machine, two players' machines, and the cables of all three."""
    with Network() as network:
        switch = network.switch()
        machines = [network.machine() for _ in range(3)]
        yield machines, [switch.plug(machine) for machine in machines]


@pytest.mark.parametrize(
    "family",
    ["ipv4", pytest.param("ipv6", marks=pytest.mark.long(reason="twelve seconds for the same with IPv6"))],
)
def test_a_game_across_machines_survives_pulled_cables(lan, person, tmp_path: Path, family: str) -> None:
    """The players' cables in turn, then the host's: everyone is back by themselves and the game ends."""
    (there, *places), cables = lan
    address = getattr(cables[0], family)
    bind = ("--bind", address) if family == "ipv6" else ()
    with there:
        running = RunningHost(tmp_path / "host", *ARGUMENTS, *bind)
    with running:
        port = running.event("listening")["port"]
        where = f"[{address}]:{port}" if family == "ipv6" else f"{address}:{port}"
        people = [person(where, name, start=place.start) for name, place in zip("AB", places, strict=True)]
        for each in people:
            assert each.ask("/sit")["event"] == "table"
        for each in people:
            each.plays = True
            each.ask("/ready")
        for number, cable in enumerate((cables[1], cables[2], cables[0])):
            reached = 4 + 4 * number
            for each in people:
                each.wait(lambda event, least=reached: event.get("version", 0) >= least)
            # At once up again, or as long as both sides need to notice.
            cable.pull()
            if number != 1:
                _until_away(people[0] if number == 0 else people[1])
            cable.plug_in()
        overs = [each.wait_for("over", patience=60) for each in people]
        assert overs[0]["outcome"] == overs[1]["outcome"]
        for each in people:
            versions = [update["version"] for update in each.all("update")]
            assert versions == sorted(versions)


def _until_away(player) -> None:
    """Wait until somebody's link is dead for sure: a line gets no answer while its cable is out."""
    number = player.say("/tables")
    with pytest.raises(AssertionError):
        player.wait(lambda event: event.get("re") == number, patience=4.0)


def test_a_link_s_own_address_can_be_typed_as_it_is_shown(lan, person, tmp_path: Path) -> None:
    """Two computers on a cable; the player's calls its end otherwise than the host's."""
    (there, here, _other), _cables = lan
    for machine in (there, here):
        machine.ip("address", "flush", "dev", "eth0", "scope", "global")
    here.ip("link", "set", "eth0", "down")
    here.ip("link", "set", "eth0", "name", "enp3s0", "up")
    with there:
        host = RunningHost(tmp_path / "host", "--bind", "::", "--game", "battle-sheep")
    with host:
        (line,) = host.event("listening")["join"]
        assert line.startswith('sheep-join "[fe80::')
        assert "%eth0" in line
        shown = line.removeprefix("sheep-join ").strip('"')
        assert person(shown, "Bo", start=here.start).wait_for("welcome")
