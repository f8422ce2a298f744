"""The three actions and their notation: `parse` and `str` mirror each other. Knows no rule.

What breaks the notation is `NotationError`, whatever the state of the game.
"""

import re
from typing import Self

import msgspec

from sheep_common.errors import NotationError

from .hexes import DIRECTIONS, INTEGER, Hex, read_integer, words

_AT = rf"(?P<q>{INTEGER}),(?P<r>{INTEGER})"
_TILE = re.compile(rf"tile {_AT} (?P<k>[0-2])")
_START = re.compile(rf"start {_AT}")
_SPLIT = re.compile(rf"split {_AT} (?P<dir>{'|'.join(DIRECTIONS)}) (?P<n>[1-9][0-9]*)")


class Tile(msgspec.Struct, frozen=True):
    """Lay a tile: its anchor and its orientation, 0 to 2."""

    at: Hex
    orientation: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `tile Q,R K`."""
        return cls.of(_match(_TILE, _line(text)))

    @classmethod
    def of(cls, found: re.Match[str]) -> Self:
        """Make it from what was matched."""
        return cls(at=_hex(found), orientation=int(found["k"]))

    def __str__(self) -> str:
        return f"tile {self.at.q},{self.at.r} {self.orientation}"


class Start(msgspec.Struct, frozen=True):
    """Put the whole stack on a pasture."""

    at: Hex

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `start Q,R`."""
        return cls.of(_match(_START, _line(text)))

    @classmethod
    def of(cls, found: re.Match[str]) -> Self:
        """Make it from what was matched."""
        return cls(at=_hex(found))

    def __str__(self) -> str:
        return f"start {self.at.q},{self.at.r}"


class Split(msgspec.Struct, frozen=True):
    """Move `count` sheep, at least 1, off the stack at a pasture, as far as they go."""

    at: Hex
    direction: str
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `split Q,R DIR N`."""
        return cls.of(_match(_SPLIT, _line(text)))

    @classmethod
    def of(cls, found: re.Match[str]) -> Self:
        """Make it from what was matched."""
        return cls(at=_hex(found), direction=found["dir"], count=read_integer(found["n"]))

    def __str__(self) -> str:
        return f"split {self.at.q},{self.at.r} {self.direction} {self.count}"


Action = Tile | Start | Split

_KINDS: dict[str, tuple[re.Pattern[str], type[Tile] | type[Start] | type[Split]]] = {
    "tile": (_TILE, Tile),
    "start": (_START, Start),
    "split": (_SPLIT, Split),
}


def parse(text: str) -> Action:
    """Read any action of the game; extra blanks are accepted."""
    line = _line(text)
    kind = _KINDS.get(line.partition(" ")[0])
    if kind is None:
        raise _unreadable(text)
    return kind[1].of(_match(kind[0], line))


def canonical(text: str) -> str:
    """Return an action's one form. Works on the text, so that no number is too long for it."""
    line = _line(text)
    kind = _KINDS.get(line.partition(" ")[0])
    if kind is None or not kind[0].fullmatch(line):
        raise _unreadable(text)
    return line


def _line(text: str) -> str:
    return " ".join(words(text))


def _match(shape: re.Pattern[str], line: str) -> re.Match[str]:
    found = shape.fullmatch(line)
    if found is None:
        raise _unreadable(line)
    return found


def _hex(found: re.Match[str]) -> Hex:
    return Hex(read_integer(found["q"]), read_integer(found["r"]))


def _unreadable(text: str) -> NotationError:
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    return NotationError(
        f"{shown!r} is no action; write tile Q,R K, start Q,R or split Q,R DIR N,"
        f" DIR one of {' '.join(DIRECTIONS)}"
    )
