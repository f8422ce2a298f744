"""Links that are cut at every message of a game: host core and client cores, joined in memory.

However a link breaks, everyone ends with the same views, told each step once, and each action is played once.
"""

import json
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from sheep_client.core.effects import Quit, Retry, Send, Tell
from sheep_client.core.events import Connected, Lost
from sheep_client.core.reports import Denied, Updated
from sheep_common import messages as m
from sheep_common import wire
from sheep_host.core import Limits, handle, restore
from sheep_host.core.state import effects
from sheep_host.core.state.events import Came, Gone, Opened
from sheep_support.clients import Client
from sheep_support.games.leadersheep import PLAIN, plain
from sheep_support.host_disk import Disk
from sheep_support.host_room import ROW

GAMES: dict[str, Opened] = {
    "battle-sheep": Opened("battle-sheep", 2, {"position": ROW, "first": 0}),
    "leadersheep": Opened(
        "leadersheep", 2, {"deck": json.dumps(plain(regions=PLAIN["regions"][:2])), "first": 0}
    ),
}


class End:
    """A client's core and its link to the host, with what is under way on it in both directions."""

    def __init__(self, name: str) -> None:
        self.client = Client(name=name)
        self.route = ""
        self.links = 0
        self.up: deque[bytes] = deque()
        self.down: deque[bytes] = deque()
        self.told: list[int] = []
        """The version of each step that was told."""
        self.typed = 0
        """How many actions its player has typed."""
        self.denied: list[str] = []
        """The codes with which actions were refused."""

    @property
    def key(self) -> str:
        return f"key of {self.client.model.name}"

    @property
    def update(self) -> m.Update | None:
        at = self.client.model.at
        return None if at is None else at.update


class Wire:
    """A host's core and clients' cores. `cut` is the number of the message with which its link is lost.

    With `slow` the host hears of the loss only after the client is back on another link.
    """

    def __init__(self, opened: Opened, cut: int | None = None, *, slow: bool = False) -> None:
        self.ends = [End(name) for name in ("Ana", "Bo", "Cy")]
        self.rng = Random(1)
        self.disk = Disk()
        self.host = restore("Fold", limits=Limits())
        self.now = 0.0
        self.delivered = 0
        self.cuts = 0
        self._cut, self._slow = cut, slow
        self._turn(opened)
        (self.table,) = self.host.tables
        for end in self.ends:
            self._connect(end)

    def settle(self) -> None:
        """Deliver messages until none is under way."""
        while True:
            waiting = [(end, way) for end in self.ends for way in (end.up, end.down) if way]
            if not waiting:
                return
            for end, way in waiting:
                if way:
                    self._deliver(end, way)

    def type(self, end: End, line: str) -> None:
        """Let somebody type a line, and everything settle."""
        self._do(end, end.client.type(line))
        self.settle()

    def _deliver(self, end: End, way: deque[bytes]) -> None:
        self.delivered += 1
        if self.delivered == self._cut:
            self._break(end)
            return
        frame = way.popleft()
        if way is end.up:
            self._turn(Came(end.route, end.key, wire.decode_to_host(frame)))
        else:
            self._do(end, end.client.hear(wire.decode_to_client(frame)))

    def _break(self, end: End) -> None:
        """Lose a link with all that is under way on it; the client makes another."""
        self.cuts += 1
        lost = end.route
        end.up.clear()
        end.down.clear()
        end.route = ""
        if not self._slow:
            self._turn(Gone(lost))
        self._do(end, end.client.feed(Lost()))
        self._connect(end)
        if self._slow:
            self.settle()
            self._turn(Gone(lost))

    def _connect(self, end: End) -> None:
        end.links += 1
        end.route = f"{end.client.model.name} {end.links}"
        self._do(end, end.client.feed(Connected()))

    def _turn(self, *stimuli: Any) -> None:
        self.now += 0.01
        self.host, done = handle(self.host, stimuli, self.now, self.rng)
        self.disk.commit(done)
        for effect in done:
            if isinstance(effect, effects.Send):
                for end in self.ends:
                    if end.route == effect.route:
                        end.down.append(wire.encode(effect.message))

    def _do(self, end: End, done: list[Any]) -> None:
        for effect in done:
            match effect:
                case Send(message):
                    end.up.append(wire.encode(message))
                case Tell(Updated(fresh=fresh)):
                    end.told += [step.version for step in fresh]
                case Tell(Denied(message=refused, request=m.Act())):
                    end.denied.append(refused.code)
                case Retry() | Quit():
                    raise AssertionError(effect)


