"""Bots that play for people who have seats, until these are back, or for good."""

from msgspec.structs import replace

from sheep_host.core.lookup import seat_at
from sheep_host.core.state.effects import WantBot
from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import next_since, taken
from sheep_host.core.state.values import Seat
from sheep_host.core.table.bots import drop_bot, free_name
from sheep_host.core.transaction import Transaction

STAND_IN = "normal"
"""The level of a bot that plays for a person, or takes over a running game."""


def put_stand_in(tx: Transaction, table_id: TableId, number: int, level: str) -> None:
    """Let a bot play for the person who has a seat, until that person is back."""
    seat = seat_at(tx, table_id, number)
    if seat is None or seat.bot or seat.stand_in:
        return
    tx.effect(WantBot(table_id, number, level))
    wanted = tx.now + tx.limits.bot_again
    seat = replace(seat, stand_in=level, stand_key=None, wanted=wanted, bot_since=tx.now)
    tx.set_seat(table_id, number, seat)


def keep_stand_in(tx: Transaction, table_id: TableId, number: int) -> None:
    """Give a seat for good to the bot that stands in for its player."""
    table = tx.table(table_id)
    seat = table.seats[number]
    if seat is None:
        return
    bot = Seat(
        name=free_name(tx, table_id, number),
        key=seat.stand_key,
        since=next_since(table),
        bot=seat.stand_in,
        ready=True,
        away=None if tx.is_here(seat.stand_key) else tx.now,
        wanted=seat.wanted,
        bot_since=seat.bot_since,
    )
    tx.announce("seated", table=table_id, seat=number, name=bot.name)
    tx.set_seat(table_id, number, bot)


def end_stand_in(tx: Transaction, table_id: TableId, number: int) -> None:
    """Send away the bot that plays for the person who has a seat."""
    seat = seat_at(tx, table_id, number)
    if seat is None or not seat.stand_in:
        return
    drop_bot(tx, seat.stand_key)
    tx.set_seat(table_id, number, replace(seat, stand_in=None, stand_key=None, wanted=None, late=0))


def end_stand_ins(tx: Transaction, table_id: TableId) -> None:
    """Send away all who play for somebody, since there is nothing more to play."""
    for number, _ in taken(tx.table(table_id)):
        end_stand_in(tx, table_id, number)
