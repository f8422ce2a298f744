"""Who is here: what a table does when somebody comes back, and when somebody is gone."""

from msgspec.structs import replace
from sheep_common.messages import Act, History, Request, Watch

from sheep_host.core.lookup import seat_at, tables_of
from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.seats import played_by, seat_of
from sheep_host.core.state.values import Seat, Session, TableChanges
from sheep_host.core.table.ballots import forget_those_of
from sheep_host.core.table.broadcast import answer_table, tell_over, tell_table
from sheep_host.core.table.lifecycle import guarded, start_if_ready, wake
from sheep_host.core.table.stand_ins import end_stand_in
from sheep_host.core.table.updates import answer_update, begin_anew
from sheep_host.core.transaction import Transaction


def welcome_back(tx: Transaction, session: Session) -> None:
    """Give a session the tables where its key has a seat, and tell the others if it was gone.

    The first is the one that a client shows: what its host was started for, where there is that.
    """
    grant = tx.grants.get(session.key)
    mine = tables_of(tx, session.key)
    for table_id in sorted(mine, key=lambda table_id: grant is None or table_id != grant.table):
        table = tx.table(table_id)
        if table.owner == session.key and table.owner_away is not None:
            tx.update(table_id, owner_away=None)
        if played_by(table, session.key) is not None:
            show(tx, table_id, session)


def show(tx: Transaction, table_id: TableId, session: Session) -> None:
    """Give a session a table where its key has or plays a seat, from the beginning."""
    guarded(tx, table_id, lambda: _sit_down(tx, table_id, session))


def stir(tx: Transaction, session: Session, message: Request) -> None:
    """Give somebody the seat back that a bot plays on, at the first sign of life at that table.

    What a client asks by itself is none.
    """
    table = tx.tables.get(TableId(getattr(message, "table", None) or ""))
    number = None if table is None else seat_of(table, session.key)
    seat = None if table is None or number is None else table.seats[number]
    if table is None or number is None or seat is None or isinstance(message, History | Watch):
        return
    if seat.stand_in:
        end_stand_in(tx, table.id, number)
        tell_table(tx, table.id)
    elif seat.late and isinstance(message, Act):
        tx.set_seat(table.id, number, replace(seat, late=0))


def end_session(tx: Transaction, session: Session) -> None:
    """Forget a session; its seats stay, and nobody acts for them but a clock."""
    tables = tables_of(tx, session.key, session.route)
    tx.end_session(session.route)
    for table_id in tables:
        _get_up(tx, table_id, session)
    if session.person and not tx.is_here(session.key):
        tx.announce("left", name=session.name)


def gone(tx: Transaction, route: Route) -> None:
    """Note that a connection has ended."""
    if route in tx.strangers:
        tx.strangers.drop(route)
    session = tx.sessions.get(route)
    if session is not None:
        end_session(tx, session)


def fell_behind(tx: Transaction, route: Route) -> None:
    """Note that a message did not fit a queue: what that session must see is sent again, later."""
    if route in tx.sessions and route not in tx.retries:
        tx.retries.put(route, tx.now + tx.limits.retry)


def _sit_down(tx: Transaction, table_id: TableId, session: Session) -> None:
    wake(tx, table_id)
    number = played_by(tx.table(table_id), session.key)
    seat = None if number is None else seat_at(tx, table_id, number)
    if number is None or seat is None:
        return
    was_here = _is_attended(seat, session.key)
    if seat.key == session.key and not was_here:
        forget_those_of(tx, table_id, number)
        end_stand_in(tx, table_id, number)
    begin_anew(tx, table_id, session.route)
    tx.set_seat(table_id, number, _attended(seat_at(tx, table_id, number), session.key))
    if was_here:
        answer_table(tx, table_id, session)
    else:
        tell_table(tx, table_id)
    answer_update(tx, table_id, session)
    tell_over(tx, table_id, session.route)
    if not was_here:
        start_if_ready(tx, table_id)


def _is_attended(seat: Seat, key: Key) -> bool:
    return (seat.away if key == seat.key else seat.wanted) is None


def _attended(seat: Seat | None, key: Key) -> Seat | None:
    """Return a seat whose player, or the bot that plays for it, is here."""
    if seat is None:
        return None
    if key == seat.key:
        return replace(seat, away=None, wanted=None if seat.bot else seat.wanted)
    return replace(seat, wanted=None)


def _get_up(tx: Transaction, table_id: TableId, session: Session) -> None:
    """Note at a table that a session has ended, which may have been its key's last."""
    before, key = tx.table(table_id), session.key
    gone = not tx.is_here(key)
    changes: TableChanges = {}
    if session.route in before.watchers:
        changes["watchers"] = tuple(route for route in before.watchers if route != session.route)
    if gone and before.owner == key:
        changes["owner_away"] = tx.now
    number = played_by(before, key)
    if changes:
        tx.update(table_id, **changes)
    if gone and number is not None:
        tx.set_seat(table_id, number, _deserted(tx, before.seats[number], key))
    begin_anew(tx, table_id, session.route)
    after = tx.table(table_id)
    if after.seats != before.seats or after.watchers != before.watchers:
        tell_table(tx, table_id)


def _deserted(tx: Transaction, seat: Seat | None, key: Key) -> Seat | None:
    if seat is None:
        return None
    back = tx.now + tx.limits.bot_back
    if key != seat.key:
        return replace(seat, wanted=back)
    return replace(seat, away=tx.now, wanted=back if seat.bot else seat.wanted)
