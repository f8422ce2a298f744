"""Every bound of the core is measured from outside, at its default and at another value.

A bound that is taken away, that nothing looks at, or that is new and has no measure here, fails.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import sheep_support.host_room
from sheep_common import password
from sheep_common.messages import (
    Ban,
    Bot,
    ClockNews,
    History,
    New,
    Propose,
    Ready,
    Refused,
    Say,
    Sit,
    Tables,
    Update,
    Watch,
)
from sheep_host.core import Limits, next_deadline
from sheep_host.core.state.effects import WantBot
from sheep_host.core.state.events import Behind, Gone, Granted
from sheep_support.host_clients import Client, newest
from sheep_support.host_room import Room

SECRET = password.secret("wolf", "host's key")
WRONG = b"w" * 32
FAR = 6000
"""Where a measure gives up: far above every default."""
LONG = "0,0:0x9 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 0,2:1x9 1,2 2,2 3,2 4,2 5,2 6,2 7,2 8,2"
"""A position in which each of two seats splits eight times."""


def room_of(limits: Limits, **options: Any) -> Room:
    return Room(limits=limits, **options)


def times(do: Callable[[int], bool], most: int = FAR) -> int:
    """Return how often something can be done before it is refused."""
    return next((number for number in range(most) if not do(number)), most)


def seconds(room: Room, until: Callable[[], Any]) -> float:
    """Let time pass from one moment at which something is due to the next; return how much did."""
    began = room.now
    for _ in range(50):
        deadline = next_deadline(room.host)
        if deadline is None:
            break
        room.now = max(room.now, deadline)
        room.turn()
        if until():
            return room.now - began
    return float("inf")


def stepping(room: Room, done: Callable[[], bool], step: float = 0.125) -> float:
    """Let time pass in equal steps until something can be done; return how much did."""
    began = room.now
    while not done() and room.now - began < 10 * FAR:
        room.now += step
    return room.now - began


def is_yes(answer: object) -> bool:
    if isinstance(answer, Refused):
        assert answer.code in ("not-allowed", "too-fast", "password"), answer
        return False
    return True


def console(room: Room) -> Client:
    room.turn(Granted("console", owner=True))
    return room.join("console", key="console")


# --- what there may be at once ---------------------------------------------------------------


def sessions(limits: Limits) -> float:
    room = room_of(limits)
    return times(lambda number: is_yes(room.client(f"P{number}").hello()))


def sessions_a_key(limits: Limits) -> float:
    room = room_of(limits)
    return times(lambda _: is_yes(room.client("Ana").hello()))


def sessions_an_address(limits: Limits) -> float:
    room = room_of(limits)
    return times(lambda number: is_yes(room.client(f"P{number}", address="192.0.2.1").hello()))


def strangers(limits: Limits) -> float:
    room = room_of(limits)
    for number in range(min(limits.strangers, FAR) + 10):
        stranger = room.client(f"P{number}")
        room.turn(stranger.came(stranger.request(Tables)))
    return len(room.host.strangers)


def tables(limits: Limits) -> float:
    host = console(room_of(limits))
    return times(lambda _: is_yes(host.ask(New, game="tiny", seats=2)))


def tables_a_key(limits: Limits) -> float:
    ana = room_of(limits).join("Ana")
    return times(lambda _: is_yes(ana.ask(New, game="tiny", seats=2)))


def watchers(limits: Limits) -> float:
    room = room_of(limits)
    table = room.open()
    return times(lambda number: is_yes(room.join(f"P{number}").ask(Watch, table=table)))


def bots(limits: Limits) -> float:
    room = room_of(msgspec.structs.replace(limits, tables=FAR))
    host = console(room)

    def put(number: int) -> bool:
        if number % 4 == 0:
            room.now += 1
            host.ask(New, game="tiny", seats=4)
        *_, table = room.host.tables
        return is_yes(host.ask(Bot, table=table, seat=number % 4, level="easy"))

    return times(put)


def bans(limits: Limits) -> float:
    room = room_of(limits)
    host, table = console(room), room.open()

    def ban(number: int) -> bool:
        room.now += 1
        guest = room.join(f"P{number}")
        guest.ask(Sit, table=table, seat=0)
        return is_yes(host.ask(Ban, table=table, seat=0))

    return times(ban)


def known(limits: Limits) -> float:
    room = room_of(limits, password=SECRET)
    for number in range(min(limits.known, FAR) + 10):
        guest = room.client(f"P{number}")
        guest.hello(proof=password.proof(SECRET, guest.key))
        room.turn(Gone(guest.route))
        del room.clients[guest.route]
    return len(room.host.known)


def guessers(limits: Limits) -> float:
    room = room_of(limits, password=SECRET)
    for number in range(min(limits.guessers, FAR) + 10):
        room.client(f"P{number}").hello(proof=WRONG)
    return len(room.host.guesses)


# --- how fast ----------------------------------------------------------------------------------


def asked(client: Client) -> float:
    """Return how many requests are answered now."""
    return times(lambda _: _answered(client, Tables))


def _answered(client: Client, kind: Any, **fields: Any) -> bool:
    effects = client.room.turn(client.came(client.request(kind, **fields)))
    return any(not isinstance(effect.message, Refused) for effect in effects if hasattr(effect, "message"))


def requests_at_once(limits: Limits) -> float:
    room = room_of(limits)
    return 1 + asked(room.join("Ana"))  # its hello was the first


def requests_a_second(limits: Limits) -> float:
    room = room_of(limits)
    ana = room.join("Ana")
    asked(ana)
    room.now += 1
    return asked(ana)


def chats_at_once(limits: Limits) -> float:
    ana = room_of(limits).join("Ana")
    return times(lambda _: _answered(ana, Say, text="x"), 100)


def chats_a_second(limits: Limits) -> float:
    ana = room_of(limits).join("Ana")
    times(lambda _: _answered(ana, Say, text="x"), 100)
    ana.room.now += 1
    return times(lambda _: _answered(ana, Say, text="x"), 100)


def _is_looked_at(client: Client) -> bool:
    return bool(client.hello(proof=WRONG).code == "password")


def guesses_at_once(limits: Limits) -> float:
    eve = room_of(limits, password=SECRET).client("Eve")
    return times(lambda _: _is_looked_at(eve), 100)


def guesses_a_second(limits: Limits) -> float:
    room = room_of(limits, password=SECRET)
    eve = room.client("Eve")
    times(lambda _: _is_looked_at(eve), 100)
    return 1 / max(1e-9, stepping(room, lambda: _is_looked_at(eve), 1.0))


def too_fast(limits: Limits) -> float:
    room = room_of(msgspec.structs.replace(limits, requests_at_once=1, requests_a_second=1e-9))
    ana = room.join("Ana")
    assert ana.ask(Tables).code == "too-fast"
    return stepping(room, lambda: bool(room.turn(ana.came(ana.request(Tables)))))


# --- how much in one message -------------------------------------------------------------------


def unacknowledged(limits: Limits) -> float:
    room = room_of(limits)
    people = room.start("battle-sheep", "Ana", "Bo", first=0)
    cy = room.join("Cy")
    cy.ask(Watch, table=room.table().id)
    for _ in range(20):
        for client in people:
            _play(room, client)
    return len(cy.take(Update))


def steps(limits: Limits) -> float:
    """Measure a page of history; the newest steps of an update have the same bound."""
    room = room_of(limits)
    people = room.start("leadersheep", "Ana", "Bo", "Cy", first=0)
    while room.table().version < min(limits.steps, 80) + 10:
        room.now += 1
        for client in people:
            room.act_at_random(client)
    page = people[0].ask(History, table=room.table().id, after=0)
    di = room.join("Di")
    di.ask(Watch, table=room.table().id)
    assert len(newest(di).steps) == len(page.steps)
    return len(page.steps)


def option_text(limits: Limits) -> float:
    room = room_of(limits)
    room.open("battle-sheep", 2, position=LONG)
    return len(str(room.join("Ana").ask(Tables).tables[0].options["position"]))


def _play(room: Room, client: Client) -> None:
    """Let a client play if it is to; nobody else acknowledges anything."""
    room.now += 1
    play = room.table().play
    assert play is not None
    seat = next(number for number, seat in enumerate(room.table().seats) if seat and seat.key == client.key)
    legal = play.reached.game.legal_actions(play.reached.state, seat)
    if legal:
        client.act(legal[0])


# --- how long to wait ----------------------------------------------------------------------------


def retry(limits: Limits) -> float:
    room = room_of(limits)
    ana, _bo = room.start("tiny", "Ana", "Bo")
    room.turn(Behind(ana.route))
    assert ana.take(Update) == []
    return seconds(room, lambda: ana.take(Update))


def bot_again(limits: Limits) -> float:
    room = room_of(limits)
    room.open("tiny", 2, bots=1)
    return seconds(room, lambda: room.of(WantBot))


def bot_back(limits: Limits) -> float:
    room = room_of(limits)
    room.open("tiny", 2, bots=1)
    (bot,) = room.grant_bots()
    bot.gone()
    return seconds(room, lambda: room.of(WantBot))


def seat_kept(limits: Limits) -> float:
    room = room_of(limits)
    room.open("tiny", 2)
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.gone()
    return seconds(room, lambda: room.table().seats[0] is None)


def owner_kept(limits: Limits) -> float:
    room = room_of(msgspec.structs.replace(limits, seat_kept=1e6))
    ana, bo = room.join("Ana"), room.join("Bo")
    table = ana.ask(New, game="tiny", seats=2).table.id
    for client in (ana, bo):
        client.ask(Sit, table=table)
    ana.gone()
    return seconds(room, lambda: room.table().owner == bo.key)


def table_kept(limits: Limits) -> float:
    room = room_of(limits)
    ana = room.join("Ana")
    ana.ask(New, game="tiny", seats=2)
    ana.gone()
    return seconds(room, lambda: not room.host.tables)


def stand_in(limits: Limits) -> float:
    room = room_of(limits)
    ana, bo = room.start("tiny", "Ana", "Bo")
    bo.gone()
    table = room.table().id
    return stepping(room, lambda: is_yes(ana.ask(Propose, table=table, what="stand-in", seat=1)), 1.0)


def away_vote(limits: Limits) -> float:
    room = room_of(msgspec.structs.replace(limits, stand_in=0))
    ana, bo, cy = room.start("tiny", "Ana", "Bo", "Cy")
    bo.gone()
    cy.gone()
    ana.ask(Propose, table=room.table().id, what="stand-in", seat=1)
    return seconds(room, lambda: room.of(WantBot))


def abstain(limits: Limits) -> float:
    room = room_of(msgspec.structs.replace(limits, late=1))
    _ana, bo = room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0, move_time=10)
    room.wait(5)
    room.wait(5)
    bo.ask(Propose, table=room.table().id, what="resign")
    return seconds(room, lambda: room.table().state == "over")


def warning(limits: Limits) -> float:
    room = room_of(limits)
    ana, _bo = room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0, move_time=600)
    return 600 - seconds(room, lambda: ana.take(ClockNews))


def late(limits: Limits) -> float:
    """Count how often the time of one of two runs out until a bot plays on, while the other plays."""
    room = room_of(limits)
    _ana, bo = room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0, move_time=10)

    def runs_out(_: int) -> bool:
        room.wait(5)
        room.wait(5)
        if room.of(WantBot):
            return False
        _play(room, bo)
        return True

    return 1 + times(runs_out, 6)


def bot_late(limits: Limits) -> float:
    room = room_of(limits)
    table = room.open("tiny", 2, bots=1)
    room.grant_bots()
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.ask(Ready, table=table)
    ana.act("bid 1")
    before = room.table().version
    return seconds(room, lambda: room.table().version > before)


def empty_account(limits: Limits) -> float:
    room = room_of(msgspec.structs.replace(limits, late=100))
    ana, _bo = room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0, clock=30)
    seconds(room, lambda: room.table().version == 3)  # both accounts are empty
    ana.take_all()
    return seconds(room, lambda: room.table().version == 4)


MEASURES: dict[str, tuple[Callable[[Limits], float], float]] = {
    "sessions": (sessions, 3),
    "sessions_a_key": (sessions_a_key, 2),
    "sessions_an_address": (sessions_an_address, 3),
    "strangers": (strangers, 4),
    "tables": (tables, 2),
    "tables_a_key": (tables_a_key, 2),
    "watchers": (watchers, 2),
    "bots": (bots, 3),
    "bans": (bans, 2),
    "known": (known, 3),
    "guessers": (guessers, 5),
    "requests_a_second": (requests_a_second, 7),
    "requests_at_once": (requests_at_once, 9),
    "chats_a_second": (chats_a_second, 3),
    "chats_at_once": (chats_at_once, 4),
    "guesses_a_second": (guesses_a_second, 0.5),
    "guesses_at_once": (guesses_at_once, 3),
    "unacknowledged": (unacknowledged, 3),
    "steps": (steps, 5),
    "option_text": (option_text, 20),
    "too_fast": (too_fast, 2),
    "retry": (retry, 3),
    "bot_back": (bot_back, 2),
    "bot_again": (bot_again, 4),
    "seat_kept": (seat_kept, 50),
    "owner_kept": (owner_kept, 50),
    "table_kept": (table_kept, 50),
    "stand_in": (stand_in, 12),
    "away_vote": (away_vote, 12),
    "abstain": (abstain, 12),
    "warning": (warning, 7),
    "late": (late, 3),
    "bot_late": (bot_late, 20),
    "empty_account": (empty_account, 3),
}
"""How each bound is measured, and another value for it."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no picture of the host in each turn: here are thousands of turns with thousands of things."""
    monkeypatch.setattr(sheep_support.host_room, "picture_of", lambda host: None)


def test_every_bound_has_its_measure() -> None:
    assert set(MEASURES) == set(Limits.__struct_fields__)


@pytest.mark.parametrize("name", MEASURES)
def test_a_bound_is_what_is_measured(name: str) -> None:
    """At its default, which is so that it is met, and at another value."""
    measure, other = MEASURES[name]
    default = getattr(Limits(), name)
    assert 0 < default < FAR
    assert measure(Limits()) == pytest.approx(default, abs=0.01)
    assert measure(msgspec.structs.replace(Limits(), **{name: other})) == pytest.approx(other, abs=0.01)
