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
from sheep_host.core.transaction import No, Turn


def start(turn: Turn, session: Session, message: Start) -> None:
    """Start with every seat filled, without waiting for ready."""
    table = _commanded(turn, session, message.table)
    if table.state != "open":
        raise No(*_not_open(table))
    start_game(turn, table, session, message.id)


def bot(turn: Turn, session: Session, message: Bot) -> None:
    """Put a bot on a seat that no person has, or take it off."""
    table = _commanded(turn, session, message.table)
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if table.state != "open":
        raise No(*_not_open(table))
    if is_person(seat):
        raise No("seat-taken", f"seat {message.seat} is taken")
    if message.level is not None and message.level not in LEVELS:
        raise No("bad-option", f"the levels are {', '.join(LEVELS)}")
    if seat is None and message.level is None:
        raise No("not-seated", "no bot sits there")
    if seat is None and count_bots(turn) >= turn.limits.bots:
        raise No("not-allowed", f"a host has at most {turn.limits.bots} bots")
    if seat is not None:
        drop_bots(turn, seat)
    table = _with_bot(turn, table, message.seat, message.level)
    tell_table(turn, table, session, message.id)


def kick(turn: Turn, session: Session, message: Kick) -> None:
    """Take a player off a seat; a bot in a running game is changed for another."""
    table = _commanded(turn, session, message.table)
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if seat is None:
        raise No("not-seated", "nobody sits there")
    if seat.bot:
        drop_bots(turn, seat)
        level = seat.bot if table.state == "playing" else None
        tell_table(turn, _with_bot(turn, table, message.seat, level), session, message.id)
        return
    _must_be_lesser(turn, session, seat)
    _send_off(turn, table, message.seat, "kicked", session, message.id)


def ban(turn: Turn, session: Session, message: Ban) -> None:
    """Kick a person and keep the key away: from the table, or from the host by who owns that."""
    table = _commanded(turn, session, message.table)
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if seat is None or not is_person(seat) or seat.key is None:
        raise No("not-seated", "no person sits there")
    _must_be_lesser(turn, session, seat)
    if turn.is_owner(session.key):
        _ban_from_host(turn, table, seat.key, seat.name, session, message.id)
        return
    if len(table.banned) >= turn.limits.bans // 16:
        raise No("not-allowed", "too many players are banned here")
    table = replace(table, banned=(*table.banned, seat.key))
    _send_off(turn, table, message.seat, "banned", session, message.id)


def _commanded(turn: Turn, session: Session, name: str) -> Table:
    table = table_at(turn, name)
    must_command(turn, table, session)
    return table


def _not_open(table: Table) -> tuple[str, str]:
    if table.state == "playing":
        return "already-started", "the game has started"
    return "not-started", "the game is over; ask for a rematch first"


def _with_bot(turn: Turn, table: Table, number: int, level: str | None) -> Table:
    table = replace(table, series=())
    if level is not None:
        return put_bot(turn, table, number, level)
    return turn.put(with_seat(table, number, None))


def _must_be_lesser(turn: Turn, session: Session, seat: Seat) -> None:
    if seat.key == session.key:
        raise No("not-allowed", "that is your own seat; leave it")
    if seat.key is not None and turn.is_owner(seat.key) and not turn.is_owner(session.key):
        raise No("not-allowed", "that is the host's owner")


def _send_off(turn: Turn, table: Table, number: int, reason: str, asker: Session, re: int) -> None:
    """Take a person off a seat, tell it so, and answer who wanted that."""
    seat = table.seats[number]
    table = vacate(turn, table, number)
    answer_table(turn, table, asker, re)
    for route in turn.routes.get((seat and seat.key) or "", ()):
        turn.send(route, Closed(table=table.id, reason=reason))
    after_leaving(turn, table)


def _ban_from_host(turn: Turn, table: Table, key: Key, name: str, asker: Session, re: int) -> None:
    if len(turn.bans) >= turn.limits.bans:
        raise No("not-allowed", "too many players are banned here")
    turn.bans[key] = name
    turn.effects.append(SaveBan(key, name))
    answer_table(turn, table, asker, re)
    for route in turn.routes.get(key, ()):
        turn.send(route, Closed(reason="banned"))
        turn.effects.append(Cut(route))
        end_session(turn, turn.sessions[route])
    for other in list(turn.tables.values()):
        number = seat_of(other, key)
        if number is not None:
            guarded(turn, other.id, partial(_take_off, turn, other, number))


def _take_off(turn: Turn, table: Table, number: int) -> None:
    after_leaving(turn, vacate(turn, awake(turn, table), number))
