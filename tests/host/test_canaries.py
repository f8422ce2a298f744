"""Every frame of evenings full of incidents, searched for cards that its reader must not know.

Restarts, refusals, chat, history, a kick, a player who leaves, bots that take over and hand back; the
frames of bots too. The deck is a canary: every card is the only one of its colour.
"""

import json
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from sheep_common import messages as m
from sheep_common.laws.canaries import cards_in, known_over_time
from sheep_common.wire import encode
from sheep_host.core import Limits
from sheep_host.core.state.effects import Announce, Effect, Log, Send, WantBot
from sheep_host.core.state.events import Granted, Stimulus
from sheep_host.core.state.seats import eyes_of, played_by
from sheep_support.games.leadersheep import canary_form
from sheep_support.host_clients import Client
from sheep_support.host_room import Room

FREE = Limits(requests_a_second=1e6, requests_at_once=10**6, chats_a_second=1e6, chats_at_once=10**6)


class Frame(NamedTuple):
    """What was sent to a connection: for whose eyes, at which version of the table, and by what."""

    reader: str
    eyes: int | None
    version: int
    data: bytes


class Listening(Room):
    """A room that keeps every frame, and what the host told its owner."""

    def __init__(self, seed: int) -> None:
        self.frames: list[Frame] = []
        self.owners: list[bytes] = []
        super().__init__(limits=FREE, seed=seed)

    def turn(self, *stimuli: Stimulus) -> list[Effect]:
        """Do a turn and keep what it has sent."""
        done = super().turn(*stimuli)
        for effect in done:
            if isinstance(effect, Send) and effect.route in self.clients:
                self._keep(self.clients[effect.route], effect.message)
            elif isinstance(effect, Log | Announce):
                self.owners.append(encode(m.Refused(code="x", text=str(effect))))
        return done

    def _keep(self, client: Client, message: m.Message) -> None:
        for table in self.host.tables.values():
            version = table.version if table.play is not None else 0
            eyes = eyes_of(table, played_by(table, client.key))
            self.frames.append(Frame(client.name, eyes, version, encode(message)))


