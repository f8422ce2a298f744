"""Players around a host's core, for tests: what each asks, is answered and was told. No socket."""

import itertools
from typing import TYPE_CHECKING, Any, TypeVar

from sheep_common.messages import (
    Ack,
    Act,
    Hello,
    Message,
    Over,
    Refused,
    Reply,
    Request,
    TableInfo,
    Update,
    Welcome,
)
from sheep_common.messages import Table as TableMessage
from sheep_host.core.state.effects import Effect
from sheep_host.core.state.events import Came, Gone, Key, Route

if TYPE_CHECKING:
    from sheep_support.host_room import Room

M = TypeVar("M", bound=Message)


class Client:
    """One connection of a key to a room."""

    def __init__(self, room: "Room", name: str, key: Key, route: Route, address: str | None) -> None:
        self.room = room
        self.name = name
        self.key = key
        self.route = route
        self.address = address
        self.inbox: list[Message] = []
        """What it was sent and has not taken."""
        self.effects: list[Effect] = []
        """What its latest request led to."""
        self._ids = itertools.count(1)

    def came(self, message: Any) -> Came:
        """Return the stimulus of a message of this client's."""
        return Came(self.route, self.key, message, self.address)

    def request(self, kind: type[Request], **fields: Any) -> Any:
        """Make a request with the next id."""
        return kind(id=next(self._ids), **fields)

    def ask(self, kind: type[Request], **fields: Any) -> Any:
        """Send a request and return its one answer; what else came stays in the inbox."""
        request = self.request(kind, **fields)
        self.effects = self.room.turn(self.came(request))
        answers = [
            message for message in self.inbox if isinstance(message, Reply) and message.re == request.id
        ]
        if len(answers) != 1:
            raise AssertionError(f"{len(answers)} answers to {request}")
        self.inbox.remove(answers[0])
        return answers[0]

    def refused(self, kind: type[Request], **fields: Any) -> str:
        """Send a request that must be refused, and return the code."""
        answer = self.ask(kind, **fields)
        if not isinstance(answer, Refused):
            raise AssertionError(f"not refused: {answer}")  # noqa: TRY004 - a test has failed
        return answer.code

    def hello(self, name: str | None = None, age: int | None = None, proof: bytes | None = None) -> Any:
        """Say hello and return the answer."""
        asked = self.name if name is None else name
        answer = self.ask(Hello, protocol=1, name=asked, age=age, proof=proof)
        if isinstance(answer, Welcome):
            self.name = answer.name
        return answer

    def act(self, action: str, version: int | None = None, table: str | None = None) -> Any:
        """Play an action, by default for the version the table is at, and return the answer."""
        at = self.room.table(table)
        return self.ask(Act, table=at.id, version=at.version if version is None else version, action=action)

    def ack(self, version: int, table: str | None = None) -> None:
        """Acknowledge a version."""
        self.room.turn(self.came(Ack(table=self.room.table(table).id, version=version)))

    def take(self, kind: type[M]) -> list[M]:
        """Take all messages of a kind out of the inbox."""
        found = [message for message in self.inbox if isinstance(message, kind)]
        self.inbox = [message for message in self.inbox if not isinstance(message, kind)]
        return found

    def take_all(self) -> list[Message]:
        """Take everything out of the inbox."""
        found, self.inbox = self.inbox, []
        return found

    def gone(self) -> list[Effect]:
        """Let the connection end."""
        return self.room.turn(Gone(self.route))

    def again(self, name: str | None = None) -> "Client":
        """Connect the same key once more and say hello."""
        return self.room.join(name or self.name, key=self.key)


def newest(client: Client) -> Update:
    """Return the newest update that a client was sent, and forget those before it."""
    return client.take(Update)[-1]


def shown(client: Client) -> TableInfo:
    """Return the table as a client was last shown it, and forget what came before."""
    return client.take(TableMessage)[-1].table


def ended(client: Client) -> Over:
    """Return the one end of a game that a client was told, once or, as one who comes back, again."""
    over, *again = client.take(Over)
    if any(other != over for other in again):
        raise AssertionError(f"more than one end: {over}, {again}")
    return over
