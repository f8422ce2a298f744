"""Who is here: what a table does when somebody comes back, and when somebody is gone."""

from msgspec.structs import replace
from sheep_common.messages import Act, History, Request, Watch

from sheep_host.core.requests.play import start_if_ready
from sheep_host.core.state.events import Key, Route
from sheep_host.core.state.seats import played_by, seat_of
from sheep_host.core.state.values import Seat, Session, Table
from sheep_host.core.table.ballots import without
from sheep_host.core.table.bots import end_stand_in, with_seat
from sheep_host.core.table.broadcast import answer_table, tell_over, tell_table
from sheep_host.core.table.tables import awake, guarded
from sheep_host.core.table.updates import answer_update, begin_anew
from sheep_host.core.transaction import Transaction


def welcome_back(tx: Transaction, session: Session) -> None:
    """Give a session the tables where its key has a seat, and tell the others if it was gone.

    The first is the one that a client shows: what its host was started for, where there is that.
    """
    grant = tx.grants.get(session.key)
    for name in sorted(tx.tables, key=lambda name: grant is None or name != grant.table):
        table = tx.tables[name]
        if table.owner == session.key and table.owner_away is not None:
            table = tx.put(replace(table, owner_away=None))
        if played_by(table, session.key) is not None:
            show(tx, name, session)


def show(tx: Transaction, name: str, session: Session) -> None:
    """Give a session a table where its key has or plays a seat, from the beginning."""
    guarded(tx, name, lambda: _sit_down(tx, awake(tx, tx.tables[name]), session))


def stir(tx: Transaction, session: Session, message: Request) -> None:
    """Give somebody the seat back that a bot plays on, at the first sign of life at that table.

    What a client asks by itself is none.
    """
    table = tx.tables.get(getattr(message, "table", None) or "")
    number = None if table is None else seat_of(table, session.key)
    seat = None if table is None or number is None else table.seats[number]
    if table is None or number is None or seat is None or isinstance(message, History | Watch):
        return
    if seat.stand_in:
        tell_table(tx, end_stand_in(tx, table, number))
    elif seat.late and isinstance(message, Act):
        tx.put(with_seat(table, number, replace(seat, late=0)))


def end_session(tx: Transaction, session: Session) -> None:
    """Forget a session; its seats stay, and nobody acts for them but a clock."""
    del tx.sessions[session.route]
    routes = tuple(route for route in tx.routes[session.key] if route != session.route)
    if routes:
        tx.routes[session.key] = routes
    else:
        del tx.routes[session.key]
    for table in [*tx.tables.values()]:
        _get_up(tx, table, session, gone=not routes)
    if not routes and session.person:
        tx.announce("left", name=session.name)


def gone(tx: Transaction, route: Route) -> None:
    """Note that a connection has ended."""
    tx.strangers.pop(route, None)
    session = tx.sessions.get(route)
    if session is not None:
        end_session(tx, session)


def fell_behind(tx: Transaction, route: Route) -> None:
    """Note that a message did not fit a queue: what that session must see is sent again, later."""
    session = tx.sessions.get(route)
    if session is not None and session.retry is None:
        tx.put_session(replace(session, retry=tx.now + tx.limits.retry))


def _sit_down(tx: Transaction, table: Table, session: Session) -> None:
    number = played_by(table, session.key)
    seat = None if number is None else table.seats[number]
    if number is None or seat is None:
        return
    was_here = _is_attended(seat, session.key)
    if seat.key == session.key:
        table = end_stand_in(tx, without(table, number), number) if not was_here else table
    table = with_seat(begin_anew(table, session.route), number, _attended(table, number, session.key))
    table = tx.put(table)
    if was_here:
        answer_table(tx, table, session)
    else:
        tell_table(tx, table)
    table = answer_update(tx, table, session)
    tell_over(tx, table, session.route)
    if not was_here:
        start_if_ready(tx, table)


def _is_attended(seat: Seat, key: Key) -> bool:
    return (seat.away if key == seat.key else seat.wanted) is None


def _attended(table: Table, number: int, key: Key) -> Seat | None:
    """Return a seat whose player, or the bot that plays for it, is here."""
    seat = table.seats[number]
    if seat is None:
        return None
    if key == seat.key:
        return replace(seat, away=None, wanted=None if seat.bot else seat.wanted)
    return replace(seat, wanted=None)


def _get_up(tx: Transaction, table: Table, session: Session, *, gone: bool) -> None:
    """Note at a table that a session has ended, and whether it was its key's last."""
    after = table
    if session.route in table.watchers:
        after = replace(table, watchers=tuple(route for route in table.watchers if route != session.route))
    if session.route in after.seen:
        after = begin_anew(after, session.route)
    if gone and table.owner == session.key:
        after = replace(after, owner_away=tx.now)
    number = played_by(table, session.key)
    if gone and number is not None:
        after = with_seat(after, number, _deserted(tx, table, number, session.key))
    if after is table:
        return
    after = tx.put(after)
    if after.seats != table.seats or after.watchers != table.watchers:
        tell_table(tx, after)


def _deserted(tx: Transaction, table: Table, number: int, key: Key) -> Seat | None:
    seat = table.seats[number]
    if seat is None:
        return None
    back = tx.now + tx.limits.bot_back
    if key != seat.key:
        return replace(seat, wanted=back)
    return replace(seat, away=tx.now, wanted=back if seat.bot else seat.wanted)
