"""What the players of a game send: actions, what has arrived, and what happened before."""

from sheep_common.errors import NotationError, RuleError
from sheep_common.messages import Ack, Act, History, HistoryPage

from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import played_by
from sheep_host.core.state.values import Session
from sheep_host.core.table import match
from sheep_host.core.table.access import seat_at, table_at
from sheep_host.core.table.broadcast import is_at
from sheep_host.core.table.lifecycle import perform
from sheep_host.core.table.updates import acknowledge, answer_update, catch_up, page
from sheep_host.core.transaction import RequestRefused, Transaction


def act(tx: Transaction, session: Session, message: Act) -> None:
    """Play an action, once: what was played before is answered and not done again."""
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    seat = seat_at(table, session)
    if table.play is None:
        raise RequestRefused("not-started", "the game has not started")
    acknowledge(tx, table_id, session.route, message.version)
    if message.version != table.version:
        again = match.was_played(table.play, message.version - table.base, seat, message.action)
        if not again:
            tx.refuse(session.route, message.id, "stale", "the game has moved on")
        answer_update(tx, table_id, session, message.id if again else None)
        return
    try:
        perform(tx, table_id, seat, message.action, session, message.id)
    except (NotationError, RuleError, RequestRefused) as error:
        # Nothing was changed by it, and what it acknowledged stays so.
        tx.refuse(session.route, message.id, *_reasons(error))
        catch_up(tx, table_id, session)


def ack(tx: Transaction, session: Session, message: Ack) -> None:
    """Note what has arrived, and send what was held back for it."""
    table = tx.tables.get(TableId(message.table))
    if table is None or not is_at(table, session):
        return
    if acknowledge(tx, table.id, session.route, message.version):
        catch_up(tx, table.id, session)


def history(tx: Transaction, session: Session, message: History) -> None:
    """Answer with a page of the game's events, as the receiver may know them."""
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    if not is_at(table, session):
        raise RequestRefused("not-seated", "you are not at this table")
    if table.play is None:
        raise RequestRefused("not-started", "the game has not started")
    steps, more = page(tx, table, table.play, played_by(table, session.key), message.after)
    tx.send(session.route, HistoryPage(re=message.id, table=table_id, steps=steps, more=more))


def _reasons(error: NotationError | RuleError | RequestRefused) -> tuple[str, str, str | None]:
    if isinstance(error, NotationError):
        return "notation", str(error), None
    return error.code, str(error), error.reason
