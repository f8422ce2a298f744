"""A batch of what came, as far as it has been done: the next values of a host, and the effects.

All that changes goes through here, by the ids of what changes, and nothing that was read before is
written back: no change can be lost. The host that it began with stays whole. Decides nothing.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from random import Random
from typing import Any, Literal, Unpack

from msgspec.structs import replace
from sheep_common.game import Game
from sheep_common.messages import Message, Refused
from sheep_common.names import clean

from sheep_host.core.overlay import IndexOverlay, Journal, Overlay
from sheep_host.core.state import deadlines, indexes
from sheep_host.core.state.effects import Announce, AppendLine, Effect, Log, Send, Stored
from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.host import Host
from sheep_host.core.state.seats import holders, keys_at
from sheep_host.core.state.stored import changes
from sheep_host.core.state.values import Seat, Session, SessionChanges, Table, TableChanges

TEXT = 200
"""Letters of the text of a refusal."""
UNTIMED = {"seen"}
"""What may change of a table that leads to nothing else: neither to its row, nor to what is due there."""


class RequestRefused(Exception):  # noqa: N818 - an answer, not an error
    """A request is refused, and all that it has changed is taken back."""

    def __init__(self, code: str, text: str, reason: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.reason = reason


class Transaction:
    """The next values of a host while they are made. `now` is the core's clock."""

    def __init__(self, host: Host, now: float, rng: Random) -> None:
        self.before = host
        self.name = host.name
        self.limits = host.limits
        self.slept = host.slept
        self.now = max(now - host.slept, host.clock)
        self.rng = rng
        self.effects: list[Effect] = list(host.notices)
        self._journal: Journal = []
        self._sessions = Overlay(host.sessions, self._journal)
        self._routes = Overlay(host.routes, self._journal)
        self._tables = Overlay(host.tables, self._journal)
        self.indexes = IndexOverlay(host.indexes, self._journal)
        self.strangers = Overlay(host.strangers, self._journal)
        self.grants = Overlay(host.grants, self._journal)
        self.bans = Overlay(host.bans, self._journal)
        self.known = Overlay(host.known, self._journal)
        self.retries = Overlay(host.retries, self._journal)
        self.overlong = Overlay(host.overlong, self._journal)
        # In no savepoint: they count, and are due, whatever becomes of a request.
        self.guesses = Overlay(host.guesses, [])
        self._wakes = Overlay(host.wakes, [])
        self._touched: dict[TableId, None] = {}
        """The tables that may have changed, in the order in which they did."""
        self._stale: dict[TableId, None] = {}
        """Those of them at which time may have something else to do."""

    # --- what there is ----------------------------------------------------------------------

    @property
    def sessions(self) -> Mapping[Route, Session]:
        """The sessions; they change by `update_session`."""
        return self._sessions.now

    @property
    def routes(self) -> Mapping[Key, tuple[Route, ...]]:
        """The sessions of each key that has any."""
        return self._routes.now

    @property
    def tables(self) -> Mapping[TableId, Table]:
        """The tables, in the order in which they were opened; they change by `update`."""
        return self._tables.now

    @property
    def games(self) -> list[str]:
        """The names of the games one may open a table of."""
        return sorted(self.before.games)

    def game(self, name: str) -> Game[Any]:
        """Return a game that a table plays."""
        return self.before.games[name]

    def table(self, table_id: TableId) -> Table:
        """Return a table as it stands now: what changes it later is not in that value."""
        return self._tables.now[table_id]

    def is_here(self, key: Key | None) -> bool:
        """Tell whether a key has a session."""
        return key is not None and key in self._routes.now

    def is_owner(self, key: Key) -> bool:
        """Tell whether a key commands every table."""
        grant = self.grants.get(key)
        return grant is not None and grant.owner

    # --- what changes -----------------------------------------------------------------------

    def add(self, table: Table) -> None:
        """Adopt a table that was opened just now."""
        number = 1 + max((other.number for other in self._tables.values()), default=-1)
        self._adopt(None, replace(table, number=number, entered=self.now))

    def update(self, table_id: TableId, **changes: Unpack[TableChanges]) -> None:
        """Change a table as it stands now, and with it all that follows from its values."""
        before = self._tables[table_id]
        table = replace(before, **changes)
        if table.state != before.state:
            table = replace(table, entered=self.now)
        if changes.keys() <= UNTIMED:
            self._tables.put(table_id, table)
        else:
            self._adopt(before, table)

    def set_seat(self, table_id: TableId, number: int, seat: Seat | None) -> None:
        """Let a seat of a table have another value."""
        seats = self._tables[table_id].seats
        self.update(table_id, seats=(*seats[:number], seat, *seats[number + 1 :]))

    def remove(self, table_id: TableId) -> None:
        """Forget a table."""
        self.indexes.change(indexes.of_table(self._tables[table_id]), ())
        self._tables.drop(table_id)
        self._touched[table_id] = self._stale[table_id] = None

    def begin_session(self, session: Session) -> None:
        """Adopt a new session, or one that begins anew on its connection."""
        before = self._sessions.get(session.route)
        self.indexes.change(() if before is None else indexes.of_session(before), indexes.of_session(session))
        self._sessions.put(session.route, session)
        if before is None:
            self._routes.put(session.key, (*self._routes.get(session.key, ()), session.route))
        elif session.route in self.retries:
            self.retries.drop(session.route)  # it is shown everything now

    def update_session(self, route: Route, **changes: Unpack[SessionChanges]) -> None:
        """Change a session as it stands now."""
        before = self._sessions[route]
        session = replace(before, **changes)
        if session.name != before.name:
            self.indexes.change(indexes.of_session(before), indexes.of_session(session))
        self._sessions.put(route, session)

    def end_session(self, route: Route) -> None:
        """Forget a session."""
        session = self._sessions[route]
        self.indexes.change(indexes.of_session(session), ())
        self._sessions.drop(route)
        routes = tuple(other for other in self._routes[session.key] if other != route)
        if routes:
            self._routes.put(session.key, routes)
        else:
            self._routes.drop(session.key)
        if route in self.retries:
            self.retries.drop(route)

    # --- what is to be done -----------------------------------------------------------------

    def effect(self, effect: Effect) -> None:
        """Let something be done once everything is stored, or be stored."""
        self.effects.append(effect)

    def send(self, route: Route, message: Message) -> None:
        """Send a message once everything is stored."""
        self.effects.append(Send(route, message))

    def refuse(self, route: Route, re: int | None, code: str, text: str, reason: str | None = None) -> None:
        """Refuse a request. A game's text may quote what the peer has written."""
        self.send(route, Refused(re=re, code=code, text=clean(text, TEXT), reason=reason))

    def announce(self, event: str, **fields: object) -> None:
        """Tell the host's owner what happened."""
        self.effects.append(Announce({"event": event, **fields}))

    def log(self, level: Literal["debug", "info", "warning", "error"], text: str) -> None:
        """Write a line to the log."""
        self.effects.append(Log(level, text))

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Take back all that is done inside, but for what is counted, when it ends by an exception."""
        effects, changes = len(self.effects), len(self._journal)
        try:
            yield
        except Exception:
            while len(self._journal) > changes:
                overlay, key, before = self._journal.pop()
                overlay.undo(key, before)
            del self.effects[effects:]
            raise

    def due(self) -> list[TableId]:
        """Return the tables at which time has something to do by now, in their order."""
        self._look_at_clocks()
        if min(self._wakes.values(), default=inf) > self.now:
            return []
        found = [table_id for table_id, wake in self._wakes.now.items() if wake <= self.now]
        return sorted(found, key=lambda table_id: self._tables[table_id].number)

    def commit(self) -> tuple[Host, list[Effect]]:
        """Return the next host and the effects: first what is to be stored.

        Rows are stored by comparison, so that no change can be forgotten.
        """
        self._look_at_clocks()
        host = replace(
            self.before,
            sessions=self._sessions.now,
            routes=self._routes.now,
            strangers=self.strangers.now,
            tables=self._tables.now,
            grants=self.grants.now,
            bans=self.bans.now,
            known=self.known.now,
            guesses=self.guesses.now,
            indexes=self.indexes.now(),
            wakes=self._wakes.now,
            retries=self.retries.now,
            overlong=self.overlong.now,
            slept=self.slept,
            clock=self.now,
            notices=(),
        )
        stored = changes(self._touched, self.before.tables, self._tables)
        told: list[Effect] = []
        for effect in self.effects:
            if isinstance(effect, AppendLine) and effect.table not in self._tables:
                continue  # the table came and went in this very batch, or its lines go with it
            (stored if isinstance(effect, Stored) else told).append(effect)
        return host, stored + told

    # --- what follows from a change ---------------------------------------------------------

    def _adopt(self, before: Table | None, table: Table) -> None:
        if before is None:
            self.indexes.change((), indexes.of_table(table))
        elif indexes.has_moved(before, table):
            table = self._seen_by_those_there(before, table)
            self.indexes.change(indexes.of_table(before), indexes.of_table(table))
        lonely = None
        if not (table.watchers or any(map(self.is_here, holders(table)))):
            lonely = self.now if table.lonely is None else table.lonely
        if lonely != table.lonely:
            table = replace(table, lonely=lonely)
        self._tables.put(table.id, table)
        self._touched[table.id] = self._stale[table.id] = None

    def _seen_by_those_there(self, before: Table, table: Table) -> Table:
        """Return a table that no longer knows what those have seen who have left its seats."""
        gone = keys_at(before) - keys_at(table)
        routes = {route for key in gone for route in self._routes.get(key, ())}.difference(table.watchers)
        if routes.isdisjoint(table.seen):
            return table
        return replace(table, seen={at: seen for at, seen in table.seen.items() if at not in routes})

    def _look_at_clocks(self) -> None:
        """See when time has something to do at the tables that have changed."""
        for table_id in self._stale:
            table = self._tables.get(table_id)
            wake = None if table is None else deadlines.wake(table, self.limits)
            if wake is not None:
                self._wakes.put(table_id, wake)
            elif table_id in self._wakes:
                self._wakes.drop(table_id)
        self._stale.clear()
