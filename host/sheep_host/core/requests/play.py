"""A running game: its start, the players' actions, its end."""

import msgspec
from msgspec.structs import replace
from sheep_common.errors import NotationError, OptionError, RuleError
from sheep_common.messages import Ack, Act, History, HistoryPage, Over
from sheep_common.records import Header

from sheep_host.core.state import clocks, options
from sheep_host.core.state.effects import AppendLine, WriteRecord
from sheep_host.core.state.seats import is_full, is_present, played_by, taken
from sheep_host.core.state.values import Play, Session, Table
from sheep_host.core.table import match
from sheep_host.core.table.bots import end_stand_ins
from sheep_host.core.table.broadcast import is_at, tell_all, tell_table
from sheep_host.core.table.reopening import open_if_left
from sheep_host.core.table.tables import seat_at, table_at
from sheep_host.core.table.updates import acknowledge, answer_update, catch_up, page, tell_update
from sheep_host.core.transaction import RequestRefused, Transaction

# --- the start ------------------------------------------------------------------------------


def start_game(tx: Transaction, table: Table, asker: Session | None = None, re: int | None = None) -> Table:
    """Start the table's campaign; every seat must be filled."""
    if not is_full(table):
        raise RequestRefused("not-started", "not every seat is filled")
    seats = [seat for _, seat in taken(table)]
    first = table.first
    if first is None:
        first = options.starter(table.settings.first, tuple(seat.age for seat in seats), tx.rng)
    try:
        with match.faults():
            resolved = options.resolve(tx.game(table.game), len(seats), table.options, first)
        header = Header(game=table.game, seats=tuple(seat.name for seat in seats), options=resolved)
        play = match.begin(tx.before.games, header, table.settings.clock, tx.now)
    except OptionError as error:
        raise RequestRefused("bad-option", str(error)) from None
    play = match.settle(play, tx.rng, 0)
    table = replace(table, state="playing", first=first, reason=None, left=frozenset(), seen={})
    table = tx.put(replace(table, play=play, proposal=None))
    _store_lines(tx, table, 0)
    tx.announce("started", table=table.id)
    tell_table(tx, table, asker, re)
    table = tell_update(tx, table)
    return _finish(tx, table)


def start_if_ready(tx: Transaction, table: Table) -> Table:
    """Start when every seat is filled, and its player here and ready."""
    ready = all(seat.bot or (seat.ready and is_present(seat)) for _, seat in taken(table))
    if table.state == "open" and is_full(table) and ready:
        return start_game(tx, table)
    return table


# --- actions --------------------------------------------------------------------------------


def act(tx: Transaction, session: Session, message: Act) -> None:
    """Play an action, once: what was played before is answered and not done again."""
    table = table_at(tx, message.table)
    seat = seat_at(table, session)
    play = table.play
    if play is None:
        raise RequestRefused("not-started", "the game has not started")
    table = tx.put(acknowledge(table, session.route, message.version))
    if message.version != table.version:
        again = match.was_played(play, message.version - table.base, seat, message.action)
        if not again:
            tx.refuse(session.route, message.id, "stale", "the game has moved on")
        answer_update(tx, table, session, message.id if again else None)
        return
    try:
        perform(tx, table, seat, message.action, session, message.id)
    except (NotationError, RuleError, RequestRefused) as error:
        # Nothing was changed by it, and what it acknowledged stays so.
        tx.refuse(session.route, message.id, *_reasons(error))
        catch_up(tx, table, session)


def perform(
    tx: Transaction, table: Table, seat: int, action: str, asker: Session | None = None, re: int | None = None
) -> Table:
    """Carry out an action and the chance that becomes due; raise what the game raises."""
    play = _playing(table)
    ms = clocks.elapsed(play, tx.now)
    after = match.settle(match.step(play, seat, action, ms), tx.rng, ms)
    return adopt(tx, table, after, asker, re)


def adopt(
    tx: Transaction, table: Table, play: Play, asker: Session | None = None, re: int | None = None
) -> Table:
    """Go on from where a campaign has got to: store its new lines and tell everyone."""
    known = len(_playing(table).lines)
    lapsed = table.proposal is not None and table.proposal.what == "undo"
    table = replace(table, play=play, proposal=None if lapsed else table.proposal)
    table = tx.put(table)
    _store_lines(tx, table, known)
    table = tell_update(tx, table, asker, re)
    if lapsed and play.outcome is None:
        tell_table(tx, table)
    return _finish(tx, table)


def _reasons(error: NotationError | RuleError | RequestRefused) -> tuple[str, str, str | None]:
    if isinstance(error, NotationError):
        return "notation", str(error), None
    return error.code, str(error), error.reason


def _playing(table: Table) -> Play:
    if table.play is None or table.reason is not None:
        raise RequestRefused("not-started", "no game is running")
    return table.play


def _store_lines(tx: Transaction, table: Table, known: int) -> None:
    lines = _playing(table).lines
    for number in range(known, len(lines)):
        tx.effects.append(AppendLine(table.id, table.campaign, number, lines[number]))


# --- the end --------------------------------------------------------------------------------


def _finish(tx: Transaction, table: Table) -> Table:
    """End the game if it is over."""
    play = _playing(table)
    if play.outcome is None:
        return table
    scores = play.outcome.scores
    series = tuple(map(sum, zip(table.series or (0,) * len(scores), scores, strict=True)))
    table = end_stand_ins(tx, replace(table, state="over", series=series, proposal=None))
    table = tx.put(table)
    outcome = msgspec.to_builtins(play.outcome)
    tx.announce("over", table=table.id, outcome=outcome)
    tell_all(tx, table, Over(table=table.id, outcome=outcome))
    tell_table(tx, table)
    tx.effects.append(WriteRecord(table.id, table.campaign, play.lines))
    return open_if_left(tx, table)


# --- what else one may ask of a game --------------------------------------------------------


def ack(tx: Transaction, session: Session, message: Ack) -> None:
    """Note what has arrived, and send what was held back for it."""
    table = tx.tables.get(message.table)
    if table is None or not is_at(table, session):
        return
    acknowledged = acknowledge(table, session.route, message.version)
    if acknowledged is not table:
        catch_up(tx, tx.put(acknowledged), session)


def history(tx: Transaction, session: Session, message: History) -> None:
    """Answer with a page of the game's events, as the receiver may know them."""
    table = table_at(tx, message.table)
    if not is_at(table, session):
        raise RequestRefused("not-seated", "you are not at this table")
    if table.play is None:
        raise RequestRefused("not-started", "the game has not started")
    steps, more = page(tx, table, table.play, played_by(table, session.key), message.after)
    tx.send(session.route, HistoryPage(re=message.id, table=table.id, steps=steps, more=more))
