"""What a host is at one moment: frozen values, never changed in place. Decides nothing.

Times are seconds of the core's own clock, which stands still while the host sleeps.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from sheep_common.game import Events, Game, Outcome
from sheep_common.replay import Reached

from sheep_host.core.state.effects import Log, SeatRow
from sheep_host.core.state.events import Key, Route
from sheep_host.core.state.limits import Limits
from sheep_host.core.state.options import TableOptions

State = Literal["open", "playing", "over"]


class Pace(msgspec.Struct, frozen=True):
    """How many messages are left, as of when, and when the sender was last told that it is too fast."""

    left: float
    at: float
    told: float = float("-inf")


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One connection of one key."""

    route: Route
    key: Key
    name: str
    pace: Pace
    chat: Pace
    person: bool = True
    """Whether it is somebody who plays, and not a bot or the console."""
    address: str | None = None
    age: int | None = None
    retry: float | None = None
    """When all that it must see is sent again, after a message that did not fit its queue."""


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """What the supervisor vouched for."""

    owner: bool = False
    person: bool = True
    """Whether it is somebody who plays, and not a bot or the console."""
    table: str | None = None
    """The table that its host was started for, if it was for one."""


class Seat(SeatRow, frozen=True, kw_only=True):
    """A taken seat: what is stored of it, and who is here."""

    away: float | None = None
    """Since when `key` has no session, None while it has."""
    wanted: float | None = None
    """When a bot is asked for again, None while there is one or none is needed."""
    bot_since: float = 0.0
    """When a bot took the seat, or began to stand in there."""


class Seen(msgspec.Struct, frozen=True):
    """What a session has of a table's game."""

    acknowledged: int = 0
    unacknowledged: tuple[int, ...] = ()
    """The versions of the updates that are under way."""
    due: bool = False
    """Whether there is something newer, held back until it acknowledges."""


class Logged(msgspec.Struct, frozen=True):
    """An entry of a campaign's log and what it told; entry i led to version `base` + 1 + i."""

    seat: int | None
    action: str | None
    """In its one form; None for the start and for an undo."""
    events: tuple[Events, ...] = ()

    def seen_by(self, seat: int | None) -> Events:
        """Return the events for a seat, or for a spectator (None)."""
        return self.events[-1 if seat is None else seat] if self.events else ()


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign that has started, over or not."""

    reached: Reached[Any]
    lines: tuple[str, ...]
    """Its record so far."""
    log: tuple[Logged, ...]
    outcome: Outcome | None = None
    acting: Mapping[int, int] = {}
    """Who is to act, and the millisecond of play at which that began."""
    accounts: tuple[int, ...] = ()
    """Milliseconds left for each seat, with option `clock`."""
    ms: int = 0
    """So many milliseconds of play had passed at `at`."""
    at: float = 0.0
    warned: frozenset[int] = frozenset()
    """Who of `acting` was told that time is nearly up."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """An open ballot."""

    number: int
    what: str
    by: int
    count: int | None = None
    seat: int | None = None
    yes: frozenset[int] = frozenset()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table; see `TableRow` for what is stored of it beside its lines."""

    id: str
    game: str
    options: Mapping[str, int | str]
    settings: TableOptions
    seats: tuple[Seat | None, ...]
    state: State = "open"
    owner: Key | None = None
    owner_name: str | None = None
    house: bool = False
    campaign: int = 1
    base: int = 0
    first: int | None = None
    series: tuple[int, ...] = ()
    reason: str | None = None
    banned: tuple[Key, ...] = ()
    left: frozenset[int] = frozenset()
    play: Play | None = None
    asleep: tuple[str, ...] | None = None
    """The lines of a resumed campaign that nobody has touched yet."""
    watchers: tuple[Route, ...] = ()
    seen: Mapping[Route, Seen] = {}
    proposal: Proposal | None = None
    ballots: int = 0
    entered: float = 0.0
    """When its state last changed."""
    owner_away: float | None = None
    lonely: float | None = None
    """Since when nobody is at it."""
    wake: float | None = None
    """When time alone changes something here."""

    @property
    def version(self) -> int:
        """The version as the protocol counts it; only for a table that is awake."""
        return self.base + (len(self.play.log) if self.play else 0)


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """All that a host knows."""

    name: str
    games: Mapping[str, Game[Any]]
    limits: Limits = Limits()
    sessions: Mapping[Route, Session] = {}
    routes: Mapping[Key, tuple[Route, ...]] = {}
    """The sessions of each key that has any."""
    strangers: Mapping[Route, Pace] = {}
    tables: Mapping[str, Table] = {}
    """In the order in which they were opened."""
    grants: Mapping[Key, Grant] = {}
    bans: Mapping[Key, str] = {}
    password: bytes | None = None
    """What is derived from the password of this host; None when it has none."""
    known: Mapping[Key, str] = {}
    """The keys that have proved to have a password, each with the mark of that."""
    guesses: Mapping[str, Pace] = {}
    """How many wrong passwords somebody has left."""
    slept: float = 0.0
    """Seconds that the host stood still; the core's clock is the shell's less these."""
    clock: float = 0.0
    """The core's clock at the last batch; it never goes back, whatever the shell says."""
    reserved: frozenset[str] = frozenset()
    """Names of stored tables that cannot be played here: none may be given again."""
    notices: tuple[Log, ...] = ()
    """What the next batch logs."""
