"""Where to find what is asked for often, without looking at every table and session. Changes nothing.

An index is made of what the values say and of nothing else. An entry is (index, key, value): under that
key the index has that value. `core.transaction` takes entries in and out as values change.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec
from sheep_common.names import fold

from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.values import Session, Table

Place = tuple[TableId, int | None]
"""A seat of a table; None for its command."""
Indexed = Literal["places", "watching", "names", "guests"]
Entry = tuple[Indexed, Hashable, Hashable]


class Indexes(msgspec.Struct, frozen=True, kw_only=True):
    """The indexes of a host; no set in them is empty."""

    places: Mapping[Key, frozenset[Place]] = {}
    """The seats that a key has or plays at, and the tables that it commands."""
    watching: Mapping[Route, frozenset[TableId]] = {}
    """The tables that a session watches."""
    names: Mapping[str, frozenset[Place | Route]] = {}
    """The sessions and the seats of unfinished tables that have a name, by its folded form."""
    guests: Mapping[str | None, frozenset[Route]] = {}
    """The sessions that nobody vouched for, by the address that they come from."""


def of_session(session: Session) -> Iterator[Entry]:
    """Give the entries of a session."""
    yield "names", fold(session.name), session.route
    if session.guest:
        yield "guests", session.address, session.route


def of_table(table: Table) -> Iterator[Entry]:
    """Give the entries of a table, some of them twice."""
    for number, seat in enumerate(table.seats):
        if seat is None:
            continue
        place = (table.id, number)
        for key in (seat.key, seat.stand_key):
            if key is not None:
                yield "places", key, place
        if table.state != "over":
            yield "names", fold(seat.name), place
    if table.owner is not None:
        yield "places", table.owner, (table.id, None)
    for route in table.watchers:
        yield "watching", route, table.id


def has_moved(before: Table, table: Table) -> bool:
    """Tell whether the entries of a table may be others than before."""
    return (
        (before.seats is not table.seats and _held(before) != _held(table))
        or before.owner != table.owner
        or before.watchers != table.watchers
        or (before.state == "over") != (table.state == "over")
    )


def made_of(sessions: Iterable[Session], tables: Iterable[Table]) -> Indexes:
    """Return the indexes of sessions and tables, all of them anew."""
    found: dict[str, dict[Any, frozenset[Any]]] = {name: {} for name in Indexes.__struct_fields__}
    for entries in (*map(of_session, sessions), *map(of_table, tables)):
        for name, key, value in entries:
            found[name][key] = found[name].get(key, frozenset()) | {value}
    return Indexes(**found)


def _held(table: Table) -> list[tuple[Key | None, Key | None, str] | None]:
    return [None if seat is None else (seat.key, seat.stand_key, seat.name) for seat in table.seats]
