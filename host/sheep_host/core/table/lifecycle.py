"""The life of a table: what may happen to it in which state, and what that does.

What is not in `TRANSITIONS` is refused as `REFUSALS` says, and changes nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import is_full, is_present, people, taken
from sheep_host.core.state.values import Session, State, Table
from sheep_host.core.table import changes, match
from sheep_host.core.table.match import GameFault
from sheep_host.core.transaction import RequestRefused, Transaction

Event = Literal[
    "start",
    "act",
    "take back",
    "end",
    "resign",
    "fault",
    "damage",
    "rematch",
    "left",
    "close",
    "give way",
    "shut",
]

# --- what others call -----------------------------------------------------------------------


def must_allow(table: Table, event: Event) -> "Transition":
    """Return what would happen to a table; refuse what may not happen in its state."""
    found = TRANSITIONS.get((table.state, event))
    if found is None:
        raise RequestRefused(*REFUSALS[table.state, event])
    return found


def happen(tx: Transaction, table_id: TableId, event: Event, *given: Any) -> None:
    """Let something happen to a table; raise `RequestRefused`, and what the game raises."""
    table = tx.table(table_id)
    transition = must_allow(table, event)
    transition.guard(tx, table)
    transition.change(tx, table_id, *given)
    table = tx.tables.get(table_id, table)
    if table.state == "playing" and table.play is not None and table.play.outcome is not None:
        happen(tx, table_id, "end")
    else:
        open_if_left(tx, table_id)


def start_game(
    tx: Transaction, table_id: TableId, asker: Session | None = None, re: int | None = None
) -> None:
    """Start the table's campaign."""
    happen(tx, table_id, "start", asker, re)


def start_if_ready(tx: Transaction, table_id: TableId) -> None:
    """Start when every seat is filled, and its player here and ready."""
    table = tx.table(table_id)
    ready = all(seat.bot or (seat.ready and is_present(seat)) for _, seat in taken(table))
    if table.state == "open" and is_full(table) and ready:
        start_game(tx, table_id)


def perform(
    tx: Transaction,
    table_id: TableId,
    seat: int,
    action: str,
    asker: Session | None = None,
    re: int | None = None,
) -> None:
    """Carry out an action and the chance that becomes due; raise what the game raises."""
    happen(tx, table_id, "act", seat, action, asker, re)


def open_if_left(tx: Transaction, table_id: TableId) -> None:
    """Open the command line's table for others when its game is over and all people have left it."""
    table = tx.tables.get(table_id)
    if table is not None and table.state == "over" and _is_left(table):
        happen(tx, table_id, "left")


def wake(tx: Transaction, table_id: TableId) -> None:
    """Play the campaign of a table again, if it sleeps since a restart."""
    table = tx.table(table_id)
    if table.asleep is None:
        return
    lines = table.asleep
    try:
        play = match.resume(tx.before.games, lines, table.settings.clock, tx.now)
    except GameFault as fault:
        tx.log("error", f"table {table_id}: its record cannot be played again: {fault}")
        happen(tx, table_id, "damage", "damaged")
    else:
        tx.update(table_id, asleep=None, play=play)


def guarded(tx: Transaction, table_id: TableId, action: Callable[[], object]) -> None:
    """Do something that no request asked for; if the table's game fails in it, end that game alone."""
    try:
        with tx.savepoint():
            action()
    except RequestRefused as refused:
        tx.log("warning", f"table {table_id}: {refused}")
    except GameFault as fault:
        tx.log("error", f"table {table_id}: its game failed: {fault}")
        if tx.table(table_id).state == "playing":
            happen(tx, table_id, "fault", "fault")


# --- guards ---------------------------------------------------------------------------------


def _always(_tx: Transaction, _table: Table) -> None:
    pass


def _must_be_full(_tx: Transaction, table: Table) -> None:
    if not is_full(table):
        raise RequestRefused("not-started", "not every seat is filled")


def _must_have_an_outcome(_tx: Transaction, table: Table) -> None:
    if table.play is None or table.play.outcome is None:
        raise RequestRefused(*_IDLE)


