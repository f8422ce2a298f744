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
from sheep_host.core.transaction import No, Turn

# --- the start ------------------------------------------------------------------------------


def start_game(turn: Turn, table: Table, asker: Session | None = None, re: int | None = None) -> Table:
    """Start the table's campaign; every seat must be filled."""
    if not is_full(table):
        raise No("not-started", "not every seat is filled")
    seats = [seat for _, seat in taken(table)]
    first = table.first
    if first is None:
        first = options.starter(table.settings.first, tuple(seat.age for seat in seats), turn.rng)
    try:
        with match.faults():
            resolved = options.resolve(turn.game(table.game), len(seats), table.options, first)
        header = Header(game=table.game, seats=tuple(seat.name for seat in seats), options=resolved)
        play = match.begin(turn.before.games, header, table.settings.clock, turn.now)
    except OptionError as error:
        raise No("bad-option", str(error)) from None
    play = match.settle(play, turn.rng, 0)
    table = replace(table, state="playing", first=first, reason=None, left=frozenset(), seen={})
    table = turn.put(replace(table, play=play, proposal=None))
    _store_lines(turn, table, 0)
    turn.announce("started", table=table.id)
    tell_table(turn, table, asker, re)
    table = tell_update(turn, table)
    return _finish(turn, table)


def start_if_ready(turn: Turn, table: Table) -> Table:
    """Start when every seat is filled, and its player here and ready."""
    ready = all(seat.bot or (seat.ready and is_present(seat)) for _, seat in taken(table))
    if table.state == "open" and is_full(table) and ready:
        return start_game(turn, table)
    return table


# --- actions --------------------------------------------------------------------------------


def act(turn: Turn, session: Session, message: Act) -> None:
    """Play an action, once: what was played before is answered and not done again."""
    table = table_at(turn, message.table)
    seat = seat_at(table, session)
    play = table.play
    if play is None:
        raise No("not-started", "the game has not started")
    table = turn.put(acknowledge(table, session.route, message.version))
    if message.version != table.version:
        again = match.was_played(play, message.version - table.base, seat, message.action)
        if not again:
            turn.refuse(session.route, message.id, "stale", "the game has moved on")
        answer_update(turn, table, session, message.id if again else None)
        return
    try:
        perform(turn, table, seat, message.action, session, message.id)
    except (NotationError, RuleError, No) as error:
        # Nothing was changed by it, and what it acknowledged stays so.
        turn.refuse(session.route, message.id, *_reasons(error))
        catch_up(turn, table, session)


def perform(
    turn: Turn, table: Table, seat: int, action: str, asker: Session | None = None, re: int | None = None
) -> Table:
    """Carry out an action and the chance that becomes due; raise what the game raises."""
    play = _playing(table)
    ms = clocks.elapsed(play, turn.now)
    after = match.settle(match.step(play, seat, action, ms), turn.rng, ms)
    return adopt(turn, table, after, asker, re)


def adopt(turn: Turn, table: Table, play: Play, asker: Session | None = None, re: int | None = None) -> Table:
    """Go on from where a campaign has got to: store its new lines and tell everyone."""
    known = len(_playing(table).lines)
    lapsed = table.proposal is not None and table.proposal.what == "undo"
    table = replace(table, play=play, proposal=None if lapsed else table.proposal)
    table = turn.put(table)
    _store_lines(turn, table, known)
    table = tell_update(turn, table, asker, re)
    if lapsed and play.outcome is None:
        tell_table(turn, table)
    return _finish(turn, table)


def _reasons(error: NotationError | RuleError | No) -> tuple[str, str, str | None]:
    if isinstance(error, NotationError):
        return "notation", str(error), None
    return error.code, str(error), error.reason


def _playing(table: Table) -> Play:
    if table.play is None or table.reason is not None:
        raise No("not-started", "no game is running")
    return table.play


def _store_lines(turn: Turn, table: Table, known: int) -> None:
    lines = _playing(table).lines
    for number in range(known, len(lines)):
        turn.effects.append(AppendLine(table.id, table.campaign, number, lines[number]))


# --- the end --------------------------------------------------------------------------------


def _finish(turn: Turn, table: Table) -> Table:
    """End the game if it is over."""
    play = _playing(table)
    if play.outcome is None:
        return table
    scores = play.outcome.scores
    series = tuple(map(sum, zip(table.series or (0,) * len(scores), scores, strict=True)))
    table = end_stand_ins(turn, replace(table, state="over", series=series, proposal=None))
    table = turn.put(table)
    outcome = msgspec.to_builtins(play.outcome)
    turn.announce("over", table=table.id, outcome=outcome)
    tell_all(turn, table, Over(table=table.id, outcome=outcome))
    tell_table(turn, table)
    turn.effects.append(WriteRecord(table.id, table.campaign, play.lines))
    return open_if_left(turn, table)


# --- what else one may ask of a game --------------------------------------------------------


def ack(turn: Turn, session: Session, message: Ack) -> None:
    """Note what has arrived, and send what was held back for it."""
    table = turn.tables.get(message.table)
    if table is None or not is_at(table, session):
        return
    acknowledged = acknowledge(table, session.route, message.version)
    if acknowledged is not table:
        catch_up(turn, turn.put(acknowledged), session)


def history(turn: Turn, session: Session, message: History) -> None:
    """Answer with a page of the game's events, as the receiver may know them."""
    table = table_at(turn, message.table)
    if not is_at(table, session):
        raise No("not-seated", "you are not at this table")
    if table.play is None:
        raise No("not-started", "the game has not started")
    steps, more = page(turn, table, table.play, played_by(table, session.key), message.after)
    turn.send(session.route, HistoryPage(re=message.id, table=table.id, steps=steps, more=more))
