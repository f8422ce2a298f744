"""Key pairs and the files that keep them. A player is a key pair; so is a host."""

import contextlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import zmq

LENGTH = 40
"""Characters of a key in Z85 text."""
PATTERN = r"^[0-9A-Za-z.:+=^!/*?&<>()\[\]{}@%$#-]{40}$"
"""A key in Z85 text as a regular expression; libzmq still refuses some of what it takes (five over 2^32)."""

LEFT_BEHIND = 5.0
"""Seconds after which nobody is taken to be still writing: it takes some milliseconds."""


class KeyPair(NamedTuple):
    """A CURVE key pair as Z85 text."""

    public: str
    secret: str


def new_pair() -> KeyPair:
    """Make a fresh key pair."""
    public, secret = zmq.curve_keypair()
    return KeyPair(public.decode("ascii"), secret.decode("ascii"))


def pair_of(secret: str) -> KeyPair:
    """Return the pair that a secret key belongs to; ValueError when it is none."""
    if len(secret) != LENGTH or not secret.isascii():
        raise ValueError(f"a secret key has {LENGTH} characters")
    try:
        return KeyPair(zmq.curve_public(secret.encode("ascii")).decode("ascii"), secret)
    except zmq.ZMQError:
        raise ValueError("not a key in Z85 text") from None


def load_or_make(path: Path) -> KeyPair:
    """Return the pair kept in a file, made at first use; only its owner can read the file.

    The file is written whole under another name and then linked into place, so that two programs
    that start at once end with the same key. ValueError when the file holds no key, OSError when it
    cannot be read or made.
    """
    with contextlib.suppress(FileNotFoundError):
        return _read(path)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    pair = new_pair()
    write_private(path, pair.secret + "\n", replace=False)
    return _read(path)


def _read(path: Path) -> KeyPair:
    try:
        return pair_of(path.read_text(encoding="ascii").strip())
    except UnicodeDecodeError:
        raise ValueError("not a key in Z85 text") from None


def write_private(path: Path, content: str | bytes, *, replace: bool) -> None:
    """Write a file whole that only its owner can read; without `replace` a file that is there wins."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            draft.replace(path)
        else:
            _link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)


def rewrite(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Write a private file anew from what stands there now (nothing: no bytes).

    One program at a time does so: two that change a file at once see each other's changes. OSError when it
    cannot be read or written.
    """
    with _alone(path.with_name(f".{path.name}.lock")):
        try:
            before = path.read_bytes()
        except FileNotFoundError:
            before = b""
        write_private(path, change(before), replace=True)


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other program has this lock; one that stays was left behind by a program that died."""
    end = time.monotonic() + LEFT_BEHIND
    while True:
        try:
            os.close(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            break
        except (FileExistsError, PermissionError) as error:
            if isinstance(error, PermissionError) and (os.name != "nt" or time.monotonic() > end):
                raise  # Windows says so, too, of a file that is just being deleted
            if time.monotonic() > end:
                lock.unlink(missing_ok=True)
            time.sleep(0.02)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def readable_by_others(path: Path) -> bool:
    """Tell whether other users of this machine may read a file, as far as its permissions say.

    Of its folders the nearest two are looked at; Windows tells nothing here.
    """
    if os.name != "posix":
        return False
    try:
        modes = [place.stat().st_mode for place in (path, path.parent, path.parent.parent)]
    except OSError:
        return False
    return any(
        modes[0] & reads and all(mode & enters for mode in modes[1:])
        for reads, enters in ((0o040, 0o010), (0o004, 0o001))
    )


def _sync_folder(folder: Path) -> None:
    # A power cut must not lose the name: the next start would make another key, which everyone refuses.
    with contextlib.suppress(OSError):  # Windows opens no folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _link(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except (OSError, NotImplementedError):
        # A file system without hard links: a rename that refuses to overwrite is the nearest thing.
        if not path.exists():
            draft.rename(path)
