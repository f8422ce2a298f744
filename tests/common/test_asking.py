"""Asking an information port from a loop: what answers late, little by little, or nonsense is no host."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from sheep_common.net.asking import ask
from sheep_common.net.info import Info, line
from sheep_common.net.keys import new_pair
from sheep_support.ports import free_pair

INFO = Info(host="Ana", key=new_pair().public, port=7437, tables=2)


@pytest.fixture
def port() -> Iterator[Callable[[Callable[[socket.socket], None]], int]]:
    """Return what starts a server that treats each connection in a given way, and returns its port."""
    listeners: list[socket.socket] = []

    def start(treat: Callable[[socket.socket], None]) -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection, contextlib.suppress(OSError):
                        treat(connection)

        threading.Thread(target=serve, daemon=True).start()
        return int(listener.getsockname()[1])

    yield start
    for listener in listeners:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def asked(port: int, timeout: float = 5.0) -> Info:
    """Ask a port of this machine."""
    return asyncio.run(ask("127.0.0.1", port, timeout))


def test_a_host_says_who_it_is(port: Callable[..., int]) -> None:
    """As its line does."""
    assert asked(port(lambda connection: connection.sendall(line(INFO)))) == INFO


def test_a_line_may_come_in_pieces(port: Callable[..., int]) -> None:
    """As TCP may deliver it."""

    def treat(connection: socket.socket) -> None:
        connection.sendall(line(INFO)[:10])
        time.sleep(0.05)
        connection.sendall(line(INFO)[10:])

    assert asked(port(treat)) == INFO


@pytest.mark.parametrize("said", [b"", b"{}\n", b"\xff\n", b"x" * 5000, b"[" * 4096])
def test_what_says_something_else_is_no_host(port: Callable[..., int], said: bytes) -> None:
    """ValueError, also for what never ends its line."""
    with pytest.raises(ValueError, match=r"."):
        asked(port(lambda connection: connection.sendall(said)))


def test_who_says_nothing_has_so_long_and_no_longer(port: Callable[..., int]) -> None:
    """TimeoutError, which is an OSError."""
    for_ever = threading.Event()
    with pytest.raises(TimeoutError):
        asked(port(lambda connection: bool(for_ever.wait(60)) and None), 0.2)
    for_ever.set()


def test_who_says_a_letter_at_a_time_has_no_longer(port: Callable[..., int]) -> None:
    """The time is for all of it."""

    def treat(connection: socket.socket) -> None:
        for letter in line(INFO)[:20]:
            connection.sendall(bytes([letter]))
            time.sleep(0.05)

    with pytest.raises(TimeoutError):
        asked(port(treat), 0.3)


def test_where_nobody_listens_nobody_answers() -> None:
    """At once, as an OSError."""
    with pytest.raises(OSError, match=r"."):
        asked(free_pair())
