"""Under which name somebody is known: as long as they are here, or have a seat at an unfinished table."""

from itertools import chain

from msgspec.structs import replace
from sheep_common.names import name_problem, numbered

from sheep_host.core.lookup import is_held, seats_of, tables_of
from sheep_host.core.state.events import Key
from sheep_host.core.state.seats import is_person, seat_of
from sheep_host.core.transaction import RequestRefused, Transaction


def name_of(tx: Transaction, key: Key, asked: str, *, ours: bool) -> str:
    """Return the name that a key has from now on; our own clients are never turned away for theirs."""
    if not ours:
        problem = name_problem(asked)
        if problem is not None:
            raise RequestRefused("bad-name", problem)
    kept = _kept_name(tx, key)
    if kept is not None:
        return kept
    if ours:
        return free_name(tx, key, asked if name_problem(asked) is None else "Host")
    if is_held(tx, key, asked):
        raise RequestRefused("name-taken", "somebody else here has that name")
    return asked


def free_name(tx: Transaction, key: Key, wanted: str) -> str:
    """Return a name, with a number where another has it already."""
    others = (numbered(wanted, number) for number in range(2, tx.limits.sessions + 256))
    return next(name for name in chain([wanted], others) if not is_held(tx, key, name))


def is_numbered(name: str, wanted: str) -> bool:
    """Tell whether a name is one that `free_name` gives to who wanted another."""
    number = name.rpartition(" ")[2]
    return number.isascii() and number.isdigit() and name == numbered(wanted, int(number))


def rename(tx: Transaction, key: Key, name: str) -> None:
    """Let a key have one name, in all its sessions and at the tables where its game is over."""
    for route in tx.routes[key]:
        if tx.sessions[route].name != name:
            tx.update_session(route, name=name)
    for table_id in tables_of(tx, key):
        table = tx.table(table_id)
        number = seat_of(table, key)
        seat = None if number is None else table.seats[number]
        if number is not None and seat is not None and is_person(seat) and seat.name != name:
            tx.set_seat(table_id, number, replace(seat, name=name))
        if table.owner == key and table.owner_name != name:
            tx.update(table_id, owner_name=name)


def _kept_name(tx: Transaction, key: Key) -> str | None:
    """Return the name that a key has at an unfinished table."""
    for table_id, number in seats_of(tx, key):
        table = tx.table(table_id)
        seat = table.seats[number]
        if seat is not None and seat.key == key and table.state != "over":
            return seat.name
    return None
