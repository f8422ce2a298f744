"""A host's core under hostile frames, held to what it promises. For tests and `scripts/fuzz` alone.

No socket, clock or file: what is to be stored is only looked at.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from sheep_common import wire
from sheep_common.messages import CODES, Ack, Act, Hello, Ready, Refused, Rematch, Reply, Request, Sit, Who
from sheep_common.names import clean
from sheep_host.core import Limits, handle, restore
from sheep_host.core.state.effects import Log, Send, Stored, WantBot
from sheep_host.core.state.events import (
    Behind,
    Broken,
    Came,
    Gone,
    Granted,
    Key,
    Opened,
    Route,
    Slept,
    Stimulus,
    read,
)
from sheep_host.core.state.seats import seat_of

from sheep_support.attacks.hostile import Hostile

LIMITS = Limits(
    requests_a_second=1e9, requests_at_once=10**9, chats_a_second=1e9, chats_at_once=10**9, tables=12
)
"""Nobody is too fast, so that everything is looked at."""
BATCH = 24


class Siege:
    """One host, a few people who play on, and many who send whatever `Hostile` makes."""

    def __init__(self, seed: int, limits: Limits = LIMITS) -> None:
        self.rng = Random(seed)  # noqa: S311 - a run is to be the same each time
        self.hostile = Hostile(self.rng)
        self.now = 1000.0
        self.host = restore("Fold", limits=limits, now=self.now)
        self.frames = 0
        self.said: Counter[str] = Counter()
        """What was answered: types of messages, and codes of refusals."""
        self._routes = [Route(f"r{number}") for number in range(12)]
        self._last_route = len(self._routes)
        self._last_id = 0
        self._keys = [Key(f"key {number}") for number in range(8)]
        self.generous = limits.requests_a_second >= 1e9
        self._do([Opened("leadersheep", 3, {}), Opened("battle-sheep", 2, {"clock": 60})])

    def run(self, frames: int) -> None:
        """Let so many frames come; AssertionError where the core breaks its word."""
        end = self.frames + frames
        while self.frames < end:
            self._learn()
            # Now one by one, where each answer can be told, now many in one turn.
            one = self.rng.random() < 0.5
            for size in (1,) * BATCH if one else (BATCH,):
                self._do([self._stimulus() for _ in range(size)])
                if self.rng.random() < 4 / BATCH or not one:
                    self._play_on()

    def _learn(self) -> None:
        """Tell the source of frames what there is, and let other things happen meanwhile."""
        tables = [*self.host.tables.values()]
        self.hostile.tables = [table.id for table in tables]
        actions = []
        for table in tables:
            if table.play is not None and table.state == "playing":
                reached = table.play.reached
                for seat in reached.game.to_act(reached.state):
                    legal = reached.game.legal_actions(reached.state, seat)
                    actions += [(table.id, table.version, self.rng.choice(legal))] * bool(legal)
        self.hostile.actions = actions
        self.now += self.rng.choice((0.0, 0.01, 0.5, 20.0))
        if self.rng.random() < 0.2:
            route = self.rng.choice(self._routes)
            others = (Slept(self.rng.random() * 100), Gone(Route("r0x")))
            self._do([self.rng.choice((Gone(route), Behind(route), *others))])
        if self.rng.random() < 0.05:
            self._last_route += 1
            number = self.rng.randrange(len(self._routes))
            self._do([Gone(self._routes[number])])
            self._routes[number] = Route(f"r{self._last_route}")

    def _stimulus(self) -> Stimulus:
        self.frames += 1
        number = self.rng.randrange(len(self._routes))
        # A connection has a key; now and then another key claims the connection.
        key = self._keys[(number if self.rng.random() < 0.98 else number + 1) % len(self._keys)]
        return read(self._routes[number], key, "192.0.2.9", self.hostile.frame())

    def _play_on(self) -> None:
        """Let somebody do what makes sense, so that there are people, games and ends of games."""
        number = self.rng.randrange(6)
        route, key = self._routes[number], self._keys[number]
        self._last_id += 1
        if route not in self.host.sessions:
            self._do([Came(route, key, Hello(id=self._last_id, protocol=1, name=f"Player {number}"))])
            return
        for table in self.host.tables.values():
            seat = seat_of(table, key)
            message: Any = None
            if table.state == "playing" and seat is not None and table.play is not None:
                reached = table.play.reached
                legal = reached.game.legal_actions(reached.state, seat)
                if legal:
                    action = self.rng.choice(legal)
                    message = Act(id=self._last_id, table=table.id, version=table.version, action=action)
            elif seat is None and self.rng.random() < 0.3:
                message = Sit(id=self._last_id, table=table.id)
            elif seat is not None:
                message = (Ready if table.state == "open" else Rematch)(id=self._last_id, table=table.id)
            if message is not None:
                self._do([Came(route, key, message)])
                return

    def _do(self, stimuli: Sequence[Stimulus]) -> None:
        self.host, effects = handle(self.host, stimuli, self.now, self.rng)
        ours: list[Stimulus] = []
        told = False
        answers: list[Reply] = []
        for effect in effects:
            if isinstance(effect, Stored):
                _must(not told, "something is told before all is stored")
                continue
            told = True
            if isinstance(effect, Send):
                answers += self._look_at(effect, stimuli)
            elif isinstance(effect, Log):
                _must(effect.level != "error", f"the core calls it an error: {effect.text}")
            elif isinstance(effect, WantBot) and self.rng.random() < 0.8:
                key = Key(f"bot {self.rng.randrange(10**9)}")
                ours.append(Granted(key, table=effect.table, seat=effect.seat, level=effect.level))
        if len(stimuli) == 1 and self.generous:
            self._one_answer(stimuli[0], answers)
        if ours:
            self._do(ours)

    def _look_at(self, send: Send, stimuli: Sequence[Stimulus]) -> list[Reply]:
        """Hold a message against what every message must be."""
        message = send.message
        name = type(message).__name__
        if isinstance(message, Refused):
            _must(message.code in CODES, f"no code: {message}")
            _must(bool(message.text) and clean(message.text) == message.text, f"no clean text: {message}")
            name = message.code
        self.said[name] += 1
        if self.said[name] % 64 == 1:  # dear, and the same for all of a kind
            wire.decode_to_client(wire.encode(message))
        mine = isinstance(message, Reply) and any(
            isinstance(stimulus, Came | Broken) and stimulus.route == send.route for stimulus in stimuli
        )
        return [message] if mine and isinstance(message, Reply) else []

    def _one_answer(self, stimulus: Stimulus, answers: list[Reply]) -> None:
        """See that what came alone got its one answer."""
        if isinstance(stimulus, Broken):
            wanted: Any = stimulus.request_id
            got = [a for a in answers if isinstance(a, Refused) and a.re == wanted]
            _must(len(got) == 1, f"{len(got)} answers to {stimulus}")
        elif isinstance(stimulus, Came) and isinstance(stimulus.message, Request):
            request = stimulus.message.id
            those = [a for a in answers if a.re == request or isinstance(a, Who)]
            _must(len(those) == 1, f"{len(those)} answers to {stimulus}: {answers}")
        elif isinstance(stimulus, Came) and isinstance(stimulus.message, Ack):
            _must(not any(isinstance(answer, Refused) for answer in answers), f"an ack is refused: {answers}")

    def check_bounds(self) -> None:
        """See that nothing has grown beyond its bound."""
        limits, host = self.host.limits, self.host
        _must(len(host.strangers) <= limits.strangers, "too many strangers")
        _must(len(host.tables) <= limits.tables, "too many tables")
        _must(len(host.bans) <= limits.bans, "too many bans")
        _must(len(host.sessions) <= limits.sessions, "too many sessions")
        for table in host.tables.values():
            _must(len(table.watchers) <= limits.watchers, "too many watchers")
            _must(set(table.seen) <= set(host.sessions), "a table remembers connections that are gone")
            for key in {session.key for session in host.sessions.values()}:
                seats = [seat for seat in table.seats if seat is not None and seat.key == key]
                _must(len(seats) <= 1, "a key has two seats at a table")
                _must(bool(seats) == (seat_of(table, key) is not None), "a seat that cannot be found")


def _must(true: bool, what: str) -> None:
    if not true:
        raise AssertionError(what)
