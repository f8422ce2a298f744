"""What only a table's owner may do, or the host's: start, bots, kick, ban."""

from functools import partial

from msgspec.structs import replace
from sheep_common.messages import LEVELS, Ban, Bot, Closed, Kick, Start

from sheep_host.core.requests.play import start_game
from sheep_host.core.sessions.presence import end_session
from sheep_host.core.state.effects import Cut, SaveBan
from sheep_host.core.state.events import Key
from sheep_host.core.state.seats import is_person, seat_of
from sheep_host.core.state.values import Seat, Session, Table
from sheep_host.core.table.bots import count_bots, drop_bots, put_bot, with_seat
from sheep_host.core.table.broadcast import answer_table, tell_table
from sheep_host.core.table.tables import awake, guarded, must_command, must_have_seat, table_at
from sheep_host.core.table.vacate import after_leaving, vacate
from sheep_host.core.transaction import RequestRefused, Transaction


def start(tx: Transaction, session: Session, message: Start) -> None:
    """Start with every seat filled, without waiting for ready."""
    table = _commanded(tx, session, message.table)
    if table.state != "open":
        raise RequestRefused(*_not_open(table))
    start_game(tx, table, session, message.id)


def bot(tx: Transaction, session: Session, message: Bot) -> None:
    """Put a bot on a seat that no person has, or take it off."""
    table = _commanded(tx, session, message.table)
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if table.state != "open":
        raise RequestRefused(*_not_open(table))
    if is_person(seat):
        raise RequestRefused("seat-taken", f"seat {message.seat} is taken")
    if message.level is not None and message.level not in LEVELS:
        raise RequestRefused("bad-option", f"the levels are {', '.join(LEVELS)}")
    if seat is None and message.level is None:
        raise RequestRefused("not-seated", "no bot sits there")
    if seat is None and count_bots(tx) >= tx.limits.bots:
        raise RequestRefused("not-allowed", f"a host has at most {tx.limits.bots} bots")
    if seat is not None:
        drop_bots(tx, seat)
    table = _with_bot(tx, table, message.seat, message.level)
    tell_table(tx, table, session, message.id)


def kick(tx: Transaction, session: Session, message: Kick) -> None:
    """Take a player off a seat; a bot in a running game is changed for another."""
    table = _commanded(tx, session, message.table)
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if seat is None:
        raise RequestRefused("not-seated", "nobody sits there")
    if seat.bot:
        drop_bots(tx, seat)
        level = seat.bot if table.state == "playing" else None
        tell_table(tx, _with_bot(tx, table, message.seat, level), session, message.id)
        return
    _must_be_lesser(tx, session, seat)
    _send_off(tx, table, message.seat, "kicked", session, message.id)


def ban(tx: Transaction, session: Session, message: Ban) -> None:
    """Kick a person and keep the key away: from the table, or from the host by who owns that."""
    table = _commanded(tx, session, message.table)
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if seat is None or not is_person(seat) or seat.key is None:
        raise RequestRefused("not-seated", "no person sits there")
    _must_be_lesser(tx, session, seat)
    if tx.is_owner(session.key):
        _ban_from_host(tx, table, seat.key, seat.name, session, message.id)
        return
    if len(table.banned) >= tx.limits.bans // 16:
        raise RequestRefused("not-allowed", "too many players are banned here")
    table = replace(table, banned=(*table.banned, seat.key))
    _send_off(tx, table, message.seat, "banned", session, message.id)


def _commanded(tx: Transaction, session: Session, name: str) -> Table:
    table = table_at(tx, name)
    must_command(tx, table, session)
    return table


def _not_open(table: Table) -> tuple[str, str]:
    if table.state == "playing":
        return "already-started", "the game has started"
    return "not-started", "the game is over; ask for a rematch first"


def _with_bot(tx: Transaction, table: Table, number: int, level: str | None) -> Table:
    table = replace(table, series=())
    if level is not None:
        return put_bot(tx, table, number, level)
    return tx.put(with_seat(table, number, None))


def _must_be_lesser(tx: Transaction, session: Session, seat: Seat) -> None:
    if seat.key == session.key:
        raise RequestRefused("not-allowed", "that is your own seat; leave it")
    if seat.key is not None and tx.is_owner(seat.key) and not tx.is_owner(session.key):
        raise RequestRefused("not-allowed", "that is the host's owner")


def _send_off(tx: Transaction, table: Table, number: int, reason: str, asker: Session, re: int) -> None:
    """Take a person off a seat, tell it so, and answer who wanted that."""
    seat = table.seats[number]
    table = vacate(tx, table, number)
    answer_table(tx, table, asker, re)
    for route in tx.routes.get((seat and seat.key) or "", ()):
        tx.send(route, Closed(table=table.id, reason=reason))
    after_leaving(tx, table)


def _ban_from_host(tx: Transaction, table: Table, key: Key, name: str, asker: Session, re: int) -> None:
    if len(tx.bans) >= tx.limits.bans:
        raise RequestRefused("not-allowed", "too many players are banned here")
    tx.bans[key] = name
    tx.effects.append(SaveBan(key, name))
    answer_table(tx, table, asker, re)
    for route in tx.routes.get(key, ()):
        tx.send(route, Closed(reason="banned"))
        tx.effects.append(Cut(route))
        end_session(tx, tx.sessions[route])
    for other in list(tx.tables.values()):
        number = seat_of(other, key)
        if number is not None:
            guarded(tx, other.id, partial(_take_off, tx, other, number))


def _take_off(tx: Transaction, table: Table, number: int) -> None:
    after_leaving(tx, vacate(tx, awake(tx, table), number))
