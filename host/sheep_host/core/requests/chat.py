"""Chat: passing on what somebody says, to a table or to everyone on the host."""

from sheep_common.messages import Chat, Ok, Say
from sheep_common.names import CHAT_CHARACTERS, clean

from sheep_host.core.state.events import TableId
from sheep_host.core.state.values import Session
from sheep_host.core.table.broadcast import is_at, tell_all
from sheep_host.core.transaction import RequestRefused, Transaction


def say(tx: Transaction, session: Session, message: Say) -> None:
    """Pass on a line of chat: to a table, or to everyone on the host."""
    if (message.text is None) == (message.phrase is None):
        raise RequestRefused("malformed", "exactly one of text and phrase is said")
    text = None if message.text is None else clean(message.text, len(message.text))
    if text == "":
        raise RequestRefused("malformed", "nothing is said")
    if text is not None and len(text) > CHAT_CHARACTERS:  # rather than cut it without a word
        raise RequestRefused("too-big", f"a line of chat has at most {CHAT_CHARACTERS} characters")
    chat = Chat(table=message.table, sender=session.name, text=text, phrase=message.phrase)
    if message.table is None:
        tx.send(session.route, Ok(re=message.id))
        for route in tx.sessions:
            tx.send(route, chat)
        return
    table = tx.tables.get(TableId(message.table))
    if table is None:
        raise RequestRefused("no-such-table", f"there is no table {message.table}")
    if not (is_at(table, session) or tx.is_owner(session.key)):
        raise RequestRefused("not-seated", "you are not at this table")
    tx.send(session.route, Ok(re=message.id))
    tell_all(tx, table.id, chat)
