"""Key pairs and the files that keep them. A player is a key pair; so is a host."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import NamedTuple

import zmq

LENGTH = 40
"""Characters of a key in Z85 text."""
PATTERN = r"^[0-9A-Za-z.:+=^!/*?&<>()\[\]{}@%$#-]{40}$"
"""A key in Z85 text as a regular expression; libzmq still refuses some of what it takes (five over 2^32)."""


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


def write_private(path: Path, text: str, *, replace: bool) -> None:
    """Write a file whole that only its owner can read; without `replace` a file that is there wins."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            draft.replace(path)
        else:
            _link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)


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
