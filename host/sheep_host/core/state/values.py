"""What a host is at one moment: frozen values, never changed in place. Decides nothing.

Times are seconds of the core's own clock, which stands still while the host sleeps.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

import msgspec
from sheep_common.game import Events, Outcome
from sheep_common.replay import Reached

from sheep_host.core.state.append_only import AppendOnly
from sheep_host.core.state.effects import SeatRow
from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.options import TableOptions
from sheep_host.core.state.rate_limit import Pace

State = Literal["open", "playing", "over"]


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One connection of one key."""

    route: Route
    key: Key
    name: str
    pace: Pace
    chat: Pace
    person: bool = True
    """Whether it is somebody who plays, and not a bot or the console."""
    guest: bool = True
    """Whether it counts against the bounds: nobody had vouched for its key when it said hello."""
    address: str | None = None
    age: int | None = None
    brief: bool = False
    """Whether it keeps what never changes in a game, and need not be told that again."""


class SessionChanges(TypedDict, total=False):
    """What may change of a session."""

    name: str
    pace: Pace
    chat: Pace
    brief: bool


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """What the supervisor vouched for."""

    owner: bool = False
    person: bool = True
    """Whether it is somebody who plays, and not a bot or the console."""
    table: TableId | None = None
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
    lines: AppendOnly[str]
    """Its record so far."""
    log: AppendOnly[Logged]
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
    at: float = 0.0
    """When it was opened."""
    count: int | None = None
    seat: int | None = None
    yes: frozenset[int] = frozenset()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table; see `TableRow` for what is stored of it beside its lines."""

    id: TableId
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
    number: int = 0
    """Orders the tables of a host by when they were opened."""

    @property
    def version(self) -> int:
        """The version as the protocol counts it; only for a table that is awake."""
        return self.base + (len(self.play.log) if self.play else 0)


class TableChanges(TypedDict, total=False):
    """What may change of a table; `Transaction.update` sees to all the rest of it."""

    seats: tuple[Seat | None, ...]
    state: State
    owner: Key | None
    owner_name: str | None
    house: bool
    campaign: int
    base: int
    first: int | None
    series: tuple[int, ...]
    reason: str | None
    banned: tuple[Key, ...]
    left: frozenset[int]
    play: Play | None
    asleep: tuple[str, ...] | None
    watchers: tuple[Route, ...]
    seen: Mapping[Route, Seen]
    proposal: Proposal | None
    ballots: int
    owner_away: float | None
