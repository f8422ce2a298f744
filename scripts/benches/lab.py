"""A host without sockets and disk: frames into the core, packed messages out, each with its CPU time.

What grows with sessions, tables, watchers and steps is here and nowhere else.
"""

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from sheep_common import messages as m
from sheep_common import wire
from sheep_common.games import GAMES
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_host import core
from sheep_host.core.state.effects import AppendLine, SaveTable, Send
from sheep_host.core.state.events import Came, Gone, Key, Route, TableId, read
from sheep_host.core.state.limits import Limits

from benches.hosts import GENEROUS

EVERY_GAME = {**GAMES, TINY.name: TINY}
GENEROUS_LIMITS = Limits(**GENEROUS["limits"])
STEP = 0.01
"""Seconds of the core's clock from one message to the next."""


class Lab:
    """A core, what it would have stored, and what it last told to whom."""

    def __init__(self, host: Any = None) -> None:
        self.host = host or core.restore("bench", limits=GENEROUS_LIMITS, games=EVERY_GAME)
        self.rows: dict[str, Any] = {}
        self.lines: dict[TableId, list[str]] = {}
        self.spent = 0.0
        """CPU of the last message, in µs."""
        self.longest = 0.0
        """CPU of the longest turn since the last message, in µs."""
        self.bytes = 0
        """Packed by the last message."""
        self._now = 0.0
        self._rng = Random(7)
        self._ids: dict[Route, int] = {}
        self._newest: dict[Route, m.Update] = {}

    def say(self, route: str, kind: type[m.Message], **fields: Any) -> list[m.Message]:
        """Let somebody send a message; return what they are told, and note what it cost."""
        name = Route(route)
        if issubclass(kind, m.Request):
            fields["id"] = self._ids[name] = self._ids.get(name, 0) + 1
        frame = wire.encode(kind(**fields))
        self._now += STEP
        before = time.thread_time_ns()
        stimulus = read(name, Key(f"{route:*<40}"), f"10.0.{hash(route) % 250}.1", frame)
        if not isinstance(stimulus, Came):
            raise TypeError(f"the bench has sent no message: {stimulus}")
        told = self._turn([stimulus])
        self.spent = self.longest = (time.thread_time_ns() - before) / 1000
        while (due := core.next_deadline(self.host)) is not None and due <= self._now:
            before = time.thread_time_ns()
            told += self._turn([])
            took = (time.thread_time_ns() - before) / 1000
            self.spent, self.longest = self.spent + took, max(self.longest, took)
        return [message for to, message in told if to == name]

    def ask(self, route: str, kind: type[m.Message], **fields: Any) -> Any:
        """Let somebody ask; return the answer. RuntimeError when they are refused."""
        told = self.say(route, kind, **fields)
        answer = next(message for message in told if getattr(message, "re", None) == self._ids[Route(route)])
        if isinstance(answer, m.Refused):
            raise RuntimeError(f"{kind.__name__} was refused: {answer.code} {answer.text}")
        return answer

    def hello(self, route: str) -> None:
        """Let somebody come."""
        self.ask(route, m.Hello, protocol=m.PROTOCOL, name=route)

    def table(self, game: str, routes: Sequence[str], **options: Any) -> str:
        """Let some open a table and start a game; return its id."""
        table: str = self.ask(routes[0], m.New, game=game, seats=len(routes), options=options).table.id
        for route in routes:
            self.ask(route, m.Sit, table=table)
        for route in routes:
            self.say(route, m.Ready, table=table)
        return table

    def newest(self, route: str) -> m.Update | None:
        """Return the last update that somebody got."""
        return self._newest.get(Route(route))

    def leave(self, route: str) -> None:
        """Let somebody's connection end."""
        self._turn([Gone(Route(route))])

    def restarted(self) -> "Lab":
        """Return the lab of a host that has just started with what this one has stored."""
        rows = tuple(self.rows.values())
        return Lab(core.restore("bench", rows, self.lines, limits=GENEROUS_LIMITS, games=EVERY_GAME))

    def _turn(self, stimuli: Sequence[Any]) -> list[tuple[Route, m.Message]]:
        """Take a turn as the host process does: pack each message once in a row."""
        self.host, effects = core.handle(self.host, stimuli, self._now, self._rng)
        packed: m.Message | None = None
        told: list[tuple[Route, m.Message]] = []
        self.bytes = 0
        for effect in effects:
            match effect:
                case Send(route, message):
                    if message is not packed:
                        frame, packed = wire.encode(message), message
                    self.bytes += len(frame)
                    told.append((route, message))
                    if isinstance(message, m.Update):
                        self._newest[route] = message
                case AppendLine(table, _, _, line):
                    self.lines.setdefault(table, []).append(line)
                case SaveTable(row):
                    self.rows[row.id] = row
        return told
