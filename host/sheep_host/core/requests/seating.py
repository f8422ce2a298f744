"""Taking a seat, changing it, and giving it up."""

from sheep_common.messages import Leave, Ok, Sit
from sheep_common.names import fold

from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import free_seat, has_stand_in, next_since, seat_of, taken
from sheep_host.core.state.values import Seat, Session
from sheep_host.core.table.access import must_have_seat, person_at, table_at
from sheep_host.core.table.broadcast import answer_table, is_visible, tell_table
from sheep_host.core.table.stand_ins import end_stand_in
from sheep_host.core.table.updates import answer_update, begin_anew
from sheep_host.core.table.vacate import after_leaving, give_command, vacate
from sheep_host.core.transaction import RequestRefused, Transaction


def sit(tx: Transaction, session: Session, message: Sit) -> None:
    """Take a seat, move to another while the table is open, or say again which one it is."""
    table_id = _table_for(tx, session) if message.table is None else table_at(tx, message.table)
    table = tx.table(table_id)
    if message.seat is not None:
        must_have_seat(table, message.seat)
    if session.key in table.banned and not tx.is_owner(session.key):
        raise RequestRefused("banned", "you are banned from this table")
    mine = seat_of(table, session.key)
    if mine is None:
        _take(tx, table_id, session, message.seat)
    elif message.seat not in (None, mine):
        _move(tx, table_id, mine, message.seat)
    elif has_stand_in(table.seats[mine]):
        end_stand_in(tx, table_id, mine)
        tell_table(tx, table_id, session, message.id)
        return
    else:
        answer_table(tx, table_id, session, message.id)
        return
    tell_table(tx, table_id, session, message.id)
    if tx.table(table_id).play is not None:
        answer_update(tx, table_id, session)


def leave(tx: Transaction, session: Session, message: Leave) -> None:
    """Give up the seat, or stop watching, or give up the command of a table that one has opened."""
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    seated = seat_of(table, session.key) is not None
    if seated:
        vacate(tx, table_id, person_at(table, session))
    elif session.route in table.watchers:
        begin_anew(tx, table_id, session.route)
        tx.update(table_id, watchers=tuple(route for route in table.watchers if route != session.route))
    elif table.owner == session.key:
        give_command(tx, table_id)
    else:
        raise RequestRefused("not-seated", "you are not at this table")
    tx.send(session.route, Ok(re=message.id))
    for route in tx.routes[session.key] if seated else ():
        if route != session.route:
            answer_table(tx, table_id, tx.sessions[route])
    after_leaving(tx, table_id)


def seat_person(tx: Transaction, table_id: TableId, number: int, seat: Seat) -> None:
    """Put a person on a free seat."""
    tx.set_seat(table_id, number, seat)
    routes = () if seat.key is None else tx.routes.get(seat.key, ())
    for route in routes:
        begin_anew(tx, table_id, route)
    watchers = tuple(route for route in tx.table(table_id).watchers if route not in routes)
    tx.update(table_id, watchers=watchers, series=())
    tx.announce("seated", table=table_id, seat=number, name=seat.name)
    if tx.table(table_id).owner is None:
        give_command(tx, table_id)


def _take(tx: Transaction, table_id: TableId, session: Session, wanted: int | None) -> None:
    table = tx.table(table_id)
    if table.state == "playing":
        raise RequestRefused("already-started", "the game has started")
    number = free_seat(table) if wanted is None else wanted
    if number is None:
        raise RequestRefused("table-full", "no seat is free")
    if table.seats[number] is not None:
        raise RequestRefused("seat-taken", f"seat {number} is taken")
    if fold(session.name) in {fold(seat.name) for _, seat in taken(table)}:
        raise RequestRefused("name-taken", "somebody of that name sits there")
    seat = Seat(name=session.name, key=session.key, since=next_since(table), age=session.age)
    seat_person(tx, table_id, number, seat)


def _move(tx: Transaction, table_id: TableId, mine: int, wanted: int | None) -> None:
    table = tx.table(table_id)
    if table.state != "open" or wanted is None:
        code = "already-started" if table.state == "playing" else "not-allowed"
        raise RequestRefused(code, "one moves to another seat only while the table is open")
    if table.seats[wanted] is not None:
        raise RequestRefused("seat-taken", f"seat {wanted} is taken")
    seat = table.seats[mine]
    seats = list(table.seats)
    seats[mine], seats[wanted] = None, seat
    tx.update(table_id, seats=tuple(seats), series=())
    if seat is not None:
        tx.announce("seated", table=table_id, seat=wanted, name=seat.name)


def _table_for(tx: Transaction, session: Session) -> TableId:
    """Choose the table of who names none: of an own game, the only one, or the first with a free seat.

    Who is back is led to the game; who has opened another table while the own one fills is not kept from it.
    """
    tables = [table for table in tx.tables.values() if is_visible(tx, table, session)]
    own = [table for table in tables if table.state != "over" and seat_of(table, session.key) is not None]
    free = [table for table in tables if table.state == "open" and free_seat(table) is not None]
    playing = [table for table in own if table.state == "playing"]
    chosen = [*playing, *(tables if len(tables) == 1 else free), *own]
    if not tables:
        raise RequestRefused("no-such-table", "there is no table")
    if not chosen:
        raise RequestRefused("table-full", "no table has a free seat")
    return table_at(tx, chosen[0].id)
