"""The keys of the hosts that were met, one `ADDRESS:PORT KEY` a line. A host is its key, wherever it answers.

Trust is never a guess: what a line that cannot be read may have said counts as another key.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sheep_common.net import keys
from sheep_common.net.paths import player_folder

from sheep_client.connection.address import Address, parse
from sheep_client.connection.errors import ClientError
from sheep_client.i18n import _

How = Literal["same", "friend", "new", "other", "unreadable"]
"""The host of before; one that was met elsewhere; one that was never met; another one than before at this
address; or a line that cannot be read may say so."""
_KEY = re.compile(keys.PATTERN)
_PLACE = re.compile(r"(\[[^\[\]]+\]|[^:]+):[0-9]+")
_BEGINNING = re.compile(r"([^\s\x00-\x1f\x7f]+:[0-9]{1,5})[\s\x00-\x1f\x7f]")
"""An address that is whole: something else follows it."""


@dataclass(frozen=True)
class Meeting:
    """Who answers, beside who was met before. `trusted` says whether that needs nobody's word."""

    how: How
    before: str = ""
    """The key of before at this address, or a friend's address of before."""
    line: int = 0
    """The number of the line that cannot be read."""

    @property
    def trusted(self) -> bool:
        """Tell whether one may join without asking a person."""
        return self.how not in ("other", "unreadable")


@dataclass
class _Book:
    """What a file says: pairs of address and key in order, and the lines that say nothing for certain."""

    pairs: list[tuple[str, str]] = field(default_factory=list)
    unreadable: list[tuple[int, str]] = field(default_factory=list)

    def keys_of(self, place: str) -> list[str]:
        return [key for address, key in self.pairs if address == place]


def known_hosts_file() -> Path:
    """Return where the keys are kept."""
    return player_folder() / "known_hosts"


def meet(path: Path, places: Sequence[Address], key: str) -> Meeting:
    """Compare who answers with who was met before; write nothing.

    `places` are the address as it was typed, and what it stands for, if that is written otherwise.
    Raise `ClientError` (1) where the file cannot be read at all.
    """
    book = _read(path)
    for place in places:
        before = book.keys_of(str(place))
        if before:
            return Meeting("same") if key in before else Meeting("other", before[-1])
    elsewhere = [address for address, other in book.pairs if other == key]
    for number, text in book.unreadable:
        about = _about(text, places)
        if about or (about is None and not elsewhere):
            return Meeting("unreadable", line=number)
    return Meeting("friend", elsewhere[-1]) if elsewhere else Meeting("new")


def keep(path: Path, places: Sequence[Address], key: str) -> None:
    """Note that a host answers at these places, once it has proved its key; raise `ClientError` (1).

    The file is written whole under another name, which only one program at a time can have, and then put
    in its place: nobody finds half a line, and two programs at once both keep theirs.
    """
    try:
        if _lacking(_content(path), places, key):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            keys.rewrite(path.resolve(), lambda before: before + _lacking(before, places, key))
    except OSError as error:
        raise _trouble(path, error) from None


def addresses_of(path: Path, key: str) -> list[Address]:
    """Return where a host was met, the last place first; none where the file cannot be read."""
    try:
        pairs = _read(path).pairs
    except ClientError:
        return []
    return [parse(address) for address, other in reversed(pairs) if other == key]


def _lacking(before: bytes, places: Sequence[Address], key: str) -> bytes:
    """Return the lines that are to follow a file's content, beginning on a line of their own."""
    known = _parsed(before).pairs
    texts = dict.fromkeys(str(place) for place in places)
    lines = b"".join(f"{text} {key}\n".encode() for text in texts if (text, key) not in known)
    return b"\n" + lines if lines and before and not before.endswith(b"\n") else lines


def _about(text: str, places: Sequence[Address]) -> bool | None:
    """Tell whether a line that cannot be read is about an address; None where that cannot be told either."""
    names = [str(place) for place in places]
    if any(name in text for name in names):
        return True
    whole = _BEGINNING.match(text)
    return None if whole is None or _address(whole[1]) is None else False


def _read(path: Path) -> _Book:
    try:
        return _parsed(_content(path))
    except OSError as error:
        raise _trouble(path, error) from None


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _parsed(content: bytes) -> _Book:
    book = _Book()
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        text = line.decode("utf-8", "replace").strip(" \t\r")
        if not text or text.startswith("#"):
            continue
        words = text.split()
        address = _address(words[0]) if len(words) == 2 else None
        if address is not None and _KEY.fullmatch(words[1]):
            book.pairs.append((address, words[1]))
        else:
            book.unreadable.append((number, text))
    return book


def _address(text: str) -> str | None:
    """Return an address in its one form, None where it is none or has no port."""
    if not _PLACE.fullmatch(text):
        return None
    try:
        return str(parse(text))
    except ClientError:
        return None


def _trouble(path: Path, error: OSError) -> ClientError:
    text = _("{file} cannot be used ({why}); the variable SHEEP_HOME can name another folder.")
    return ClientError(1, text.format(file=path, why=error.strerror or error))
