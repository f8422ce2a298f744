"""The disk of a host's core in memory, for tests: it takes stored effects and gives rows and lines back."""

from collections.abc import Sequence

import msgspec
from sheep_host.core.state.effects import (
    AppendLine,
    DropTable,
    Effect,
    SaveBan,
    SaveKnown,
    SaveTable,
    Stored,
    TableRow,
)
from sheep_host.core.state.events import Key, TableId
from sheep_host.store.store import Store


class Disk:
    """What a store would hold: it takes stored effects, and gives rows and lines back."""

    def __init__(self) -> None:
        self.rows: dict[TableId, TableRow] = {}
        self.lines: dict[tuple[TableId, int], list[str]] = {}
        self.bans: dict[Key, str] = {}
        self.known: dict[Key, str] = {}

    def commit(self, effects: Sequence[Effect]) -> None:
        """Store what is to be stored; a line must be the next of its campaign, of a table that is there."""
        for effect in effects:
            match effect:
                case SaveTable(row):
                    # Through its bytes and back, as a real store does.
                    self.rows[row.id] = msgspec.json.decode(msgspec.json.encode(row), type=TableRow)
                case AppendLine(table, campaign, number, line):
                    lines = self.lines.setdefault((table, campaign), [])
                    if table not in self.rows or number != len(lines):
                        raise AssertionError(f"line {number} of {table}-{campaign} does not fit")
                    lines.append(line)
                case DropTable(table):
                    del self.rows[table]
                    self.lines = {at: lines for at, lines in self.lines.items() if at[0] != table}
                case SaveBan(key, name):
                    self.bans[key] = name
                case SaveKnown(key, mark):
                    self.known[key] = mark

    def newest(self) -> dict[TableId, list[str]]:
        """Return the lines of each table's newest campaign."""
        return {name: self.lines.get((name, row.campaign), []) for name, row in self.rows.items()}


class StoreDisk(Disk):
    """A room's disk that writes to a store as well."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    def commit(self, effects: Sequence[Effect]) -> None:
        """Store in both."""
        super().commit(effects)
        self.store.commit([effect for effect in effects if isinstance(effect, Stored)])
