"""Every frame that reaches anyone, searched for cards that its reader must not know.

The deck is a canary: every card is the only one of its colour, so a card that shows anywhere, in
whatever field, says which it is.
"""

import json
import random
from itertools import count

import msgpack
import pytest
import zmq
from sheep_common import messages as m
from sheep_common import wire
from sheep_common.laws.canaries import cards_in, known_over_time
from sheep_support.games.leadersheep import canary_form
from sheep_support.host_processes import RunningHost, players, until


class Reader:
    """A player or spectator that keeps every frame it gets, raw."""

    def __init__(self, player, seat: int | None) -> None:
        self.player = player
        self.seat = seat
        self.frames: list[tuple[int, bytes]] = []
        self.version = 0
        self.update: m.Update | None = None
        self.over = False

    def take(self) -> None:
        """Take all that has come."""
        while self.player.socket.poll(0):
            self.keep(self.player.socket.recv())

    def keep(self, frame: bytes) -> m.ToClient:
        message = wire.decode_to_client(frame)
        if isinstance(message, m.Update):
            self.version, self.update = message.version, message
            self.player.send(m.Ack(table=message.table, version=message.version))
        self.over |= isinstance(message, m.Over)
        self.frames.append((self.version, frame))
        return message


@pytest.mark.parametrize(("seats", "scandals"), [(2, 0), (3, 1), (4, 0), (6, 1)])
def test_no_frame_names_a_card_that_its_reader_must_not_know(tmp_path, seats: int, scandals: int) -> None:
    # Enough for six each, and few enough for the draw pile to run dry and the trash to be shuffled.
    deck = canary_form((6 * seats + 8) // (1 + scandals), scandals=scandals)
    colours = frozenset(deck["colours"])
    rng = random.Random(seats)
    with RunningHost(tmp_path / "host") as running:
        where = running.listening()
        with players(where.server, where.port) as make:
            readers = _seated(make, seats, deck)
            _play(readers, rng)
        records = tmp_path / "host" / "records"
        until(lambda: [*records.glob("*.jsonl")] != [])
        (path,) = records.glob("*.jsonl")
    header, *record = map(json.loads, path.read_text("utf-8").splitlines())
    course = known_over_time(record, seats, header["options"])
    start = min(version for reader in readers for version, _ in reader.frames if version)
    searched = 0
    for reader in readers:
        known = course[reader.seat]
        for version, frame in reader.frames:
            reached = max(0, version - start + 1) if version else 0
            secret = cards_in(frame, colours) - known[min(reached, len(known) - 1)]
            assert not secret, (reader.seat, version, secret, msgpack.unpackb(frame))
            searched += 1
    assert searched > 50 * seats


def test_the_search_finds_a_planted_card() -> None:
    """The search itself can fail: a colour deep in a frame is found, in the deck's own list it is not."""
    colours = frozenset({"c1", "c2", "c3"})
    frame = msgpack.packb({"view": {"deck": {"colours": ["c1"]}, "x": [{"y": "give c2 c3!"}]}})
    assert cards_in(frame, colours) == {"c2", "c3!"}


def _seated(make, seats: int, deck: dict) -> list[Reader]:
    readers = [Reader(make(), seat) for seat in range(seats)] + [Reader(make(), None)]
    for number, reader in enumerate(readers):
        assert isinstance(reader.player.hello(f"P{number}"), m.Welcome)
    ids = count(1000)
    options: dict[str, int | str] = {"deck": json.dumps(deck, separators=(",", ":")), "first": 0}
    made = readers[0].player.ask(m.New(id=next(ids), game="leadersheep", seats=seats, options=options))
    assert isinstance(made, m.Table), made
    table = made.table.id
    for reader in readers[:-1]:
        reader.player.ask(m.Sit(id=next(ids), table=table, seat=reader.seat))
    readers[-1].player.ask(m.Watch(id=next(ids), table=table))
    for reader in readers[:-1]:
        reader.player.send(m.Ready(id=next(ids), table=table))
    return readers


def _play(readers: list[Reader], rng: random.Random) -> None:
    """Play to the end, and now and then do what is refused or ask for history."""
    poller = zmq.Poller()
    for reader in readers:
        poller.register(reader.player.socket, zmq.POLLIN)
    ids = count(5000)
    acted: dict[int | None, int] = {}
    while not all(reader.over for reader in readers):
        assert poller.poll(20_000), "the game stands still"
        for reader in readers:
            reader.take()
            update = reader.update
            if update is None or acted.get(reader.seat) == update.version:
                continue
            acted[reader.seat] = update.version
            _provoke(reader, update, rng, ids)
            if update.legal:
                action = rng.choice(update.legal)
                reader.player.send(
                    m.Act(id=next(ids), table=update.table, version=update.version, action=action)
                )


def _provoke(reader: Reader, update: m.Update, rng: random.Random, ids) -> None:
    """Ask for what must not be told; in words of no card, since a refusal may repeat what was asked."""
    if rng.random() < 0.1:
        reader.player.send(m.History(id=next(ids), table=update.table, after=0))
    if rng.random() < 0.1:
        reader.player.send(
            m.Act(id=next(ids), table=update.table, version=update.version, action="promise no-such other")
        )