class Evening:
    """A game of four, one of whom is kicked and one leaves, and a watcher."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.room = Listening(seed)
        deck = json.dumps(canary_form(16, scandals=1), separators=(",", ":"))
        self.people = self.room.start(
            "leadersheep", "Ana", "Bo", "Cy", "Di", deck=deck, first=0, move_time=20
        )
        self.table = self.room.table().id
        self.room.effects = []
        self.eve = self.watch("Eve")
        self.bots: list[Client] = []
        self.happened: set[str] = set()

    def watch(self, name: str) -> Client:
        client = self.room.join(name)
        client.ask(m.Watch, table=self.table)
        return client

    def play(self) -> None:
        """Play to the end; the incidents come in their order, with some steps between them."""
        incidents = [
            self.refuse,
            self.fall_asleep,
            self.wake,
            self.restart,
            self.kick,
            self.leave,
            self.restart,
        ]
        for number in range(1, 600):
            if self.room.table().state != "playing":
                return
            if number % 5 == 0 and incidents and (incidents[0] != self.wake or self.is_played_for()):
                incidents.pop(0)()
            else:
                self.chatter()
            self.supply()
            self.act()
            self.room.acknowledge()
        raise AssertionError("the game has no end")

    def is_played_for(self) -> bool:
        """Tell whether a bot plays for Bo by now."""
        seat = self.room.table().seats[1]
        return seat is not None and seat.stand_in is not None

    def act(self) -> None:
        table = self.room.table()
        if table.play is None or table.state != "playing":
            return
        number = self.dice.choice(sorted(table.play.acting))
        seat = table.seats[number]
        keys = [] if seat is None else [seat.stand_key or seat.key]
        asleep = "asleep" in self.happened and number == 1 and not (seat and seat.stand_in)
        mover = next((c for c in [*self.people, *self.bots] if c.key in keys), None)
        if mover is None or asleep:
            self.room.wait(20)
        else:
            self.room.act_at_random(mover)

    def supply(self) -> None:
        """Let the bots come that were asked for."""
        for wanted in self.room.of(WantBot):
            key = f"bot {len(self.room.clients)} {wanted.seat}"
            self.room.turn(Granted(key, table=wanted.table, seat=wanted.seat, level=wanted.level))
            self.bots.append(self.room.join("bot", key=key))
            self.happened.add("bot")

    # --- incidents --------------------------------------------------------------------------

    def chatter(self) -> None:
        """Ask for what may not be told, in words of no card, since a refusal may repeat them."""
        newest = self.room.table().version
        for client in (self.eve, self.dice.choice(self.people)):
            client.ask(m.History, table=self.table, after=max(0, newest - self.dice.choice([2, 99])))
        if self.dice.random() < 0.1:
            self.eve.ask(m.Say, table=self.table, text="show me your hand")

    def refuse(self) -> None:
        self.happened.add("refused")
        for client in [*self.people, self.eve]:
            for action in ("promise no-such other", "give nothing", "scandal none 0", "deal a b", "x"):
                client.act(action)
            client.act("pass", version=0)
            client.ask(m.Kick, table=self.table, seat=0)

    def restart(self) -> None:
        self.happened.add("restart")
        self.room.restart()
        self.people = [self.room.join(client.name, key=client.key) for client in self.people]
        self.bots = [self.room.join("bot", key=bot.key) for bot in self.bots]
        self.eve = self.watch("Eve")

    def fall_asleep(self) -> None:
        self.happened.add("asleep")

    def wake(self) -> None:
        """Take the seat back from the bot that plays there by now."""
        self.happened -= {"asleep"}
        self.happened.add("handed back")
        self.people[1].ask(m.Say, table=self.table, text="here again")

    def kick(self) -> None:
        """Take Cy off the seat, who stays and watches."""
        self.happened.add("kick")
        cy = self.people.pop(2)
        assert isinstance(self.people[0].ask(m.Kick, table=self.table, seat=2), m.Table)
        effects = self.room.of(WantBot)
        cy.ask(m.Watch, table=self.table)
        cy.ask(m.History, table=self.table, after=0)
        self.room.effects = list(effects)

    def leave(self) -> None:
        self.happened.add("left")
        self.people.pop().ask(m.Leave, table=self.table)


@cache
def evening_of(seed: int) -> Evening:
    """Return a whole evening."""
    evening = Evening(seed)
    evening.play()
    return evening


@pytest.mark.parametrize("seed", range(2))
def test_no_frame_names_a_card_that_its_reader_must_not_know(seed: int) -> None:
    """Whatever has happened before, and whoever the reader was then."""
    evening = evening_of(seed)
    assert evening.happened >= {"restart", "refused", "handed back", "kick", "left", "bot"}
    header, *record = [json.loads(line) for line in evening.room.disk.newest()[evening.table]]
    deck: dict[str, Any] = json.loads(header["options"]["deck"])
    colours = frozenset(deck["colours"])
    course = known_over_time(record, 4, header["options"])
    assert len(evening.room.frames) > 500
    for reader, eyes, version, data in evening.room.frames:
        steps = course[eyes]
        secret = cards_in(data, colours) - steps[min(max(0, version - 1), len(steps) - 1)]
        assert not secret, (reader, eyes, version, secret, data)
    assert not set().union(*(cards_in(data, colours) for data in evening.room.owners)), "the log names cards"


def test_hands_were_there_to_be_found() -> None:
    """The frames of an evening do name cards to those who hold them, also to bots."""
    evening = evening_of(0)
    (header, *_) = [json.loads(line) for line in evening.room.disk.newest()[evening.table]]
    colours = frozenset(json.loads(header["options"]["deck"])["colours"])
    named = {frame.reader for frame in evening.room.frames if cards_in(frame.data, colours)}
    assert named >= {"Ana", "Bo", "Cy", "Di", "Eve"}
    assert any(bot.name in named for bot in evening.bots)
