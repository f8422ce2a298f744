"""ZAP: CURVE keys are let in under their own name, nothing else is."""

import pytest
from sheep_host.network.zap import answer
from zmq.utils import z85

KEY = bytes(range(32))


def request(**changes: bytes) -> list[bytes]:
    parts = {
        "version": b"1.0",
        "id": b"17",
        "domain": b"sheep",
        "address": b"192.168.1.5",
        "identity": b"",
        "mechanism": b"CURVE",
        "key": KEY,
    }
    return list((parts | changes).values())


def test_a_key_is_let_in_and_named():
    assert answer(request()) == [b"1.0", b"17", b"200", b"OK", z85.encode(KEY), b""]


@pytest.mark.parametrize(
    "wrong",
    [
        request(mechanism=b"NULL", key=b""),
        request(mechanism=b"PLAIN"),
        request(key=KEY[:31]),
        request(domain=b""),
        request(version=b"2.0"),
        request()[:6],
        [*request(), b"more"],
    ],
)
def test_everything_else_is_refused_under_its_own_number(wrong):
    reply = answer(wrong)
    assert (reply[1], reply[2], reply[4]) == (b"17", b"400", b"")


@pytest.mark.parametrize("nothing", [[], [b"1.0"]])
def test_what_is_no_request_is_refused_too(nothing):
    assert answer(nothing)[2] == b"400"
