"""All that a client knows, frozen. Nothing here decides anything."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from sheep_common.messages import Clocks, Plain, Request, TableInfo, Update, Welcome

from sheep_client.core.events import Line, Trouble
from sheep_client.game_api.bot import Choice
from sheep_client.thinking.task import Levels, Seen

Why = Literal["hello", "look", "goal", "again", "line", "bye"]
"""Who asked: the core itself, the command line (`goal`), a return to a watched table, or a line."""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line asked for beyond being here."""

    table: str | None = None
    watch: bool = False
    alone: bool = False
    """Without a table: sit down, or watch, by itself where just one table is fit for it."""
    listing: bool = False
    """Begin by telling which tables there are."""


class Pending(msgspec.Struct, frozen=True):
    """A request that has no answer yet."""

    request: Request
    why: Why
    line: int | None = None
    ticks: int = 0
    """Seconds since it was sent last, or since it was put off."""
    put_off: bool = False
    """It was refused for being too fast, and is sent again in a moment."""


class Advice(msgspec.Struct, frozen=True):
    """A hint that was asked for: for which choice, and what came of it."""

    number: int
    """The line that asked for it."""
    table: str
    version: int
    ticks: int = 0
    """Seconds that it has been thought about."""
    thought: Choice | None = None
    """None while it is being thought."""


class At(msgspec.Struct, frozen=True, kw_only=True):
    """A table that one is at, or owns."""

    info: TableInfo | None = None
    seat: int | UnsetType | None = UNSET
    """One's own seat, None for a spectator, UNSET for who is not at it."""
    update: Update | None = None
    seen: int | None = None
    """The last version that was told."""
    owed: bool = False
    """The host said `stale`: the update that comes along is told, also when it says nothing new."""
    over: bool = False
    """The end of the running campaign was told."""
    kept: Plain = {}
    """The last whole view: what the next updates leave out is as there."""
    clocks: Clocks | None = None
    """The table's clocks as they were told last, and `ticks` seconds ago."""
    ticks: int = 0
    story: tuple[Seen, ...] = ()
    """What the own seat has seen of the running campaign, the newest last, where anybody thinks about it."""

    def made_whole(self, update: Update) -> Update | None:
        """Put back into a view what the update left out; None when that has never come."""
        if update.same is UNSET:
            return update
        if not self.kept.keys() >= set(update.same):
            return None
        names = (name for name in self.kept if name in update.same or name in update.view)
        there = {name: self.kept[name] for name in names}  # in the order of a whole view
        return replace(update, view=there | update.view, same=UNSET)

    @property
    def here(self) -> bool:
        """Tell whether one sits or watches there."""
        return self.seat is not UNSET

    @property
    def ended(self) -> bool:
        """Tell whether nothing more is to come of its game."""
        return self.over or (self.info is not None and self.info.state == "over")


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A client between two events."""

    name: str
    age: int | None = None
    proof: bytes | None = None
    """What shows the host that one has its password."""
    program: str = ""
    patient: bool = False
    """Chat that is too fast is said a little later: a person has typed or pasted it. Scripts are told."""
    goal: Goal = Goal()
    thinks: bool = False
    """Whether there are engines to ask: what the own seat sees is kept for them, and `/hint` is known."""
    levels: dict[str, Levels] = {}
    """The levels at which bots think (`easy` does not), of each game that is known here."""
    seat_words: frozenset[str] = frozenset()
    """The first words of the actions whose last word is a seat, of all games known here."""

    linked: bool = False
    trouble: Trouble | None = None
    """Why one is not let in, or has no connection, where that was told."""
    silent: int = 0
    """Seconds in which a host that did not welcome us yet has said nothing."""
    welcome: Welcome | None = None
    """What the host said first; kept when the connection is lost."""
    greeted: bool = False
    """Whether this connection's `hello` was answered."""
    next_id: int = 1
    pending: tuple[Pending, ...] = ()
    waiting: tuple[Line, ...] = ()
    """Lines that wait for the answer to an earlier one, or for the connection."""
    tables: dict[str, At] = {}
    listed: tuple[TableInfo, ...] = ()
    """The host's tables when they were asked for last."""
    current: str | None = None
    advice: Advice | None = None
    ended: bool = False
    leaving: bool = False

    @property
    def at(self) -> At | None:
        """Return the current table."""
        return None if self.current is None else self.tables.get(self.current)

    def info(self, table: str | None) -> TableInfo | None:
        """Return what is known of a table, also of one that one is not at."""
        at = None if table is None else self.tables.get(table)
        if at is not None and at.info is not None:
            return at.info
        return next((info for info in self.listed if info.id == table), None)
