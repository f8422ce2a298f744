"""Doubles for tests: a client that is driven by lists, tables made of names, and a host of one socket."""

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import zmq
from sheep_client.core import Model, handle
from sheep_client.core.effects import Effect, Quit, Send, Tell
from sheep_client.core.events import Came, Connected, Event, Line
from sheep_client.core.reports import Told
from sheep_client.game_registry import game_texts, levels
from sheep_common import messages as m
from sheep_common import wire
from sheep_common.games import GAMES
from sheep_common.net import sockets
from sheep_common.net.keys import KeyPair, new_pair


class Client:
    """A core between two lists: what happens to it, and what it does."""

    def __init__(self, **fields: Any) -> None:
        words = frozenset(word for painter in game_texts().values() for word in painter.seat_words)
        known = {"name": "Ana", "seat_words": words, "levels": levels()}
        self.model = Model(**known | fields)
        self.effects: list[Effect] = []
        self.lines = 0

    def feed(self, *events: Event) -> list[Effect]:
        """Let events happen; return what the core wants done."""
        done: list[Effect] = []
        for event in events:
            self.model, effects = handle(self.model, event)
            done += effects
        self.effects += done
        return done

    def hear(self, *messages: m.Message) -> list[Effect]:
        """Let messages of the host come."""
        return self.feed(*(Came(message) for message in messages))  # type: ignore[arg-type]

    def type(self, *texts: str) -> list[Effect]:
        """Let the player type lines."""
        done = []
        for text in texts:
            self.lines += 1
            done += self.feed(Line(self.lines, text))
        return done

    def welcome(self, *tables: m.TableInfo) -> list[Effect]:
        """Connect, be welcomed, and be told which tables there are."""
        done = self.feed(Connected())
        hello = sent(done)[-1]
        done += self.hear(m.Welcome(re=hello.id, protocol=m.PROTOCOL, host="The host", name=self.model.name))
        look = next(p for p in self.model.pending if p.why == "look")
        return done + self.hear(m.TableList(re=look.request.id, tables=tables))

    def sit(self, info: m.TableInfo, seat: int = 0) -> None:
        """Be at a table."""
        self.hear(m.Table(table=info, seat=seat))


def sent(effects: Iterable[Effect]) -> list[Any]:
    """Return the messages that are sent."""
    return [effect.message for effect in effects if isinstance(effect, Send)]


def told(effects: Iterable[Effect]) -> list[Told]:
    """Return what is told."""
    return [effect.told for effect in effects if isinstance(effect, Tell)]


def quits(effects: Iterable[Effect]) -> list[Quit]:
    """Return how the program ends."""
    return [effect for effect in effects if isinstance(effect, Quit)]


def table(*names: str | None, state: str = "open", game: str = "battle-sheep", **fields: Any) -> m.TableInfo:
    """Make a table with these people; None is a free seat, `bot:NAME` an easy bot."""
    return m.TableInfo(
        **{
            "id": "t1",
            "game": game,
            "options": {},
            "owner": None,
            "state": state,
            "seats": tuple(map(seat, names)),
        }
        | fields
    )


def seat(name: str | None, **fields: Any) -> m.SeatInfo | None:
    """Make a taken seat, or none."""
    if name is None:
        return None
    bot = name.startswith("bot:")
    level = "easy" if bot else None
    taken = m.SeatInfo(name=name.removeprefix("bot:"), here=True, ready=bot, bot=level)
    return msgspec.structs.replace(taken, **fields)


def update(
    game: str, state: Any, seat: int | None, version: int = 1, events: Iterable[Any] = (), **fields: Any
) -> m.Update:
    """Make the update of a state as a seat sees it."""
    rules = GAMES[game]
    steps = (m.Steps(version=version, events=tuple(msgspec.to_builtins(event) for event in events)),)
    return m.Update(
        **{
            "table": "t1",
            "version": version,
            "seat": seat,
            "view": msgspec.to_builtins(rules.view(state, seat)),
            "legal": () if seat is None else rules.legal_actions(state, seat),
            "steps": steps,
        }
        | fields
    )


class Host(threading.Thread):
    """A ROUTER with CURVE that lets every key in and answers each frame by a function. Not a host."""

    def __init__(
        self,
        answer: Callable[[m.ToHost], Iterable[m.Message]],
        pair: KeyPair | None = None,
        port: int = 0,
        address: str = "127.0.0.1",
    ) -> None:
        super().__init__(daemon=True)
        self.pair = pair or new_pair()
        self.heard: list[m.ToHost] = []
        self._answer = answer
        self._context = zmq.Context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind("inproc://zeromq.zap.01")
        self._router = self._context.socket(zmq.ROUTER)
        sockets.set_host(self._router, self.pair.secret, "test")
        self._router.bind(f"tcp://{address}:{port or '*'}")
        self.port = int(str(self._router.getsockopt_string(zmq.LAST_ENDPOINT)).rpartition(":")[2])
        self._orders = self._context.socket(zmq.PAIR)
        self._orders.bind("inproc://orders")
        self._ordering = self._context.socket(zmq.PAIR)
        self._ordering.connect("inproc://orders")
        self._route = b""
        self.start()

    def run(self) -> None:
        """Serve until closed."""
        poller = zmq.Poller()
        for socket in (self._zap, self._router, self._orders):
            poller.register(socket, zmq.POLLIN)
        while True:
            ready = dict(poller.poll())
            if self._zap in ready:
                version, request, *_rest = self._zap.recv_multipart()
                self._zap.send_multipart([version, request, b"200", b"", b"", b""])
            if self._router in ready:
                self._route, frame = self._router.recv_multipart()
                message = wire.decode_to_host(frame)
                self.heard.append(message)
                for reply in self._answer(message):
                    self._send(wire.encode(reply))
            if self._orders in ready:
                frame = self._orders.recv()
                if not frame:
                    break
                self._send(frame)
        for socket in (self._zap, self._router, self._orders):
            socket.close(linger=0)

    def _send(self, frame: bytes) -> None:
        with contextlib.suppress(zmq.ZMQError):  # who asked has gone
            self._router.send_multipart([self._route, frame])

    def say(self, message: m.Message) -> None:
        """Send a message to who spoke last."""
        self.say_raw(wire.encode(message))

    def say_raw(self, frame: bytes) -> None:
        """Send any bytes but none to who spoke last."""
        self._ordering.send(frame)

    def close(self) -> None:
        """Stop as a killed host does, and free the port."""
        self._ordering.send(b"")
        self.join()
        self._ordering.close(linger=0)
        self._context.term()
