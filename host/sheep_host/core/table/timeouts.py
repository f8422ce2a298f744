"""What time alone does: clocks that run out, bots that do not come, seats and tables that are let go."""

from functools import partial
from math import inf

from msgspec.structs import replace
from sheep_common.messages import ClockNews

from sheep_host.core.requests.play import perform
from sheep_host.core.state import clocks, deadlines
from sheep_host.core.state.values import Session, Table
from sheep_host.core.table import match
from sheep_host.core.table.ballots import settle, wait_no_longer
from sheep_host.core.table.bots import STAND_IN, ask_again, ask_another, put_stand_in, with_seat
from sheep_host.core.table.broadcast import answer_table, is_at, tell_all, tell_over, tell_table
from sheep_host.core.table.tables import awake, guarded
from sheep_host.core.table.updates import answer_update, begin_anew
from sheep_host.core.table.vacate import after_leaving, close, give_command, vacate
from sheep_host.core.transaction import Transaction


def run(tx: Transaction) -> None:
    """Do everything that has become due by now."""
    now = tx.now
    for name in [name for name, table in tx.tables.items() if table.wake is not None and table.wake <= now]:
        for part in (_clocks, _hanging_bots, _seats, _owner, _table):
            if name in tx.tables:
                guarded(tx, name, partial(part, tx, name))
    for session in [each for each in tx.sessions.values() if each.retry is not None and each.retry <= now]:
        _send_again(tx, tx.put_session(replace(session, retry=None)))


def slept(tx: Transaction, gap: float) -> None:
    """Stop the core's clock for as long as the host stood still, so that every deadline moves."""
    tx.slept += gap
    tx.now = max(tx.now - gap, tx.before.clock)


def tell_clocks(tx: Transaction) -> None:
    """Tell everyone whose clocks run how they stand."""
    for table in tx.tables.values():
        shown = clocks.shown(table, tx.now)
        if shown is not None and shown.running:
            tell_all(tx, table, ClockNews(table=table.id, clocks=shown))


def _is_due(tx: Transaction, moment: float | None) -> bool:
    return moment is not None and moment <= tx.now


def _clocks(tx: Transaction, name: str) -> None:
    """Play for those whose time is over, each once, and warn those whose time soon will be."""
    for seat in clocks.moments(tx.tables[name], tx.limits):
        table = tx.tables[name]
        warning, end = clocks.moments(table, tx.limits).get(seat, (inf, inf))
        if table.play is None:
            return
        if end <= tx.now:
            after = perform(tx, table, seat, match.forced(table.play, seat, tx.rng))
            _note_late(tx, after, seat)
        elif warning <= tx.now and seat not in table.play.warned:
            play = replace(table.play, warned=table.play.warned | {seat})
            table = tx.put(replace(table, play=play))
            shown = clocks.shown(table, tx.now)
            if shown is not None:
                tell_all(tx, table, ClockNews(table=name, clocks=shown))


def _note_late(tx: Transaction, table: Table, number: int) -> None:
    """Count that somebody's time ran out; after some in a row a bot plays on until its player is back."""
    seat = table.seats[number]
    if seat is None or seat.bot or seat.stand_in or table.state != "playing":
        return
    table = tx.put(with_seat(table, number, replace(seat, late=seat.late + 1)))
    if seat.late + 1 >= tx.limits.late:
        table = put_stand_in(tx, table, number, STAND_IN)
        tell_table(tx, table)
        settle(tx, table)


def _hanging_bots(tx: Transaction, name: str) -> None:
    """Play for the bots that do not, and ask for others in their places."""
    for number in deadlines.overdue(tx.tables[name], tx.limits):
        table = tx.tables[name]
        moment = deadlines.overdue(table, tx.limits).get(number, inf)
        if table.play is not None and moment <= tx.now:
            after = perform(tx, table, number, match.forced(table.play, number, tx.rng))
            if after.state == "playing":
                ask_another(tx, after, number)


def _seats(tx: Transaction, name: str) -> None:
    table = wait_no_longer(tx, ask_again(tx, tx.tables[name]))
    for number, end in deadlines.letting_go(table, tx.limits).items():
        if end <= tx.now and name in tx.tables:
            after_leaving(tx, vacate(tx, awake(tx, tx.tables[name]), number))


def _owner(tx: Transaction, name: str) -> None:
    table = tx.tables[name]
    if _is_due(tx, deadlines.passing(table, tx.limits)):
        tell_table(tx, give_command(tx, table))


def _table(tx: Transaction, name: str) -> None:
    table = tx.tables[name]
    if _is_due(tx, deadlines.closing(table, tx.limits)):
        close(tx, table)


def _send_again(tx: Transaction, session: Session) -> None:
    """Give a session all that it must see, after some of it did not fit its queue."""
    for name in [name for name, table in tx.tables.items() if is_at(table, session)]:
        guarded(tx, name, partial(_show_again, tx, name, session))


def _show_again(tx: Transaction, name: str, session: Session) -> Table:
    table = tx.put(begin_anew(awake(tx, tx.tables[name]), session.route))
    answer_table(tx, table, session)
    table = answer_update(tx, table, session)
    tell_over(tx, table, session.route)
    return table
