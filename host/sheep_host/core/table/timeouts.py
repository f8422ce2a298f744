"""What time alone does: clocks that run out, bots that do not come, seats and tables that are let go."""

from functools import partial
from math import inf

from msgspec.structs import replace
from sheep_common.messages import ClockNews

from sheep_host.core.lookup import seat_at, tables_of
from sheep_host.core.state import clocks, deadlines
from sheep_host.core.state.events import Route, TableId
from sheep_host.core.table import match
from sheep_host.core.table.ballots import settle, wait_no_longer
from sheep_host.core.table.bots import ask_again, ask_another
from sheep_host.core.table.broadcast import answer_table, is_at, tell_all, tell_over, tell_table
from sheep_host.core.table.lifecycle import guarded, happen, perform, wake
from sheep_host.core.table.stand_ins import STAND_IN, put_stand_in
from sheep_host.core.table.updates import answer_update, begin_anew
from sheep_host.core.table.vacate import after_leaving, give_command, vacate
from sheep_host.core.transaction import Transaction


def run(tx: Transaction) -> None:
    """Do everything that has become due by now."""
    for table_id in tx.due():
        for part in (_clocks, _hanging_bots, _seats, _owner, _table):
            if table_id in tx.tables:
                guarded(tx, table_id, partial(part, tx, table_id))
    for route in [route for route, moment in tx.retries.now.items() if moment <= tx.now]:
        tx.retries.drop(route)
        _send_again(tx, route)


def slept(tx: Transaction, gap: float) -> None:
    """Stop the core's clock for as long as the host stood still, so that every deadline moves."""
    tx.slept += gap
    tx.now = max(tx.now - gap, tx.before.clock)


def tell_clocks(tx: Transaction) -> None:
    """Tell everyone whose clocks run how they stand."""
    for table_id, table in tx.tables.items():
        shown = clocks.shown(table, tx.now)
        if shown is not None and shown.running:
            tell_all(tx, table_id, ClockNews(table=table_id, clocks=shown))


def _is_due(tx: Transaction, moment: float | None) -> bool:
    return moment is not None and moment <= tx.now


def _clocks(tx: Transaction, table_id: TableId) -> None:
    """Play for those whose time is over, each once, and warn those whose time soon will be."""
    for seat in clocks.moments(tx.table(table_id), tx.limits):
        table = tx.table(table_id)
        warning, end = clocks.moments(table, tx.limits).get(seat, (inf, inf))
        if table.play is None:
            return
        if end <= tx.now:
            perform(tx, table_id, seat, match.forced(table.play, seat, tx.rng))
            _note_late(tx, table_id, seat)
        elif warning <= tx.now and seat not in table.play.warned:
            tx.update(table_id, play=replace(table.play, warned=table.play.warned | {seat}))
            shown = clocks.shown(tx.table(table_id), tx.now)
            if shown is not None:
                tell_all(tx, table_id, ClockNews(table=table_id, clocks=shown))


def _note_late(tx: Transaction, table_id: TableId, number: int) -> None:
    """Count that somebody's time ran out; after some in a row a bot plays on until its player is back."""
    seat = seat_at(tx, table_id, number)
    if seat is None or seat.bot or seat.stand_in or tx.table(table_id).state != "playing":
        return
    tx.set_seat(table_id, number, replace(seat, late=seat.late + 1))
    if seat.late + 1 >= tx.limits.late:
        put_stand_in(tx, table_id, number, STAND_IN)
        tell_table(tx, table_id)
        settle(tx, table_id)


def _hanging_bots(tx: Transaction, table_id: TableId) -> None:
    """Play for the bots that do not, and ask for others in their places."""
    for number in deadlines.overdue(tx.table(table_id), tx.limits):
        table = tx.table(table_id)
        moment = deadlines.overdue(table, tx.limits).get(number, inf)
        if table.play is not None and moment <= tx.now:
            perform(tx, table_id, number, match.forced(table.play, number, tx.rng))
            if tx.table(table_id).state == "playing":
                ask_another(tx, table_id, number)


def _seats(tx: Transaction, table_id: TableId) -> None:
    ask_again(tx, table_id)
    wait_no_longer(tx, table_id)
    for number, end in deadlines.letting_go(tx.table(table_id), tx.limits).items():
        if end <= tx.now and table_id in tx.tables:
            wake(tx, table_id)
            vacate(tx, table_id, number)
            after_leaving(tx, table_id)


def _owner(tx: Transaction, table_id: TableId) -> None:
    if _is_due(tx, deadlines.passing(tx.table(table_id), tx.limits)):
        give_command(tx, table_id)
        tell_table(tx, table_id)


def _table(tx: Transaction, table_id: TableId) -> None:
    if _is_due(tx, deadlines.closing(tx.table(table_id), tx.limits)):
        happen(tx, table_id, "close")


def _send_again(tx: Transaction, route: Route) -> None:
    """Give a session all that it must see, after some of it did not fit its queue."""
    for table_id in tables_of(tx, tx.sessions[route].key, route):
        if is_at(tx.table(table_id), tx.sessions[route]):
            guarded(tx, table_id, partial(_show_again, tx, table_id, route))


def _show_again(tx: Transaction, table_id: TableId, route: Route) -> None:
    session = tx.sessions[route]
    wake(tx, table_id)
    begin_anew(tx, table_id, route)
    answer_table(tx, table_id, session)
    answer_update(tx, table_id, session)
    tell_over(tx, table_id, route)
