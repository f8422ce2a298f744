"""What a client does with each message of the host."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from sheep_common import messages as m

from sheep_client.core import hints
from sheep_client.core import pending as talk
from sheep_client.core.effects import Quit, Retry, Send, Tell
from sheep_client.core.events import Trouble
from sheep_client.core.model import At, Model, Pending
from sheep_client.core.pending import Turn
from sheep_client.core.reports import (
    Changed,
    Denied,
    Done,
    Finished,
    Listed,
    Paged,
    Said,
    Shut,
    Timed,
    Troubled,
    Updated,
    Welcomed,
)

_PAUSE = 2.0
"""Seconds to wait when the host asks for a slower hello."""


def _welcome(turn: Turn, message: m.Welcome, pending: Pending | None) -> None:
    """Go on where the connection broke, or begin with what the command line asked for."""
    del pending
    model = turn.model
    again = model.welcome is not None
    turn.model = replace(model, welcome=message, greeted=True, trouble=None)
    turn.effects.append(Tell(Welcomed(message, again)))
    talk.repeat(turn)
    if not again:
        _begin(turn)
        return
    for table, at in model.tables.items():
        if at.seat is None:  # the host remembers seats, not spectators
            talk.ask(turn, m.Watch(id=1, table=table), "again")


def _begin(turn: Turn) -> None:
    goal = turn.model.goal
    if goal.table is not None and goal.watch:
        talk.ask(turn, m.Watch(id=1, table=goal.table), "goal")
    elif goal.table is not None:
        talk.ask(turn, m.Sit(id=1, table=goal.table), "goal")
    if not talk.asked(turn, "look"):
        # Its answer comes after the tables at which one has a seat already.
        talk.ask(turn, m.Tables(id=1), "look")


def _tables(turn: Turn, message: m.TableList, pending: Pending | None) -> None:
    turn.model = replace(turn.model, listed=tuple(sorted(message.tables, key=_room)))
    if pending is None or pending.why == "line":
        turn.effects.append(Tell(Listed(message, None if pending is None else pending.line)))
        return
    if turn.model.goal.listing:
        turn.model = replace(turn.model, goal=replace(turn.model.goal, listing=False))
        turn.effects.append(Tell(Listed(message)))
    if turn.model.goal.alone:
        turn.model = replace(turn.model, goal=replace(turn.model.goal, alone=False))
        if not any(at.here for at in turn.model.tables.values()):
            (_watch_alone if turn.model.goal.watch else _sit_alone)(turn, message)


def _room(table: m.TableInfo) -> int:
    """Rank a table by what somebody who comes can do there: sit down, wait, watch, look at the end."""
    if table.state == "open":
        return 0 if None in table.seats else 1
    return 2 if table.state == "playing" else 3


def _sit_alone(turn: Turn, message: m.TableList) -> None:
    """Take a seat where there is just one table to sit at, else tell what there is."""
    free = [table for table in message.tables if table.state == "open" and None in table.seats]
    if len(free) == 1:
        talk.ask(turn, m.Sit(id=1, table=free[0].id), "line")
    else:
        turn.effects.append(Tell(Listed(message)))


def _watch_alone(turn: Turn, message: m.TableList) -> None:
    """Look on at the only table, or the only one whose game is not over, else tell what there is."""
    lasting = [table for table in message.tables if table.state != "over"]
    only = message.tables if len(message.tables) == 1 else lasting
    if len(only) == 1:
        talk.ask(turn, m.Watch(id=1, table=only[0].id), "line")
    else:
        turn.effects.append(Tell(Listed(message)))


def _table(turn: Turn, message: m.Table, pending: Pending | None) -> None:
    model, info = turn.model, message.table
    at = model.tables.get(info.id, At())
    before = model.info(info.id)
    fresh_game = before is not None and (info.campaign != before.campaign or info.state == "open")
    if fresh_game:
        at = replace(at, over=False, update=None if info.state == "open" else at.update, story=())
    at = replace(at, info=info, seat=message.seat)
    turn.model = replace(model, tables={**model.tables, info.id: at})
    if _becomes_current(model, message, pending):
        turn.model = replace(turn.model, current=info.id)
    line, request = (None, None) if pending is None else (pending.line, pending.request)
    turn.effects.append(Tell(Changed(message, before, line, request)))


def _becomes_current(model: Model, message: m.Table, pending: Pending | None) -> bool:
    """Tell whether lines are meant for this table from now on."""
    if pending is not None and isinstance(pending.request, m.Sit | m.Watch):
        return True
    current = model.at
    if message.seat is UNSET:
        asked = pending is not None and isinstance(pending.request, m.New)
        return asked and (current is None or not current.here)
    return current is None or not current.here


def _update(turn: Turn, message: m.Update, pending: Pending | None) -> None:
    """Keep the newest update, acknowledge it, and tell what is new about it."""
    model = turn.model
    at = model.tables.get(message.table, At())
    if (whole := at.made_whole(message)) is None:
        talk.greet(turn)  # a new session gets everything again
        return
    message = whole
    turn.effects.append(Send(m.Ack(table=message.table, version=message.version)))
    back = at.seen is not None and message.version < at.seen
    fresh = tuple(step for step in message.steps if at.seen is None or back or step.version > at.seen)
    told = at.seen != message.version or at.owed or pending is not None
    story = at.story
    if model.thinks and at.seen != message.version:
        story = hints.story(at, message, fresh)
    after = replace(at, seat=message.seat, update=message, seen=message.version, owed=False, story=story)
    after = replace(after, clocks=message.clocks, ticks=0, kept=message.view)
    turn.model = replace(model, tables={**model.tables, message.table: after})
    if turn.model.at is None:
        turn.model = replace(turn.model, current=message.table)
    if told:
        line = None if pending is None else pending.line
        turn.effects.append(Tell(Updated(message, at.update, fresh, line)))


def _history(turn: Turn, message: m.HistoryPage, pending: Pending | None) -> None:
    turn.effects.append(Tell(Paged(message, None if pending is None else pending.line)))


def _refused(turn: Turn, message: m.Refused, pending: Pending | None) -> None:
    if pending is None:
        turn.effects.append(Tell(Denied(message)))
        return
    if talk.put_off(turn, pending, message):
        return
    table = getattr(pending.request, "table", None)
    at = turn.model.tables.get(table) if isinstance(table, str) else None
    if isinstance(table, str) and at is not None:
        if message.code == "stale":
            _keep(turn, table, replace(at, owed=True))
        elif message.code == "no-such-table" or pending.why == "again":
            _forget(turn, table)
    if pending.why == "hello":
        _turned_away(turn, message, pending)
    elif pending.why in ("line", "goal"):
        turn.effects.append(Tell(Denied(message, pending.line, pending.request)))
        if pending.why == "goal":
            turn.effects.append(Quit(1, message))


def _turned_away(turn: Turn, message: m.Refused, pending: Pending) -> None:
    """Try again where that can help, else end: the host does not let us in."""
    if message.code == "too-fast" or (message.code == "storage" and turn.model.welcome is not None):
        turn.effects.append(Retry(_PAUSE))
        return
    if message.code == "not-allowed" and _has_seat(turn.model):
        _wait_for_room(turn)
        return
    turn.effects += [Tell(Denied(message, request=pending.request)), Quit(1, message)]


def _has_seat(model: Model) -> bool:
    """Tell whether one sat at a table here when the connection broke."""
    return any(isinstance(at.seat, int) for at in model.tables.values())


def _wait_for_room(turn: Turn) -> None:
    """Go on trying: the host is full, and the seat is kept."""
    full = Trouble("full")
    if turn.model.trouble != full:
        turn.model = replace(turn.model, trouble=full)
        turn.effects.append(Tell(Troubled(full)))
    turn.effects.append(Retry(_PAUSE))


def _ok(turn: Turn, message: m.Ok, pending: Pending | None) -> None:
    del message
    if pending is None:
        return
    if isinstance(pending.request, m.Leave):
        _forget(turn, pending.request.table)
    if pending.line is not None:
        turn.effects.append(Tell(Done(pending.line, pending.request)))
    if isinstance(pending.request, m.Bye):
        turn.effects.append(Quit(0))


def _chat(turn: Turn, message: m.Chat, pending: Pending | None) -> None:
    del pending
    turn.effects.append(Tell(Said(message)))


def _over(turn: Turn, message: m.Over, pending: Pending | None) -> None:
    del pending
    at = turn.model.tables.get(message.table, At())
    if at.over:
        return  # the host says it again to who comes back
    _keep(turn, message.table, replace(at, over=True))
    turn.effects.append(Tell(Finished(message)))


def _clock(turn: Turn, message: m.ClockNews, pending: Pending | None) -> None:
    del pending
    at = turn.model.tables.get(message.table)
    if at is not None:
        _keep(turn, message.table, replace(at, clocks=message.clocks, ticks=0))
    turn.effects.append(Tell(Timed(message)))


def _closed(turn: Turn, message: m.Closed, pending: Pending | None) -> None:
    del pending
    turn.effects.append(Tell(Shut(message)))
    if message.table is not None:
        _forget(turn, message.table)
    elif message.reason in ("replaced", "banned") or turn.model.ended:
        # Coming back would push out the session that replaced this one; a ban is a ban; and with no
        # more lines to come nobody is there to wait for a host that stopped.
        turn.effects.append(Quit(1, message.reason))


def _who(turn: Turn, message: m.Who, pending: Pending | None) -> None:
    del message, pending
    talk.drop_unrepeatable(turn)
    if not turn.quitting:
        talk.greet(turn)


def _keep(turn: Turn, table: str, at: At) -> None:
    turn.model = replace(turn.model, tables={**turn.model.tables, table: at})


def _forget(turn: Turn, table: str) -> None:
    """Forget a table; the lines are for another one where one sits, if there is any."""
    tables = {name: at for name, at in turn.model.tables.items() if name != table}
    current = turn.model.current
    if current == table:
        current = next((name for name, at in tables.items() if at.here), None)
    turn.model = replace(turn.model, tables=tables, current=current)


HEARD: Mapping[type[m.Message], Callable[[Turn, Any, Pending | None], None]] = {
    m.Welcome: _welcome,
    m.TableList: _tables,
    m.Table: _table,
    m.Update: _update,
    m.HistoryPage: _history,
    m.Refused: _refused,
    m.Ok: _ok,
    m.Chat: _chat,
    m.Over: _over,
    m.ClockNews: _clock,
    m.Closed: _closed,
    m.Who: _who,
}
