"""One batch of the host: the values it has made so far, and the effects. Decides nothing.

A transaction copies the host's maps and never their values, so the host that it began with stays whole.
"""

from random import Random
from typing import Any, Literal

from msgspec.structs import replace
from sheep_common.game import Game
from sheep_common.messages import Message, Refused
from sheep_common.names import clean

from sheep_host.core.state import deadlines
from sheep_host.core.state.effects import (
    Announce,
    AppendLine,
    DropTable,
    Effect,
    Log,
    SaveTable,
    Send,
    Stored,
)
from sheep_host.core.state.events import Key, Route
from sheep_host.core.state.stored import row_of
from sheep_host.core.state.values import Host, Session, Table

_TEXT = 200
"""Letters of the text of a refusal."""


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
        self.sessions = dict(host.sessions)
        self.routes = dict(host.routes)
        self.strangers = dict(host.strangers)
        self.tables = dict(host.tables)
        self.grants = dict(host.grants)
        self.bans = dict(host.bans)
        self.known = dict(host.known)
        self.guesses = dict(host.guesses)
        """Counted whatever becomes of the request."""
        self.effects: list[Effect] = list(host.notices)
        self._touched: dict[str, None] = {}
        """The tables that may have changed, in the order in which they did."""

    # --- what there is ----------------------------------------------------------------------

    def game(self, name: str) -> Game[Any]:
        """Return a game that a table plays."""
        return self.before.games[name]

    @property
    def games(self) -> list[str]:
        """Return the names of the games one may open a table of."""
        return sorted(self.before.games)

    def is_here(self, key: Key | None) -> bool:
        """Tell whether a key has a session."""
        return key is not None and key in self.routes

    def is_owner(self, key: Key) -> bool:
        """Tell whether a key commands every table."""
        grant = self.grants.get(key)
        return grant is not None and grant.owner

    # --- what changes -----------------------------------------------------------------------

    def put(self, table: Table) -> Table:
        """Adopt a table's next value, with the time at which it wakes by itself."""
        before = self.tables.get(table.id)
        if before is None or before.state != table.state:
            table = replace(table, entered=self.now)
        lonely = None
        if not (table.watchers or self._holds(table)):
            lonely = self.now if table.lonely is None else table.lonely
        if lonely != table.lonely:
            table = replace(table, lonely=lonely)
        wake = deadlines.wake(table, self.limits)
        if wake != table.wake:
            table = replace(table, wake=wake)
        self.tables[table.id] = table
        self._touched[table.id] = None
        return table

    def remove(self, table: Table) -> None:
        """Forget a table."""
        del self.tables[table.id]
        self._touched[table.id] = None

    def put_session(self, session: Session) -> Session:
        """Adopt a session's next value."""
        self.sessions[session.route] = session
        return session

    def send(self, route: Route, message: Message) -> None:
        """Send a message once everything is stored."""
        self.effects.append(Send(route, message))

    def refuse(self, route: Route, re: int | None, code: str, text: str, reason: str | None = None) -> None:
        """Refuse a request. A game's text may quote what the peer has written."""
        self.send(route, Refused(re=re, code=code, text=clean(text, _TEXT), reason=reason))

    def announce(self, event: str, **fields: object) -> None:
        """Tell the host's owner what happened."""
        self.effects.append(Announce({"event": event, **fields}))

    def log(self, level: Literal["debug", "info", "warning", "error"], text: str) -> None:
        """Write a line to the log."""
        self.effects.append(Log(level, text))

    def save(self) -> "Saved":
        """Remember everything as it is, to come back to it when a request is refused."""
        return Saved(self)

    # --- the end ----------------------------------------------------------------------------

    def finish(self) -> tuple[Host, list[Effect]]:
        """Return the next host and the effects: first what is to be stored.

        Rows are stored by comparison, so that no change can be forgotten.
        """
        host = replace(
            self.before,
            sessions=self.sessions,
            routes=self.routes,
            strangers=self.strangers,
            tables=self.tables,
            grants=self.grants,
            bans=self.bans,
            known=self.known,
            guesses=self.guesses,
            slept=self.slept,
            clock=self.now,
            notices=(),
        )
        stored: list[Effect] = [*self._rows()]
        told: list[Effect] = []
        for effect in self.effects:
            if isinstance(effect, AppendLine) and effect.table not in self.tables:
                continue  # the table came and went in this very batch, or its lines go with it
            (stored if isinstance(effect, Stored) else told).append(effect)
        return host, stored + told

    def _rows(self) -> list[Effect]:
        found: list[Effect] = []
        for name in self._touched:
            before, table = self.before.tables.get(name), self.tables.get(name)
            if table is None:
                found += [DropTable(name)] if before is not None else []
                continue
            row = row_of(table)
            if before is None or row_of(before) != row:
                found.append(SaveTable(row))
        return found

    def _holds(self, table: Table) -> bool:
        """Tell whether somebody here has a seat at a table, or commands it."""
        people = [seat.key for seat in table.seats if seat is not None and seat.bot is None]
        return any(self.is_here(key) for key in (*people, table.owner))


class Saved:
    """A transaction as it was before a request."""

    def __init__(self, tx: Transaction) -> None:
        self._effects = len(tx.effects)
        self._sessions = dict(tx.sessions)
        self._routes = dict(tx.routes)
        self._tables = dict(tx.tables)
        self._grants = dict(tx.grants)
        self._bans = dict(tx.bans)
        self._known = dict(tx.known)

    def restore(self, tx: Transaction) -> None:
        """Take back everything that it has done since."""
        del tx.effects[self._effects :]
        tx.sessions = self._sessions
        tx.routes = self._routes
        tx.tables = self._tables
        tx.grants = self._grants
        tx.bans = self._bans
        tx.known = self._known
