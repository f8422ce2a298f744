"""Opening a table again when its game is over: for the same people, or for whoever comes."""

from msgspec.structs import replace

from sheep_host.core.state.seats import people, taken
from sheep_host.core.state.values import Table
from sheep_host.core.table.bots import drop_bots, end_stand_in, with_seat
from sheep_host.core.table.broadcast import tell_table
from sheep_host.core.transaction import Transaction


def open_again(tx: Transaction, table: Table) -> Table:
    """Return a table, open for another campaign; the seats of those who left it are free."""
    for number, seat in taken(table):
        if seat.bot:
            if number in table.left:
                drop_bots(tx, seat)
                table = with_seat(table, number, None)
            continue
        table = end_stand_in(tx, table, number)
        person = table.seats[number]
        table = with_seat(table, number, None if person is None else replace(person, ready=False, late=0))
    return tx.put(
        replace(
            table,
            state="open",
            campaign=table.campaign + 1,
            base=table.version,
            play=None,
            reason=None,
            left=frozenset(),
            seen={},
            proposal=None,
        )
    )


def open_if_left(tx: Transaction, table: Table) -> Table:
    """Open the command line's table for others when its game is over and all people have left it."""
    if not table.house or table.state != "over" or people(table):
        return table
    table = open_again(tx, replace(table, first=None, series=()))
    tell_table(tx, table)
    return table
