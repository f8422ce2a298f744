"""What a host says of itself by mDNS: the information line's facts as a TXT record. Opens no socket.

Anyone on the network can say anything here, so clients take from it only where to ask.
"""

import hashlib
import re
from collections.abc import Mapping

import msgspec

from sheep_common.net.info import Info

SERVICE = "_sheep._tcp.local."
LABEL = 63
"""The longest part of a DNS name, in bytes."""
ENTRY = 255
"""The longest entry of a TXT record, in bytes, its name included."""
_NUMBER = re.compile(rb"0|[1-9][0-9]{0,5}")
_FLAGS = {b"0": False, b"1": True}


def instance(info: Info) -> str:
    """Return the full name of a host's service: the host's name and a mark of its key.

    No two hosts have the same, whatever they are called, so none has to be asked for before it is used;
    and a host that is started again takes the place of its former self.
    """
    mark = f" ({_mark(info.key)})"
    # A dot would have to be escaped, and programs differ in how they do that.
    name = "".join("_" if c in ".\\" or not c.isprintable() else c for c in info.host)
    return f"{_cut(name, LABEL - len(mark)).decode()}{mark}.{SERVICE}"


def server(info: Info) -> str:
    """Return the name under which a host's addresses are announced: its own and not the machine's."""
    return f"sheepfold-{_mark(info.key)}.local."


def may_be_of(name: str, key: str) -> bool:
    """Tell whether a service of this name may be the host's that has a key; anybody can take the name."""
    return name.endswith(f" ({_mark(key)}).{SERVICE}")


def properties(info: Info) -> dict[str, bytes]:
    """Return a host's TXT record: the fields of the information line, texts cut to what fits."""
    values = {
        name: str(int(value)).encode("ascii") if isinstance(value, int) else value.encode("utf-8", "replace")
        for name, value in msgspec.structs.asdict(info).items()
    }
    return {name: _cut_bytes(value, ENTRY - len(name) - 1) for name, value in values.items()}


def parse(record: Mapping[bytes, bytes | None]) -> Info:
    """Read a TXT record; ValueError when it is no host's. What is not known is passed over."""
    fields: dict[bytes, bytes] = {}
    for name, value in record.items():
        if value is not None:
            fields.setdefault(name.lower(), value)
    try:
        return msgspec.convert(
            {
                "sheep": _number(fields[b"sheep"]),
                "program": fields.get(b"program", b"").decode("utf-8"),
                "host": fields[b"host"].decode("utf-8"),
                "key": fields[b"key"].decode("ascii"),
                "port": _number(fields[b"port"]),
                "password": _FLAGS[fields.get(b"password", b"0")],
                "tables": _number(fields.get(b"tables", b"0")),
            },
            type=Info,
        )
    except KeyError as error:
        raise ValueError(f"a host's record has no such {error}") from None


def _mark(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8")).hexdigest()[:8]


def _number(value: bytes) -> int:
    if not _NUMBER.fullmatch(value):
        raise ValueError("not a number")
    return int(value)


def _cut(text: str, limit: int) -> bytes:
    return _cut_bytes(text.encode("utf-8", "replace"), limit)


def _cut_bytes(text: bytes, limit: int) -> bytes:
    """Return the longest beginning that fits and ends with a whole character."""
    return text[:limit].decode("utf-8", "ignore").encode("utf-8")
