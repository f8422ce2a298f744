"""The game as each receiver may know it, and how much of it is under way to whom."""

from collections.abc import Iterable

import msgspec
from msgspec import UNSET
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
    newest = _Newest(tx, table, play)
    for route, seat in receivers:
        seen = told.get(route) or Seen(table.base)
        if route != asker and not _has_room(tx, seen):
            told[route] = replace(seen, due=True)
            continue
        begin = max(0, seen.acknowledged - table.base, len(play.log) - tx.limits.steps)
        brief = tx.sessions[route].brief and seen.acknowledged > table.base
        tx.send(route, newest.update(seat, begin, re if route == asker else None, brief=brief))
        told[route] = Seen(seen.acknowledged, (*seen.unacknowledged, table.version)[-_KEPT:])
    tx.update(table_id, seen=told)


_KEPT = 64
"""Versions remembered as unacknowledged; answers are sent beyond the window, too."""


def _has_room(tx: Transaction, seen: Seen) -> bool:
    return len(seen.unacknowledged) < tx.limits.unacknowledged


class _Newest:
    """The newest update of a table, made once for all receivers who get the same.

    Whoever watches does; and in a game without secrets all have one view, and are told the same.
    """

    def __init__(self, tx: Transaction, table: Table, play: Play) -> None:
        self._tx = tx
        self._table = table
        self._play = play
        self._game, self._state = play.reached.game, play.reached.state
        self._clocks = clocks.shown(table, tx.now)
        self._updates: dict[tuple[int | None, int, int | None, bool], Update] = {}
        self._views: dict[int | None, Plain] = {}
        self._told: dict[tuple[int | None, int], tuple[Steps, ...]] = {}

    def update(self, seat: int | None, begin: int, re: int | None, *, brief: bool) -> Update:
        """Return the update for who is at a seat, or watches, with the steps from `begin` on.

        A `brief` one leaves out what never changes in a game.
        """
        eyes = eyes_of(self._table, seat)
        constant = self._game.constant if brief else ()
        key = (eyes, begin, re, brief)
        if key not in self._updates:
            self._updates[key] = Update(
                re=re,
                table=self._table.id,
                version=self._table.version,
                seat=eyes,
                view=_without(constant, self._view(eyes)),
                legal=self._legal(eyes),
                steps=self._steps(eyes, begin),
                clocks=self._clocks,
                same=constant or UNSET,
            )
        return self._updates[key]

    def _view(self, eyes: int | None) -> Plain:
        known_to = eyes if self._game.secrets else None
        if known_to not in self._views:
            with faults():
                self._views[known_to] = msgspec.to_builtins(self._game.view(self._state, known_to))
        return self._views[known_to]

    def _legal(self, eyes: int | None) -> tuple[str, ...]:
        if eyes is None or self._table.state != "playing":
            return ()
        with faults():
            legal = self._game.legal_actions(self._state, eyes)
        _mind_length(self._tx, self._table, len(legal))
        return legal

    def _steps(self, eyes: int | None, begin: int) -> tuple[Steps, ...]:
        key = (eyes if self._game.secrets else None, begin)
        if key not in self._told:
            self._told[key] = _steps(self._table, self._play, key[0], begin, len(self._play.log))
        return self._told[key]


def _without(constant: tuple[str, ...], view: Plain) -> Plain:
    return {name: value for name, value in view.items() if name not in constant} if constant else view


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
