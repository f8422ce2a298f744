"""Every message of the protocol as a typed struct. `docs/protocol.md` says what each means.

Nothing here packs, sends or decides. A request carries an `id` and gets exactly one answer with
`re` set to it. Fields may be added with a default in the same protocol version; changing the
meaning of one, or of a code, is a new version.
"""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

PROTOCOL = 1
PROGRAM = "sheepfold/0.1"

RequestId = Annotated[int, Meta(ge=1, le=2**53)]
Version = Annotated[int, Meta(ge=0, le=2**31)]
Seat = Annotated[int, Meta(ge=0, le=63)]
SeatCount = Annotated[int, Meta(ge=1, le=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[a-z0-9]+\Z")]
Word = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9][a-z0-9-]*\Z")]
LongText = Annotated[str, Meta(max_length=12_000)]
ActionText = Annotated[str, Meta(max_length=500)]
NameText = Annotated[str, Meta(max_length=200)]
ChatText = Annotated[str, Meta(max_length=1_000)]
OptionNumber = Annotated[int, Meta(ge=-(2**31), le=2**31)]
OptionMap = Annotated[dict[Word, OptionNumber | LongText], Meta(max_length=16)]
Milliseconds = Annotated[int, Meta(ge=0, le=2**53)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
SeatList = Annotated[tuple[Seat, ...], Meta(max_length=64)]
Total = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Code = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=2_000)]

LEVELS = ("easy", "normal", "hard", "expert")


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Anything on the wire; `type` is the class's name in lower case."""


class Request(Message, frozen=True, kw_only=True):
    """A client's message that gets one answer."""

    id: RequestId


class Reply(Message, frozen=True, kw_only=True):
    """A host's message; `re` names the request that it answers, null when it answers none."""

    re: RequestId | None = None


# --- client to host -------------------------------------------------------------------------


class Hello(Request, frozen=True, kw_only=True):
    """Begin: always the first on a new connection. `type`, `id` and `protocol` never change."""

    protocol: Annotated[int, Meta(ge=0, le=2**31)]
    name: NameText
    age: Annotated[int, Meta(ge=0, le=150)] | None = None
    proof: Annotated[bytes, Meta(max_length=64)] | None = None
    program: Annotated[str, Meta(max_length=64)] = ""
    brief: bool = False
    """Whether an update may leave out what never changes in a game and the client has; see `Update.same`."""


class Tables(Request, frozen=True, kw_only=True):
    """Ask for the tables of this host."""


class Sit(Request, frozen=True, kw_only=True):
    """Take a seat; without `table` the only one, or the first with a free seat, without `seat` a free one."""

    table: TableId | None = None
    seat: Seat | None = None


class Watch(Request, frozen=True, kw_only=True):
    """Become a spectator of a table."""

    table: TableId


class New(Request, frozen=True, kw_only=True):
    """Open a table; the sender owns it and takes no seat by it."""

    game: Word
    seats: SeatCount
    options: OptionMap = {}


class Ready(Request, frozen=True, kw_only=True):
    """Say that one is ready, or no longer."""

    table: TableId
    ready: bool = True


class Start(Request, frozen=True, kw_only=True):
    """Start with every seat filled, ready or not; the owner's."""

    table: TableId


class Act(Request, frozen=True, kw_only=True):
    """Play an action, meant for the game at `version`, which it acknowledges too."""

    table: TableId
    version: Version
    action: ActionText


class Ack(Message, frozen=True, kw_only=True):
    """Everything up to `version` has arrived. Not a request: gets no answer."""

    table: TableId
    version: Version


class History(Request, frozen=True, kw_only=True):
    """Ask for the events of the steps after version `after`, a page at a time."""

    table: TableId
    after: Version = 0


class Say(Request, frozen=True, kw_only=True):
    """Chat: `text`, or `phrase`, the code of a quick phrase that each reads in their own language."""

    table: TableId | None = None
    text: ChatText | None = None
    phrase: Word | None = None


