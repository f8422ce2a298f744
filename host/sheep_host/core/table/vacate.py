"""What follows when a seat is given up: who plays on, who commands, and whether the table stays."""

from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import heir, people
from sheep_host.core.table.ballots import forget_those_of, settle
from sheep_host.core.table.bots import drop_bots, put_bot
from sheep_host.core.table.broadcast import tell_table
from sheep_host.core.table.lifecycle import happen, open_if_left
from sheep_host.core.table.stand_ins import STAND_IN, keep_stand_in
from sheep_host.core.transaction import Transaction


def vacate(tx: Transaction, table_id: TableId, number: int) -> None:
    """Take a person off a seat; in a running game a bot takes it, and nobody waits."""
    table = tx.table(table_id)
    seat = table.seats[number]
    if seat is None:
        return
    forget_those_of(tx, table_id, number)
    tx.update(table_id, left=table.left | {number} if table.state != "open" else table.left, series=())
    if table.state != "playing":
        drop_bots(tx, seat)
        tx.set_seat(table_id, number, None)
    elif seat.stand_in:
        keep_stand_in(tx, table_id, number)
    else:
        put_bot(tx, table_id, number, STAND_IN)
    if table.owner == seat.key:
        give_command(tx, table_id)


def give_command(tx: Transaction, table_id: TableId) -> None:
    """Pass the command of a table to whoever sits longest, here before away; to nobody when none sits."""
    table = tx.table(table_id)
    number = heir(table)
    seat = None if number is None else table.seats[number]
    if seat is None:
        tx.update(table_id, owner=None, owner_name=None, owner_away=None)
    else:
        tx.update(table_id, owner=seat.key, owner_name=seat.name, owner_away=seat.away)


def after_leaving(tx: Transaction, table_id: TableId) -> None:
    """Tell the others, and settle what was only waiting for who has left."""
    tell_table(tx, table_id)
    settle(tx, table_id)
    open_if_left(tx, table_id)
    table = tx.table(table_id)
    nobody = not (table.owner or table.watchers or people(table))
    if nobody and not table.house and table.state != "playing":
        happen(tx, table_id, "close")
