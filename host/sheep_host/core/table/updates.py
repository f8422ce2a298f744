"""The game as each receiver may know it, and how much of it is under way to whom."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace
from sheep_common.messages import Plain, Steps, Update
from sheep_common.wire import CLIENT_ARRAY

from sheep_host.core.state import clocks
from sheep_host.core.state.events import Route, TableId
from sheep_host.core.state.seats import eyes_of
from sheep_host.core.state.values import Play, Seen, Session, Table
from sheep_host.core.table.broadcast import everyone_at
from sheep_host.core.table.match import faults
from sheep_host.core.transaction import Transaction


def tell_update(
    tx: Transaction, table_id: TableId, asker: Session | None = None, re: int | None = None
) -> None:
    """Send the newest update to all who are at a table and keep up; first to who asked, as the answer."""
    receivers = list(everyone_at(tx, tx.table(table_id)))
    if asker is not None:
        own = [at for at in receivers if at[0] == asker.route]
        receivers = own + [at for at in receivers if at[0] != asker.route]
    _send(tx, table_id, receivers, None if asker is None else asker.route, re)


def answer_update(tx: Transaction, table_id: TableId, asker: Session, re: int | None = None) -> None:
    """Send the newest update to one session, whatever it has not acknowledged."""
    receivers = [at for at in everyone_at(tx, tx.table(table_id)) if at[0] == asker.route]
    _send(tx, table_id, receivers, asker.route, re)


def begin_anew(tx: Transaction, table_id: TableId, route: Route) -> None:
    """Forget what a session has seen, so that it gets everything again."""
    seen = tx.table(table_id).seen
    if route in seen:
        tx.update(table_id, seen={other: each for other, each in seen.items() if other != route})


def acknowledge(tx: Transaction, table_id: TableId, route: Route, version: int) -> bool:
    """Note that everything up to a version has arrived, and tell whether that is news.

    What was not sent yet cannot have arrived.
    """
    table = tx.table(table_id)
    seen = table.seen.get(route)
    if seen is None or table.play is None:
        return False
    version = min(version, max(seen.unacknowledged, default=0))
    if version <= seen.acknowledged:
        return False
    waiting = tuple(sent for sent in seen.unacknowledged if sent > version)
    tx.update(table_id, seen={**table.seen, route: Seen(version, waiting, seen.due)})
    return True


def catch_up(tx: Transaction, table_id: TableId, session: Session) -> None:
    """Send the newest update to a session if it was held back, now that it may be sent."""
    table = tx.table(table_id)
    seen = table.seen.get(session.route)
    if table.play is not None and seen is not None and seen.due and _has_room(tx, seen):
        answer_update(tx, table_id, session)


def page(
    tx: Transaction, table: Table, play: Play, seat: int | None, after: int
) -> tuple[tuple[Steps, ...], bool]:
    """Return the first events after a version as a seat may know them, and whether later ones follow."""
    begin = max(0, after - table.base)
    end = begin + tx.limits.steps
    return _steps(table, play, eyes_of(table, seat), begin, end), end < len(play.log)


def _send(
    tx: Transaction,
    table_id: TableId,
    receivers: Iterable[tuple[Route, int | None]],
    asker: Route | None,
    re: int | None,
) -> None:
    table = tx.table(table_id)
    play = table.play
    if play is None:
        return
    told = dict(table.seen)
    made: dict[int | None, tuple[Plain, tuple[str, ...]]] = {}
    time = clocks.shown(table, tx.now)
    for route, seat in receivers:
        seen = told.get(route, Seen(table.base))
        if route != asker and not _has_room(tx, seen):
            told[route] = replace(seen, due=True)
            continue
        eyes = eyes_of(table, seat)
        if eyes not in made:
            made[eyes] = _look(play, eyes)
            _mind_length(tx, table, len(made[eyes][1]))
        view, legal = made[eyes]
        begin = max(0, seen.acknowledged - table.base, len(play.log) - tx.limits.steps)
        update = Update(
            re=re if route == asker else None,
            table=table_id,
            version=table.version,
            seat=eyes,
            view=view,
            legal=legal if table.state == "playing" else (),
            steps=_steps(table, play, eyes, begin, len(play.log)),
            clocks=time,
        )
        tx.send(route, update)
        told[route] = Seen(seen.acknowledged, (*seen.unacknowledged, table.version)[-_KEPT:])
    tx.update(table_id, seen=told)


_KEPT = 64
"""Versions remembered as unacknowledged; answers are sent beyond the window, too."""


def _has_room(tx: Transaction, seen: Seen) -> bool:
    return len(seen.unacknowledged) < tx.limits.unacknowledged


def _look(play: Play, eyes: int | None) -> tuple[Plain, tuple[str, ...]]:
    """Return a receiver's view as builtins, and its own legal actions."""
    game, state = play.reached.game, play.reached.state
    with faults():
        view: dict[str, Any] = msgspec.to_builtins(game.view(state, eyes))
        legal = game.legal_actions(state, eyes) if eyes is not None else ()
    return view, legal


def _mind_length(tx: Transaction, table: Table, length: int) -> None:
    """Log, once for a game, that it has more legal actions than any client takes in."""
    if length > CLIENT_ARRAY and table.state == "playing" and table.game not in tx.overlong:
        tx.overlong.put(table.game, length)
        tx.log(
            "error",
            f"table {table.id}: {table.game} has {length} legal actions at once, and clients take "
            f"{CLIENT_ARRAY} at the most: whoever is to act there cannot",
        )


def _steps(table: Table, play: Play, eyes: int | None, begin: int, end: int) -> tuple[Steps, ...]:
    """Return the events of some entries of the log, as one receiver may know them."""
    return tuple(
        Steps(
            version=table.base + 1 + index,
            events=tuple(msgspec.to_builtins(event) for event in logged.seen_by(eyes)),
        )
        for index, logged in enumerate(play.log[begin:end], begin)
    )
