"""Socket options as libzmq takes them: seen by what two sockets then do."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import zmq
from sheep_common.net import keys, sockets
from sheep_common.wire import CLIENT_FRAME
from sheep_support.pace import within


@pytest.fixture
def context() -> Iterator["zmq.Context[Any]"]:
    made: zmq.Context[Any] = zmq.Context()
    yield made
    made.term()


@pytest.fixture
def socket(context: "zmq.Context[Any]") -> Iterator[Callable[[int], "zmq.Socket[Any]"]]:
    """Open sockets, and close them at the end."""
    made: list[zmq.Socket[Any]] = []

    def make(kind: int) -> "zmq.Socket[Any]":
        made.append(context.socket(kind))
        return made[-1]

    yield make
    for opened in made:
        opened.close(0)


@pytest.mark.parametrize(
    ("address", "endpoint"),
    [
        ("192.168.1.5", "tcp://192.168.1.5:7437"),
        ("fd00::2", "tcp://[fd00::2]:7437"),
        ("sheep.local", "tcp://sheep.local:7437"),
    ],
)
def test_an_endpoint_has_ipv6_in_brackets(address, endpoint):
    assert sockets.endpoint(address, 7437) == endpoint


def test_a_host_whose_zap_is_missing_lets_nobody_in(socket):
    """ZAP_ENFORCE_DOMAIN: without it, a handler that is gone would open the door to everyone."""
    host = socket(zmq.ROUTER)
    pair, mine = keys.new_pair(), keys.new_pair()
    sockets.set_host(host, pair.secret, "sheep")
    port = host.bind_to_random_port("tcp://127.0.0.1")
    client = socket(zmq.DEALER)
    sockets.set_client(client, pair.public, mine.public, mine.secret)
    client.connect(f"tcp://127.0.0.1:{port}")
    client.send(b"hello")
    assert not host.poll(500)


def test_closing_never_waits_long_for_what_nobody_takes(context):
    client = context.socket(zmq.DEALER)
    pair, mine = keys.new_pair(), keys.new_pair()
    sockets.set_client(client, pair.public, mine.public, mine.secret)
    client.connect("tcp://127.0.0.1:1")
    client.send(b"hello")
    began = time.monotonic()
    client.close()
    context.term()
    assert time.monotonic() - began < within(2)


def test_a_client_takes_the_largest_frame_that_the_protocol_allows(socket):
    host = socket(zmq.ROUTER)
    pair, mine = keys.new_pair(), keys.new_pair()
    sockets.set_common(host)
    host.setsockopt(zmq.CURVE_SERVER, 1)
    host.setsockopt_string(zmq.CURVE_SECRETKEY, pair.secret)
    port = host.bind_to_random_port("tcp://127.0.0.1")
    client = socket(zmq.DEALER)
    sockets.set_client(client, pair.public, mine.public, mine.secret)
    client.connect(f"tcp://127.0.0.1:{port}")
    client.send(b"hello")
    assert host.poll(2000)
    routing_id, _ = host.recv_multipart()
    host.send_multipart([routing_id, b"x" * CLIENT_FRAME])
    assert client.poll(2000)
    assert len(client.recv()) == CLIENT_FRAME


def test_messages_to_nobody_are_said_so(socket):
    """ROUTER_MANDATORY: they would vanish in silence."""
    host = socket(zmq.ROUTER)
    sockets.set_host(host, keys.new_pair().secret, "sheep")
    with pytest.raises(zmq.ZMQError) as error:
        host.send_multipart([b"\0abcd", b"hello"], zmq.NOBLOCK)
    assert error.value.errno == zmq.EHOSTUNREACH