class Bot(Request, frozen=True, kw_only=True):
    """Put a bot of `level` on a free seat, or take it off (null); the owner's."""

    table: TableId
    seat: Seat
    level: Word | None = "easy"


class Kick(Request, frozen=True, kw_only=True):
    """Take a player off a seat; the owner's."""

    table: TableId
    seat: Seat


class Ban(Request, frozen=True, kw_only=True):
    """Kick, and keep that key away from the table (a host's owner: from the host); the owner's."""

    table: TableId
    seat: Seat


class Close(Request, frozen=True, kw_only=True):
    """Close a table, its game broken off if it runs; the owner's of the host."""

    table: TableId


class Rematch(Request, frozen=True, kw_only=True):
    """Open the table again with the same seats when its game is over."""

    table: TableId


class Leave(Request, frozen=True, kw_only=True):
    """Give up the seat, or stop watching."""

    table: TableId


class Propose(Request, frozen=True, kw_only=True):
    """Ask all other seats to agree: `undo` (of `count` actions), `resign`, or `stand-in` (for `seat`)."""

    table: TableId
    what: Word
    count: Annotated[int, Meta(ge=1, le=64)] | None = None
    seat: Seat | None = None


class Vote(Request, frozen=True, kw_only=True):
    """Answer an open proposal; its own proposer takes it back with `yes` false."""

    table: TableId
    ballot: Version
    yes: bool


class Bye(Request, frozen=True, kw_only=True):
    """Leave the host; seats at running games stay one's own."""


ToHost = (
    Hello | Tables | Sit | Watch | New | Ready | Start | Act | Ack | History | Say | Bot
    | Kick | Ban | Close | Rematch | Leave | Propose | Vote | Bye
)  # fmt: skip


# --- what host messages are made of ---------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A taken seat as everyone may see it; never a key or an address."""

    name: NameText
    here: bool
    ready: bool
    bot: Code | None = None
    """The level of the bot that has the seat, null for a person."""
    stand_in: Code | None = None
    """The level of the bot that plays for an absent person, null when none does."""
    away_ms: Milliseconds | None = None
    """How long the person has been away, null while here."""


class Ballot(msgspec.Struct, frozen=True, kw_only=True):
    """An open proposal: who asked for what, and the seats that agree and that are still to answer."""

    ballot: Version
    what: Code
    by: Seat
    count: Count | None = None
    seat: Seat | None = None
    yes: SeatList = ()
    waiting: SeatList = ()


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone may see it."""

    id: TableId
    game: Word
    options: Annotated[dict[Word, OptionNumber | str], Meta(max_length=64)]
    owner: NameText | None
    state: Code
    seats: Annotated[tuple[SeatInfo | None, ...], Meta(max_length=64)]
    watchers: Count = 0
    campaign: Count = 1
    series: Annotated[tuple[Total, ...], Meta(max_length=64)] = ()
    """The sum of each seat's scores over the table's finished games."""
    ballot: Ballot | None = None


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds left, as of this message: for the move, and each seat's account; null without one."""

    move_ms: Milliseconds | None = None
    account_ms: Annotated[tuple[Milliseconds, ...], Meta(max_length=64)] | None = None
    running: SeatList = ()


Plain = dict[str, Any]
"""A view or an event as builtins: its type is the game's `view_type`, which the envelope does not know."""


class Steps(msgspec.Struct, frozen=True, kw_only=True):
    """The events of the step that led to `version`, as the receiver may know them."""

    version: Version
    events: tuple[Plain, ...]


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game; `values` is empty where they cannot be listed."""

    name: Word
    default: OptionNumber | LongText | None
    values: tuple[OptionNumber | LongText, ...] = ()


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that tables of this host may play."""

    name: Word
    seats: Annotated[tuple[SeatCount, ...], Meta(max_length=64)]
    """The seat counts that its rules take."""
    offered: Annotated[tuple[SeatCount, ...], Meta(max_length=64)]
    """Those that a form should offer; a part of `seats`."""
    options: tuple[OptionInfo, ...]
    """Its own; those of tables are the same for all games."""
    first: Code = "random"
    """Who starts where a table's options do not say: `random` or `youngest`."""
    undoable: bool = False
    """Whether `propose` with `undo` can ever pass."""


