"""How many connections an address may have, where it is not this machine's loopback."""

import socket
from collections.abc import Iterator

import pytest
from sheep_common.net.places import best_first, places
from sheep_host.bounds import Bounds
from sheep_host.network.counts import Counts
from sheep_host.network.peers import Peers

HERE = [str(place) for place in best_first(places()) if place.at.version == 4]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Give a listener at an address of this machine's that others reach too."""
    if not HERE:
        pytest.skip("this machine is on no network")
    with socket.create_server((HERE[0], 0)) as made:
        yield made


def test_an_address_of_a_network_has_its_own_smaller_bound(listener: socket.socket) -> None:
    """Those beyond are ended, counted, and forgotten; the log is told once each."""
    counts = Counts()
    peers = Peers(Bounds(connections_an_address=3, connections_of_loopback=100), counts)
    mine, theirs = [], []
    said = []
    for _ in range(5):
        mine.append(socket.create_connection(listener.getsockname()))
        theirs.append(listener.accept()[0])
        said.append(peers.accepted(theirs[-1].fileno(), 0.0))
    try:
        assert said == [None] * 3 + [f"too many connections of one address: {HERE[0]}"] * 2
        assert len(peers) == 3
        assert counts.ended == {"too many connections of one address": 2}
        mine[-1].settimeout(5)
        assert mine[-1].recv(1) == b""
    finally:
        peers.close()
        for connection in (*mine, *theirs):
            connection.close()
