"""Watching a table of the host's core, leaving it, and being gone from it."""

from sheep_common.messages import (
    Chat,
    Leave,
    New,
    Ok,
    Ready,
    Say,
    Sit,
    Watch,
)
from sheep_common.messages import Table as TableMessage
from sheep_host.core import Limits
from sheep_host.core.state.effects import DropTable
from sheep_support.host_clients import newest, shown
from sheep_support.host_room import Room

# --- watching -------------------------------------------------------------------------------


def test_a_watcher_is_shown_the_table_and_the_game(room: Room) -> None:
    """With no seat, no legal actions, and a spectator's view."""
    name = room.open(seats=1)
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    ana.ask(Ready, table=name)
    answer = bo.ask(Watch, table=name)
    assert (answer.seat, answer.table.watchers) == (None, 1)
    update = newest(bo)
    assert (update.seat, update.legal, update.view["mine"]) == (None, (), None)
    assert shown(ana).watchers == 1
    assert isinstance(bo.ask(Leave, table=name), Ok)
    assert shown(ana).watchers == 0


def test_watching_is_refused_where_the_table_or_its_room_does_not_allow_it() -> None:
    """The option watchers=off, and the bound."""
    room = Room(limits=Limits(watchers=1))
    ana, bo, cy = room.join("Ana"), room.join("Bo"), room.join("Cy")
    closed = ana.ask(New, game="tiny", seats=2, options={"watchers": "off"}).table.id
    small = ana.ask(New, game="tiny", seats=2).table.id
    assert bo.refused(Watch, table=closed) == "not-allowed"
    bo.ask(Watch, table=small)
    assert cy.refused(Watch, table=small) == "not-allowed"


def test_who_sits_down_watches_no_longer(room: Room) -> None:
    """One is at a table once."""
    name = room.open()
    ana = room.join("Ana")
    ana.ask(Watch, table=name)
    assert ana.ask(Sit, table=name).table.watchers == 0
    assert ana.ask(Watch, table=name).seat == 0
    assert ana.ask(Say, table=name, text="hi") == Ok(re=5)
    assert len(ana.take(Chat)) == 1


def test_a_watcher_who_is_gone_is_forgotten(room: Room) -> None:
    """Nothing of a connection stays behind."""
    name = room.open()
    ana = room.join("Ana")
    ana.ask(Watch, table=name)
    ana.gone()
    assert (room.table().watchers, room.table().seen) == ((), {})


# --- leaving --------------------------------------------------------------------------------


def test_who_leaves_an_open_table_frees_the_seat(room: Room) -> None:
    """All sessions of the key are told that they are not at it any more."""
    name = room.open()
    ana = room.join("Ana")
    second = ana.again()
    bo = room.join("Bo")
    ana.ask(Sit)
    bo.ask(Sit)
    second.take_all()
    assert isinstance(ana.ask(Leave, table=name), Ok)
    assert room.table().seats[0] is None
    assert [message.seat for message in second.take(TableMessage)] == [TableMessage(table=shown(bo)).seat]
    assert ana.refused(Leave, table=name) == "not-seated"


def test_a_table_that_all_have_left_is_closed(room: Room) -> None:
    """Nobody sits there, watches or commands it."""
    ana = room.join("Ana")
    name = ana.ask(New, game="tiny", seats=2).table.id
    ana.ask(Sit)
    ana.ask(Leave, table=name)
    assert (room.host.tables, room.disk.rows) == ({}, {})
    assert room.announced("closed") == [{"event": "closed", "table": name}]


def test_a_table_that_has_nobody_at_it_is_closed_after_a_while(room: Room) -> None:
    """When all are only gone; watchers and seats keep it."""
    ana = room.join("Ana")
    name = ana.ask(New, game="tiny", seats=2).table.id
    ana.gone()
    room.wait(room.limits.table_kept - 1)
    assert name in room.host.tables
    assert DropTable(name) in room.wait(1)


def test_the_command_lines_table_stays_open_for_ever(room: Room) -> None:
    """Whoever comes and goes."""
    name = room.open()
    room.join("Ana").gone()
    room.wait(10 * room.limits.table_kept)
    assert name in room.host.tables


def test_a_seat_at_a_table_that_is_not_playing_is_kept_for_a_while(room: Room) -> None:
    """Then others may have it."""
    room.open()
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    bo.ask(Sit)
    ana.gone()
    bo.take_all()
    room.wait(room.limits.seat_kept - 1)
    assert room.table().seats[0] is not None
    room.wait(1)
    assert room.table().seats[0] is None
    assert shown(bo).seats[0] is None


def test_a_name_that_sits_at_a_table_already_cannot_sit_there_twice(room: Room) -> None:
    """When a game is over, names are free again; at one table they are still told apart."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    room.play_out(ana, bo)
    bo.ask(Leave, table=room.table().id)
    ana.gone()
    other = room.join("ANA", key="other")
    assert other.refused(Sit, table=room.table().id) == "name-taken"
