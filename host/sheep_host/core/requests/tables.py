"""Finding tables, opening them, watching, being ready, playing again; and chat."""

from msgspec.structs import replace
from sheep_common.errors import OptionError
from sheep_common.messages import Chat, New, Ok, Ready, Rematch, Say, TableList, Tables, Watch
from sheep_common.names import CHAT_CHARACTERS, clean

from sheep_host.core.requests.play import start_if_ready
from sheep_host.core.state import options
from sheep_host.core.state.values import Session, Table
from sheep_host.core.table.bots import with_seat
from sheep_host.core.table.broadcast import (
    answer_table,
    info,
    is_at,
    is_visible,
    tell_all,
    tell_over,
    tell_table,
)
from sheep_host.core.table.match import faults
from sheep_host.core.table.reopening import open_again
from sheep_host.core.table.tables import person_at, table_at
from sheep_host.core.table.updates import answer_update, begin_anew
from sheep_host.core.transaction import RequestRefused, Transaction

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Of a table's name: those that nobody takes for another or for a digit."""


def tables(tx: Transaction, session: Session, message: Tables) -> None:
    """List the tables that a session may see."""
    seen = [info(tx, table) for table in tx.tables.values() if is_visible(tx, table, session)]
    tx.send(session.route, TableList(re=message.id, tables=tuple(seen)))


def watch(tx: Transaction, session: Session, message: Watch) -> None:
    """Become a spectator; who has a seat there keeps it, and is told which."""
    table = table_at(tx, message.table)
    if is_at(table, session):
        answer_table(tx, table, session, message.id)
        tell_over(tx, answer_update(tx, table, session), session.route)
        return
    if session.key in table.banned:
        raise RequestRefused("banned", "you are banned from this table")
    if not table.settings.watchers:
        raise RequestRefused("not-allowed", "this table has no watchers")
    if len(table.watchers) >= tx.limits.watchers:
        raise RequestRefused("not-allowed", f"a table has at most {tx.limits.watchers} watchers")
    table = replace(begin_anew(table, session.route), watchers=(*table.watchers, session.route))
    table = tx.put(table)
    tell_table(tx, table, session, message.id)
    tell_over(tx, answer_update(tx, table, session), session.route)


def new(tx: Transaction, session: Session, message: New) -> None:
    """Open a table and own it."""
    owned = [table for table in tx.tables.values() if table.owner == session.key and not table.house]
    if len(owned) >= tx.limits.tables_a_key and not tx.is_owner(session.key):
        raise RequestRefused("not-allowed", f"one has at most {tx.limits.tables_a_key} tables")
    if len(tx.tables) >= tx.limits.tables:
        raise RequestRefused("not-allowed", f"a host has at most {tx.limits.tables} tables")
    try:
        table = open_table(tx, message.game, message.seats, message.options)
    except OptionError as error:
        raise RequestRefused("bad-option", str(error)) from None
    table = tx.put(replace(table, owner=session.key, owner_name=session.name))
    answer_table(tx, table, session, message.id)


def open_table(tx: Transaction, game: str, seats: int, asked: dict[str, int | str]) -> Table:
    """Make a table that nobody is at yet; raise `OptionError`."""
    if game not in tx.games:
        raise OptionError(f"the games are {', '.join(tx.games)}")
    with faults():
        settings = options.check(tx.game(game), seats, asked)
    name = _free_name(tx)
    return Table(id=name, game=game, options=asked, settings=settings, seats=(None,) * seats)


def ready(tx: Transaction, session: Session, message: Ready) -> None:
    """Say that one is ready; the game starts when everyone is, and here."""
    table = table_at(tx, message.table)
    number = person_at(table, session)
    if table.state == "playing":
        raise RequestRefused("already-started", "the game has started")
    if table.state == "over":
        raise RequestRefused("not-started", "the game is over; ask for a rematch first")
    seat = table.seats[number]
    if seat is not None:
        table = tx.put(with_seat(table, number, replace(seat, ready=message.ready)))
    tell_table(tx, table, session, message.id)
    start_if_ready(tx, table)


def rematch(tx: Transaction, session: Session, message: Rematch) -> None:
    """Open the table for another campaign of the same seats."""
    table = table_at(tx, message.table)
    person_at(table, session)
    if table.state == "playing":
        raise RequestRefused("already-started", "the game is not over yet")
    if table.state == "open" and table.campaign == 1:
        raise RequestRefused("not-started", "no game is over yet")
    if table.state == "open":  # somebody else was quicker
        answer_table(tx, table, session, message.id)
        return
    first = None if table.first is None else (table.first + 1) % len(table.seats)
    tell_table(tx, open_again(tx, replace(table, first=first)), session, message.id)


def say(tx: Transaction, session: Session, message: Say) -> None:
    """Pass on a line of chat: to a table, or to everyone on the host."""
    if (message.text is None) == (message.phrase is None):
        raise RequestRefused("malformed", "exactly one of text and phrase is said")
    text = None if message.text is None else clean(message.text, len(message.text))
    if text == "":
        raise RequestRefused("malformed", "nothing is said")
    if text is not None and len(text) > CHAT_CHARACTERS:  # rather than cut it without a word
        raise RequestRefused("too-big", f"a line of chat has at most {CHAT_CHARACTERS} characters")
    chat = Chat(table=message.table, sender=session.name, text=text, phrase=message.phrase)
    if message.table is None:
        tx.send(session.route, Ok(re=message.id))
        for route in tx.sessions:
            tx.send(route, chat)
        return
    table = tx.tables.get(message.table)
    if table is None:
        raise RequestRefused("no-such-table", f"there is no table {message.table}")
    if not (is_at(table, session) or tx.is_owner(session.key)):
        raise RequestRefused("not-seated", "you are not at this table")
    tx.send(session.route, Ok(re=message.id))
    tell_all(tx, table, chat)


def _free_name(tx: Transaction) -> str:
    while True:
        name = "".join(tx.rng.choice(LETTERS) for _ in range(4))
        if name not in tx.tables and name not in tx.before.reserved and name not in tx.before.tables:
            return name
