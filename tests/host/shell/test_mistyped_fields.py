"""Every field of every message that a client may send, with a value of a wrong type, at a real host."""

import typing
from pathlib import Path
from typing import Any

import msgpack
import msgspec
from sheep_common import messages as m
from sheep_support.attacks.assault import LOOSE
from sheep_support.attacks.served import Served
from sheep_support.host_processes import players

WRONG: tuple[Any, ...] = ({"x": [b"\xff"]}, [[], {}], b"\xff", -1.5)
"""Values that no field takes: of each shape that msgpack knows."""


def mistyped() -> list[bytes]:
    """Return a frame for each field and wrong value; what else a message needs is left out or there."""
    return [
        msgpack.packb({"type": kind.__struct_config__.tag, "id": 7} | {field: value})
        for kind in typing.get_args(m.ToHost)
        for field in kind.__struct_fields__
        for value in WRONG
    ]


def batched(frames: list[bytes], size: int) -> list[list[bytes]]:
    """Divide them, since a host ends who sends and does not read."""
    return [frames[at : at + size] for at in range(0, len(frames), size)]


def test_one_mistyped_field_from_a_stranger_never_ends_the_host(tmp_path: Path) -> None:
    """With msgspec before 0.21 the first of them did: its ValidationError was no ValueError."""
    frames = mistyped()
    assert len(frames) > 200
    with Served(tmp_path / "data", **LOOSE) as host, players(host.server, host.port) as make:
        honest = make()
        assert isinstance(honest.hello("Ana"), m.Welcome)
        for each in batched(frames, 16):
            stranger = make()
            for frame in each:
                stranger.socket.send(frame)
            assert getattr(stranger.receive(), "code", None) == "malformed"
            stranger.close()
            assert isinstance(honest.ask(m.Tables(id=honest.next_id())), m.TableList)
        assert host.process.poll() is None
        assert not [line for line in host.log if "Traceback" in line]


def test_what_is_of_another_type_is_a_value_error() -> None:
    """On this the edges of host and client rely, where they take what comes from outside."""
    assert issubclass(msgspec.ValidationError, ValueError)
