"""The door of the core: stimuli in, next values and effects out. Decides nothing itself."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sheep_common import password as passwords
from sheep_common.game import Game
from sheep_common.games import GAMES
from sheep_common.messages import Closed, Hello, Message, Refused, Request, Who

from sheep_host.core import local_clients
from sheep_host.core.requests import dispatch
from sheep_host.core.sessions import presence
from sheep_host.core.state import deadlines
from sheep_host.core.state.effects import Effect, Log, Send, TableRow
from sheep_host.core.state.events import (
    Behind,
    Broken,
    Came,
    Closing,
    Gone,
    Granted,
    Key,
    Opened,
    Route,
    Slept,
    Stimulus,
    TableId,
)
from sheep_host.core.state.host import Host
from sheep_host.core.state.indexes import made_of
from sheep_host.core.state.limits import Limits
from sheep_host.core.state.stored import table_of
from sheep_host.core.state.values import Table
from sheep_host.core.table import timeouts
from sheep_host.core.transaction import Transaction


def handle(host: Host, stimuli: Sequence[Stimulus], now: float, rng: Random) -> tuple[Host, list[Effect]]:
    """Return the next host and what is to be done; `host` itself stays as it was.

    `now` is a monotonic clock's seconds; no stimuli mean that time has passed. All that is to be
    stored comes first. Raises nothing, whatever comes.
    """
    tx = Transaction(host, now, rng)
    gap = sum(stimulus.gap for stimulus in stimuli if isinstance(stimulus, Slept))
    if gap > 0:
        timeouts.slept(tx, gap)
        timeouts.tell_clocks(tx)
    for stimulus in stimuli:
        _take(tx, stimulus)
    timeouts.run(tx)
    return tx.commit()


def next_deadline(host: Host) -> float | None:
    """Return when `handle` must be called again though nothing comes, by the clock of `now`."""
    moments = (*host.wakes.values(), *host.retries.values())
    return min(moments) + host.slept if moments else None


def restore(
    name: str,
    rows: Sequence[TableRow] = (),
    lines: Mapping[TableId, Sequence[str]] | None = None,
    bans: Mapping[Key, str] | None = None,
    limits: Limits | None = None,
    now: float = 0.0,
    games: Mapping[str, Game[Any]] = GAMES,
    password: bytes | None = None,
    known: Mapping[Key, str] | None = None,
) -> Host:
    """Return the host as it was stored; `lines` are those of each table's newest campaign, in order.

    Games are not played again until somebody touches them. A table of a game that is not installed
    stays in the store and is not shown. `password` is the secret of `sheep_common.password`; of the
    keys that are `known`, those that had another one are not.
    """
    limits = limits or Limits()
    tables: dict[TableId, Table] = {}
    notices: dict[TableId, Log] = {}
    for number, row in enumerate(rows):
        try:
            tables[row.id] = table_of(row, (lines or {}).get(row.id, ()), games, limits, now, number)
        except ValueError as error:
            notices[row.id] = Log("warning", f"table {row.id} stays in the store: {error}")
    return Host(
        name=name,
        games=dict(games),
        limits=limits,
        tables=tables,
        bans=dict(bans or {}),
        password=password,
        known=_with_this_password(password, known or {}),
        clock=now,
        reserved=frozenset(notices),
        notices=tuple(notices.values()),
        indexes=made_of((), tables.values()),
        wakes=deadlines.wakes(tables.values(), limits),
    )


def refuse_storage(host: Host, stimuli: Sequence[Stimulus]) -> list[Effect]:
    """Answer a batch that could not be stored: nothing of it was done. `host` is the one from before.

    What is no request is `still_due` in the next batch.
    """
    refused: list[Effect] = []
    for stimulus in stimuli:
        if isinstance(stimulus, Broken):
            refused.append(Send(stimulus.route, dispatch.refusal(stimulus)))
        elif isinstance(stimulus, Came) and isinstance(stimulus.message, Request):
            refused.append(Send(stimulus.route, _not_stored(host, stimulus.route, stimulus.message)))
    return refused


def still_due(stimuli: Sequence[Stimulus]) -> list[Stimulus]:
    """Return what is to be handed in again after a batch could not be stored: nobody repeats it."""
    return [stimulus for stimulus in stimuli if not _is_answered(stimulus)]


def _with_this_password(secret: bytes | None, known: Mapping[Key, str]) -> dict[Key, str]:
    mark = None if secret is None else passwords.mark(secret)
    return {key: held for key, held in known.items() if held == mark}


def _is_answered(stimulus: Stimulus) -> bool:
    if isinstance(stimulus, Came):
        return isinstance(stimulus.message, Request)
    return isinstance(stimulus, Broken | Closing)


def _not_stored(host: Host, route: Route, request: Request) -> Message:
    if route not in host.sessions and not isinstance(request, Hello):
        return Who()
    text = "the host cannot write; nothing was done"
    return Refused(re=request.id, code="storage", text=text)


def _take(tx: Transaction, stimulus: Stimulus) -> None:
    match stimulus:
        case Came():
            dispatch.came(tx, stimulus)
        case Broken():
            dispatch.came_broken(tx, stimulus)
        case Gone():
            presence.gone(tx, stimulus.route)
        case Behind():
            presence.fell_behind(tx, stimulus.route)
        case Granted():
            local_clients.granted(tx, stimulus)
        case Opened():
            local_clients.opened(tx, stimulus)
        case Closing():
            for route in tx.sessions:
                tx.send(route, Closed(reason="stopping"))
        case Slept():
            pass  # was looked at before everything else