# --- host to client -------------------------------------------------------------------------


class Welcome(Reply, frozen=True, kw_only=True):
    """The answer to `Hello`. `owner`: this key may command every table."""

    protocol: Count
    host: NameText
    name: NameText
    program: Code = ""
    owner: bool = False
    games: tuple[GameInfo, ...] = ()
    """What one may open a table of, by name; empty from hosts that did not say so yet."""


class TableList(Reply, frozen=True, kw_only=True, tag="tables"):
    """The tables that the receiver may see."""

    tables: tuple[TableInfo, ...]


class Table(Reply, frozen=True, kw_only=True):
    """A table as it is now: answer to what changes one, and sent to all who are at it."""

    table: TableInfo
    seat: Seat | UnsetType | None = UNSET
    """The receiver's own seat at it, null for a spectator; left out for who is not at it."""


class Update(Reply, frozen=True, kw_only=True):
    """The whole game as one receiver may know it."""

    table: TableId
    version: Version
    seat: Seat | None
    view: Plain
    legal: tuple[ActionText, ...] = ()
    steps: Annotated[tuple[Steps, ...], Meta(max_length=64)] = ()
    clocks: Clocks | None = None
    same: tuple[Annotated[str, Meta(max_length=64)], ...] | UnsetType = UNSET
    """Fields of the view that are left out: they are as in the update of this game that had them last."""


class HistoryPage(Reply, frozen=True, kw_only=True, tag="history"):
    """A page of events; `more` when later ones follow."""

    table: TableId
    steps: Annotated[tuple[Steps, ...], Meta(max_length=64)]
    more: bool = False


class Refused(Reply, frozen=True, kw_only=True):
    """No: `code` of the contract, `reason` null or the game's own code, `text` plain English."""

    code: Code
    text: Line
    reason: Code | None = None
    protocol: Count = PROTOCOL


class Ok(Reply, frozen=True, kw_only=True):
    """Done, for a request that needs no other answer."""


class Chat(Reply, frozen=True, kw_only=True):
    """Somebody said something; `sender` is a name. Without `table`: to the whole host."""

    table: TableId | None
    sender: NameText
    text: ChatText | None = None
    phrase: Code | None = None


class Over(Reply, frozen=True, kw_only=True):
    """A game has ended; `outcome` is null when it was broken off, with the reason's code."""

    table: TableId
    outcome: Plain | None
    reason: Code | None = None


class ClockNews(Reply, frozen=True, kw_only=True, tag="clock"):
    """The clocks changed, or time is nearly up."""

    table: TableId
    clocks: Clocks


class Closed(Reply, frozen=True, kw_only=True):
    """The host is closing (no `table`), or this table is gone for the receiver."""

    reason: Code
    table: TableId | None = None


class Who(Reply, frozen=True, kw_only=True):
    """The host knows no session on this connection: begin again with `Hello`."""


ToClient = (
    Welcome | TableList | Table | Update | HistoryPage | Refused | Ok | Chat | Over
    | ClockNews | Closed | Who
)  # fmt: skip

CODES = frozenset({
    "not-your-turn", "illegal", "notation", "stale", "no-such-table", "seat-taken", "table-full",
    "not-seated", "not-started", "already-started", "name-taken", "bad-name", "bad-option", "password",
    "banned", "too-fast", "too-big", "malformed", "version", "not-allowed", "storage",
})  # fmt: skip
"""Every code that a `Refused` may carry."""
