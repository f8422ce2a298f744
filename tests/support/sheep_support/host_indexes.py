"""The law of a host's indexes: they say what its sessions and tables say, and nothing else."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any

from sheep_common.names import fold
from sheep_host.core import Host
from sheep_host.core.state import deadlines


def check_indexes(host: Host) -> None:
    """Make every index and every moment anew from the values and compare; AssertionError."""
    indexes, tables = host.indexes, host.tables.values()
    seats = [
        ((table.id, number), seat, table.state != "over")
        for table in tables
        for number, seat in enumerate(table.seats)
        if seat is not None
    ]
    sat = [(key, place) for place, seat, _ in seats for key in (seat.key, seat.stand_key)]
    _must_be(indexes.places, [*sat, *((table.owner, (table.id, None)) for table in tables)])
    _must_be(indexes.watching, [(route, table.id) for table in tables for route in table.watchers])
    named = [(fold(session.name), session.route) for session in host.sessions.values()]
    _must_be(indexes.names, [*named, *((fold(seat.name), place) for place, seat, holds in seats if holds)])
    guests = [session for session in host.sessions.values() if session.guest]
    _must_be(indexes.guests, [(session.address or "nowhere", session.route) for session in guests])
    _must_be(host.routes, [(session.key, session.route) for session in host.sessions.values()])
    moments = {table.id: deadlines.wake(table, host.limits) for table in tables}
    if host.wakes != {name: moment for name, moment in moments.items() if moment is not None}:
        raise AssertionError(f"not when tables wake: {dict(host.wakes)}, but {moments}")
    if not host.retries.keys() <= host.sessions.keys():
        raise AssertionError("something is sent again to who is gone")
    for table in tables:
        keys = {key for key, (table_id, _) in sat if table_id == table.id and key is not None}
        routes = {route for key in keys for route in host.routes.get(key, ())}
        if not table.seen.keys() <= routes | {*table.watchers}:
            raise AssertionError(f"table {table.id} remembers what those have seen who are not at it")


def _must_be(index: Any, entries: Iterable[tuple[Hashable, Hashable]]) -> None:
    found: dict[Hashable, set[Hashable]] = defaultdict(set)
    for key, value in entries:
        if key is not None:
            found[key].add(value)
    held = {"nowhere" if key is None else key: set(values) for key, values in index.items()}
    if held != found:
        raise AssertionError(f"an index says {held}, the values {dict(found)}")
