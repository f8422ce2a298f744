"""All that a host knows at one moment: a frozen value, never changed in place. Decides nothing."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sheep_common.game import Game

from sheep_host.core.state.effects import Log
from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.indexes import Indexes
from sheep_host.core.state.limits import Limits
from sheep_host.core.state.rate_limit import Pace
from sheep_host.core.state.values import Grant, Session, Table


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """All that a host knows."""

    name: str
    games: Mapping[str, Game[Any]]
    limits: Limits = Limits()
    sessions: Mapping[Route, Session] = {}
    routes: Mapping[Key, tuple[Route, ...]] = {}
    """The sessions of each key that has any."""
    strangers: Mapping[Route, Pace] = {}
    tables: Mapping[TableId, Table] = {}
    """In the order in which they were opened."""
    grants: Mapping[Key, Grant] = {}
    bans: Mapping[Key, str] = {}
    password: bytes | None = None
    """What is derived from the password of this host; None when it has none."""
    known: Mapping[Key, str] = {}
    """The keys that have proved to have a password, each with the mark of that."""
    guesses: Mapping[str, Pace] = {}
    """How many wrong passwords somebody has left."""
    indexes: Indexes = Indexes()
    wakes: Mapping[TableId, float] = {}
    """When time alone changes something at a table, for each where it does."""
    retries: Mapping[Route, float] = {}
    """When a session is sent again all that it must see, after a message that did not fit its queue."""
    overlong: Mapping[str, int] = {}
    """The games that had more legal actions than a client takes, and how many, once each was logged."""
    slept: float = 0.0
    """Seconds that the host stood still; the core's clock is the shell's less these."""
    clock: float = 0.0
    """The core's clock at the last batch; it never goes back, whatever the shell says."""
    reserved: frozenset[TableId] = frozenset()
    """Names of stored tables that cannot be played here: none may be given again."""
    notices: tuple[Log, ...] = ()
    """What the next batch logs."""
