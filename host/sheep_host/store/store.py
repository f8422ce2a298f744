"""What a host keeps: tables, the lines of their records, bans, in SQLite. Decides nothing.

One transaction for all that a turn of the core wants stored, on disk before anybody is told.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from sheep_host.core.state.effects import (
    AppendLine,
    DropTable,
    SaveBan,
    SaveKnown,
    SaveTable,
    Stored,
    TableRow,
)
from sheep_host.core.state.events import Key, TableId
from sheep_host.store.schema import StoreError, StoreFullError, connect, refused

__all__ = ["FILE", "Campaign", "Stock", "Store", "StoreError", "StoreFullError"]

FILE = "host.db"
TIDY = 100
"""Commits from which on the log is worth tidying: a few hundred pages, some milliseconds."""


class Campaign(NamedTuple):
    """The record of one campaign of a table."""

    table: str
    number: int
    lines: tuple[str, ...]


class Stock(NamedTuple):
    """Everything that was stored when a host starts."""

    rows: tuple[TableRow, ...]
    lines: dict[TableId, tuple[str, ...]]
    """The lines of each table's newest campaign."""
    bans: dict[Key, str]
    known: dict[Key, str]
    """The keys that have proved to have a password, each with the mark of that."""
    warnings: tuple[str, ...]
    """What could not be read and was set aside."""


class Store:
    """An open store; one process at a time has it."""

    def __init__(self, connection: sqlite3.Connection, warning: str | None = None) -> None:
        self._connection = connection
        self._warnings = [] if warning is None else [warning]
        self._commits = 0
        """Since what was written last went from SQLite's log into its file."""

    @classmethod
    def open(cls, folder: Path, patience: float = 0.0) -> "Store":
        """Open the store of a data folder, made at first use; only its owner can read it.

        `patience`: seconds to wait for another process to let it go. Raise `StoreError`.
        """
        return cls(*connect(folder / FILE, patience))

    def commit(self, effects: Sequence[Stored]) -> None:
        """Store all of it or nothing; raise `StoreError`, `StoreFullError` when there is no room."""
        if not effects:
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for effect in effects:
                self._write(effect)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            raise refused(error) from error
        self._commits += 1

    def tidy(self) -> None:
        """Bring what was written from SQLite's log into its file, if it is worth it: when idle.

        SQLite does it by itself every thousand pages, in the middle of an action: so little waits for that.
        """
        if self._commits >= TIDY:
            self._commits = 0
            with contextlib.suppress(sqlite3.Error):  # the log stays, and is as good
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def load(self) -> Stock:
        """Return everything that is stored; a table that cannot be read is set aside by itself."""
        try:
            rows = self._rows()
            lines = {row.id: self._lines(row.id, row.campaign) for row in rows}
            bans = dict(self._connection.execute("SELECT key, name FROM bans"))
            known = dict(self._connection.execute("SELECT key, mark FROM known"))
        except sqlite3.Error as error:
            self._roll_back()
            raise refused(error) from error
        return Stock(tuple(rows), lines, bans, known, tuple(self._warnings))

    def finished(self) -> Iterator[Campaign]:
        """Give every campaign that has ended; its record belongs into the data folder."""
        for row in self._rows():
            last = row.campaign if row.state == "over" else row.campaign - 1
            for number in range(1, last + 1):
                lines = self._lines(row.id, number)
                if lines:
                    yield Campaign(row.id, number, lines)

    def close(self) -> None:
        """Close the store; another process may have it then."""
        self._connection.close()

    def _write(self, effect: Stored) -> None:
        match effect:
            case SaveTable(row):
                self._connection.execute(
                    "INSERT INTO tables (id, row) VALUES (?, ?) "
                    "ON CONFLICT (id) DO UPDATE SET row = excluded.row",
                    (row.id, msgspec.json.encode(row).decode()),
                )
            case AppendLine(table, campaign, number, line):
                self._connection.execute(
                    "INSERT INTO lines VALUES (?, ?, ?, ?)", (table, campaign, number, line)
                )
            case DropTable(table):
                self._connection.execute("DELETE FROM tables WHERE id = ?", (table,))
            case SaveBan(key, name):
                self._connection.execute("INSERT OR REPLACE INTO bans VALUES (?, ?)", (key, name))
            case SaveKnown(key, mark):
                self._connection.execute("INSERT OR REPLACE INTO known VALUES (?, ?)", (key, mark))

    def _rows(self) -> list[TableRow]:
        found: list[TableRow] = []
        stored = self._connection.execute("SELECT id, row FROM tables ORDER BY rowid")
        for name, text in stored.fetchall():
            try:
                found.append(_row(name, text))
            except (ValueError, TypeError) as error:
                self._set_aside(name)
                self._warnings.append(f"table {name} cannot be read and was set aside: {error}")
        return found

    def _lines(self, table: str, campaign: int) -> tuple[str, ...]:
        found = self._connection.execute(
            "SELECT line FROM lines WHERE table_id = ? AND campaign = ? ORDER BY number", (table, campaign)
        )
        return tuple(line for (line,) in found)

    def _set_aside(self, table: str) -> None:
        """Keep what was stored of a table where no host reads it, so that the others play on."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        found = execute("SELECT campaign, number, line FROM lines WHERE table_id = ?", (table,)).fetchall()
        execute("INSERT INTO damaged SELECT id, row, ? FROM tables WHERE id = ?", (json.dumps(found), table))
        execute("DELETE FROM tables WHERE id = ?", (table,))
        execute("COMMIT")

    def _roll_back(self) -> None:
        # SQLite has rolled back by itself where that was the error's nature, a full disk for one.
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _row(name: str, text: str) -> TableRow:
    row = msgspec.json.decode(text, type=TableRow)
    if row.id != name:
        raise ValueError("it has another table's name")
    return row
