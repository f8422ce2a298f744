"""The beginning and the end of a session: who is let in, how many, and what they are told first."""

from sheep_common.messages import PROGRAM, PROTOCOL, Bye, Hello, Ok, Welcome

from sheep_host.core.lookup import guests, guests_from, plays_as_bot
from sheep_host.core.sessions.admission import admit
from sheep_host.core.sessions.names import name_of, rename
from sheep_host.core.sessions.presence import end_session, welcome_back
from sheep_host.core.state import options, rate_limit
from sheep_host.core.state.events import Key, Route
from sheep_host.core.state.values import Session
from sheep_host.core.transaction import RequestRefused, Transaction


def hello(tx: Transaction, message: Hello, route: Route, key: Key, address: str | None) -> None:
    """Begin a session, or one anew on the same connection."""
    if key in tx.bans:
        raise RequestRefused("banned", "you are banned from this host")
    grant = tx.grants.get(key)
    is_bot = plays_as_bot(tx, key)
    ours = grant is not None or is_bot
    if not ours:
        admit(tx, message, key, address)
    before = tx.sessions.get(route)
    if before is None:
        _must_have_room(tx, key, address, ours=ours)
    name = name_of(tx, key, message.name, ours=ours)
    is_first = not tx.is_here(key)
    fresh = rate_limit.full(rate_limit.requests(tx.limits), tx.now)
    session = Session(
        route=route,
        key=key,
        name=name,
        pace=before.pace if before else tx.strangers.get(route) or fresh,
        chat=before.chat if before else rate_limit.full(rate_limit.chats(tx.limits), tx.now),
        person=not is_bot and (grant is None or grant.person),
        guest=not ours,
        address=address,
        age=message.age,
        brief=message.brief,
    )
    tx.begin_session(session)
    if route in tx.strangers:
        tx.strangers.drop(route)
    rename(tx, key, name)
    welcome = Welcome(
        re=message.id,
        protocol=PROTOCOL,
        host=tx.name,
        name=name,
        program=PROGRAM,
        owner=tx.is_owner(key),
        games=tuple(options.describe(tx.game(game)) for game in tx.games),
    )
    tx.send(route, welcome)
    if is_first and session.person:
        tx.announce("joined", name=name)
    welcome_back(tx, session)


def bye(tx: Transaction, session: Session, message: Bye) -> None:
    """End a session; its seats stay."""
    tx.send(session.route, Ok(re=message.id))
    end_session(tx, session)


def _must_have_room(tx: Transaction, key: Key, address: str | None, *, ours: bool) -> None:
    """Refuse a connection beyond the bounds; those that the supervisor vouched for have only their own."""
    if len(tx.routes.get(key, ())) >= tx.limits.sessions_a_key:
        raise RequestRefused("not-allowed", f"one has at most {tx.limits.sessions_a_key} connections")
    if ours:
        return
    if guests(tx) >= tx.limits.sessions:
        raise RequestRefused("not-allowed", "this host is full")
    if address is not None and guests_from(tx, address) >= tx.limits.sessions_an_address:
        raise RequestRefused("not-allowed", "too many connections from there")
