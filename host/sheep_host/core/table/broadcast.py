"""What everyone may see of a table, and who is told of its changes."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType
from sheep_common.messages import Ballot, Message, Over, SeatInfo, TableInfo
from sheep_common.messages import Table as TableMessage

from sheep_host.core.state.events import Route, TableId
from sheep_host.core.state.seats import played_by, taken, voters
from sheep_host.core.state.values import Proposal, Seat, Session, Table
from sheep_host.core.transaction import Transaction


def info(tx: Transaction, table: Table) -> TableInfo:
    """Return a table as everyone may see it."""
    return TableInfo(
        id=table.id,
        game=table.game,
        options={name: _shown(value, tx.limits.option_text) for name, value in table.options.items()},
        owner=table.owner_name,
        state=table.state,
        seats=tuple(None if seat is None else _seat_info(tx, seat) for seat in table.seats),
        watchers=len(table.watchers),
        campaign=table.campaign,
        series=table.series,
        ballot=None if table.proposal is None else _ballot(table, table.proposal),
    )


def is_at(table: Table, session: Session) -> bool:
    """Tell whether a session has or plays a seat at a table, or watches it."""
    return session.route in table.watchers or played_by(table, session.key) is not None


def is_visible(tx: Transaction, table: Table, session: Session) -> bool:
    """Tell whether a table is listed for a session."""
    is_open = not table.settings.private or tx.is_owner(session.key)
    return is_open or table.owner == session.key or is_at(table, session)


def everyone_at(tx: Transaction, table: Table) -> Iterator[tuple[Route, int | None]]:
    """Give the sessions at a table with their seats: the seats' in order, then the watchers'."""
    for number, seat in taken(table):
        for key in (seat.key, seat.stand_key):
            for route in tx.routes.get(key, ()) if key is not None else ():
                yield route, number
    for route in table.watchers:
        yield route, None


def tell_table(
    tx: Transaction, table_id: TableId, asker: Session | None = None, re: int | None = None
) -> None:
    """Send a table as it is now to all who are at it; first of all to who asked, as the answer."""
    table = tx.table(table_id)
    shown = info(tx, table)
    if asker is not None:
        tx.send(asker.route, TableMessage(re=re, table=shown, seat=_seat_for(table, asker)))
    for route, seat in everyone_at(tx, table):
        if asker is None or route != asker.route:
            tx.send(route, TableMessage(table=shown, seat=seat))


def answer_table(tx: Transaction, table_id: TableId, asker: Session, re: int | None = None) -> None:
    """Send a table to one session alone."""
    table = tx.table(table_id)
    tx.send(asker.route, TableMessage(re=re, table=info(tx, table), seat=_seat_for(table, asker)))


def tell_all(tx: Transaction, table_id: TableId, message: Message) -> None:
    """Send the same message to all who are at a table."""
    for route, _ in everyone_at(tx, tx.table(table_id)):
        tx.send(route, message)


def tell_over(tx: Transaction, table_id: TableId, route: Route) -> None:
    """Tell a session that comes to a table that its game is over, if it is: it may have missed that."""
    table = tx.table(table_id)
    if table.state == "over":
        outcome = None if table.play is None else table.play.outcome
        plain = None if table.reason is not None or outcome is None else msgspec.to_builtins(outcome)
        tx.send(route, Over(table=table.id, outcome=plain, reason=table.reason))


def _seat_for(table: Table, session: Session) -> int | UnsetType | None:
    seat = played_by(table, session.key)
    return UNSET if seat is None and session.route not in table.watchers else seat


def _seat_info(tx: Transaction, seat: Seat) -> SeatInfo:
    away = None if seat.away is None else round((tx.now - seat.away) * 1000)
    return SeatInfo(
        name=seat.name,
        here=seat.away is None,
        ready=seat.ready,
        bot=seat.bot,
        stand_in=seat.stand_in,
        away_ms=away,
    )


def _ballot(table: Table, proposal: Proposal) -> Ballot:
    return Ballot(
        ballot=proposal.number,
        what=proposal.what,
        by=proposal.by,
        count=proposal.count,
        seat=proposal.seat,
        yes=tuple(sorted(proposal.yes)),
        waiting=tuple(seat for seat in voters(table, proposal) if seat not in proposal.yes),
    )


def _shown(value: int | str, letters: int) -> int | str:
    """Shorten long texts: a deck's would fill every message."""
    return value if isinstance(value, int) or len(value) <= letters else value[: letters - 1] + "…"
