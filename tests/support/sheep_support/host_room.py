"""A room full of players around a host's core, for tests.

Lists go in and lists come out; no socket, clock or file.
"""

import itertools
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from sheep_common.game import Game
from sheep_common.games import GAMES
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.messages import Ack, Ready, Sit, Update, Welcome
from sheep_common.wire import decode_to_client, encode
from sheep_host.core import Host, Limits, handle, restore
from sheep_host.core.state.effects import Announce, DropBot, Effect, Send, Stored, WantBot
from sheep_host.core.state.events import Granted, Key, Opened, Route, Stimulus, TableId
from sheep_host.core.state.seats import played_by
from sheep_host.core.state.values import Table

from sheep_support.host_clients import Client
from sheep_support.host_disk import Disk

ALL_GAMES: Mapping[str, Game[Any]] = {**GAMES, "tiny": TINY}

ROW = "0,0:0x3 1,0 2,0 3,0 0,2:1x3 1,2 2,2 3,2"
"""A position of battle-sheep in which each of two seats splits twice, `0,0 E` and `0,2 E` first."""


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

    def client(self, name: str, key: str | None = None, address: str | None = None) -> Client:
        """Connect somebody who has not said hello."""
        route = Route(f"route {next(self._routes)}")
        client = Client(self, name, Key(key or f"key of {name}"), route, address)
        self.clients[client.route] = client
        return client

    def join(
        self, name: str, key: str | None = None, age: int | None = None, address: str | None = None
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
            key = Key(f"bot {wanted.table} {wanted.seat} {len(self.clients)} {number}")
            self.turn(Granted(key, table=wanted.table, seat=wanted.seat, level=wanted.level))
            bots.append(self.join("bot", key=key))
        return bots

    def table(self, name: str | None = None) -> Table:
        """Return a table's value; without a name the only one's."""
        if name is None:
            (table,) = self.host.tables.values()
            return table
        return self.host.tables[TableId(name)]

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the effects of a kind of the last turn."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def announced(self, event: str) -> list[dict[str, object]]:
        """Return the announcements of an event of the last turn."""
        return [effect.event for effect in self.of(Announce) if effect.event["event"] == event]

    def dropped(self) -> list[Key]:
        """Return the keys of the bots that the last turn has sent away."""
        return [effect.key for effect in self.of(DropBot)]


def picture_of(value: Any) -> Any:
    """Return a host with a copy of every map in it, to see later that none was changed in place.

    All else is frozen: structs, tuples, and games' states by their own laws.
    """
    if isinstance(value, msgspec.Struct):
        return [picture_of(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return {key: picture_of(entry) for key, entry in value.items()}
    return value
