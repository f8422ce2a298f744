"""Frames that a stranger may send: real ones, spoilt ones, bombs, noise. For tests alone; sends nothing."""

import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgpack
from sheep_common.messages import PROTOCOL
from sheep_common.wire import HOST_FRAME

TAGS = (
    "hello", "tables", "sit", "watch", "new", "ready", "start", "act", "ack", "history", "say", "bot",
    "kick", "ban", "rematch", "leave", "propose", "vote", "bye",
)  # fmt: skip
"""Every message to a host."""
NUMBERS: tuple[Any, ...] = (
    *(0, 1, -1, 2, 63, 64, 65, 3_000_000, 2**31, 2**31 + 1, 2**53, 2**53 + 1, 2**63, 2**64 - 1, -(2**63)),
    *(0.0, 1.5, float("nan"), float("inf"), -0.0, True, False, None),
)
TEXTS: tuple[Any, ...] = (
    *("", " ", "a", "Ana", "x" * 201, "y" * 13_000, "\0", "\u202eevil", "e\u0301" * 30, "\u200b", "\x1b[2J"),
    *("first", "first" * 9, "split 0,0 E 1", "bid 1", "tile 0,0 2", "ask 1", "pass", "{}", "[" * 3000),
    *("../../etc/passwd", b"bytes", b"\xff\xfe", [], {}, [[]], [1] * 64, {"a": {"a": {"a": 1}}}),
)
_HEADERS = (b"\xdc", b"\xdd", b"\xde", b"\xdf", b"\xd9", b"\xda", b"\xdb", b"\xc4", b"\xc5", b"\xc6", b"\xc9")
"""msgpack's arrays, maps, texts, bytes and extensions whose length is written out."""


