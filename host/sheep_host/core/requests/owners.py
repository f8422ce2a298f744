"""What only a table's owner may do, or the host's: start, bots, kick, ban."""

from functools import partial

from sheep_common.messages import LEVELS, Ban, Bot, Close, Closed, Kick, Ok, Start

from sheep_host.core.lookup import seats_of
from sheep_host.core.sessions.presence import end_session
from sheep_host.core.state.effects import Cut, SaveBan
from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.seats import is_person
from sheep_host.core.state.values import Seat, Session
from sheep_host.core.table.access import must_command, must_have_seat, table_at
from sheep_host.core.table.bots import count_bots, drop_bots, put_bot
from sheep_host.core.table.broadcast import answer_table, tell_table
from sheep_host.core.table.lifecycle import guarded, happen, must_allow, start_game, wake
from sheep_host.core.table.vacate import after_leaving, vacate
from sheep_host.core.transaction import RequestRefused, Transaction


def start(tx: Transaction, session: Session, message: Start) -> None:
    """Start with every seat filled, without waiting for ready."""
    start_game(tx, _commanded(tx, session, message.table), session, message.id)


def bot(tx: Transaction, session: Session, message: Bot) -> None:
    """Put a bot on a seat that no person has, or take it off."""
    table_id, seat = _seat_of_commanded(tx, session, message.table, message.seat)
    must_allow(tx.table(table_id), "start")
    if is_person(seat):
        raise RequestRefused("seat-taken", f"seat {message.seat} is taken")
    if message.level is not None and message.level not in LEVELS:
        raise RequestRefused("bad-option", f"the levels are {', '.join(LEVELS)}")
    if seat is None and message.level is None:
        raise RequestRefused("not-seated", "no bot sits there")
    if seat is None and count_bots(tx) >= tx.limits.bots:
        raise RequestRefused("not-allowed", f"a host has at most {tx.limits.bots} bots")
    _change_bot(tx, table_id, message.seat, message.level)
    tell_table(tx, table_id, session, message.id)


def kick(tx: Transaction, session: Session, message: Kick) -> None:
    """Take a player off a seat; a bot in a running game is changed for another."""
    table_id, seat = _seat_of_commanded(tx, session, message.table, message.seat)
    if seat is None:
        raise RequestRefused("not-seated", "nobody sits there")
    if seat.bot:
        _change_bot(tx, table_id, message.seat, seat.bot if tx.table(table_id).state == "playing" else None)
        tell_table(tx, table_id, session, message.id)
        return
    _must_be_lesser(tx, session, seat)
    _send_off(tx, table_id, message.seat, "kicked", session, message.id)


def ban(tx: Transaction, session: Session, message: Ban) -> None:
    """Kick a person and keep the key away: from the table, or from the host by who owns that."""
    table_id, seat = _seat_of_commanded(tx, session, message.table, message.seat)
    if seat is None or not is_person(seat) or seat.key is None:
        raise RequestRefused("not-seated", "no person sits there")
    _must_be_lesser(tx, session, seat)
    if tx.is_owner(session.key):
        _ban_from_host(tx, table_id, seat.key, seat.name, session, message.id)
        return
    banned = tx.table(table_id).banned
    if len(banned) >= tx.limits.bans // 16:
        raise RequestRefused("not-allowed", "too many players are banned here")
    tx.update(table_id, banned=(*banned, seat.key))
    _send_off(tx, table_id, message.seat, "banned", session, message.id)


def close(tx: Transaction, session: Session, message: Close) -> None:
    """Close a table, whatever goes on there."""
    table_id = table_at(tx, message.table)
    if not tx.is_owner(session.key):
        raise RequestRefused("not-allowed", "only the host's owner closes tables")
    happen(tx, table_id, "shut")
    tx.send(session.route, Ok(re=message.id))


def _commanded(tx: Transaction, session: Session, name: str) -> TableId:
    table_id = table_at(tx, name)
    must_command(tx, tx.table(table_id), session)
    return table_id


def _seat_of_commanded(
    tx: Transaction, session: Session, name: str, number: int
) -> tuple[TableId, Seat | None]:
    table_id = _commanded(tx, session, name)
    table = tx.table(table_id)
    must_have_seat(table, number)
    return table_id, table.seats[number]


def _change_bot(tx: Transaction, table_id: TableId, number: int, level: str | None) -> None:
    """Send away the bot of a seat, and put another there."""
    seat = tx.table(table_id).seats[number]
    if seat is not None:
        drop_bots(tx, seat)
    tx.update(table_id, series=())
    if level is None:
        tx.set_seat(table_id, number, None)
    else:
        put_bot(tx, table_id, number, level)


def _must_be_lesser(tx: Transaction, session: Session, seat: Seat) -> None:
    if seat.key == session.key:
        raise RequestRefused("not-allowed", "that is your own seat; leave it")
    if seat.key is not None and tx.is_owner(seat.key) and not tx.is_owner(session.key):
        raise RequestRefused("not-allowed", "that is the host's owner")


def _send_off(tx: Transaction, table_id: TableId, number: int, reason: str, asker: Session, re: int) -> None:
    """Take a person off a seat, tell it so, and answer who wanted that."""
    seat = tx.table(table_id).seats[number]
    routes: tuple[Route, ...] = () if seat is None or seat.key is None else tx.routes.get(seat.key, ())
    vacate(tx, table_id, number)
    answer_table(tx, table_id, asker, re)
    for route in routes:
        tx.send(route, Closed(table=table_id, reason=reason))
    after_leaving(tx, table_id)


def _ban_from_host(tx: Transaction, table_id: TableId, key: Key, name: str, asker: Session, re: int) -> None:
    if len(tx.bans) >= tx.limits.bans:
        raise RequestRefused("not-allowed", "too many players are banned here")
    tx.bans.put(key, name)
    tx.effect(SaveBan(key, name))
    answer_table(tx, table_id, asker, re)
    for route in tx.routes.get(key, ()):
        tx.send(route, Closed(reason="banned"))
        tx.effect(Cut(route))
        end_session(tx, tx.sessions[route])
    for other, number in seats_of(tx, key):
        guarded(tx, other, partial(_take_off, tx, other, number, key))


def _take_off(tx: Transaction, table_id: TableId, number: int, key: Key) -> None:
    wake(tx, table_id)
    seat = tx.table(table_id).seats[number]
    if seat is not None and seat.key == key:
        vacate(tx, table_id, number)
        after_leaving(tx, table_id)
