"""Where a host is looked for when it has gone: in turn, and nothing heard is believed."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from sheep_client.connection import finder, known_hosts
from sheep_client.connection.address import Address
from sheep_client.connection.errors import ClientError
from sheep_client.connection.finder import Finder
from sheep_client.connection.join import Joining
from sheep_client.connection.known_hosts import Meeting
from sheep_client.connection.link import Target
from sheep_client.discovery.found import Found, Hosts
from sheep_common.net.keys import new_pair

KEY = "k" * 40
HERE = Target("10.0.0.1", 7437, KEY)


class FakeBrowser:
    """A browser that is told what there is."""

    made: "ClassVar[list[FakeBrowser]]"

    def __init__(self, on_change: Callable[[Hosts], None], wanted: str | None = None) -> None:
        self.hear = on_change
        self.wanted = wanted
        self.running = False
        self.made.append(self)

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False


@pytest.fixture
def browsers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[FakeBrowser]:
    """Give the browsers that are made; nobody has met any host."""
    FakeBrowser.made = []
    monkeypatch.setattr(finder, "Browser", FakeBrowser)
    monkeypatch.setenv("SHEEP_HOME", str(tmp_path))
    return FakeBrowser.made


def joining(address: str = "10.0.0.1", **fields: object) -> Joining:
    """Return somebody who has joined at an address."""
    made = Joining(
        address=Address(address, 7437), target=HERE, name="Ana", profile="Ana", pair=new_pair(),
        meeting=Meeting("new"),
    )  # fmt: skip
    return replace(made, **fields)  # type: ignore[arg-type]


def places(looking: Finder, attempts: range) -> list[str]:
    """Return where so many attempts go."""

    async def find() -> list[Target]:
        return [await looking.find(attempt) for attempt in attempts]

    found = asyncio.run(find())
    assert {target.key for target in found} == {KEY}
    return [target.address for target in found]


def at(address: str) -> Found:
    """Return somebody who says to be the host; what else they say is not asked for."""
    return Found(host="H", address=address, port=7437, fingerprint="", tables=0, password=False)


def test_the_first_attempts_go_where_the_host_was(browsers: list[FakeBrowser]) -> None:
    """A host that is started again is not looked for elsewhere before that."""
    looking = Finder(joining())
    assert places(looking, range(1)) == ["10.0.0.1"]
    assert browsers == []
    assert places(looking, range(1, 4)) == ["10.0.0.1"] * 3
    assert [(each.wanted, each.running) for each in browsers] == [(KEY, True)]


def test_candidates_are_tried_in_turn_and_the_old_place_in_between(browsers: list[FakeBrowser]) -> None:
    """However many say that they are the host."""
    looking = Finder(joining())
    places(looking, range(2))
    browsers[0].hear(tuple(map(at, ("10.0.0.7", "10.0.0.1", "10.0.0.8"))))
    assert places(looking, range(2, 7)) == ["10.0.0.7", "10.0.0.1", "10.0.0.8", "10.0.0.1", "10.0.0.7"]
    browsers[0].hear(tuple(map(at, ("10.0.0.7", "10.0.0.8", "10.0.0.9"))))
    assert places(looking, range(8, 9)) == ["10.0.0.9"]


def test_who_has_proved_it_is_where_the_host_is(browsers: list[FakeBrowser], tmp_path: Path) -> None:
    """The search ends, the place is kept and told; nothing of the others is."""
    said: list[str] = []
    looking = Finder(joining(), said.extend)
    looking.proven(HERE)
    places(looking, range(2))
    browsers[0].hear(tuple(map(at, ("10.0.0.7", "10.0.0.8"))))
    looking.proven(replace(HERE, address="10.0.0.8"))
    assert not browsers[0].running
    assert places(looking, range(2)) == ["10.0.0.8"] * 2
    assert said[1:] == ["The host has a new address: 10.0.0.8:7437"]
    assert known_hosts.addresses_of(tmp_path / "known_hosts", KEY) == [
        Address("10.0.0.8", 7437), Address("10.0.0.1", 7437),
    ]  # fmt: skip


def test_nothing_is_written_before_a_key_is_proved(browsers: list[FakeBrowser], tmp_path: Path) -> None:
    """Not even of a host that is only looked for."""
    looking = Finder(joining())
    places(looking, range(2))
    browsers[0].hear((at("10.0.0.7"),))
    places(looking, range(2, 6))
    assert list(tmp_path.iterdir()) == []


def test_where_it_was_met_on_other_days_is_tried_too(browsers: list[FakeBrowser], tmp_path: Path) -> None:
    """Also where nobody may look on the network, and what a name stands for."""
    known_hosts.keep(tmp_path / "known_hosts", [Address("10.0.0.4", 7437), Address("10.0.0.5", 7437)], KEY)
    looking = Finder(joining("localhost", discovery=False))
    places(looking, range(2))
    deadline = asyncio.run(_until(lambda: looking._remembered))
    assert deadline
    assert set(places(looking, range(2, 10))) >= {"10.0.0.1", "127.0.0.1", "10.0.0.5", "10.0.0.4"}
    assert [each.running for each in browsers] == [False]


@pytest.mark.parametrize("how", ["new", "other"])
def test_a_new_key_that_cannot_be_kept_ends_it(browsers: list[FakeBrowser], tmp_path: Path, how: str) -> None:
    """It would be new each time; a friend is a friend also where nothing more can be kept."""
    (tmp_path / "known_hosts").mkdir()
    with pytest.raises(ClientError, match="known_hosts"):
        Finder(joining(meeting=Meeting(how))).proven(HERE)
    Finder(joining(meeting=Meeting("friend", "10.0.0.5:7437"))).proven(HERE)


async def _until(true: Callable[[], object]) -> bool:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.01)
    return True
