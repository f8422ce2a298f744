"""Any course of events: random requests of several people over all games, and what must always hold."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sheep_common.messages import (
    CODES,
    Ack,
    Act,
    Ban,
    Bot,
    Bye,
    Hello,
    History,
    Kick,
    Leave,
    New,
    Propose,
    Ready,
    Refused,
    Rematch,
    Reply,
    Say,
    Sit,
    Start,
    Tables,
    Update,
    Vote,
    Watch,
)
from sheep_host.core import Limits, next_deadline
from sheep_host.core.state.effects import DropBot, WantBot
from sheep_host.core.state.events import Behind, Granted, Opened, Slept
from sheep_host.core.state.seats import eyes_of, played_by
from sheep_host.core.state.stored import row_of
from sheep_host.core.state.values import Play, Table
from sheep_host.core.table.match import resume
from sheep_support.host_clients import Client
from sheep_support.host_indexes import check_indexes
from sheep_support.host_room import ROW, Room

LIMITS = Limits(requests_a_second=1e6, requests_at_once=10**6, chats_at_once=10**6, tables_a_key=2, tables=6)

OPTIONS: list[tuple[str, int, dict[str, int | str]]] = [
    ("battle-sheep", 2, {"position": ROW, "move-time": 20}),
    ("battle-sheep", 2, {"board": "random", "end": "one-left"}),
    ("battle-sheep", 3, {"position": "0,0:0x2 1,0 0,1:1x2 1,1 0,2:2x2 1,2", "clock": 5}),
    ("leadersheep", 3, {"trash": "turn-over"}),
    ("leadersheep", 2, {"move-time": 30}),
    ("tiny", 2, {"clock": 30}),
    ("tiny", 3, {}),
    ("tiny", 1, {"private": "on"}),
    ("tiny", 9, {}),
]
"""Tables to open; the last cannot be."""


STARTS = [
    Opened("battle-sheep", 2, {"position": ROW}),
    Opened("battle-sheep", 3, {"clock": 900}, 1),
    Opened("battle-sheep", 4, {"board": "random"}, 2),
    Opened("leadersheep", 3, {"move-time": 60}),
    Opened("leadersheep", 4, {}, 1),
    Opened("tiny", 3, {"heap": "big"}),
]
"""Tables at which a course begins."""


class Course:
    """A room in which random things happen, and the bots that the host has asked for."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.room = Room(limits=LIMITS, seed=seed)
        self.bots: dict[str, Client] = {}
        self.wanted: list[WantBot] = []
        self.room.turn(Granted("key of Di", owner=True, name="Di"))
        self.people = [self.room.join(name) for name in ("Ana", "Bo", "Cy", "Di")]
        self.absent: list[Client] = []
        for opened in self.dice.sample(STARTS, 2):
            self.room.turn(opened)
            self.collect()
            self.supply()
            self.begin(self.tables()[-1])

    def begin(self, table: Table) -> None:
        """Let people sit down at a table and be ready."""
        players = self.dice.sample(self.people, sum(seat is None for seat in table.seats))
        for kind in (Sit, Ready):
            for client in players:
                client.ask(kind, table=table.id)

    def collect(self) -> None:
        """Note what the supervisor was asked for."""
        self.wanted += self.room.of(WantBot)
        for effect in self.room.of(DropBot):
            bot = self.bots.pop(effect.key, None)
            if bot is not None:
                bot.gone()
                self.wanted += self.room.of(WantBot)

    # --- what can happen --------------------------------------------------------------------

    def do(self) -> None:
        """Let something happen."""
        things: list[Callable[[], None]] = [self.request] * 4 + [self.act] * 15 + [self.sit_or_ready] * 6
        things += [self.ballot] * 4 + [self.come_and_go] * 3 + [self.wait, self.supply] * 2
        things += [self.acknowledge, self.rare, self.command, self.lose_a_bot]
        self.dice.choice(things)()
        self.collect()

    def anybody(self) -> Client:
        """Return somebody who plays, or a bot."""
        return self.dice.choice([*self.people, *self.bots.values()])

    def a_table(self) -> Table | None:
        """Return a table, rather one where a game runs."""
        tables = [table for table in self.tables() for _ in range(3 if table.state == "playing" else 1)]
        return self.dice.choice(tables) if tables else None

    def request(self) -> None:
        """Ask for anything, with or without sense."""
        client, table = self.anybody(), self.a_table()
        name = table.id if table else "nope"
        seat = self.dice.randrange(4)
        game, seats, options = self.dice.choice(OPTIONS)
        what = self.dice.choice(["undo", "resign", "stand-in", "x"])
        kinds: list[tuple[Any, dict[str, Any]]] = [
            (Tables, {}),
            (Watch, {"table": name}),
            (New, {"game": game, "seats": seats, "options": options}),
            (Start, {"table": name}),
            (History, {"table": name, "after": self.dice.randrange(9)}),
            (Say, {"text": "hi", "table": self.dice.choice([None, name])}),
            (Bot, {"table": name, "seat": seat, "level": self.dice.choice(["easy", None])}),
            (Kick, {"table": name, "seat": seat}),
            (Rematch, {"table": name}),
            (Leave, {"table": name}),
            (Propose, {"table": name, "what": what, "seat": seat, "count": self.dice.choice([None, 2])}),
            (Vote, {"table": name, "ballot": table.ballots if table else 1, "yes": seat > 0}),
            (Act, {"table": name, "version": seat, "action": "split 0,0 E 1"}),
        ]
        kind, fields = self.dice.choice(kinds)
        self.check_answer(client.ask(kind, **fields))

    def sit_or_ready(self) -> None:
        client, table = self.dice.choice(self.people), self.a_table()
        if table is None:
            return
        kind: Any = Sit if played_by(table, client.key) is None else Ready
        if kind is Ready and table.state == "over":
            kind = Rematch
        self.check_answer(client.ask(kind, table=table.id))

    def act(self) -> None:
        """Let somebody who sits at a running game do something, legal if it is to act."""
        table = self.a_table()
        if table is None or table.play is None:
            return
        here = [client for client in [*self.people, *self.bots.values()] if self.holds(table, client.key)]
        turn = [client for client in here if played_by(table, client.key) in table.play.acting]
        if not here:
            return
        client, play = self.dice.choice([*here, *turn * 9]), table.play
        seat = played_by(table, client.key)
        assert seat is not None
        legal = play.reached.game.legal_actions(play.reached.state, seat)
        action = self.dice.choice(legal) if legal else "split 0,0 E 1"
        self.check_answer(client.act(action, table=table.id))

    def acknowledge(self) -> None:
        for client in self.people:
            for update in client.take(Update)[-1:]:
                self.room.turn(client.came(Ack(table=update.table, version=update.version)))

    def wait(self) -> None:
        self.room.wait(self.dice.choice([0.5, 3, 20, 40, 40, 130, 700]))
        due = next_deadline(self.room.host)
        assert due is None or due > self.room.now, "something due was not done"

    def come_and_go(self) -> None:
        """Let a connection end, or somebody who was gone come back."""
        if self.absent and self.dice.random() < 0.6:
            gone = self.absent.pop(self.dice.randrange(len(self.absent)))
            self.people.append(gone.again())
        elif len(self.people) > 1:
            client = self.people.pop(self.dice.randrange(len(self.people)))
            self.absent.append(client)
            if self.dice.random() < 0.5:
                client.gone()
            else:
                client.ask(Bye)

    def ballot(self) -> None:
        """Propose something that can be, or answer what is proposed."""
        client = self.dice.choice(self.people)
        running = [
            table for table in self.tables() if table.state == "playing" and self.holds(table, client.key)
        ]
        if not running:
            return
        table = self.dice.choice(running)
        if table.proposal is not None:
            yes = self.dice.random() < 0.9
            self.check_answer(client.ask(Vote, table=table.id, ballot=table.ballots, yes=yes))
            return
        away = [number for number, seat in enumerate(table.seats) if seat and seat.away is not None]
        what = self.dice.choice(["undo"] * 4 + ["stand-in"] * 8 + ["resign"])
        seat = self.dice.choice(away) if away else 0
        self.check_answer(client.ask(Propose, table=table.id, what=what, seat=seat))

    def plays(self, table: Table, client: Client) -> bool:
        """Tell whether a person has a seat of its own at a table."""
        return any(seat is not None and seat.bot is None and seat.key == client.key for seat in table.seats)

    def keep_going(self, client: Client, table: Table) -> None:
        """Act if it is one's turn, and propose a stand-in for who is away."""
        table = self.room.table(table.id)
        play, seat = table.play, played_by(table, client.key)
        if play is None:  # it sleeps since a restart: a look wakes it
            client.ask(History, table=table.id)
        elif seat in play.acting:
            action = self.dice.choice(play.reached.game.legal_actions(play.reached.state, seat))
            client.ask(Act, table=table.id, version=table.version, action=action)
        for number, each in enumerate(self.room.table(table.id).seats):
            if each is not None and each.away is not None and not (each.bot or each.stand_in):
                client.ask(Propose, table=table.id, what="stand-in", seat=number)

    def supply(self) -> None:
        """Let the bots come that were asked for, some of them too late."""
        wanted, self.wanted = self.wanted, []
        for number, bot in enumerate(wanted):
            key = f"bot {bot.table} {bot.seat} {len(self.room.clients)} {number}"
            self.room.turn(Granted(key, table=bot.table, seat=bot.seat, level=bot.level))
            if not self.room.of(DropBot) or key not in self.room.dropped():
                self.bots[key] = self.room.join("bot", key=key)
            self.collect()

    def command(self) -> None:
        """Let the owner of a running table, or of the host, send somebody off."""
        running = [table for table in self.tables() if table.state == "playing"]
        if not running:
            return
        table = self.dice.choice(running)
        for client in self.people:
            if client.key == table.owner or client.name == "Di":
                kind: Any = self.dice.choice([Kick, Kick, Ban if client.name != "Di" else Kick])
                seat = self.dice.randrange(len(table.seats))
                self.check_answer(client.ask(kind, table=table.id, seat=seat))
                return

    def lose_a_bot(self) -> None:
        """Let a bot die; another may be asked for, and may come or not."""
        if self.bots:
            self.bots.pop(self.dice.choice(list(self.bots))).gone()

    def rare(self) -> None:
        """Things that happen less often."""
        client, table = self.dice.choice(self.people), self.a_table()
        number = self.dice.randrange(5)
        if number == 0:
            self.room.now += 60
            self.room.turn(Slept(60))
        elif number == 1:
            self.room.turn(Behind(client.route))
        elif number == 2:
            self.check_answer(client.ask(Hello, protocol=1, name=client.name, age=20))
        elif number == 3 and table is not None and client.name != "Di":
            self.check_answer(client.ask(Ban, table=table.id, seat=0))
        elif number == 4:
            self.restart()

    def restart(self) -> None:
        """Kill the host; people come back, and so do some of the bots."""
        self.room.restart()
        self.room.turn(Granted("key of Di", owner=True, name="Di"))
        self.people = [self.room.join(client.name, key=client.key) for client in self.people]
        self.absent = [self.room.client(client.name, key=client.key) for client in self.absent]
        bots, self.bots = self.bots, {}
        for key in bots:
            if self.dice.random() < 0.5 and any(self.holds(table, key) for table in self.tables()):
                self.bots[key] = self.room.join("bot", key=key)

    def tables(self) -> list[Table]:
        return list(self.room.host.tables.values())

    @staticmethod
    def holds(table: Table, key: str) -> bool:
        return played_by(table, key) is not None

    # --- what must hold ---------------------------------------------------------------------

    def check_answer(self, answer: Reply) -> None:
        """`ask` has seen that there is one answer; a refusal has a code of the contract."""
        assert not isinstance(answer, Refused) or answer.code in CODES

    def check(self) -> None:
        """Hold the room against all that is always true."""
        restored = self.room.restored()
        assert restored.tables.keys() == self.room.host.tables.keys()
        for table in self.tables():
            self.check_table(table, restored.tables[table.id])
        for client in [*self.people, *self.bots.values()]:
            self.check_inbox(client)
        check_indexes(self.room.host)

    def check_table(self, table: Table, restored: Table) -> None:
        assert row_of(restored) == row_of(table)
        assert (table.play is None) == (table.state == "open") or table.asleep or table.reason == "fault"
        if table.play is None:
            return
        assert is_same(table.play, self.replayed(restored))
        self.check_that_nobody_waits_for_ever(table)
        for seat in table.seats:
            assert seat is None or (seat.key in self.room.host.routes) == (seat.away is None)

    def check_that_nobody_waits_for_ever(self, table: Table) -> None:
        """While a game runs somebody is to act: a person who is asked, or else time alone goes on."""
        if table.state != "playing" or table.play is None:
            assert not any(seat is not None and seat.stand_in for seat in table.seats)
            return
        assert table.play.acting, "nobody is asked to act"
        limits = self.room.limits
        for number, seat in enumerate(table.seats):
            assert seat is not None
            assert seat.stand_in is None or seat.bot is None
            assert seat.late < limits.late or seat.stand_in
            if number not in table.play.acting:
                continue
            legal = table.play.reached.game.legal_actions(table.play.reached.state, number)
            assert legal, "somebody is asked who can do nothing"
            if seat.bot or seat.stand_in or table.settings.timed:
                wake = self.room.host.wakes.get(table.id)
                assert wake is not None, "a bot or a clock is waited for without end"
                assert wake <= self.room.now + max(limits.bot_late, 86_400)

    def replayed(self, table: Table) -> Play:
        assert table.asleep is not None
        return resume(self.room.games, table.asleep, table.settings.clock, self.room.now)

    def check_inbox(self, client: Client) -> None:
        """Hold updates that are as new as the game against what their seat may know now."""
        for update in client.take(Update):
            table = self.room.host.tables.get(update.table)
            if table is None or table.play is None or update.version != table.version:
                continue
            seat = eyes_of(table, played_by(table, client.key))
            if update.seat != seat:
                continue  # who has left since, or sat down
            reached = table.play.reached
            view = reached.game.view(reached.state, seat)
            assert plain(update.view) == plain(view)
            assert seat is not None or update.legal == ()
            for step in update.steps:
                events = table.play.log[step.version - table.base - 1].seen_by(seat)
                assert plain(step.events) == plain(events)


def plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


def is_same(play: Play, replayed: Play) -> bool:
    """Tell whether a campaign played again is where it was; only the clock's origin may differ."""
    same = ("lines", "log", "outcome", "acting", "accounts")
    return play.reached.state == replayed.reached.state and all(
        getattr(play, name) == getattr(replayed, name) for name in same
    )


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_whatever_happens_the_host_holds(seed: int) -> None:
    """One answer a request, nothing lost by a restart, nobody waits for ever, no view of another's."""
    course = Course(seed)
    for _ in range(60):
        course.do()
        course.check()


@pytest.mark.parametrize("seed", range(3))
def test_games_come_to_their_end_whatever_happens(seed: int) -> None:
    """With people and bots that go on playing, every running game ends."""
    course = Course(seed)
    for _ in range(150):
        course.do()
    for _ in range(4000):
        if all(table.state != "playing" for table in course.tables()):
            break
        course.act()
        course.supply()
        course.acknowledge()
        if course.dice.random() < 0.05:
            course.wait()
            course.collect()
    assert [table.state for table in course.tables() if table.state == "playing"] == []


@pytest.mark.parametrize("seed", range(6))
def test_one_person_who_stays_is_enough_for_a_game_to_end(seed: int) -> None:
    """All others go and never return, and no bot ever comes: votes, clocks and the host see to it."""
    course = Course(seed)
    for _ in range(60):
        course.do()
    last = course.people[0]
    for client in [*course.people[1:], *course.bots.values()]:
        client.gone()
    course.bots.clear()
    for _ in range(1500):
        mine = [t for t in course.tables() if t.state == "playing" and course.plays(t, last)]
        if not mine:
            return
        for table in mine:
            course.keep_going(last, table)
        course.room.wait(35)
        course.room.acknowledge()
    raise AssertionError("a game waits for ever")
