"""What the core asks of the shell. What is to be stored is committed first; only then are the others done."""

import msgspec
from sheep_common.messages import Message

from sheep_host.core.state.events import Key, Route, TableId

# --- stored, all in one transaction, before anything else happens ---------------------------


class SaveTable(msgspec.Struct, frozen=True):
    """Write the table's row (seats, options, state, campaign…); see `TableRow`."""

    row: "TableRow"


class AppendLine(msgspec.Struct, frozen=True):
    """Write line `number` (from 0) of the record of a table's campaign."""

    table: TableId
    campaign: int
    number: int
    line: str


class DropTable(msgspec.Struct, frozen=True):
    """Forget a table and its records; files already written stay."""

    table: TableId


class SaveBan(msgspec.Struct, frozen=True):
    """Keep a key away from this host from now on."""

    key: Key
    name: str


class SaveKnown(msgspec.Struct, frozen=True):
    """Remember that a key has proved to have the password that has this mark."""

    key: Key
    mark: str


# --- done after the commit ------------------------------------------------------------------


class Send(msgspec.Struct, frozen=True):
    """Send a message to a route."""

    route: Route
    message: Message


class Cut(msgspec.Struct, frozen=True):
    """End a connection: after what was sent to it, if that can go out at once."""

    route: Route


class WriteRecord(msgspec.Struct, frozen=True):
    """Write the record of a finished game to the data folder; harmless when done twice."""

    table: TableId
    campaign: int
    lines: tuple[str, ...]


class WantBot(msgspec.Struct, frozen=True):
    """Ask the supervisor for a bot on a seat; it answers with `Granted`."""

    table: TableId
    seat: int
    level: str


class DropBot(msgspec.Struct, frozen=True):
    """Tell the supervisor that the bot with this key is no longer needed."""

    key: Key


class Announce(msgspec.Struct, frozen=True):
    """Tell the host's owner, as `sheep-host --json` prints it: never actions, views, keys or addresses."""

    event: dict[str, object]


class Log(msgspec.Struct, frozen=True):
    """A line for the log; no secrets."""

    level: str
    text: str


class SeatRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A taken seat as it is stored; `age` and the keys leave the host in no message."""

    name: str
    key: Key | None
    """The player, or the bot that has the seat; None while a bot is asked for."""
    since: int
    """Orders the seats of a table by how long they are taken: a smaller number sits longer."""
    bot: str | None = None
    """The level of the bot that has the seat, None for a person."""
    ready: bool = False
    age: int | None = None
    play: bool = False
    """Whether this is the person at the host's own terminal, who comes back with another key."""
    stand_in: str | None = None
    """The level of the bot that plays until the person is back, None without."""
    stand_key: Key | None = None
    late: int = 0
    """How often in a row the player's time has run out."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as it is stored, without its lines."""

    id: TableId
    game: str
    options: dict[str, int | str]
    """As they were asked for: `first` unresolved, table options included."""
    state: str
    seats: tuple[SeatRow | None, ...]
    owner: Key | None = None
    owner_name: str | None = None
    house: bool = False
    """Whether the command line opened it: then it never closes by itself, only by `close`."""
    campaign: int = 1
    base: int = 0
    """The table's version when the campaign was opened; its header leads to the next."""
    first: int | None = None
    """The seat that starts the coming or running campaign, where the one before has settled that."""
    series: tuple[int, ...] = ()
    reason: str | None = None
    """Why the campaign was broken off, None unless it was."""
    banned: tuple[Key, ...] = ()
    left: tuple[int, ...] = ()
    """Seats whose player gave them up since the campaign began."""


Stored = SaveTable | AppendLine | DropTable | SaveBan | SaveKnown
Effect = Stored | Send | Cut | WriteRecord | WantBot | DropBot | Announce | Log
