"""What follows when a seat is given up: who plays on, who commands, and whether the table stays."""

from msgspec.structs import replace
from sheep_common.messages import Closed

from sheep_host.core.state.seats import heir, people, taken
from sheep_host.core.state.values import Table
from sheep_host.core.table.ballots import settle, without
from sheep_host.core.table.bots import STAND_IN, drop_bots, keep_stand_in, put_bot, with_seat
from sheep_host.core.table.broadcast import tell_all, tell_table
from sheep_host.core.table.reopening import open_if_left
from sheep_host.core.table.updates import begin_anew
from sheep_host.core.transaction import Transaction


def vacate(tx: Transaction, table: Table, number: int) -> Table:
    """Take a person off a seat; in a running game a bot takes it, and nobody waits."""
    seat = table.seats[number]
    if seat is None:
        return table
    for route in tx.routes.get(seat.key or "", ()):
        table = begin_anew(table, route)
    if table.state != "open":
        table = replace(table, left=table.left | {number})
    table = replace(without(table, number), series=())
    if table.state != "playing":
        drop_bots(tx, seat)
        table = tx.put(with_seat(table, number, None))
    elif seat.stand_in:
        table = keep_stand_in(tx, table, number, seat)
    else:
        table = put_bot(tx, table, number, STAND_IN)
    return give_command(tx, table) if table.owner == seat.key else table


def give_command(tx: Transaction, table: Table) -> Table:
    """Pass the command of a table to whoever sits longest, here before away; to nobody when none sits."""
    number = heir(table)
    seat = None if number is None else table.seats[number]
    if seat is None:
        return tx.put(replace(table, owner=None, owner_name=None, owner_away=None))
    return tx.put(replace(table, owner=seat.key, owner_name=seat.name, owner_away=seat.away))


def after_leaving(tx: Transaction, table: Table) -> None:
    """Tell the others, and settle what was only waiting for who has left."""
    tell_table(tx, table)
    table = settle(tx, table)
    table = open_if_left(tx, table)
    nobody = not (table.owner or table.watchers or people(table))
    if nobody and not table.house and table.state != "playing":
        close(tx, table)


def close(tx: Transaction, table: Table) -> None:
    """Forget a table."""
    tell_all(tx, table, Closed(table=table.id, reason="closed"))
    for _, seat in taken(table):
        drop_bots(tx, seat)
    tx.remove(table)
    tx.announce("closed", table=table.id)