def _must_be_left(_tx: Transaction, table: Table) -> None:
    if not _is_left(table):
        raise RequestRefused("not-allowed", "a table that somebody opened waits for a rematch")


def _must_sleep(_tx: Transaction, table: Table) -> None:
    if table.asleep is None:
        raise RequestRefused("not-allowed", "its record has been played again")


def _must_be_deserted(tx: Transaction, table: Table) -> None:
    nobody = not (table.owner or table.watchers or people(table))
    lonely = table.lonely is not None and table.lonely + tx.limits.table_kept <= tx.now
    if table.house or not (nobody or lonely):
        raise RequestRefused("not-allowed", "somebody may come back to that table")


def _must_be_empty(tx: Transaction, table: Table) -> None:
    if not is_empty(tx, table):
        raise RequestRefused("not-allowed", "somebody is at that table")


def is_empty(tx: Transaction, table: Table) -> bool:
    """Tell whether a table gives way where there is no room: nobody is at it, or only its owner, standing.

    Those of the host's owner wait for their players.
    """
    ours = table.house or (table.owner is not None and tx.is_owner(table.owner))
    nobody = table.lonely is not None or not (table.watchers or people(table) or ours)
    return nobody and table.state != "playing" and not table.house


def _is_left(table: Table) -> bool:
    return table.house and not people(table)


# --- the table ------------------------------------------------------------------------------


class Transition(NamedTuple):
    """What may happen to a table: under which condition, and what it does."""

    guard: Callable[[Transaction, Table], None]
    change: Callable[..., None]


TRANSITIONS: Mapping[tuple[State, Event], Transition] = {
    ("open", "start"): Transition(_must_be_full, changes.start),
    ("playing", "act"): Transition(_always, changes.act),
    ("playing", "take back"): Transition(_always, changes.take_back),
    ("playing", "end"): Transition(_must_have_an_outcome, changes.end),
    ("playing", "resign"): Transition(_always, changes.break_off),
    ("playing", "fault"): Transition(_always, changes.break_off),
    ("playing", "damage"): Transition(_must_sleep, changes.break_off),
    ("over", "act"): Transition(_must_have_an_outcome, changes.after_the_end),
    ("over", "damage"): Transition(_must_sleep, changes.break_off),
    ("over", "rematch"): Transition(_always, changes.open_again),
    ("over", "left"): Transition(_must_be_left, changes.open_for_others),
    ("open", "close"): Transition(_must_be_deserted, changes.close),
    ("over", "close"): Transition(_must_be_deserted, changes.close),
    ("open", "give way"): Transition(_must_be_empty, changes.close),
    ("over", "give way"): Transition(_must_be_empty, changes.close),
    ("open", "shut"): Transition(_always, changes.close),
    ("over", "shut"): Transition(_always, changes.close),
    ("playing", "shut"): Transition(_always, changes.break_off_and_close),
}

_IDLE = ("not-started", "no game is running")

REFUSALS: Mapping[tuple[State, Event], tuple[str, str]] = {
    ("playing", "start"): ("already-started", "the game has started"),
    ("over", "start"): ("not-started", "the game is over; ask for a rematch first"),
    ("open", "act"): _IDLE,
    ("open", "take back"): _IDLE,
    ("over", "take back"): _IDLE,
    ("open", "end"): _IDLE,
    ("over", "end"): _IDLE,
    ("open", "resign"): _IDLE,
    ("over", "resign"): _IDLE,
    ("open", "fault"): _IDLE,
    ("over", "fault"): _IDLE,
    ("open", "damage"): _IDLE,
    ("open", "rematch"): ("not-started", "no game is over yet"),
    ("playing", "rematch"): ("already-started", "the game is not over yet"),
    ("open", "left"): ("not-started", "no game is over yet"),
    ("playing", "left"): ("already-started", "the game is not over yet"),
    ("playing", "close"): ("already-started", "the game is not over yet"),
    ("playing", "give way"): ("already-started", "the game is not over yet"),
}
"""What is said where nothing may happen: code and text, for each other state and event."""
