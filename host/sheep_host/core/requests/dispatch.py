"""A message that came: whose it is, whether it came too fast, and which part of the core answers it."""

from collections.abc import Callable, Mapping
from typing import Any

from sheep_common import messages
from sheep_common.messages import Ack, Hello, Refused, Request, Say, Who

from sheep_host.core.requests import chat, owners, play, seating, tables
from sheep_host.core.sessions import hello
from sheep_host.core.sessions.presence import end_session, stir
from sheep_host.core.state import rate_limit
from sheep_host.core.state.effects import Cut
from sheep_host.core.state.events import Broken, Came, Key, Route
from sheep_host.core.state.values import Session
from sheep_host.core.table import ballots
from sheep_host.core.table.match import GameFault
from sheep_host.core.transaction import RequestRefused, Transaction

Handler = Callable[[Transaction, Session, Any], None]

HANDLERS: Mapping[type[Request], Handler] = {
    messages.Tables: tables.tables,
    messages.Sit: seating.sit,
    messages.Watch: tables.watch,
    messages.New: tables.new,
    messages.Ready: tables.ready,
    messages.Start: owners.start,
    messages.Act: play.act,
    messages.History: play.history,
    messages.Say: chat.say,
    messages.Bot: owners.bot,
    messages.Kick: owners.kick,
    messages.Ban: owners.ban,
    messages.Close: owners.close,
    messages.Rematch: tables.rematch,
    messages.Leave: seating.leave,
    messages.Propose: ballots.propose,
    messages.Vote: ballots.vote,
    messages.Bye: hello.bye,
}
"""What answers each request but `hello`."""


def came(tx: Transaction, stimulus: Came) -> None:
    """Answer a message: every request once, and what is refused has changed nothing."""
    route, message = stimulus.route, stimulus.message
    session = _session(tx, route, stimulus.key)
    if isinstance(message, Ack) and session is not None:
        play.ack(tx, session, message)
        return
    request_id = message.id if isinstance(message, Request) else None
    if not _in_time(tx, route, request_id):
        return
    if session is None and not isinstance(message, Hello):
        tx.send(route, Who())
        return
    if isinstance(message, Say) and not _chats_in_time(tx, route, message.id):
        return
    if session is not None and isinstance(message, Request):
        stir(tx, session, message)
    try:
        with tx.savepoint():
            _answer(tx, stimulus)
    except RequestRefused as refused:
        tx.refuse(route, request_id, refused.code, str(refused), refused.reason)
        if refused.code == "banned" and session is None:
            tx.effect(Cut(route))
    except GameFault as fault:
        tx.log("error", f"a game failed at {type(message).__name__.lower()}: {fault}")
        text = "the game's own code failed; nothing was done"
        tx.refuse(route, request_id, "illegal", text)


def came_broken(tx: Transaction, stimulus: Broken) -> None:
    """Refuse what is no message."""
    _session(tx, stimulus.route, stimulus.key)
    if _in_time(tx, stimulus.route, stimulus.request_id):
        tx.send(stimulus.route, refusal(stimulus))


def refusal(stimulus: Broken) -> Refused:
    """Return the answer to what is no message."""
    return Refused(re=stimulus.request_id, code=stimulus.code, text=stimulus.text)


def _answer(tx: Transaction, stimulus: Came) -> None:
    route, message = stimulus.route, stimulus.message
    if isinstance(message, Hello):
        hello.hello(tx, message, route, stimulus.key, stimulus.address)
    elif isinstance(message, Request):
        HANDLERS[type(message)](tx, tx.sessions[route], message)


def _session(tx: Transaction, route: Route, key: Key) -> Session | None:
    """Return the session of a connection; one of another key there has ended."""
    session = tx.sessions.get(route)
    if session is not None and session.key != key:
        end_session(tx, session)
        return None
    return session


def _in_time(tx: Transaction, route: Route, request_id: int | None) -> bool:
    """Count a message and tell whether it is looked at; refuse the first of each second that is not."""
    rate = rate_limit.requests(tx.limits)
    session = tx.sessions.get(route)
    pace = session.pace if session else tx.strangers.get(route) or rate_limit.full(rate, tx.now)
    pace, verdict = rate_limit.take(pace, rate, tx.limits, tx.now)
    if session:
        tx.update_session(route, pace=pace)
    else:
        if route not in tx.strangers and len(tx.strangers) >= tx.limits.strangers:
            tx.strangers.drop(next(iter(tx.strangers)))
        tx.strangers.put(route, pace)
    if verdict == "tell":
        tx.refuse(route, request_id, "too-fast", "too many requests; wait a second")
    return verdict == "go"


def _chats_in_time(tx: Transaction, route: Route, request_id: int) -> bool:
    pace = tx.sessions[route].chat
    pace, verdict = rate_limit.take(pace, rate_limit.chats(tx.limits), tx.limits, tx.now)
    tx.update_session(route, chat=pace)
    if verdict == "tell":
        tx.refuse(route, request_id, "too-fast", "too much is said; wait a second")
    return verdict == "go"
