"""Finding a table for somebody who names it, and what one must have there for what one asks."""

from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import is_person, played_by, seat_of
from sheep_host.core.state.values import Session, Table
from sheep_host.core.table.lifecycle import wake
from sheep_host.core.transaction import RequestRefused, Transaction


def table_at(tx: Transaction, name: str) -> TableId:
    """Return the id of a table, which is awake from now on."""
    table_id = TableId(name)
    if table_id not in tx.tables:
        raise RequestRefused("no-such-table", f"there is no table {name}")
    wake(tx, table_id)
    return table_id


def seat_at(table: Table, session: Session) -> int:
    """Return the seat that a session may act for."""
    seat = played_by(table, session.key)
    if seat is None:
        raise RequestRefused("not-seated", "you have no seat at this table")
    return seat


def person_at(table: Table, session: Session) -> int:
    """Return the seat of a person."""
    seat = seat_of(table, session.key)
    if seat is None:
        raise RequestRefused("not-seated", "you have no seat at this table")
    if not is_person(table.seats[seat]):
        raise RequestRefused("not-allowed", "bots act and nothing else")
    return seat


def must_command(tx: Transaction, table: Table, session: Session) -> None:
    """Refuse who commands neither this table nor the host."""
    if table.owner != session.key and not tx.is_owner(session.key):
        raise RequestRefused("not-allowed", "only the table's owner may do that")


def must_have_seat(table: Table, number: int) -> None:
    """Refuse a seat that the table does not have."""
    if number >= len(table.seats):
        raise RequestRefused("illegal", f"this table has the seats 0 to {len(table.seats) - 1}")
