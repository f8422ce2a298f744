"""The file of the store: making it, taking it for this process alone, and what goes wrong with it."""

import contextlib
import os
import sqlite3
from pathlib import Path

_FIRST = """
CREATE TABLE tables (id TEXT PRIMARY KEY, row TEXT NOT NULL);
CREATE TABLE lines (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    campaign INTEGER NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (table_id, campaign, number)
) WITHOUT ROWID;
CREATE TABLE bans (key TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE damaged (id TEXT NOT NULL, row TEXT, lines TEXT NOT NULL);
"""
_WITH_PASSWORDS = """
CREATE TABLE known (key TEXT PRIMARY KEY, mark TEXT NOT NULL);
"""

STEPS = (_FIRST, _WITH_PASSWORDS)
"""What leads from each version of the tables to the next; step 0 makes them. Steps are only ever added."""

VERSION = len(STEPS)
"""Of the tables, kept in the file; a newer one is not touched. Each has a golden store in the tests."""

_UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_FORBIDDEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


class StoreError(Exception):
    """The store cannot be used, or could not take something; the text says what to do."""


class StoreFullError(StoreError):
    """There is no room; nothing was stored, and later it may be."""


def connect(path: Path, patience: float) -> tuple[sqlite3.Connection, str | None]:
    """Open a store for this process alone; say too what was found unreadable and set aside.

    `patience`: seconds to wait for another process to let it go. Raise `StoreError`.
    """
    _make_private(path)
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        _take(connection)
    except StoreError:
        connection.close()
        raise
    except sqlite3.Error as error:
        connection.close()
        if _code(error) not in _UNREADABLE:
            raise refused(error, path.parent) from error
    else:
        return connection, None
    aside = _set_aside(path)
    connection, _ = connect(path, patience)
    return connection, f"the store could not be read: it is now {aside}, and this host begins anew"


def refused(error: sqlite3.Error, folder: Path | None = None) -> StoreError:
    """Return what to say about an error of SQLite's."""
    place = f"the data folder {folder}" if folder else "the data folder"
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return StoreFullError("the disk is full: make room, and it goes on by itself")
    if code in _IN_USE:
        return StoreError(f"{place} is in use by another host: stop that one, or give another with --data")
    if code in _FORBIDDEN:
        return StoreError(f"{place} cannot be written: change its permissions, or give another with --data")
    return StoreError(f"{place} cannot be used ({error}): give another with --data")


def _take(connection: sqlite3.Connection) -> None:
    """Lock the file, which lasts until the connection closes, and make or mend the tables at need."""
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    # Exclusive before WAL: the log's index is then in memory, and no other process gets in.
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "fullfsync=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("PRAGMA foreign_keys=ON")
    _must_be_whole(connection)
    _migrate(connection)


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to this version, all or nothing: whoever kills us finds the old ones or the new."""
    connection.execute("BEGIN EXCLUSIVE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        connection.execute("ROLLBACK")
        raise StoreError("the data folder is a newer sheep-host's: use that one, or give another with --data")
    for step in STEPS[version:]:
        for statement in step.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("COMMIT")


def _must_be_whole(connection: sqlite3.Connection) -> None:
    (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        damaged = sqlite3.DatabaseError(answer)
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged


def _make_private(path: Path) -> None:
    """Make the folder and the file so that only their owner can read them; SQLite's others follow."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(
            f"the data folder {path.parent} cannot be written ({error.strerror}): "
            "change its permissions, or give another with --data"
        ) from error


def _set_aside(path: Path) -> Path:
    """Give an unreadable store and its log other names, so that nothing of it is lost."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.replace(aside)
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).replace(aside.with_name(aside.name + suffix))
    return aside


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary code; 0 where there is none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
