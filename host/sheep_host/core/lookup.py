"""What the indexes answer: which places a key has, who has a name, how many came from where."""

from collections.abc import Iterable

from sheep_common.names import fold

from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.indexes import Place
from sheep_host.core.state.values import Seat
from sheep_host.core.transaction import Transaction


def seats_of(tx: Transaction, key: Key) -> list[tuple[TableId, int]]:
    """Return the seats that a key has or plays at, in the order in which their tables were opened."""
    places: Iterable[Place] = tx.indexes.get("places", key)
    seats = [(table_id, number) for table_id, number in places if number is not None]
    return sorted(seats, key=lambda seat: (tx.table(seat[0]).number, seat[1]))


def tables_of(tx: Transaction, key: Key, route: Route | None = None) -> list[TableId]:
    """Return the tables where a key has or plays at a seat, or that it commands, in their order.

    With a route also those that this session watches.
    """
    found = {table_id for table_id, _ in tx.indexes.get("places", key)}
    if route is not None:
        found |= tx.indexes.get("watching", route)
    return sorted(found, key=lambda table_id: tx.table(table_id).number)


def seat_at(tx: Transaction, table_id: TableId, number: int) -> Seat | None:
    """Return who sits somewhere now."""
    return tx.table(table_id).seats[number]


def plays_as_bot(tx: Transaction, key: Key) -> bool:
    """Tell whether a key is a bot's."""
    seats = (seat_at(tx, table_id, number) for table_id, number in seats_of(tx, key))
    return any(seat is not None and key == (seat.key if seat.bot else seat.stand_key) for seat in seats)


def is_held(tx: Transaction, key: Key, name: str) -> bool:
    """Tell whether another key has a name: while it is here, or seated at an unfinished table."""
    return any(_holder(tx, at) != key for at in tx.indexes.get("names", fold(name)))


def guests(tx: Transaction) -> int:
    """Return how many sessions there are that nobody vouched for."""
    return tx.indexes.count("guests")


def guests_from(tx: Transaction, address: str) -> int:
    """Return how many of them come from an address."""
    return len(tx.indexes.get("guests", address))


def _holder(tx: Transaction, at: Place | Route) -> Key | None:
    """Return the key of a session or of a seat."""
    if isinstance(at, str):
        return tx.sessions[at].key
    table_id, number = at
    seat = None if number is None else seat_at(tx, table_id, number)
    return None if seat is None else seat.key
