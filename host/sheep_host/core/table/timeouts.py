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
from sheep_host.core.transaction import Turn


def run(turn: Turn) -> None:
    """Do everything that has become due by now."""
    now = turn.now
    for name in [name for name, table in turn.tables.items() if table.wake is not None and table.wake <= now]:
        for part in (_clocks, _hanging_bots, _seats, _owner, _table):
            if name in turn.tables:
                guarded(turn, name, partial(part, turn, name))
    for session in [each for each in turn.sessions.values() if each.retry is not None and each.retry <= now]:
        _send_again(turn, turn.put_session(replace(session, retry=None)))


def slept(turn: Turn, gap: float) -> None:
    """Stop the core's clock for as long as the host stood still, so that every deadline moves."""
    turn.slept += gap
    turn.now = max(turn.now - gap, turn.before.clock)


def tell_clocks(turn: Turn) -> None:
    """Tell everyone whose clocks run how they stand."""
    for table in turn.tables.values():
        shown = clocks.shown(table, turn.now)
        if shown is not None and shown.running:
            tell_all(turn, table, ClockNews(table=table.id, clocks=shown))


def _is_due(turn: Turn, moment: float | None) -> bool:
    return moment is not None and moment <= turn.now


def _clocks(turn: Turn, name: str) -> None:
    """Play for those whose time is over, each once, and warn those whose time soon will be."""
    for seat in clocks.moments(turn.tables[name], turn.limits):
        table = turn.tables[name]
        warning, end = clocks.moments(table, turn.limits).get(seat, (inf, inf))
        if table.play is None:
            return
        if end <= turn.now:
            after = perform(turn, table, seat, match.forced(table.play, seat, turn.rng))
            _note_late(turn, after, seat)
        elif warning <= turn.now and seat not in table.play.warned:
            play = replace(table.play, warned=table.play.warned | {seat})
            table = turn.put(replace(table, play=play))
            shown = clocks.shown(table, turn.now)
            if shown is not None:
                tell_all(turn, table, ClockNews(table=name, clocks=shown))


def _note_late(turn: Turn, table: Table, number: int) -> None:
    """Count that somebody's time ran out; after some in a row a bot plays on until its player is back."""
    seat = table.seats[number]
    if seat is None or seat.bot or seat.stand_in or table.state != "playing":
        return
    table = turn.put(with_seat(table, number, replace(seat, late=seat.late + 1)))
    if seat.late + 1 >= turn.limits.late:
        table = put_stand_in(turn, table, number, STAND_IN)
        tell_table(turn, table)
        settle(turn, table)


def _hanging_bots(turn: Turn, name: str) -> None:
    """Play for the bots that do not, and ask for others in their places."""
    for number in deadlines.overdue(turn.tables[name], turn.limits):
        table = turn.tables[name]
        moment = deadlines.overdue(table, turn.limits).get(number, inf)
        if table.play is not None and moment <= turn.now:
            after = perform(turn, table, number, match.forced(table.play, number, turn.rng))
            if after.state == "playing":
                ask_another(turn, after, number)


def _seats(turn: Turn, name: str) -> None:
    table = wait_no_longer(turn, ask_again(turn, turn.tables[name]))
    for number, end in deadlines.letting_go(table, turn.limits).items():
        if end <= turn.now and name in turn.tables:
            after_leaving(turn, vacate(turn, awake(turn, turn.tables[name]), number))


def _owner(turn: Turn, name: str) -> None:
    table = turn.tables[name]
    if _is_due(turn, deadlines.passing(table, turn.limits)):
        tell_table(turn, give_command(turn, table))


def _table(turn: Turn, name: str) -> None:
    table = turn.tables[name]
    if _is_due(turn, deadlines.closing(table, turn.limits)):
        close(turn, table)


def _send_again(turn: Turn, session: Session) -> None:
    """Give a session all that it must see, after some of it did not fit its queue."""
    for name in [name for name, table in turn.tables.items() if is_at(table, session)]:
        guarded(turn, name, partial(_show_again, turn, name, session))


def _show_again(turn: Turn, name: str, session: Session) -> Table:
    table = turn.put(begin_anew(awake(turn, turn.tables[name]), session.route))
    answer_table(turn, table, session)
    table = answer_update(turn, table, session)
    tell_over(turn, table, session.route)
    return table
