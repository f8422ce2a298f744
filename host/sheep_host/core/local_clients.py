"""What the supervisor asks for: the command line's table, and clients that it vouches for."""

from functools import partial

from msgspec.structs import replace
from sheep_common.errors import OptionError
from sheep_common.names import name_problem

from sheep_host.core.requests.seating import seat_person
from sheep_host.core.requests.tables import open_table
from sheep_host.core.sessions.hello import free_name, is_numbered
from sheep_host.core.sessions.presence import show
from sheep_host.core.state.events import Granted, Opened
from sheep_host.core.state.seats import free_seat, next_since, seat_of, taken
from sheep_host.core.state.values import Grant, Seat, Table
from sheep_host.core.table.bots import put_bot, take_in, with_seat
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
    table = resumed[0] if resumed else _open(tx, stimulus)
    if table is not None and stimulus.play is not None:
        _seat_host(tx, table, stimulus.play)


def granted(tx: Transaction, stimulus: Granted) -> None:
    """Take in a client of the supervisor's: a bot, the console, or a person for a seat."""
    if stimulus.level is not None:
        table = take_in(tx, stimulus)
        if table is not None:
            _show(tx, table, stimulus.key)
        return
    is_person = stimulus.name is not None or stimulus.seat is not None
    tx.grants[stimulus.key] = Grant(owner=stimulus.owner, person=is_person)
    if stimulus.owner and stimulus.name is not None:
        _welcome_back(tx, stimulus)
    table, number = tx.tables.get(stimulus.table or ""), stimulus.seat
    if table is None or number is None or seat_of(table, stimulus.key) is not None:
        return
    if table.state == "playing" or number >= len(table.seats) or table.seats[number] is not None:
        tx.log("warning", f"table {table.id}: seat {number} is not free")
    else:
        _seat(tx, table, number, stimulus, play=False)


def _open(tx: Transaction, stimulus: Opened) -> Table | None:
    try:
        table = open_table(tx, stimulus.game, stimulus.seats, stimulus.options)
    except (OptionError, GameFault) as error:
        tx.log("error", f"no table is opened: {error}")
        return None
    table = tx.put(replace(table, house=True))
    for number in range(max(0, stimulus.seats - stimulus.bots), stimulus.seats):
        table = put_bot(tx, table, number, stimulus.level)
    return table


def _seat_host(tx: Transaction, table: Table, person: Granted) -> None:
    """Give the person at the host's own terminal a seat: the one from before, or the first free one."""
    tx.grants[person.key] = Grant(owner=person.owner, table=table.id)
    number = _seat_for(table, person)
    seat = None if number is None else table.seats[number]
    if number is None:
        tx.log("warning", f"table {table.id}: no seat is free for who plays at the host")
    elif seat is None:
        _seat(tx, table, number, person, play=True)
    elif seat.key != person.key:
        _hand_over(tx, table, number, seat, person.key)


def _welcome_back(tx: Transaction, person: Granted) -> None:
    """Give the person at the host's own terminal the seats that they had there under this name."""
    for table in list(tx.tables.values()):
        for number, seat in taken(table):
            if _is_theirs(seat, person) and seat.key != person.key and table.state != "over":
                _hand_over(tx, table, number, seat, person.key)


def _hand_over(tx: Transaction, table: Table, number: int, seat: Seat, key: str) -> None:
    # Another start, another key: the same person at the same terminal.
    owner = key if table.owner == seat.key else table.owner
    seat = replace(seat, key=key, away=tx.now)
    _show(tx, tx.put(replace(with_seat(table, number, seat), owner=owner)), key)


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


def _seat(tx: Transaction, table: Table, number: int, person: Granted, *, play: bool) -> None:
    seat = Seat(
        name=free_name(tx, person.key, _wanted(person)),
        key=person.key,
        since=next_since(table),
        ready=play,  # who starts a host to play at it wants to play
        play=play,
        away=tx.now,
    )
    table = seat_person(tx, table, number, seat)
    tell_table(tx, table)
    _show(tx, table, person.key)


def _show(tx: Transaction, table: Table, key: str) -> None:
    """Give a key that is here already what it would have got by its hello."""
    for route in tx.routes.get(key, ()):
        show(tx, table.id, tx.sessions[route])
