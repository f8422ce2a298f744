"""What the supervisor asks for: the command line's table, and clients that it vouches for."""

from functools import partial

from msgspec.structs import replace
from sheep_common.errors import OptionError
from sheep_common.names import name_problem

from sheep_host.core.requests.seating import seat_person
from sheep_host.core.requests.tables import open_table
from sheep_host.core.sessions.names import free_name, is_numbered
from sheep_host.core.sessions.presence import show
from sheep_host.core.state.events import Granted, Key, Opened, TableId
from sheep_host.core.state.seats import free_seat, next_since, seat_of, taken
from sheep_host.core.state.values import Grant, Seat, Table
from sheep_host.core.table.bots import put_bot, take_in
from sheep_host.core.table.broadcast import tell_table
from sheep_host.core.table.match import GameFault
from sheep_host.core.transaction import Transaction


def opened(tx: Transaction, stimulus: Opened) -> None:
    """Open the command line's table, unless an unfinished one of its kind is there, and seat who plays.

    Who plays goes on at a table with a seat for them: at those of others they could only watch. Another
    name at the same terminal is another person, whose seat and secrets are not theirs. A game against
    bots alone is none for those who are still to come, nor the other way round.
    """
    kind = (stimulus.game, stimulus.seats, stimulus.seats - stimulus.bots > 1)
    resumed = [
        table
        for table in tx.tables.values()
        if table.state != "over" and (table.game, len(table.seats), _is_for_several(table)) == kind
        if stimulus.play is None or _seat_for(table, stimulus.play) is not None
    ]
    if stimulus.play is not None:
        resumed.sort(key=partial(_has_no_seat_of, stimulus.play))
    table_id = resumed[0].id if resumed else _open(tx, stimulus)
    if table_id is not None and stimulus.play is not None:
        _seat_host(tx, table_id, stimulus.play)


def granted(tx: Transaction, stimulus: Granted) -> None:
    """Take in a client of the supervisor's: a bot, the console, or a person for a seat."""
    if stimulus.level is not None:
        if take_in(tx, stimulus) and stimulus.table is not None:
            _show(tx, stimulus.table, stimulus.key)
        return
    is_person = stimulus.name is not None or stimulus.seat is not None
    tx.grants.put(stimulus.key, Grant(owner=stimulus.owner, person=is_person))
    if stimulus.owner and stimulus.name is not None:
        _welcome_back(tx, stimulus)
    table = None if stimulus.table is None else tx.tables.get(stimulus.table)
    number = stimulus.seat
    if table is None or number is None or seat_of(table, stimulus.key) is not None:
        return
    if table.state == "playing" or number >= len(table.seats) or table.seats[number] is not None:
        tx.log("warning", f"table {table.id}: seat {number} is not free")
    else:
        _seat(tx, table.id, number, stimulus, play=False)


def _open(tx: Transaction, stimulus: Opened) -> TableId | None:
    try:
        table_id = open_table(tx, stimulus.game, stimulus.seats, stimulus.options, owner=None)
    except (OptionError, GameFault) as error:
        tx.log("error", f"no table is opened: {error}")
        return None
    for number in range(max(0, stimulus.seats - stimulus.bots), stimulus.seats):
        put_bot(tx, table_id, number, stimulus.level)
    return table_id


def _seat_host(tx: Transaction, table_id: TableId, person: Granted) -> None:
    """Give the person at the host's own terminal a seat: the one from before, or the first free one."""
    tx.grants.put(person.key, Grant(owner=person.owner, table=table_id))
    table = tx.table(table_id)
    number = _seat_for(table, person)
    seat = None if number is None else table.seats[number]
    if number is None:
        tx.log("warning", f"table {table_id}: no seat is free for who plays at the host")
    elif seat is None:
        _seat(tx, table_id, number, person, play=True)
    elif seat.key != person.key:
        _hand_over(tx, table_id, number, person.key)


def _welcome_back(tx: Transaction, person: Granted) -> None:
    """Give the person at the host's own terminal the seats that they had there under this name."""
    for table_id in list(tx.tables):
        for number, seat in taken(tx.table(table_id)):
            if _is_theirs(seat, person) and seat.key != person.key and tx.table(table_id).state != "over":
                _hand_over(tx, table_id, number, person.key)


def _hand_over(tx: Transaction, table_id: TableId, number: int, key: Key) -> None:
    # Another start, another key: the same person at the same terminal.
    table = tx.table(table_id)
    seat = table.seats[number]
    if seat is None:
        return
    tx.set_seat(table_id, number, replace(seat, key=key, away=tx.now))
    if table.owner == seat.key:
        tx.update(table_id, owner=key)
    _show(tx, table_id, key)


def _is_for_several(table: Table) -> bool:
    return len(table.seats) - sum(seat.bot is not None for _, seat in taken(table)) > 1


def _seat_for(table: Table, person: Granted) -> int | None:
    before = next((number for number, seat in taken(table) if _is_theirs(seat, person)), None)
    return free_seat(table) if before is None else before


def _has_no_seat_of(person: Granted, table: Table) -> bool:
    return not any(_is_theirs(seat, person) for _, seat in taken(table))


def _is_theirs(seat: Seat, person: Granted) -> bool:
    """Tell whether a seat is that of the person of this name at the host's own terminal."""
    wanted = _wanted(person)
    return seat.play and (seat.name == wanted or is_numbered(seat.name, wanted))


def _wanted(person: Granted) -> str:
    return person.name if person.name and name_problem(person.name) is None else "Host"


def _seat(tx: Transaction, table_id: TableId, number: int, person: Granted, *, play: bool) -> None:
    seat = Seat(
        name=free_name(tx, person.key, _wanted(person)),
        key=person.key,
        since=next_since(tx.table(table_id)),
        ready=play,  # who starts a host to play at it wants to play
        play=play,
        away=tx.now,
    )
    seat_person(tx, table_id, number, seat)
    tell_table(tx, table_id)
    _show(tx, table_id, person.key)


def _show(tx: Transaction, table_id: TableId, key: Key) -> None:
    """Give a key that is here already what it would have got by its hello."""
    for route in tx.routes.get(key, ()):
        show(tx, table_id, tx.sessions[route])
