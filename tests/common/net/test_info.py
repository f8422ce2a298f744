"""The information line: what is one, and what is not, however it comes."""

import base64
import hashlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from sheep_common.net import info, keys
from sheep_support.pace import within
from sheep_support.ports import free_pair

KEY = keys.new_pair().public
GOOD = info.Info(host="Fold", key=KEY, port=7437, tables=2)


@pytest.fixture
def served() -> Iterator[Callable[..., int]]:
    """Serve pieces to one who connects, with pauses; give the port."""
    threads: list[threading.Thread] = []

    def serve(*pieces: bytes, pause: float = 0.0) -> int:
        listener = socket.create_server(("127.0.0.1", 0))

        def run() -> None:
            with listener, listener.accept()[0] as connection:
                try:
                    for piece in pieces:
                        connection.sendall(piece)
                        time.sleep(pause)
                except OSError:
                    pass

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return int(listener.getsockname()[1])

    yield serve
    for thread in threads:
        thread.join(10)


def test_a_line_says_what_it_was_made_of():
    assert info.parse(info.line(GOOD)) == GOOD
    assert info.line(GOOD).count(b"\n") == 1


def test_a_host_is_asked_over_plain_tcp(served):
    assert info.ask("127.0.0.1", served(info.line(GOOD)), 5) == GOOD


def test_a_line_in_pieces_is_whole(served):
    line = info.line(GOOD)
    assert info.ask("127.0.0.1", served(line[:10], line[10:], pause=0.05), 5) == GOOD


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n", b"{}\n", b"[1]\n", b"x" * 9000])
def test_what_is_no_host_is_a_value_error(served, said):
    with pytest.raises(ValueError, match=r"."):
        info.ask("127.0.0.1", served(said), 5)


@pytest.mark.parametrize(
    "change", [{"key": "short"}, {"key": "é" * 40}, {"port": 0}, {"port": 70000}, {"tables": -1}]
)
def test_a_line_with_a_wrong_value_is_refused(change):
    whole = info.msgspec.json.decode(info.line(GOOD)) | change
    with pytest.raises(ValueError, match=r"."):
        info.parse(info.msgspec.json.encode(whole))


def test_what_a_later_version_adds_is_ignored():
    whole = info.msgspec.json.decode(info.line(GOOD)) | {"colour": "red"}
    assert info.parse(info.msgspec.json.encode(whole)) == GOOD


def test_who_answers_a_letter_at_a_time_does_not_hold_us(served):
    """A letter each tenth of a second would be enough for a time-out that begins anew with each."""
    port = served(*(b"x" for _ in range(200)), pause=0.1)
    began = time.monotonic()
    with pytest.raises(OSError, match=r"."):
        info.ask("127.0.0.1", port, 0.5)
    assert time.monotonic() - began < within(2)


def test_where_nobody_listens_is_an_oserror():
    with pytest.raises(OSError, match=r"."):
        info.ask("127.0.0.1", free_pair(), 2)


def test_a_fingerprint_is_written_as_ssh_does():
    digest = base64.b64encode(hashlib.sha256(KEY.encode()).digest()).decode()
    assert info.fingerprint(KEY) == "SHA256:" + digest.rstrip("=")
