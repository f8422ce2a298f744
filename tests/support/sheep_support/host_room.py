"""Doubles for tests: a room full of players around a host's core, with a disk that remembers.

Lists go in and lists come out; no socket, clock or file.
"""

import itertools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from sheep_common.game import Game
from sheep_common.games import GAMES
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.messages import (
    Ack,
    Act,
    Hello,
    Message,
    Over,
    Ready,
    Refused,
    Reply,
    Request,
    Sit,
    TableInfo,
    Update,
    Welcome,
)
from sheep_common.messages import Table as TableMessage
from sheep_common.wire import decode_to_client, encode
from sheep_host.core import Host, Limits, handle, restore
from sheep_host.core.effects import (
    Announce,
    AppendLine,
    DropBot,
    DropTable,
    Effect,
    SaveBan,
    SaveKnown,
    SaveTable,
    Send,
    Stored,
    TableRow,
    WantBot,
)
from sheep_host.core.seating import played_by
from sheep_host.core.stimuli import Came, Gone, Granted, Key, Opened, Route, Stimulus
from sheep_host.core.values import Table
from sheep_host.store import Store

M = TypeVar("M", bound=Message)

ALL_GAMES: Mapping[str, Game[Any]] = {**GAMES, "tiny": TINY}

ROW = "0,0:0x3 1,0 2,0 3,0 0,2:1x3 1,2 2,2 3,2"
"""A position of battle-sheep in which each of two seats splits twice, `0,0 E` and `0,2 E` first."""


class Disk:
    """What a store would hold: it takes stored effects, and gives rows and lines back."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.lines: dict[tuple[str, int], list[str]] = {}
        self.bans: dict[Key, str] = {}
        self.known: dict[Key, str] = {}

    def commit(self, effects: Sequence[Effect]) -> None:
        """Store what is to be stored; a line must be the next of its campaign, of a table that is there."""
        for effect in effects:
            match effect:
                case SaveTable(row):
                    # Through its bytes and back, as a real store does.
                    self.rows[row.id] = msgspec.json.decode(msgspec.json.encode(row), type=TableRow)
                case AppendLine(table, campaign, number, line):
                    lines = self.lines.setdefault((table, campaign), [])
                    if table not in self.rows or number != len(lines):
                        raise AssertionError(f"line {number} of {table}-{campaign} does not fit")
                    lines.append(line)
                case DropTable(table):
                    del self.rows[table]
                    self.lines = {at: lines for at, lines in self.lines.items() if at[0] != table}
                case SaveBan(key, name):
                    self.bans[key] = name
                case SaveKnown(key, mark):
                    self.known[key] = mark

    def newest(self) -> dict[str, list[str]]:
        """Return the lines of each table's newest campaign."""
        return {name: self.lines.get((name, row.campaign), []) for name, row in self.rows.items()}


