"""Requests on their way: sent, answered, sent again after a lost connection, or given up."""

from dataclasses import dataclass, field
from itertools import count

from msgspec.structs import replace
from sheep_common import messages as m

from sheep_client.core.effects import Effect, Quit, Retry, Send, Tell
from sheep_client.core.model import Model, Pending, Why
from sheep_client.core.reports import Denied, Done
from sheep_client.i18n import N_

PATIENCE = 5
"""Seconds after which the host is taken not to answer: over its rate limit it may keep silent."""
LATER = 2
"""Ticks, the first of which comes at any moment, after which chat that was too fast is said again."""
FAREWELL = 2
"""Seconds that the answer to a goodbye is waited for."""
_LOST = N_("The connection was lost before the host answered; it may have been done or not.")
_SILENT = N_("The host did not answer; try again more slowly.")


@dataclass
class Turn:
    """What one event does: the model so far and the effects so far."""

    model: Model
    effects: list[Effect] = field(default_factory=list)

    @property
    def quitting(self) -> bool:
        """Tell whether the program ends with this turn."""
        return any(isinstance(effect, Quit) for effect in self.effects)


def ask(turn: Turn, request: m.Request, why: Why, line: int | None = None) -> None:
    """Send a request under the next id and remember it."""
    model = turn.model
    request = replace(request, id=model.next_id)
    pending = (*model.pending, Pending(request, why, line))
    turn.model = replace(model, next_id=model.next_id + 1, pending=pending)
    turn.effects.append(Send(request))


def asked(turn: Turn, why: Why) -> bool:
    """Tell whether such a request has no answer yet."""
    return any(pending.why == why for pending in turn.model.pending)


def take(turn: Turn, request_id: int | None) -> Pending | None:
    """Return the request that an answer belongs to, and forget it."""
    found = next((p for p in turn.model.pending if p.request.id == request_id), None)
    if found is not None:
        rest = tuple(p for p in turn.model.pending if p is not found)
        turn.model = replace(turn.model, pending=rest)
    return found


def put_off(turn: Turn, pending: Pending, refused: m.Refused) -> bool:
    """Keep what a person said too fast, to say it again in a moment; the lines after it wait."""
    if not (turn.model.patient and refused.code == "too-fast" and isinstance(pending.request, m.Say)):
        return False
    kept = replace(pending, ticks=0, put_off=True)
    turn.model = replace(turn.model, pending=(*turn.model.pending, kept))
    return True


def greet(turn: Turn) -> None:
    """Say hello: the first thing on a connection, and again where the host knows no session on it."""
    model = turn.model
    waiting = tuple(p for p in model.pending if p.why != "hello")
    turn.model = replace(model, pending=waiting, greeted=False)
    hello = m.Hello(
        id=1,
        protocol=m.PROTOCOL,
        name=model.name,
        age=model.age,
        proof=model.proof,
        program=model.program,
        brief=True,
    )
    ask(turn, hello, "hello")


def repeatable(pending: Pending) -> bool:
    """Tell whether a request may be sent again: an action, and what changes nothing when it comes twice."""
    if pending.put_off:
        return True
    match pending.request:
        case m.Act() | m.Tables() | m.Watch() | m.Ready() | m.History():
            return True
        case m.Sit(table=table):
            return table is not None  # without one it could mean another table by now
    return False


def drop_unrepeatable(turn: Turn) -> None:
    """After a lost connection: answer here what nobody will answer any more."""
    lost = tuple(p for p in turn.model.pending if not repeatable(p))
    turn.model = replace(turn.model, pending=tuple(p for p in turn.model.pending if repeatable(p)))
    for pending in lost:
        if pending.why == "bye":
            turn.effects += [Tell(Done(pending.line)), Quit(0)]
        elif pending.why in ("line", "goal"):
            _give_up(turn, pending, "stale", _LOST)


def repeat(turn: Turn) -> None:
    """Send again, under new ids, what has no answer yet."""
    old = tuple(p for p in turn.model.pending if p.why != "hello")
    numbers = count(turn.model.next_id)
    new = tuple(replace(p, request=replace(p.request, id=next(numbers)), ticks=0, put_off=False) for p in old)
    turn.model = replace(turn.model, pending=new, next_id=turn.model.next_id + len(new))
    turn.effects += [Send(pending.request) for pending in new]


def grow_older(turn: Turn) -> None:
    """Let a second pass for what was asked: actions are sent again, the rest is given up in the end."""
    if not turn.model.linked:
        return
    aged = tuple(replace(p, ticks=p.ticks + 1) for p in turn.model.pending)
    turn.model = replace(turn.model, pending=aged)
    for pending in aged:
        if pending.why == "bye" and pending.ticks > FAREWELL:
            turn.effects += [Tell(Done(pending.line)), Quit(0)]
        elif pending.put_off:
            if pending.ticks >= LATER:
                take(turn, pending.request.id)
                ask(turn, pending.request, pending.why, pending.line)
        elif pending.ticks > PATIENCE:
            _overdue(turn, pending)


def _overdue(turn: Turn, pending: Pending) -> None:
    take(turn, pending.request.id)
    if pending.why == "hello":
        turn.effects.append(Retry(0.0))
    elif isinstance(pending.request, m.Act) or pending.why in ("look", "again"):
        ask(turn, pending.request, pending.why, pending.line)
    else:
        _give_up(turn, pending, "too-fast", _SILENT)


def _give_up(turn: Turn, pending: Pending, code: str, text: str) -> None:
    refused = m.Refused(code=code, text=text)
    turn.effects.append(Tell(Denied(refused, pending.line, pending.request, words=text)))
    if pending.why == "goal":
        turn.effects.append(Quit(1, refused))