def until(wire: Wire, end: End, line: str, true: Callable[[], bool]) -> None:
    """Type a line until it is so: what was lost and may not be sent twice is typed again by a person."""
    for _ in range(3):
        if true():
            return
        wire.type(end, line)
    assert true(), f"{end.client.model.name}: {line}"


def sits(wire: Wire, end: End, seat: int | None) -> bool:
    at = end.client.model.tables.get(wire.table)
    return at is not None and at.seat == seat


def is_ready(wire: Wire, end: End) -> bool:
    at = end.client.model.tables[wire.table]
    assert at.info is not None
    assert isinstance(at.seat, int)
    seat = at.info.seats[at.seat]
    return at.info.state != "open" or (seat is not None and seat.ready)


def play(wire: Wire) -> None:
    """Sit down, watch, be ready, and play a game of which every choice depends on the version alone."""
    wire.settle()
    ana, bo, cy = wire.ends

    for seat, end in enumerate((ana, bo)):
        until(wire, end, f"/sit {wire.table} {seat}", partial(sits, wire, end, seat))
    until(wire, cy, f"/watch {wire.table}", partial(sits, wire, cy, None))
    for end in (ana, bo):
        until(wire, end, "/ready", partial(is_ready, wire, end))
    for _ in range(400):
        asked = [end for end in (ana, bo) if end.update is not None and end.update.legal]
        if not asked:
            break
        update = asked[0].update
        assert update is not None
        asked[0].typed += 1
        wire.type(asked[0], update.legal[update.version * 7 % len(update.legal)])
    wire.type(ana, "/say well played")


def ending(wire: Wire) -> list[tuple[Any, ...]]:
    """Return what everyone has in the end, what was told of steps, and what it took to get there."""
    found = []
    for end in wire.ends:
        at = end.client.model.tables[wire.table]
        assert at.update is not None
        assert at.info is not None
        found.append(
            (at.update.version, at.update.view, end.told, at.info.state, at.over, end.typed, end.denied)
        )
    return found


@cache
def uncut(game: str) -> tuple[int, Any, Any]:
    """Return how many messages a game has that nothing disturbs, what it ends with, and its record."""
    wire = Wire(GAMES[game])
    play(wire)
    lines = [json.loads(line) for line in wire.disk.newest()[wire.table]]
    return wire.delivered, ending(wire), [(line.get("seat"), line.get("action")) for line in lines]


@pytest.mark.parametrize("game", GAMES)
def test_the_game_without_a_cut_is_whole(game: str) -> None:
    """Over for everyone, each step told once to each."""
    messages, found, record = uncut(game)
    assert messages > 60
    for version, view, told, state, over, _, denied in found:
        assert (view["phase"], state, over) == ("over", "over", True)
        assert told == list(range(1, version + 1))
        assert denied == []
    assert len(record) == found[0][0] + 1


@pytest.mark.parametrize("slow", [False, True], ids=["noticed", "noticed late"])
@pytest.mark.parametrize("game", GAMES)
def test_a_cut_at_any_message_changes_nothing_in_the_end(game: str, slow: bool) -> None:
    """Each message of the game is lost once, with its link and all that was under way on it."""
    messages, found, record = uncut(game)
    for cut in range(1, messages + 1):
        wire = Wire(GAMES[game], cut, slow=slow)
        play(wire)
        assert wire.cuts == 1
        assert ending(wire) == found, f"cut at message {cut}"
        lines = [json.loads(line) for line in wire.disk.newest()[wire.table]]
        assert [(line.get("seat"), line.get("action")) for line in lines] == record, f"cut at message {cut}"
