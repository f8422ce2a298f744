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
from sheep_host.core.transaction import No, Turn

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Of a table's name: those that nobody takes for another or for a digit."""


def tables(turn: Turn, session: Session, message: Tables) -> None:
    """List the tables that a session may see."""
    seen = [info(turn, table) for table in turn.tables.values() if is_visible(turn, table, session)]
    turn.send(session.route, TableList(re=message.id, tables=tuple(seen)))


def watch(turn: Turn, session: Session, message: Watch) -> None:
    """Become a spectator; who has a seat there keeps it, and is told which."""
    table = table_at(turn, message.table)
    if is_at(table, session):
        answer_table(turn, table, session, message.id)
        tell_over(turn, answer_update(turn, table, session), session.route)
        return
    if session.key in table.banned:
        raise No("banned", "you are banned from this table")
    if not table.settings.watchers:
        raise No("not-allowed", "this table has no watchers")
    if len(table.watchers) >= turn.limits.watchers:
        raise No("not-allowed", f"a table has at most {turn.limits.watchers} watchers")
    table = replace(begin_anew(table, session.route), watchers=(*table.watchers, session.route))
    table = turn.put(table)
    tell_table(turn, table, session, message.id)
    tell_over(turn, answer_update(turn, table, session), session.route)


def new(turn: Turn, session: Session, message: New) -> None:
    """Open a table and own it."""
    owned = [table for table in turn.tables.values() if table.owner == session.key and not table.house]
    if len(owned) >= turn.limits.tables_a_key and not turn.is_owner(session.key):
        raise No("not-allowed", f"one has at most {turn.limits.tables_a_key} tables")
    if len(turn.tables) >= turn.limits.tables:
        raise No("not-allowed", f"a host has at most {turn.limits.tables} tables")
    try:
        table = open_table(turn, message.game, message.seats, message.options)
    except OptionError as error:
        raise No("bad-option", str(error)) from None
    table = turn.put(replace(table, owner=session.key, owner_name=session.name))
    answer_table(turn, table, session, message.id)


def open_table(turn: Turn, game: str, seats: int, asked: dict[str, int | str]) -> Table:
    """Make a table that nobody is at yet; raise `OptionError`."""
    if game not in turn.games:
        raise OptionError(f"the games are {', '.join(turn.games)}")
    with faults():
        settings = options.check(turn.game(game), seats, asked)
    name = _free_name(turn)
    return Table(id=name, game=game, options=asked, settings=settings, seats=(None,) * seats)


def ready(turn: Turn, session: Session, message: Ready) -> None:
    """Say that one is ready; the game starts when everyone is, and here."""
    table = table_at(turn, message.table)
    number = person_at(table, session)
    if table.state == "playing":
        raise No("already-started", "the game has started")
    if table.state == "over":
        raise No("not-started", "the game is over; ask for a rematch first")
    seat = table.seats[number]
    if seat is not None:
        table = turn.put(with_seat(table, number, replace(seat, ready=message.ready)))
    tell_table(turn, table, session, message.id)
    start_if_ready(turn, table)


def rematch(turn: Turn, session: Session, message: Rematch) -> None:
    """Open the table for another campaign of the same seats."""
    table = table_at(turn, message.table)
    person_at(table, session)
    if table.state == "playing":
        raise No("already-started", "the game is not over yet")
    if table.state == "open" and table.campaign == 1:
        raise No("not-started", "no game is over yet")
    if table.state == "open":  # somebody else was quicker
        answer_table(turn, table, session, message.id)
        return
    first = None if table.first is None else (table.first + 1) % len(table.seats)
    tell_table(turn, open_again(turn, replace(table, first=first)), session, message.id)


def say(turn: Turn, session: Session, message: Say) -> None:
    """Pass on a line of chat: to a table, or to everyone on the host."""
    if (message.text is None) == (message.phrase is None):
        raise No("malformed", "exactly one of text and phrase is said")
    text = None if message.text is None else clean(message.text, len(message.text))
    if text == "":
        raise No("malformed", "nothing is said")
    if text is not None and len(text) > CHAT_CHARACTERS:  # rather than cut it without a word
        raise No("too-big", f"a line of chat has at most {CHAT_CHARACTERS} characters")
    chat = Chat(table=message.table, sender=session.name, text=text, phrase=message.phrase)
    if message.table is None:
        turn.send(session.route, Ok(re=message.id))
        for route in turn.sessions:
            turn.send(route, chat)
        return
    table = turn.tables.get(message.table)
    if table is None:
        raise No("no-such-table", f"there is no table {message.table}")
    if not (is_at(table, session) or turn.is_owner(session.key)):
        raise No("not-seated", "you are not at this table")
    turn.send(session.route, Ok(re=message.id))
    tell_all(turn, table, chat)


def _free_name(turn: Turn) -> str:
    while True:
        name = "".join(turn.rng.choice(LETTERS) for _ in range(4))
        if name not in turn.tables and name not in turn.before.reserved and name not in turn.before.tables:
            return name
