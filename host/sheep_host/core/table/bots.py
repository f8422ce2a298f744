"""Bots on seats: asking the supervisor for them, taking in those that it sends, letting them go."""

from msgspec.structs import replace
from sheep_common.names import fold

from sheep_host.core.lookup import seat_at
from sheep_host.core.state.effects import DropBot, WantBot
from sheep_host.core.state.events import Granted, Key, TableId
from sheep_host.core.state.seats import next_since, taken
from sheep_host.core.state.values import Grant, Seat
from sheep_host.core.transaction import Transaction

SHEEP = (
    *("Dolly", "Shaun", "Blanchette", "Pompon", "Lambert", "Flossie", "Bouclette", "Timmy"),
    *("Merino", "Ouessant", "Shirley", "Nougat", "Clarine", "Mousse", "Cotton", "Cachemire"),
    *("Pistache", "Toison", "Texel", "Shetland", "Biquette", "Angora", "Laine", "Panurge"),
)
"""What bots are called."""


def put_bot(tx: Transaction, table_id: TableId, number: int, level: str) -> None:
    """Put a bot on a seat, which may be taken, and ask the supervisor for it."""
    tx.effect(WantBot(table_id, number, level))
    seat = Seat(
        name=free_name(tx, table_id, number),
        key=None,
        since=next_since(tx.table(table_id)),
        bot=level,
        ready=True,
        away=tx.now,
        wanted=tx.now + tx.limits.bot_again,
        bot_since=tx.now,
    )
    tx.announce("seated", table=table_id, seat=number, name=seat.name)
    tx.set_seat(table_id, number, seat)


def drop_bots(tx: Transaction, seat: Seat) -> None:
    """Send away whatever bot plays on a seat."""
    drop_bot(tx, seat.key if seat.bot else seat.stand_key)


def drop_bot(tx: Transaction, key: Key | None) -> None:
    """Tell the supervisor that a bot is needed no longer."""
    if key is not None:
        if key in tx.grants:
            tx.grants.drop(key)
        tx.effect(DropBot(key))


def take_in(tx: Transaction, grant: Granted) -> bool:
    """Give a bot's key the seat that it was asked for; send it away when the seat needs none."""
    table = None if grant.table is None else tx.tables.get(grant.table)
    number = -1 if grant.seat is None else grant.seat
    seat = table.seats[number] if table and 0 <= number < len(table.seats) else None
    if table is None or seat is None or not (seat.bot or seat.stand_in):
        tx.effect(DropBot(grant.key))
        return False
    old = seat.key if seat.bot else seat.stand_key
    if old is not None and old != grant.key:
        drop_bot(tx, old)
    tx.grants.put(grant.key, Grant(person=False))
    wanted = None if tx.is_here(grant.key) else tx.now + tx.limits.bot_again
    if seat.bot:
        seat = replace(seat, key=grant.key, wanted=wanted, away=None if wanted is None else tx.now)
    else:
        seat = replace(seat, stand_key=grant.key, wanted=wanted)
    tx.set_seat(table.id, number, seat)
    return True


def ask_again(tx: Transaction, table_id: TableId) -> None:
    """Ask once more for the bots that did not come, or are gone for good."""
    for number, seat in taken(tx.table(table_id)):
        if seat.wanted is not None and seat.wanted <= tx.now:
            ask_another(tx, table_id, number)


def ask_another(tx: Transaction, table_id: TableId, number: int) -> None:
    """Ask for a bot for a seat of one that is gone, or hangs; until it comes, the old one may still play."""
    seat = seat_at(tx, table_id, number)
    level = None if seat is None else seat.bot or seat.stand_in
    if seat is None or level is None:
        return
    tx.effect(WantBot(table_id, number, level))
    tx.set_seat(table_id, number, replace(seat, wanted=tx.now + tx.limits.bot_again))


def count_bots(tx: Transaction) -> int:
    """Return how many bots have seats on this host."""
    return sum(1 for table in tx.tables.values() for _, seat in taken(table) if seat.bot)


def free_name(tx: Transaction, table_id: TableId, number: int) -> str:
    """Choose a name for the bot of a seat: nobody else's at the table, nor of anybody who is here."""
    others = {fold(seat.name) for at, seat in taken(tx.table(table_id)) if at != number}
    held = others | {fold(session.name) for session in tx.sessions.values()}
    free = [name for name in SHEEP if fold(name) not in held]
    if free:
        return tx.rng.choice(free)
    numbered = (f"{SHEEP[0]} {number}" for number in range(2, len(others) + len(SHEEP) + 2))
    return next(name for name in numbered if fold(name) not in others)
