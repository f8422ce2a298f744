"""Addresses as players write them, and what answers there."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from ipaddress import ip_interface

import pytest
from sheep_client.connection import address
from sheep_client.connection.address import Address, look, parse
from sheep_client.connection.errors import ClientError, UnreachableError
from sheep_common.net.info import Info, line
from sheep_common.net.places import Place


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.5", "192.168.1.5", 7437),
        ("192.168.1.5:8000", "192.168.1.5", 8000),
        ("Living-Room.local", "living-room.local", 7437),
        ("living-room:1", "living-room", 1),
        ("::1", "::1", 7437),
        ("fe80::1%eth0", "fe80::1%eth0", 7437),
        ("[::1]:8000", "::1", 8000),
        ("[2001:DB8::5]", "2001:db8::5", 7437),
        (" 10.0.0.1 ", "10.0.0.1", 7437),
    ],
)
def test_an_address_is_read(text: str, host: str, port: int) -> None:
    """With or without a port, IPv6 with or without brackets."""
    assert parse(text) == Address(host, port)


@pytest.mark.parametrize(
    "text", ["", "host:", "host:x", "host:0", "host:65535", ":7437", "a b", "http://x", "[::1", "[::1]:"]
)
def test_what_is_none_is_wrong_usage(text: str) -> None:
    """65535 has no port after it."""
    with pytest.raises(ClientError) as error:
        parse(text)
    assert error.value.status == 2


@pytest.mark.parametrize("text", ["192.168.1.5:7437", "[::1]:7437"])
def test_an_address_is_written_as_it_is_read(text: str) -> None:
    """The form of the known hosts."""
    assert str(parse(text)) == text


@contextlib.contextmanager
def answering(data: bytes) -> Iterator[Address]:
    """Answer once on an information port; give the address of the game's port before it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def serve() -> None:
            with contextlib.suppress(OSError):
                connection, _ = server.accept()
                connection.sendall(data)
                connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        yield Address("127.0.0.1", port - 1)
        thread.join()


def test_a_host_says_who_it_is() -> None:
    """Its key, and the port to play on."""
    info = Info(host="H", key="a" * 40, port=7437)
    with answering(line(info)) as place:
        assert look(place) == ("127.0.0.1", info)


def test_another_protocol_is_refused_in_words() -> None:
    """With both versions."""
    with (
        answering(line(Info(sheep=9, host="H", key="a" * 40, port=7437))) as place,
        pytest.raises(ClientError, match="protocol 9"),
    ):
        look(place)


@pytest.mark.parametrize("data", [b"", b"HTTP/1.0 400 Bad\r\n\r\n", b"{}\n", b"\xff" * 5000])
def test_what_is_no_host_is_said_so(data: bytes) -> None:
    """Whatever else listens there."""
    with answering(data) as place, pytest.raises(UnreachableError):
        look(place)


def test_an_address_where_nobody_is_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the host running, is it the same network."""
    monkeypatch.setattr(address, "TIMEOUT", 0.5)
    with pytest.raises(UnreachableError, match="sheep-host running"):
        look(Address("127.0.0.1", 1))


def test_a_name_that_nobody_has_is_said_so() -> None:
    """The number that the host shows always works."""
    with pytest.raises(UnreachableError, match="no machine called"):
        look(Address("no-such-host.invalid", 7437))


LINKS = (
    Place(1, ip_interface("::1/128"), "lo"),
    Place(7, ip_interface("fe80::7/64"), "docker0"),
    Place(2, ip_interface("fe80::2/64"), "wlan0"),
    Place(2, ip_interface("192.168.1.2/24"), "wlan0"),
    Place(3, ip_interface("fe80::3/64"), "enp3s0"),
)


@pytest.mark.parametrize(
    ("host", "tried"),
    [
        ("fe80::9%enp3s0", ["fe80::9%3", "fe80::9%2", "fe80::9%7"]),
        ("fe80::9%3", ["fe80::9%3", "fe80::9%2", "fe80::9%7"]),
        ("fe80::9%eth0", ["fe80::9%2", "fe80::9%3", "fe80::9%7"]),
        ("fe80::9", ["fe80::9%2", "fe80::9%3", "fe80::9%7"]),
        ("fd00::9", ["fd00::9"]),
        ("192.168.1.9", ["192.168.1.9"]),
    ],
)
def test_an_address_of_a_link_is_tried_on_each_link(
    monkeypatch: pytest.MonkeyPatch, host: str, tried: list[str]
) -> None:
    """The one that was named first: its name is the host's, and may be another's here."""
    monkeypatch.setattr(address, "places", lambda: LINKS)
    assert address.numbers(Address(host, 7437)) == tried


def test_the_other_port_is_tried_where_the_information_port_is_closed() -> None:
    """And said to be open: a firewall may be in the way."""
    with socket.create_server(("127.0.0.1", 0)) as game:
        place = Address("127.0.0.1", game.getsockname()[1])
        with pytest.raises(UnreachableError, match=f"Port {place.port + 1} .* though port {place.port} does"):
            look(place)
