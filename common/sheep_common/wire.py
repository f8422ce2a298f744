"""Messages to bytes and back: msgpack with strict limits, then typed structs. Opens no socket."""

from typing import Any, NoReturn, get_args

import msgpack
import msgspec

from sheep_common.messages import PROTOCOL, Message, ToClient, ToHost
from sheep_common.names import clean, harmless

HOST_FRAME = 16 * 1024
"""The largest frame that a host takes, in bytes."""
CLIENT_FRAME = 1024 * 1024
"""The largest frame that a client takes, in bytes."""
HOST_ARRAY = 64
"""The longest array that a host takes. An array's header alone makes msgpack reserve room for all of it."""
CLIENT_ARRAY = 8192
"""The longest array that a client takes."""

_Kinds = dict[str, type[Message]]


def _by_type(union: object) -> _Kinds:
    """Return the messages of a union by what `type` says.

    To convert to one of them costs a seventh of converting to the union, which is worked out at each call.
    """
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


_TO_HOST = _by_type(ToHost)
_TO_CLIENT = _by_type(ToClient)
_PACKER = msgspec.msgpack.Encoder()


class WireError(ValueError):
    """A frame that is no message: `code` is `malformed`, `too-big` or `version`; `id` its own, or None."""

    def __init__(self, code: str, text: str, request_id: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.id = request_id


def encode(message: Message) -> bytes:
    """Pack a message into one frame; TypeError for a view or an event that is not plain data."""
    return _PACKER.encode(message)


def decode_to_host(frame: bytes) -> ToHost:
    """Unpack what a client sent; raise `WireError`.

    Another protocol's `hello` gives code `version`, whatever else it holds.
    """
    raw = _unpack(frame, HOST_FRAME, HOST_ARRAY)
    request_id = _id_of(raw)
    if raw.get("type") == "hello" and type(raw.get("protocol")) is int and raw["protocol"] != PROTOCOL:
        theirs = raw["protocol"]
        raise WireError("version", f"this host speaks protocol {PROTOCOL}, you speak {theirs}", request_id)
    message: ToHost = _convert(raw, _TO_HOST, request_id)
    return message


def decode_to_client(frame: bytes) -> ToClient:
    """Unpack what a host sent; raise `WireError`. All in it can be printed as JSON, views and events too."""
    raw = _unpack(frame, CLIENT_FRAME, CLIENT_ARRAY)
    text = _json(raw)
    if text is None:
        raise WireError("malformed", "a host sends no bytes and no infinite numbers")
    if not _is_harmless(text):
        raw = _harmless(raw)
    message: ToClient = _convert(raw, _TO_CLIENT, None)
    return message


def _unpack(frame: bytes, limit: int, array: int) -> dict[str, Any]:
    if len(frame) > limit:
        raise WireError("too-big", f"a frame is at most {limit} bytes, this one has {len(frame)}")
    try:
        raw = msgpack.unpackb(
            frame,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=array,
            max_map_len=array,
            max_ext_len=0,
            ext_hook=_refuse_extension,
            strict_map_key=True,
        )
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        # A deep frame raises StackError, a ValueError; a cut one OutOfData.
        raise WireError("malformed", f"not a msgpack message: {type(error).__name__}") from None
    if not isinstance(raw, dict):
        raise WireError("malformed", "a message is a map")
    return raw


def _refuse_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError(f"extension {code} of {len(data)} bytes")


def _json(raw: dict[str, Any]) -> bytes | None:
    """Return a map as JSON; None where JSON does not say the same: bytes, infinite numbers."""
    try:
        text = msgspec.json.encode(raw)
        return text if msgspec.json.decode(text) == raw else None
    except (ValueError, RecursionError):
        return None


def _is_harmless(text: bytes) -> bool:
    """Tell whether no text in a map can do anything to a terminal; most are plain ASCII without an escape."""
    return b"\\" not in text and harmless(shown := text.decode()) == shown


def _harmless(value: Any) -> Any:
    """Return the same with every text in it harmless, keys too: no face can forget it then."""
    match value:
        case str():
            return harmless(value)
        case list():
            return [_harmless(each) for each in value]
        case dict():
            return {harmless(key): _harmless(each) for key, each in value.items()}
    return value


def _convert(raw: dict[str, Any], kinds: _Kinds, request_id: int | None) -> Any:
    name = raw.get("type")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise WireError("malformed", "a message has the `type` of one of this protocol", request_id)
    try:
        return msgspec.convert(raw, kind, builtin_types=(bytes,))
    except (ValueError, RecursionError) as error:
        # msgspec's text names the field and the expected type, and may quote the peer.
        text = str(error) if isinstance(error, msgspec.ValidationError) else type(error).__name__
        raise WireError("malformed", clean(text, 200), request_id) from None


def _id_of(raw: dict[str, Any]) -> int | None:
    value = raw.get("id")
    return value if type(value) is int and 1 <= value <= 2**53 else None
