"""Strangers below the protocol, each at its worst: others are answered, and the memory stays small.

`scripts/siege` runs the same at any length, and prints what an honest player waits.
"""

import sys
from collections.abc import Callable, Iterator

import pytest
from sheep_support.attacks.honest import Honest, memory_of, percentile
from sheep_support.attacks.raw import ATTACKS, attacked
from sheep_support.attacks.served import Served
from sheep_support.host_processes import Player, players

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc, and binds 127.0.0.66")

SECONDS = 1.0
MEMORY = 150.0
"""Megabytes."""
LONG = 500.0
"""Milliseconds for an answer in the median: a busy machine's, and yet nothing like a host held up."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Give one host, which has to stand all of it in a row."""
    with Served(tmp_path_factory.mktemp("siege")) as made:
        yield made


@pytest.fixture
def player(host: Served) -> Iterator[Callable[..., Player]]:
    with players(host.server, host.port) as make:
        yield make


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name != "endless"])
def test_an_attack_hurts_nobody_else(host: Served, player: Callable[..., Player], attack: str) -> None:
    """Who is there is answered, who comes is let in; `endless` is tried in `test_attacks`, at more length."""
    honest = Honest(player, f"Ana {attack}")
    with memory_of(host) as most, attacked(attack, host.server, host.port):
        waits, comings = honest.ask_for(SECONDS)
    assert host.process.poll() is None
    assert most.value < MEMORY
    assert percentile(waits, 0.5) < LONG
    assert percentile(comings, 0.5) < 2 * LONG
