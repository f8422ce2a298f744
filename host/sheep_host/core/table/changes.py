"""What each step of a table's life does, once `core.table.lifecycle` allows it. Decides nothing."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from sheep_common.errors import OptionError
from sheep_common.messages import Closed, Over
from sheep_common.records import Header

from sheep_host.core.state import clocks, options
from sheep_host.core.state.effects import AppendLine, WriteRecord
from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import taken
from sheep_host.core.state.stored import BROKEN
from sheep_host.core.state.values import Play, Session
from sheep_host.core.table import match
from sheep_host.core.table.bots import drop_bots
from sheep_host.core.table.broadcast import tell_all, tell_table
from sheep_host.core.table.match import GameFault
from sheep_host.core.table.stand_ins import end_stand_in, end_stand_ins
from sheep_host.core.table.updates import tell_update
from sheep_host.core.transaction import RequestRefused, Transaction


def start(tx: Transaction, table_id: TableId, asker: Session | None, re: int | None) -> None:
    """Start the campaign; refuse options that the game does not take with these seats."""
    table = tx.table(table_id)
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
    tx.update(
        table_id,
        state="playing",
        first=first,
        reason=None,
        left=frozenset(),
        seen={},
        play=play,
        proposal=None,
    )
    _store_lines(tx, table_id, play, 0)
    tx.announce("started", table=table_id)
    tell_table(tx, table_id, asker, re)
    tell_update(tx, table_id)


def act(
    tx: Transaction, table_id: TableId, seat: int, action: str, asker: Session | None, re: int | None
) -> None:
    """Carry out an action and the chance that becomes due; raise what the game raises."""
    play = _running(tx, table_id)
    ms = clocks.elapsed(play, tx.now)
    _adopt(tx, table_id, match.settle(match.step(play, seat, action, ms), tx.rng, ms), asker, re)


def take_back(tx: Transaction, table_id: TableId, count: int) -> None:
    """Take back the last actions that stand."""
    play = _running(tx, table_id)
    _adopt(tx, table_id, match.take_back(play, count, clocks.elapsed(play, tx.now)))


def _adopt(
    tx: Transaction, table_id: TableId, play: Play, asker: Session | None = None, re: int | None = None
) -> None:
    """Go on from where a campaign has got to: store its new lines and tell everyone."""
    known = len(_running(tx, table_id).lines)
    proposal = tx.table(table_id).proposal
    lapsed = proposal is not None and proposal.what == "undo"
    tx.update(table_id, play=play, proposal=None if lapsed else proposal)
    _store_lines(tx, table_id, play, known)
    tell_update(tx, table_id, asker, re)
    if lapsed and play.outcome is None:
        tell_table(tx, table_id)


def end(tx: Transaction, table_id: TableId) -> None:
    """End a campaign with the outcome that it has come to."""
    play = _running(tx, table_id)
    scores = () if play.outcome is None else play.outcome.scores
    before = tx.table(table_id).series or (0,) * len(scores)
    series = tuple(map(sum, zip(before, scores, strict=True)))
    tx.update(table_id, state="over", series=series, proposal=None)
    end_stand_ins(tx, table_id)
    outcome = msgspec.to_builtins(play.outcome)
    _tell_over(tx, table_id, Over(table=table_id, outcome=outcome), play.lines)


def break_off(tx: Transaction, table_id: TableId, reason: str) -> None:
    """End a campaign without an outcome."""
    table = tx.table(table_id)
    lines = table.play.lines if table.play else ()
    if reason in BROKEN:
        # Versions never come again: the lines of a record that slept are at least as many as its steps.
        base = table.version + len(table.asleep or ())
        tx.update(table_id, base=base, play=None, asleep=None)
    tx.update(table_id, state="over", reason=reason, proposal=None)
    end_stand_ins(tx, table_id)
    _tell_over(tx, table_id, Over(table=table_id, outcome=None, reason=reason), lines)


def _tell_over(tx: Transaction, table_id: TableId, over: Over, lines: Sequence[str]) -> None:
    tx.announce("over", table=table_id, outcome=over.outcome)
    tell_all(tx, table_id, over)
    tell_table(tx, table_id)
    if lines:
        tx.effect(WriteRecord(table_id, tx.table(table_id).campaign, tuple(lines)))


def open_again(tx: Transaction, table_id: TableId) -> None:
    """Open a table for another campaign; the seats of those who left it are free."""
    before = tx.table(table_id)
    for number, seat in taken(before):
        if seat.bot is None:
            end_stand_in(tx, table_id, number)
            person = tx.table(table_id).seats[number]
            tx.set_seat(table_id, number, person and replace(person, ready=False, late=0))
        elif number in before.left:
            drop_bots(tx, seat)
            tx.set_seat(table_id, number, None)
    tx.update(
        table_id,
        state="open",
        campaign=before.campaign + 1,
        first=None if before.first is None else (before.first + 1) % len(before.seats),
        base=before.version,
        play=None,
        reason=None,
        left=frozenset(),
        seen={},
        proposal=None,
    )


def after_the_end(tx: Transaction, table_id: TableId, seat: int, action: str, *_asker: object) -> None:
    """Let the game say why nobody acts any more."""
    match.step(_running(tx, table_id), seat, action, 0)
    raise GameFault("it takes an action after its end")


def open_for_others(tx: Transaction, table_id: TableId) -> None:
    """Open a table that all people have left: for whoever comes, as if nothing had been played."""
    open_again(tx, table_id)
    tx.update(table_id, first=None, series=())
    tell_table(tx, table_id)


def break_off_and_close(tx: Transaction, table_id: TableId) -> None:
    """End a campaign without an outcome, and forget its table."""
    break_off(tx, table_id, "closed")
    close(tx, table_id)


def close(tx: Transaction, table_id: TableId) -> None:
    """Forget a table."""
    tell_all(tx, table_id, Closed(table=table_id, reason="closed"))
    for _, seat in taken(tx.table(table_id)):
        drop_bots(tx, seat)
    tx.remove(table_id)
    tx.announce("closed", table=table_id)


def _running(tx: Transaction, table_id: TableId) -> Play:
    play = tx.table(table_id).play
    if play is None:
        raise RequestRefused("not-started", "no game is running")
    return play


def _store_lines(tx: Transaction, table_id: TableId, play: Play, known: int) -> None:
    campaign = tx.table(table_id).campaign
    for number in range(known, len(play.lines)):
        tx.effect(AppendLine(table_id, campaign, number, play.lines[number]))
