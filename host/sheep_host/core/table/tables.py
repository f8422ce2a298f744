"""Finding a table, waking it, and what happens to one whose game's code or record is broken."""

from collections.abc import Callable

from msgspec.structs import replace
from sheep_common.messages import Over

from sheep_host.core.state.effects import WriteRecord
from sheep_host.core.state.seats import is_person, played_by, seat_of
from sheep_host.core.state.stored import BROKEN
from sheep_host.core.state.values import Session, Table
from sheep_host.core.table.bots import end_stand_ins
from sheep_host.core.table.broadcast import tell_all, tell_table
from sheep_host.core.table.match import GameFault, resume
from sheep_host.core.table.reopening import open_if_left
from sheep_host.core.transaction import RequestRefused, Transaction


def table_at(tx: Transaction, name: str) -> Table:
    """Return a table, awake."""
    table = tx.tables.get(name)
    if table is None:
        raise RequestRefused("no-such-table", f"there is no table {name}")
    return awake(tx, table)


def awake(tx: Transaction, table: Table) -> Table:
    """Return a table with its campaign played again, if it slept."""
    if table.asleep is None:
        return table
    lines = table.asleep
    table = replace(table, asleep=None)
    try:
        play = resume(tx.before.games, lines, table.settings.clock, tx.now)
    except GameFault as fault:
        tx.log("error", f"table {table.id}: its record cannot be played again: {fault}")
        # Versions never come again: the lines are at least as many as the steps were.
        return break_off(tx, replace(table, base=table.base + len(lines)), "damaged")
    return tx.put(replace(table, play=play))


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


def break_off(tx: Transaction, table: Table, reason: str) -> Table:
    """End a campaign without an outcome."""
    lines = table.play.lines if table.play else ()
    if reason in BROKEN:
        table = replace(table, base=table.version, play=None)
    table = end_stand_ins(tx, replace(table, state="over", reason=reason, proposal=None))
    table = tx.put(table)
    tx.announce("over", table=table.id, outcome=None)
    tell_all(tx, table, Over(table=table.id, outcome=None, reason=reason))
    tell_table(tx, table)
    if lines:
        tx.effects.append(WriteRecord(table.id, table.campaign, lines))
    return open_if_left(tx, table)


def guarded(tx: Transaction, name: str, action: Callable[[], object]) -> None:
    """Do something that no request asked for; if the table's game fails in it, end that game alone."""
    saved = tx.save()
    try:
        action()
    except RequestRefused as refused:
        saved.restore(tx)
        tx.log("warning", f"table {name}: {refused}")
    except GameFault as fault:
        saved.restore(tx)
        tx.log("error", f"table {name}: its game failed: {fault}")
        table = tx.tables[name]
        if table.state == "playing":
            break_off(tx, replace(table, asleep=None), "fault")
