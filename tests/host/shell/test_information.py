"""The information port: one line to everyone, and nobody can hold it up."""

import select
import socket
import time
from collections.abc import Iterator

import pytest
from sheep_host.bounds import Bounds
from sheep_host.network.info_port import Information
from sheep_support.host_processes import PATIENCE, until

LINE = b'{"sheep":1}\n'


@pytest.fixture
def port() -> Iterator[Information]:
    made = Information(socket.create_server(("127.0.0.1", 0)), lambda: LINE, Bounds())
    yield made
    made.close()


def connect(port: Information) -> socket.socket:
    return socket.create_connection(port.listener.getsockname(), timeout=5)


def serve(port: Information) -> None:
    assert select.select([port.listener], [], [], PATIENCE)[0]
    port.serve(time.monotonic())
    port.sweep(time.monotonic())


def everything(connection: socket.socket) -> bytes:
    data = b""
    while part := connection.recv(100):
        data += part
    return data


def test_who_connects_gets_the_line_and_the_end(port):
    with connect(port) as asker:
        serve(port)
        assert everything(asker) == LINE


def test_who_speaks_first_gets_the_line_all_the_same(port):
    """A web browser, for one: closing at once with its words unread would take the line back."""
    with connect(port) as asker:
        asker.sendall(b"GET / HTTP/1.1\r\n\r\n" * 100)
        serve(port)
        assert everything(asker) == LINE


def test_many_who_read_nothing_do_not_keep_out_the_next(port):
    slow = [connect(port) for _ in range(40)]
    serve(port)
    with connect(port) as asker:
        serve(port)
        assert everything(asker) == LINE
    assert port.open <= Bounds().askers
    for connection in slow:
        connection.close()


def test_a_connection_that_stays_is_closed_after_its_time(port):
    with connect(port):
        serve(port)
        assert port.open == 1
        port.sweep(time.monotonic() + Bounds().asker_seconds)
        assert port.open == 0


def test_a_connection_that_the_other_side_closes_is_closed(port):
    connect(port).close()
    serve(port)
    now = time.monotonic()  # its time is not over

    def is_closed() -> bool:
        port.sweep(now)
        return port.open == 0

    until(is_closed)


def test_one_turn_serves_a_bounded_number(port):
    askers = [connect(port) for _ in range(Bounds().askers_a_turn + 5)]
    port.serve(time.monotonic())
    assert sum(asker in readable(askers) for asker in askers) == Bounds().askers_a_turn
    for asker in askers:
        asker.close()


def readable(askers: list[socket.socket]) -> list[socket.socket]:
    return select.select(askers, [], [], 0.2)[0]
