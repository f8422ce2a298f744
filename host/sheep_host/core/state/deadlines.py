"""When time alone changes something at a table. Changes nothing; `due` does what has become due."""

from collections.abc import Iterable, Iterator

from sheep_host.core.state import clocks
from sheep_host.core.state.events import TableId
from sheep_host.core.state.limits import Limits
from sheep_host.core.state.seats import heir, is_person, is_present, taken, voters
from sheep_host.core.state.values import Table


def wake(table: Table, limits: Limits) -> float | None:
    """Return the first moment at which something is due at a table."""
    return min(_moments(table, limits), default=None)


def wakes(tables: Iterable[Table], limits: Limits) -> dict[TableId, float]:
    """Return that moment of each table that has one."""
    found = ((table.id, wake(table, limits)) for table in tables)
    return {table_id: moment for table_id, moment in found if moment is not None}


def passing(table: Table, limits: Limits) -> float | None:
    """Return when the command of a table passes on from an owner who is gone, if it can."""
    if table.owner_away is None:
        return None
    seat = heir(table)
    if seat is None or not is_present(table.seats[seat]):
        return None
    return table.owner_away + limits.owner_kept


def overdue(table: Table, limits: Limits) -> dict[int, float]:
    """Return when the host plays for the bots that are to act and do not."""
    play = table.play
    if play is None or table.state != "playing":
        return {}
    return {
        number: max(play.at + (since - play.ms) / 1000, seat.bot_since) + limits.bot_late
        for number, since in play.acting.items()
        if (seat := table.seats[number]) is not None and (seat.bot or seat.stand_in)
    }


def letting_go(table: Table, limits: Limits) -> dict[int, float]:
    """Return when the seats of people who are gone become free; while a game runs, never."""
    if table.state == "playing":
        return {}
    return {
        number: max(seat.away, table.entered) + limits.seat_kept
        for number, seat in taken(table)
        if is_person(seat) and seat.away is not None
    }


def closing(table: Table, limits: Limits) -> float | None:
    """Return when a table that has nobody at it closes."""
    if table.house or table.state == "playing" or table.lonely is None:
        return None
    return table.lonely + limits.table_kept


def not_waiting(table: Table, limits: Limits) -> dict[int, float]:
    """Return from when on a ballot goes on without those of its voters who say nothing.

    On a stand-in, without those who are away; on anything, without those who are here and let a bot play on.
    """
    proposal = table.proposal
    if proposal is None:
        return {}
    found: dict[int, float] = {}
    for number in voters(table, proposal):
        seat = table.seats[number]
        if seat is None or number in proposal.yes:
            continue
        if seat.away is None and seat.stand_in is not None:
            found[number] = proposal.at + limits.abstain
        elif seat.away is not None and proposal.what == "stand-in":
            found[number] = seat.away + limits.away_vote
    return found


def _moments(table: Table, limits: Limits) -> Iterator[float]:
    warned = table.play.warned if table.play else frozenset()
    for seat, (warning, end) in clocks.moments(table, limits).items():
        yield end if seat in warned else warning
    for seat_value in table.seats:
        if seat_value is not None and seat_value.wanted is not None:
            yield seat_value.wanted
    yield from overdue(table, limits).values()
    yield from letting_go(table, limits).values()
    yield from not_waiting(table, limits).values()
    for moment in (passing(table, limits), closing(table, limits)):
        if moment is not None:
            yield moment