class StoreDisk(Disk):
    """A room's disk that writes to a store as well."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    def commit(self, effects: Sequence[Effect]) -> None:
        """Store in both."""
        super().commit(effects)
        self.store.commit([effect for effect in effects if isinstance(effect, Stored)])


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


class Room:
    """A host's core with players around it. `now` is the monotonic clock of a shell."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]] = ALL_GAMES,
        limits: Limits | None = None,
        seed: int = 0,
        password: bytes | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.games = games
        self.password = password
        """The secret that is derived from it."""
        self.rng = Random(seed)  # noqa: S311 - a test's chance is to be the same each time
        self.now = 1000.0
        self.disk = Disk()
        self.clients: dict[Route, Client] = {}
        self.effects: list[Effect] = []
        self.host = restore("Fold", limits=self.limits, now=self.now, games=games, password=password)
        self._routes = itertools.count(1)

    # --- stimuli ----------------------------------------------------------------------------

    def turn(self, *stimuli: Stimulus) -> list[Effect]:
        """Do one turn: handle, store, deliver. The host that went in must stay as it was."""
        before, picture = self.host, picture_of(self.host)
        host, self.effects = handle(before, list(stimuli), self.now, self.rng)
        if picture_of(before) != picture:
            raise AssertionError("handle changed the host it was given")
        last_stored = max((at for at, e in enumerate(self.effects) if isinstance(e, Stored)), default=-1)
        if not all(isinstance(effect, Stored) for effect in self.effects[: last_stored + 1]):
            raise AssertionError("something is told before all is stored")
        self.disk.commit(self.effects)
        self.host = host
        for effect in self.effects:
            if isinstance(effect, Send) and effect.route in self.clients:
                # As it arrives: through its bytes and back.
                self.clients[effect.route].inbox.append(decode_to_client(encode(effect.message)))
        return self.effects

    def wait(self, seconds: float) -> list[Effect]:
        """Let time pass, and do the turn that is due."""
        self.now += seconds
        return self.turn()

    def restart(self) -> None:
        """Kill the host and start it again with what is on its disk; all connections are gone."""
        self.clients.clear()
        self.now += 3
        self.host = self.restored()

    def restored(self) -> Host:
        """Return the host as it would be after a restart now."""
        return restore(
            "Fold",
            list(self.disk.rows.values()),
            self.disk.newest(),
            self.disk.bans,
            self.limits,
            self.now,
            self.games,
            self.password,
            self.disk.known,
        )

    # --- people and tables ------------------------------------------------------------------

    def client(self, name: str, key: Key | None = None, address: str | None = None) -> Client:
        """Connect somebody who has not said hello."""
        client = Client(self, name, key or f"key of {name}", f"route {next(self._routes)}", address)
        self.clients[client.route] = client
        return client

    def join(
        self, name: str, key: Key | None = None, age: int | None = None, address: str | None = None
    ) -> Client:
        """Connect somebody who says hello and is welcome."""
        client = self.client(name, key, address)
        answer = client.hello(age=age)
        if not isinstance(answer, Welcome):
            raise AssertionError(f"not welcome: {answer}")  # noqa: TRY004 - a test has failed
        return client

    def open(self, game: str = "tiny", seats: int = 2, bots: int = 0, **options: int | str) -> str:
        """Open a table as the command line does, and return its name."""
        known = set(self.host.tables)
        named = {name.replace("_", "-"): value for name, value in options.items()}
        self.turn(Opened(game, seats, named, bots))
        (name,) = set(self.host.tables) - known
        return name

    def start(self, game: str, *names: str, **options: int | str) -> list[Client]:
        """Open a table and let people sit down and be ready; the game runs and all inboxes are empty."""
        table = self.open(game, len(names), 0, **options)
        clients = [self.join(name) for name in names]
        for client in clients:
            client.ask(Sit, table=table)
        for client in clients:
            client.ask(Ready, table=table)
        for client in clients:
            client.take_all()
        return clients

    def play_out(self, *clients: Client) -> None:
        """Let those who sit at the only table play at random to the end."""
        while self.table().state == "playing":
            for client in clients:
                self.act_at_random(client)

    def act_at_random(self, client: Client) -> None:
        """Let a client play one of its legal actions, if it is to act."""
        table = self.table()
        seat = played_by(table, client.key)
        if table.play is None or table.state != "playing" or seat is None:
            return
        reached = table.play.reached
        legal = reached.game.legal_actions(reached.state, seat)
        if legal:
            client.act(self.rng.choice(legal))
            self.acknowledge()

    def acknowledge(self) -> None:
        """Let all clients acknowledge what they were sent, as they do; `effects` stay."""
        effects = self.effects
        for client in self.clients.values():
            for update in [message for message in client.inbox if isinstance(message, Update)][-1:]:
                self.turn(client.came(Ack(table=update.table, version=update.version)))
        self.effects = effects

    def grant_bots(self) -> list[Client]:
        """Give every bot that the last turn asked for, as the supervisor does; each says hello."""
        bots = []
        for number, wanted in enumerate(self.of(WantBot)):
            key = f"bot {wanted.table} {wanted.seat} {len(self.clients)} {number}"
            self.turn(Granted(key, table=wanted.table, seat=wanted.seat, level=wanted.level))
            bots.append(self.join("bot", key=key))
        return bots

    def table(self, name: str | None = None) -> Table:
        """Return a table's value; without a name the only one's."""
        if name is None:
            (table,) = self.host.tables.values()
            return table
        return self.host.tables[name]

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the effects of a kind of the last turn."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def announced(self, event: str) -> list[dict[str, object]]:
        """Return the announcements of an event of the last turn."""
        return [effect.event for effect in self.of(Announce) if effect.event["event"] == event]

    def dropped(self) -> list[Key]:
        """Return the keys of the bots that the last turn has sent away."""
        return [effect.key for effect in self.of(DropBot)]


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


def picture_of(value: Any) -> Any:
    """Return a host with a copy of every map in it, to see later that none was changed in place.

    All else is frozen: structs, tuples, and games' states by their own laws.
    """
    if isinstance(value, msgspec.Struct):
        return [picture_of(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return {key: picture_of(entry) for key, entry in value.items()}
    return value
