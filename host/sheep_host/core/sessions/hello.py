"""Sessions: who may begin one and under which name, how fast one may ask, and the end."""

from msgspec.structs import replace
from sheep_common.messages import PROGRAM, PROTOCOL, Bye, Hello, Ok, Welcome
from sheep_common.names import fold, name_problem, numbered

from sheep_host.core.sessions.admission import admit
from sheep_host.core.sessions.presence import end_session, welcome_back
from sheep_host.core.state import options
from sheep_host.core.state.events import Key, Route
from sheep_host.core.state.rate_limit import fresh
from sheep_host.core.state.seats import is_person, seat_of, taken
from sheep_host.core.state.values import Pace, Seat, Session
from sheep_host.core.table.bots import with_seat
from sheep_host.core.transaction import RequestRefused, Transaction


def hello(tx: Transaction, message: Hello, route: Route, key: Key, address: str | None) -> None:
    """Begin a session, or one anew on the same connection."""
    if key in tx.bans:
        raise RequestRefused("banned", "you are banned from this host")
    if not _is_ours(tx, key):
        admit(tx, message, key, address)
    before = tx.sessions.get(route)
    if before is None:
        _must_have_room(tx, key, address)
    name = _name(tx, key, message.name)
    is_first = not tx.is_here(key)
    grant = tx.grants.get(key)
    session = Session(
        route=route,
        key=key,
        name=name,
        pace=before.pace if before else tx.strangers.get(route) or fresh(tx.limits, tx.now),
        chat=before.chat if before else Pace(tx.limits.chats_at_once, tx.now),
        person=not (plays_as_bot(tx, key) or (grant is not None and not grant.person)),
        address=address,
        age=message.age,
    )
    tx.put_session(session)
    tx.strangers.pop(route, None)
    if before is None:
        tx.routes[key] = (*tx.routes.get(key, ()), route)
    _rename(tx, key, name)
    welcome = Welcome(
        re=message.id,
        protocol=PROTOCOL,
        host=tx.name,
        name=name,
        program=PROGRAM,
        owner=tx.is_owner(key),
        games=tuple(options.describe(tx.game(game)) for game in tx.games),
    )
    tx.send(route, welcome)
    if is_first and session.person:
        tx.announce("joined", name=name)
    welcome_back(tx, session)


def bye(tx: Transaction, session: Session, message: Bye) -> None:
    """End a session; its seats stay."""
    tx.send(session.route, Ok(re=message.id))
    end_session(tx, session)


def plays_as_bot(tx: Transaction, key: Key) -> bool:
    """Tell whether a key is a bot's."""
    for table in tx.tables.values():
        for _, seat in taken(table):
            if key == (seat.key if seat.bot else seat.stand_key):
                return True
    return False


def _must_have_room(tx: Transaction, key: Key, address: str | None) -> None:
    """Refuse a connection beyond the bounds; those that the supervisor vouched for have only their own."""
    if len(tx.routes.get(key, ())) >= tx.limits.sessions_a_key:
        raise RequestRefused("not-allowed", f"one has at most {tx.limits.sessions_a_key} connections")
    if _is_ours(tx, key):
        return
    others = [other for other in tx.sessions.values() if not _is_ours(tx, other.key)]
    if len(others) >= tx.limits.sessions:
        raise RequestRefused("not-allowed", "this host is full")
    if address is None:
        return
    if sum(other.address == address for other in others) >= tx.limits.sessions_an_address:
        raise RequestRefused("not-allowed", "too many connections from there")


def _is_ours(tx: Transaction, key: Key) -> bool:
    return key in tx.grants or plays_as_bot(tx, key)


# --- names ----------------------------------------------------------------------------------


def _name(tx: Transaction, key: Key, asked: str) -> str:
    """Return the name that a key has from now on."""
    if _is_ours(tx, key):
        return _granted_name(tx, key, asked)
    problem = name_problem(asked)
    if problem is not None:
        raise RequestRefused("bad-name", problem)
    seat = _held_seat(tx, key)
    if seat is not None:
        return seat.name
    if is_held(tx, key, asked):
        raise RequestRefused("name-taken", "somebody else here has that name")
    return asked


def _granted_name(tx: Transaction, key: Key, asked: str) -> str:
    """Name our own clients: they are never turned away for a name."""
    seat = _held_seat(tx, key)
    if seat is not None:
        return seat.name
    return free_name(tx, key, asked if name_problem(asked) is None else "Host")


def free_name(tx: Transaction, key: Key, wanted: str) -> str:
    """Return a name, with a number where another has it already."""
    names = [wanted, *(numbered(wanted, number) for number in range(2, tx.limits.sessions + 256))]
    return next(name for name in names if not is_held(tx, key, name))


def is_numbered(name: str, wanted: str) -> bool:
    """Tell whether a name is one that `free_name` gives to who wanted another."""
    number = name.rpartition(" ")[2]
    return number.isascii() and number.isdigit() and name == numbered(wanted, int(number))


def is_held(tx: Transaction, key: Key, name: str) -> bool:
    """Tell whether another key has a name: while it is here, or seated at an unfinished table."""
    folded = fold(name)
    if any(fold(other.name) == folded for other in tx.sessions.values() if other.key != key):
        return True
    unfinished = (table for table in tx.tables.values() if table.state != "over")
    seats = (seat for table in unfinished for _, seat in taken(table))
    return any(seat.key != key and fold(seat.name) == folded for seat in seats)


def _held_seat(tx: Transaction, key: Key) -> Seat | None:
    """Return a seat at an unfinished table, by which a key keeps its name."""
    for table in tx.tables.values():
        number = seat_of(table, key)
        if number is not None and table.state != "over":
            return table.seats[number]
    return None


def _rename(tx: Transaction, key: Key, name: str) -> None:
    """Let a key have one name, in all its sessions and at the tables where its game is over."""
    for route in tx.routes[key]:
        other = tx.sessions[route]
        if other.name != name:
            tx.put_session(replace(other, name=name))
    for table in [*tx.tables.values()]:
        number = seat_of(table, key)
        seat = None if number is None else table.seats[number]
        if number is not None and seat is not None and is_person(seat) and seat.name != name:
            tx.put(with_seat(table, number, replace(seat, name=name)))
        if table.owner == key and table.owner_name != name:
            tx.put(replace(tx.tables[table.id], owner_name=name))
