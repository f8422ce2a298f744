"""Stored before told: what the host's core does when a batch cannot be stored, and after a restart."""

import pytest
from sheep_common.messages import (
    Ack,
    Act,
    Bot,
    Bye,
    Hello,
    Leave,
    New,
    Propose,
    Ready,
    Refused,
    Sit,
    Tables,
    Who,
)
from sheep_host.core import next_deadline, refuse_storage, restore, still_due
from sheep_host.core.state.effects import Announce, DropTable, Log, SaveTable, Send, TableRow, WriteRecord
from sheep_host.core.state.events import Behind, Broken, Closing, Gone, Granted, Slept, Stimulus
from sheep_support.host_clients import ended, newest
from sheep_support.host_room import ALL_GAMES, ROW, Room


def test_a_batch_that_cannot_be_stored_is_refused_request_by_request(room: Room) -> None:
    """Each with `storage`; what is no message gets the answer that it would have got anyway."""
    ana = room.join("Ana")
    sit, bye = ana.request(Sit), ana.request(Bye)
    batch: list[Stimulus] = [
        ana.came(sit),
        ana.came(bye),
        ana.came(Ack(table="abcd", version=1)),
        Broken(ana.route, ana.key, "malformed", "what", 9),
        Gone("other"),
    ]
    refused = refuse_storage(room.host, batch)
    assert [(effect.route, effect.message.re, effect.message.code) for effect in refused] == [
        (ana.route, sit.id, "storage"),
        (ana.route, bye.id, "storage"),
        (ana.route, 9, "malformed"),
    ]


def test_a_stranger_is_asked_who_it_is_also_when_nothing_can_be_stored(room: Room) -> None:
    """Only a hello is refused."""
    stranger = room.client("Ana")
    assert refuse_storage(room.host, [stranger.came(stranger.request(Tables))]) == [
        Send(stranger.route, Who())
    ]


def test_what_nobody_repeats_is_still_due(room: Room) -> None:
    """Connections that ended, acknowledgements, and what the supervisor has said."""
    ana = room.join("Ana")
    ack = ana.came(Ack(table="abcd", version=1))
    kept: list[Stimulus] = [ack, Gone("r"), Behind("r"), Granted("k"), Slept(9.0)]
    others: list[Stimulus] = [ana.came(ana.request(Tables)), Broken("r", "k", "malformed", "x"), Closing()]
    assert still_due([*others, *kept]) == kept


def test_when_storing_fails_the_old_values_go_on(room: Room) -> None:
    """The same request is done when there is room again."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    before, disk = room.host, dict(room.disk.rows)
    ana.act("split 0,0 E 1")
    room.host = before
    room.disk.lines[room.table().id, 1].pop()
    assert room.disk.rows == disk
    bo.take_all()
    answer = ana.act("split 0,0 E 1")
    assert answer.version == room.table().version == 2
    assert newest(bo).version == 2


# --- after a restart ------------------------------------------------------------------------


def test_a_table_sleeps_until_somebody_touches_it(room: Room) -> None:
    """Its game is not played again before, and what is shown of it needs none."""
    ana, _ = room.start("tiny", "Ana", "Bo")
    room.restart()
    room.turn()
    cy = room.join("Cy")
    cy.ask(Tables)
    assert room.table().asleep is not None
    room.join("Ana", key=ana.key)
    assert room.table().asleep is None


def test_people_are_away_and_their_times_begin_anew_after_a_restart(room: Room) -> None:
    """A seat at an open table is kept for a while from then on."""
    room.open()
    room.join("Ana").ask(Sit)
    room.restart()
    assert next_deadline(room.host) == room.now + room.limits.seat_kept


def test_a_record_that_cannot_be_played_again_harms_its_table_alone(room: Room) -> None:
    """The game is over without an outcome; the table can be used."""
    ana, _ = room.start("tiny", "Ana", "Bo")
    damaged = room.table().id
    other = room.open("tiny", 1)
    bo = room.join("Cy")
    bo.ask(Sit, table=other)
    bo.ask(Ready, table=other)
    room.disk.lines[damaged, 1][1] = '{"seat": 1, "action": "bid 1", "ms": 0}'
    room.restart()
    ana = room.join("Ana")
    assert [effect.level for effect in room.of(Log)] == ["error"]
    assert (ended(ana).outcome, room.table(damaged).reason) == (None, "damaged")
    assert ana.act("bid 1", table=damaged).code == "not-started"
    assert newest(room.join("Cy")).table == other
    room.restart()
    room.join("Ana")
    assert room.of(Log) == []


def test_versions_never_come_again_also_after_damage(room: Room) -> None:
    """A client that has seen more is not told less."""
    room.start("tiny", "Ana", "Bo")
    seen = room.table().version
    room.disk.lines[room.table().id, 1][0] = "{}"
    room.restart()
    room.join("Ana")
    assert room.table().version >= seen


@pytest.mark.parametrize(
    "row",
    [
        TableRow(id="gone", game="chess", options={}, state="open", seats=(None,)),
        TableRow(id="gone", game="tiny", options={}, state="asleep", seats=(None,)),
        TableRow(id="gone", game="tiny", options={"hints": "maybe"}, state="open", seats=(None,)),
        TableRow(id="gone", game="tiny", options={}, state="playing", seats=(None,)),
    ],
)
def test_a_row_that_this_host_cannot_take_is_left_alone(row: TableRow) -> None:
    """It is neither shown nor written over; the log says so, once."""
    room = Room()
    room.host = restore("Fold", [row], games=ALL_GAMES)
    assert [effect.level for effect in room.turn() if isinstance(effect, Log)] == ["warning"]
    assert (room.host.tables, room.host.reserved) == ({}, {"gone"})
    assert room.turn() == []


def test_a_table_that_comes_and_goes_in_one_turn_leaves_nothing(room: Room) -> None:
    """No line of a table that the store has never seen."""
    ana = room.join("Ana")
    room.turn(ana.came(ana.request(New, game="tiny", seats=2)))
    (name,) = room.host.tables
    room.turn(ana.came(ana.request(Leave, table=name)))
    assert room.of(DropTable) == [DropTable(name)]
    seed = room.rng.getstate()
    room.turn(ana.came(ana.request(New, game="tiny", seats=2)))
    (name,) = room.host.tables
    room.turn(ana.came(ana.request(Leave, table=name)))
    room.rng.setstate(seed)
    room.turn(
        ana.came(ana.request(New, game="tiny", seats=2)),
        ana.came(ana.request(Sit, table=name)),
        ana.came(ana.request(Bot, table=name, seat=1)),
        ana.came(ana.request(Ready, table=name)),
        ana.came(ana.request(Propose, table=name, what="resign")),
        ana.came(ana.request(Leave, table=name)),
    )
    assert ana.take(Refused) == []
    assert (room.host.tables, room.disk.rows, room.disk.lines) == ({}, {}, {})
    assert len(room.of(WriteRecord)) == 1
    assert len(room.of(SaveTable)) == 0
    assert room.of(Announce)[-1].event["event"] == "closed"


def test_an_action_in_the_turn_of_a_restart_wakes_its_table(room: Room) -> None:
    """A hello and the action that had no answer, in one batch."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    room.restart()
    ana = room.client("Ana")
    hello = ana.request(Hello, protocol=1, name="Ana")
    act = ana.request(Act, table=next(iter(room.host.tables)), version=1, action="split 0,0 E 1")
    room.turn(ana.came(hello), ana.came(act))
    assert newest(ana).version == 2
