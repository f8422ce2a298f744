"""Messages to bytes and back: msgpack with strict limits, then typed structs. Opens no socket."""

from typing import Any

import msgpack
import msgspec

from sheep_common.messages import PROTOCOL, Message, ToClient, ToHost

HOST_FRAME = 16 * 1024
"""The largest frame that a host takes, in bytes."""
CLIENT_FRAME = 1024 * 1024
"""The largest frame that a client takes, in bytes."""


class WireError(ValueError):
    """A frame that is no message: `code` is `malformed`, `too-big` or `version`; `id` where it can be read."""

    def __init__(self, code: str, text: str, request_id: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.id = request_id


def encode(message: Message) -> bytes:
    """Pack a message into one frame."""
    packed: bytes = msgpack.packb(msgspec.to_builtins(message, builtin_types=(bytes,)))
    return packed


def decode_to_host(frame: bytes) -> ToHost:
    """Unpack what a client sent; raise `WireError`.

    Another protocol's `hello` gives code `version`, whatever else it holds.
    """
    raw = _unpack(frame, HOST_FRAME)
    request_id = _id_of(raw)
    if (
        raw.get("type") == "hello"
        and type(raw.get("protocol")) is int
        and raw["protocol"] != PROTOCOL
    ):
        theirs = raw["protocol"]
        raise WireError(
            "version", f"this host speaks protocol {PROTOCOL}, you speak {theirs}", request_id
        )
    message: ToHost = _convert(raw, ToHost, request_id)
    return message


def decode_to_client(frame: bytes) -> ToClient:
    """Unpack what a host sent; raise `WireError`."""
    raw = _unpack(frame, CLIENT_FRAME)
    message: ToClient = _convert(raw, ToClient, None)
    return message


def _unpack(frame: bytes, limit: int) -> dict[str, Any]:
    if len(frame) > limit:
        raise WireError("too-big", f"a frame is at most {limit} bytes, this one has {len(frame)}")
    try:
        raw = msgpack.unpackb(
            frame,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=limit,
            max_map_len=limit,
            max_ext_len=0,
            strict_map_key=True,
        )
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        # A deep frame raises StackError, a ValueError; a cut one OutOfData.
        raise WireError("malformed", f"not a msgpack message: {type(error).__name__}") from None
    if not isinstance(raw, dict):
        raise WireError("malformed", "a message is a map")
    return raw


def _convert(raw: dict[str, Any], kind: Any, request_id: int | None) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except (ValueError, RecursionError) as error:
        # msgspec's text names the field and the expected type; it goes to the peer that sent the frame alone.
        text = str(error) if isinstance(error, msgspec.ValidationError) else type(error).__name__
        raise WireError("malformed", text[:200], request_id) from None


def _id_of(raw: dict[str, Any]) -> int | None:
    value = raw.get("id")
    return value if type(value) is int and 1 <= value <= 2**53 else None
