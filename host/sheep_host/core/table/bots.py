"""Bots on seats: asking the supervisor for them, taking in those that it sends, letting them go."""

from msgspec.structs import replace
from sheep_common.names import fold

from sheep_host.core.state.effects import DropBot, WantBot
from sheep_host.core.state.events import Granted, Key
from sheep_host.core.state.seats import next_since, taken
from sheep_host.core.state.values import Grant, Seat, Table
from sheep_host.core.transaction import Transaction

STAND_IN = "normal"
"""The level of a bot that plays for a person, or takes over a running game."""

SHEEP = (
    *("Dolly", "Shaun", "Blanchette", "Pompon", "Lambert", "Flossie", "Bouclette", "Timmy"),
    *("Merino", "Ouessant", "Shirley", "Nougat", "Clarine", "Mousse", "Cotton", "Cachemire"),
    *("Pistache", "Toison", "Texel", "Shetland", "Biquette", "Angora", "Laine", "Panurge"),
)
"""What bots are called."""


def put_bot(tx: Transaction, table: Table, number: int, level: str) -> Table:
    """Put a bot on a seat, which may be taken, and ask the supervisor for it."""
    since = next_since(table)
    others = {fold(seat.name) for at, seat in taken(table) if at != number}
    tx.effects.append(WantBot(table.id, number, level))
    seat = Seat(
        name=_name(tx, others),
        key=None,
        since=since,
        bot=level,
        ready=True,
        away=tx.now,
        wanted=tx.now + tx.limits.bot_again,
        bot_since=tx.now,
    )
    tx.announce("seated", table=table.id, seat=number, name=seat.name)
    return tx.put(with_seat(table, number, seat))


def keep_stand_in(tx: Transaction, table: Table, number: int, seat: Seat) -> Table:
    """Give a seat for good to the bot that stands in for its player."""
    others = {fold(other.name) for at, other in taken(table) if at != number}
    bot = Seat(
        name=_name(tx, others),
        key=seat.stand_key,
        since=next_since(table),
        bot=seat.stand_in,
        ready=True,
        away=None if tx.is_here(seat.stand_key) else tx.now,
        wanted=seat.wanted,
        bot_since=seat.bot_since,
    )
    tx.announce("seated", table=table.id, seat=number, name=bot.name)
    return tx.put(with_seat(table, number, bot))


def put_stand_in(tx: Transaction, table: Table, number: int, level: str) -> Table:
    """Let a bot play for the person who has a seat, until that person is back."""
    seat = table.seats[number]
    if seat is None or seat.bot or seat.stand_in:
        return table
    tx.effects.append(WantBot(table.id, number, level))
    wanted = tx.now + tx.limits.bot_again
    seat = replace(seat, stand_in=level, stand_key=None, wanted=wanted, bot_since=tx.now)
    return tx.put(with_seat(table, number, seat))


def end_stand_in(tx: Transaction, table: Table, number: int) -> Table:
    """Send away the bot that plays for the person who has a seat."""
    seat = table.seats[number]
    if seat is None or not seat.stand_in:
        return table
    drop_bot(tx, seat.stand_key)
    seat = replace(seat, stand_in=None, stand_key=None, wanted=None, late=0)
    return tx.put(with_seat(table, number, seat))


def end_stand_ins(tx: Transaction, table: Table) -> Table:
    """Send away all who play for somebody, since there is nothing more to play."""
    for number, _ in taken(table):
        table = end_stand_in(tx, table, number)
    return table


def drop_bots(tx: Transaction, seat: Seat) -> None:
    """Send away whatever bot plays on a seat."""
    drop_bot(tx, seat.key if seat.bot else seat.stand_key)


def drop_bot(tx: Transaction, key: Key | None) -> None:
    """Tell the supervisor that a bot is needed no longer."""
    if key is not None:
        tx.grants.pop(key, None)
        tx.effects.append(DropBot(key))


def take_in(tx: Transaction, stimulus: Granted) -> Table | None:
    """Give a bot's key the seat that it was asked for; send it away when the seat needs none."""
    table = tx.tables.get(stimulus.table or "")
    number = -1 if stimulus.seat is None else stimulus.seat
    seat = table.seats[number] if table and 0 <= number < len(table.seats) else None
    if table is None or seat is None or not (seat.bot or seat.stand_in):
        tx.effects.append(DropBot(stimulus.key))
        return None
    old = seat.key if seat.bot else seat.stand_key
    if old is not None and old != stimulus.key:
        drop_bot(tx, old)
    tx.grants[stimulus.key] = Grant(person=False)
    wanted = None if tx.is_here(stimulus.key) else tx.now + tx.limits.bot_again
    if seat.bot:
        seat = replace(seat, key=stimulus.key, wanted=wanted, away=None if wanted is None else tx.now)
    else:
        seat = replace(seat, stand_key=stimulus.key, wanted=wanted)
    return tx.put(with_seat(table, number, seat))


def ask_again(tx: Transaction, table: Table) -> Table:
    """Ask once more for the bots that did not come, or are gone for good."""
    for number, seat in taken(table):
        level = seat.bot or seat.stand_in
        if level and seat.wanted is not None and seat.wanted <= tx.now:
            tx.effects.append(WantBot(table.id, number, level))
            again = replace(seat, wanted=tx.now + tx.limits.bot_again)
            table = tx.put(with_seat(table, number, again))
    return table


def ask_another(tx: Transaction, table: Table, number: int) -> Table:
    """Ask for another bot in the place of one that hangs; until it comes, the old one may still play."""
    seat = table.seats[number]
    level = None if seat is None else seat.bot or seat.stand_in
    if seat is None or level is None:
        return table
    tx.effects.append(WantBot(table.id, number, level))
    again = replace(seat, wanted=tx.now + tx.limits.bot_again)
    return tx.put(with_seat(table, number, again))


def count_bots(tx: Transaction) -> int:
    """Return how many bots have seats on this host."""
    return sum(1 for table in tx.tables.values() for _, seat in taken(table) if seat.bot)


def with_seat(table: Table, number: int, seat: Seat | None) -> Table:
    """Return a table with another value on a seat."""
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _name(tx: Transaction, others: set[str]) -> str:
    """Choose a name that nobody at the table has, nor anybody who is here."""
    held = others | {fold(session.name) for session in tx.sessions.values()}
    free = [name for name in SHEEP if fold(name) not in held]
    if free:
        return tx.rng.choice(free)
    numbered = (f"{SHEEP[0]} {number}" for number in range(2, len(others) + len(SHEEP) + 2))
    return next(name for name in numbered if fold(name) not in others)