class Hostile:
    """An endless source of frames. `tables` and `actions`: what a real frame may name just now."""

    def __init__(self, rng: Random) -> None:
        self.tables: Sequence[str] = ()
        self.actions: Sequence[tuple[str, int, str]] = ()
        """Tables with a version and an action that is legal there."""
        self._rng = rng
        self._last_id = 0
        self._before = b"\x80"
        self._kinds: Sequence[Callable[[], bytes]] = (
            *(self.real,) * 10,
            *(self.misfit,) * 4,
            *(self.mutant,) * 4,
            *(self.bomb,) * 2,
            *(self.noise,) * 2,
            self.again,
        )

    def frame(self) -> bytes:
        """Return the next frame."""
        self._before = self._rng.choice(self._kinds)()
        return self._before

    def again(self) -> bytes:
        """Return the frame from before."""
        return self._before

    def real(self) -> bytes:
        """Return a message as a client would write it, with or without sense."""
        return _packed(self._message())

    def misfit(self) -> bytes:
        """Return a map that is nearly a message: wrong tags, types, names, numbers."""
        message = self._message()
        for _ in range(self._rng.randint(1, 3)):
            name = self._rng.choice([*message, "type", "id", "extra"])
            if self._rng.random() < 0.15:
                message.pop(name, None)
            else:
                message[name] = self._rng.choice(self._rng.choice((NUMBERS, TEXTS, TAGS)))
        return _packed(message)

    def mutant(self) -> bytes:
        """Return a real frame with bytes changed, cut out, put in or doubled."""
        data = bytearray(self.real())
        for _ in range(self._rng.randint(1, 4)):
            at = self._rng.randrange(len(data) + 1)
            match self._rng.randrange(5):
                case 0:
                    data[at : at + 1] = self._rng.randbytes(1)
                case 1:
                    del data[at:]
                case 2:
                    data[at:at] = self._rng.randbytes(self._rng.randint(1, 9))
                case 3:
                    data[at:at] = data[: self._rng.randint(0, 40)]
                case _:
                    del data[at : at + self._rng.randint(1, 4)]
        return bytes(data)

    def bomb(self) -> bytes:
        """Return a small frame that would be large, or deep, for who takes it at its word."""
        rng = self._rng
        match rng.randrange(6):
            case 0:
                return rng.choice((b"\x91", b"\x81\xa1a", b"\x81\x01", b"\x9f")) * rng.randint(100, 5000)
            case 1:
                return rng.choice(_HEADERS) + struct.pack(">I", rng.choice((65, 2**16, 2**24, 2**32 - 1)))
            case 2:
                return (b"\xdc\x00\x40" + b"\xc0" * 63) * rng.randint(1, 200)
            case 3:
                return b"\x82\xa4type" + _packed(rng.choice(TAGS)) + b"\xa2id" + b"\xdd\xff\xff\xff\xff"
            case 4:
                return b"\xdf\x00\x00\x00\x40" + b"".join(_packed(f"k{n}") + b"\x80" for n in range(64))
            case _:
                return b"\xc7\x08" + rng.randbytes(9) + b"\xd6\xff" + rng.randbytes(4)

    def noise(self) -> bytes:
        """Return random bytes; now and then more than a frame may have."""
        if self._rng.random() < 0.02:
            return self._rng.randbytes(HOST_FRAME + self._rng.choice((0, 1, 60)))
        return self._rng.randbytes(self._rng.choice((0, 1, 2, 7, 40, 400)))

    # --- real messages ----------------------------------------------------------------------

    def _message(self) -> dict[str, Any]:
        rng = self._rng
        tag = rng.choice(TAGS)
        if rng.random() < 0.01:
            self._last_id = 0  # ids come again
        self._last_id += 1
        message: dict[str, Any] = {"type": tag, "id": self._last_id, **self._fields(tag)}
        if tag not in ("hello", "tables", "sit", "say", "new", "bye") or rng.random() < 0.1:
            message.setdefault("table", self._table())
        if tag == "ack":
            del message["id"]
        return message

    def _table(self) -> Any:
        rng = self._rng
        return rng.choice(self.tables) if self.tables and rng.random() < 0.9 else rng.choice(TEXTS)

    def _fields(self, tag: str) -> dict[str, Any]:  # noqa: C901 - one case a message
        rng = self._rng
        seat, version = rng.choice((0, 1, 2, 0, 1, 63, 64)), rng.choice((0, 1, 5, rng.randrange(300), 2**31))
        match tag:
            case "hello":
                protocol = PROTOCOL if rng.random() < 0.9 else rng.choice(NUMBERS)
                return {
                    "protocol": protocol,
                    "name": rng.choice((*(f"P{rng.randrange(400)}",) * 9, *TEXTS[:10])),
                }
            case "sit":
                return {"seat": rng.choice((None, seat))}
            case "new":
                seats = rng.choice((1, 2, 2, 3, 3, 4, 6, 7, 64, 3_000_000))
                game = rng.choice(("battle-sheep", "leadersheep", "leadersheep", "chess", "tiny"))
                return {"game": game, "seats": seats, "options": self._options()}
            case "ready":
                return {"ready": rng.random() < 0.9}
            case "act":
                if self.actions and rng.random() < 0.8:
                    return dict(zip(("table", "version", "action"), rng.choice(self.actions), strict=True))
                return {"version": version, "action": rng.choice(TEXTS[:20])}
            case "ack":
                return {"version": version}
            case "history":
                return {"after": version}
            case "say":
                return {rng.choice(("text", "phrase")): rng.choice((*TEXTS[:11], "well-played"))}
            case "bot":
                return {"seat": seat, "level": rng.choice(("easy", "hard", None, "godlike"))}
            case "kick" | "ban":
                return {"seat": seat}
            case "propose":
                what = rng.choice(("undo", "resign", "stand-in", "war"))
                return {"what": what, "count": rng.choice((None, 1, 64)), "seat": rng.choice((None, seat))}
            case "vote":
                return {"ballot": rng.choice((1, 2, 3, version)), "yes": rng.random() < 0.8}
        return {}

    def _options(self) -> dict[str, Any]:
        rng = self._rng
        if rng.random() < 0.6:
            return {}
        known = ("first", "clock", "move-time", "watchers", "private", "hints", "deck", "end", "board", "x")
        values = (*TEXTS[:14], "on", "off", "youngest", "random", 5, 60, 2**31, -(2**31))
        return {rng.choice(known): rng.choice(values) for _ in range(rng.randint(1, 4))}


def _packed(value: object) -> bytes:
    packed: bytes = msgpack.packb(value)
    return packed
