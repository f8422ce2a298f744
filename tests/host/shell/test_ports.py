"""The pair of ports: both or neither, on every address or on one."""

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import zmq
from sheep_common.net import keys
from sheep_host.errors import ShellError
from sheep_host.network import ports
from sheep_host.network.ports import Ports
from sheep_support.ports import free_pair


@pytest.fixture
def bind() -> Iterator[Callable[..., Ports]]:
    """Bind pairs, and close them at the end."""
    made: list[tuple[zmq.Context, Ports]] = []

    def make(address: str | None, port: int, patience: float = 0.0) -> Ports:
        context: zmq.Context = zmq.Context()
        try:
            pair = ports.bind(context, keys.new_pair().secret, address, port, patience)
        except ShellError:
            context.term()  # hangs when a socket was left open
            raise
        made.append((context, pair))
        return pair

    yield make
    for context, pair in made:
        pair.listener.close()
        pair.router.disable_monitor()
        for opened in (pair.router, pair.watcher, pair.zap):
            opened.close(0)
        context.term()


def listener(port: int) -> socket.socket:
    return socket.create_server(("127.0.0.1", port))


def test_any_pair_is_two_ports_side_by_side(bind):
    pair = bind("127.0.0.1", 0)
    assert pair.listener.getsockname()[1] == pair.port + 1
    assert pair.router.getsockopt(zmq.LAST_ENDPOINT).endswith(f":{pair.port}".encode())


@pytest.mark.parametrize("taken", [0, 1])
def test_a_pair_of_which_one_is_in_use_is_refused_in_one_line(bind, taken):
    port = free_pair()
    with listener(port + taken), pytest.raises(ShellError, match=f"port {port} or {port + 1} is in use"):
        bind("127.0.0.1", port)


def test_any_pair_goes_round_ports_that_are_in_use(bind, monkeypatch):
    """Where the first choice has a neighbour in use, another pair is found."""
    taken = free_pair()
    monkeypatch.setattr(ports, "ANY", range(taken, taken + 400, 2))
    monkeypatch.setattr(ports.random, "sample", lambda those, number: list(those)[:number])
    with listener(taken + 1):
        pair = bind("127.0.0.1", 0)
    assert taken < pair.port < taken + 400


def test_any_pair_is_none_that_a_connection_may_have(bind):
    """So that a host that died finds its pair again."""
    assert bind("127.0.0.1", 0).port in range(20_000, 30_000)


def test_a_pair_that_is_about_to_be_free_is_waited_for(bind):
    port = free_pair()
    taken = listener(port + 1)
    threading.Timer(0.3, taken.close).start()
    began = time.monotonic()
    assert bind("127.0.0.1", port, 5.0).port == port
    assert time.monotonic() - began < 2


def test_all_addresses_means_ipv4_and_ipv6(bind):
    pair = bind(None, 0)
    families = [(socket.AF_INET, "127.0.0.1")]
    if socket.has_dualstack_ipv6():
        families.append((socket.AF_INET6, "::1"))
    for family, address in families:
        for port in (pair.port, pair.port + 1):
            with socket.socket(family, socket.SOCK_STREAM) as connection:
                connection.connect((address, port))


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
def test_one_ipv6_address_is_that_one_alone(bind):
    pair = bind("::1", 0)
    with socket.create_connection(("::1", pair.port)), socket.create_connection(("::1", pair.port + 1)):
        pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", pair.port))


@pytest.mark.parametrize("address", ["0.0.0.0", "127.0.0.1"])  # noqa: S104
def test_one_ipv4_address_serves_ipv4(bind, address):
    pair = bind(address, 0)
    with socket.create_connection(("127.0.0.1", pair.port)):
        pass


def test_an_address_that_is_not_this_machines_is_refused_in_one_line(bind):
    with pytest.raises(ShellError, match=r"this machine has no address 192\.0\.2\.200"):
        bind("192.0.2.200", 0)
