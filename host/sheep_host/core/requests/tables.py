"""Finding tables, opening them, watching, being ready, playing again."""

from msgspec.structs import replace
from sheep_common.errors import OptionError
from sheep_common.messages import New, Ready, Rematch, TableList, Tables, Watch

from sheep_host.core.lookup import seat_at, tables_of
from sheep_host.core.state import options
from sheep_host.core.state.events import TableId
from sheep_host.core.state.values import Session, Table
from sheep_host.core.table.access import person_at, table_at
from sheep_host.core.table.broadcast import answer_table, info, is_at, is_visible, tell_over, tell_table
from sheep_host.core.table.lifecycle import happen, is_empty, must_allow, start_if_ready
from sheep_host.core.table.match import faults
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
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    if is_at(table, session):
        answer_table(tx, table_id, session, message.id)
    else:
        _must_be_welcome(tx, table, session)
        begin_anew(tx, table_id, session.route)
        tx.update(table_id, watchers=(*table.watchers, session.route))
        tell_table(tx, table_id, session, message.id)
    answer_update(tx, table_id, session)
    tell_over(tx, table_id, session.route)


def new(tx: Transaction, session: Session, message: New) -> None:
    """Open a table and own it."""
    mine = map(tx.table, tables_of(tx, session.key))
    owned = sum(table.owner == session.key and not table.house for table in mine)
    if owned >= tx.limits.tables_a_key and not tx.is_owner(session.key):
        raise RequestRefused("not-allowed", f"one has at most {tx.limits.tables_a_key} tables")
    if len(tx.tables) >= tx.limits.tables:
        _make_room(tx)
    if len(tx.tables) >= tx.limits.tables:
        raise RequestRefused("not-allowed", f"a host has at most {tx.limits.tables} tables")
    try:
        table_id = open_table(tx, message.game, message.seats, message.options, owner=session)
    except OptionError as error:
        raise RequestRefused("bad-option", str(error)) from None
    answer_table(tx, table_id, session, message.id)


def open_table(
    tx: Transaction, game: str, seats: int, asked: dict[str, int | str], *, owner: Session | None
) -> TableId:
    """Open a table, the command line's if nobody owns it; raise `OptionError`, and `GameFault`."""
    if game not in tx.games:
        raise OptionError(f"the games are {', '.join(tx.games)}")
    with faults():
        settings = options.check(tx.game(game), seats, asked)
    table = Table(
        id=_free_name(tx),
        game=game,
        options=asked,
        settings=settings,
        seats=(None,) * seats,
        owner=None if owner is None else owner.key,
        owner_name=None if owner is None else owner.name,
        house=owner is None,
    )
    tx.add(table)
    return table.id


def ready(tx: Transaction, session: Session, message: Ready) -> None:
    """Say that one is ready; the game starts when everyone is, and here."""
    table_id = table_at(tx, message.table)
    number = person_at(tx.table(table_id), session)
    must_allow(tx.table(table_id), "start")
    seat = seat_at(tx, table_id, number)
    if seat is not None:
        tx.set_seat(table_id, number, replace(seat, ready=message.ready))
    tell_table(tx, table_id, session, message.id)
    start_if_ready(tx, table_id)


def rematch(tx: Transaction, session: Session, message: Rematch) -> None:
    """Open the table for another campaign of the same seats."""
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    person_at(table, session)
    if table.state == "open" and table.campaign > 1:  # somebody else was quicker
        answer_table(tx, table_id, session, message.id)
        return
    happen(tx, table_id, "rematch")
    tell_table(tx, table_id, session, message.id)


def _make_room(tx: Transaction) -> None:
    """Close the empty table that has been so for longest: first those that nobody has come back to."""
    empty = [
        (table.lonely is None, table.lonely or table.entered, table.id)
        for table in tx.tables.values()
        if is_empty(tx, table)
    ]
    if empty:
        _, _, table_id = min(empty)
        happen(tx, table_id, "give way")


def _must_be_welcome(tx: Transaction, table: Table, session: Session) -> None:
    """Refuse who may not watch a table."""
    if session.key in table.banned:
        raise RequestRefused("banned", "you are banned from this table")
    if not table.settings.watchers:
        raise RequestRefused("not-allowed", "this table has no watchers")
    if len(table.watchers) >= tx.limits.watchers:
        raise RequestRefused("not-allowed", f"a table has at most {tx.limits.watchers} watchers")


def _free_name(tx: Transaction) -> TableId:
    while True:
        name = TableId("".join(tx.rng.choice(LETTERS) for _ in range(4)))
        if name not in tx.tables and name not in tx.before.reserved and name not in tx.before.tables:
            return name
