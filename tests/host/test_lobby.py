"""Tables of the host's core: opening, finding, sitting, being ready."""

import re

import pytest
from sheep_common.messages import (
    Leave,
    New,
    Ready,
    Refused,
    Rematch,
    Sit,
    Tables,
    Watch,
)
from sheep_common.messages import Table as TableMessage
from sheep_host.core import Limits
from sheep_host.core.state.effects import Announce, SaveTable, Send
from sheep_host.core.state.events import Granted
from sheep_support.host_clients import newest
from sheep_support.host_room import Room

# --- opening --------------------------------------------------------------------------------


def test_a_new_table_is_its_openers_and_nobody_sits_at_it(room: Room) -> None:
    """It has four letters for a name, and the options as they were asked for."""
    ana = room.join("Ana")
    table = ana.ask(New, game="battle-sheep", seats=3, options={"end": "one-left", "move-time": "30"})
    assert re.fullmatch("[a-hj-kmnp-z]{4}", table.table.id)
    assert (table.table.owner, table.table.state, table.table.seats) == ("Ana", "open", (None,) * 3)
    assert table.table.options == {"end": "one-left", "move-time": "30"}
    assert room.disk.rows[table.table.id].owner == ana.key


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("chess", 2, {}),
        ("battle-sheep", 5, {}),
        ("leadersheep", 1, {}),
        ("battle-sheep", 2, {"colour": "red"}),
        ("battle-sheep", 2, {"end": "soon"}),
        ("battle-sheep", 2, {"first": "oldest"}),
        ("battle-sheep", 2, {"first": 2}),
        ("battle-sheep", 2, {"first": "02"}),
        ("battle-sheep", 2, {"hints": "maybe"}),
        ("battle-sheep", 2, {"move-time": -1}),
        ("battle-sheep", 2, {"clock": "1e3"}),
        ("battle-sheep", 2, {"clock": 100_000}),
        ("battle-sheep", 2, {"watchers": "yes"}),
        ("leadersheep", 3, {"deck": "/etc/passwd"}),
        ("leadersheep", 3, {"deck": "{"}),
    ],
)
def test_what_no_table_can_be_is_refused(
    room: Room, game: str, seats: int, options: dict[str, int | str]
) -> None:
    """A game, a seat count or an option that there is not."""
    answer = room.join("Ana").ask(New, game=game, seats=seats, options=options)
    assert (answer.code, room.host.tables) == ("bad-option", {})
    assert answer.text


def test_tables_are_bounded_for_a_key_and_the_host() -> None:
    """The host's owner may open as many as the host has room for."""
    room = Room(limits=Limits(tables=3, tables_a_key=1))
    ana = room.join("Ana")
    ana.ask(New, game="tiny", seats=2)
    ana.ask(Sit)  # a table with nobody at it would give way
    assert ana.refused(New, game="tiny", seats=2) == "not-allowed"
    room.turn(Granted("console", owner=True))
    console = room.join("console", key="console")
    console.ask(New, game="tiny", seats=2)
    console.ask(New, game="tiny", seats=2)
    assert room.join("Bo").refused(New, game="tiny", seats=2) == "not-allowed"


def test_long_options_are_cut_where_a_table_is_shown(room: Room) -> None:
    """A whole deck would fill every message."""
    ana = room.join("Ana")
    position = "0,0:0x16 " + " ".join(f"{q},0" for q in range(1, 40)) + " 40,0:1x16"
    table = ana.ask(New, game="battle-sheep", seats=2, options={"position": position}).table
    assert table.options["position"] == position[:59] + "…"
    assert room.table().options["position"] == position


# --- finding --------------------------------------------------------------------------------


def test_private_tables_are_listed_to_those_at_them_alone(room: Room) -> None:
    """And can be reached by name."""
    ana, bo = room.join("Ana"), room.join("Bo")
    name = ana.ask(New, game="tiny", seats=2, options={"private": "on"}).table.id
    room.turn(Granted("console", owner=True))
    console = room.join("console", key="console")
    assert [len(client.ask(Tables).tables) for client in (ana, bo, console)] == [1, 0, 1]
    assert bo.refused(Sit) == "no-such-table"
    assert bo.ask(Sit, table=name).seat == 0
    assert len(bo.ask(Tables).tables) == 1


@pytest.mark.parametrize("kind", [Sit, Watch, Ready, Leave, Rematch])
def test_a_table_that_is_not_there_is_refused(room: Room, kind: type[Sit]) -> None:
    """Whatever is asked of it."""
    assert room.join("Ana").refused(kind, table="nope") == "no-such-table"


# --- sitting --------------------------------------------------------------------------------


def test_sitting_takes_the_first_free_seat_and_tells_the_others(room: Room) -> None:
    """The answer comes first, and everyone at the table is told, each of its own seat."""
    room.open(seats=3)
    ana, bo = room.join("Ana"), room.join("Bo")
    assert ana.ask(Sit).seat == 0
    assert room.announced("seated") == [
        {"event": "seated", "table": room.table().id, "seat": 0, "name": "Ana"}
    ]
    assert bo.ask(Sit).seat == 1
    (told,) = ana.take(TableMessage)
    assert (told.seat, told.table.seats[1].name if told.table.seats[1] else None) == (0, "Bo")


def test_a_whole_turn_is_a_list_of_effects(room: Room) -> None:
    """First what is stored, then what is told."""
    name = room.open(seats=2)
    ana = room.join("Ana")
    sit = ana.request(Sit, table=name)
    effects = room.turn(ana.came(sit))
    assert [type(effect) for effect in effects] == [SaveTable, Announce, Send]
    assert effects[-1] == Send(ana.route, TableMessage(re=sit.id, table=effects[-1].message.table, seat=0))


def test_sitting_again_changes_nothing(room: Room) -> None:
    """Without a seat, or with the seat that one has."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit, seat=1)
    for fields in ({}, {"seat": 1}):
        assert ana.ask(Sit, table=room.table().id, **fields).seat == 1
        assert room.of(SaveTable) == []


def test_one_moves_to_another_free_seat_while_the_table_is_open(room: Room) -> None:
    """And not to one that is taken."""
    room.open(seats=3)
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    bo.ask(Sit)
    assert ana.refused(Sit, seat=1) == "seat-taken"
    assert ana.ask(Sit, seat=2).seat == 2
    assert [seat and seat.name for seat in room.table().seats] == [None, "Bo", "Ana"]


def test_seats_are_refused_that_are_taken_full_or_not_there(room: Room) -> None:
    """Each with its code."""
    room.open(seats=2)
    ana, bo, cy = room.join("Ana"), room.join("Bo"), room.join("Cy")
    ana.ask(Sit, seat=0)
    assert bo.refused(Sit, seat=0) == "seat-taken"
    assert bo.refused(Sit, seat=2) == "illegal"
    bo.ask(Sit)
    assert cy.refused(Sit) == "table-full"


def test_without_a_name_one_sits_at_the_first_table_with_a_free_seat(room: Room) -> None:
    """In the order in which they were opened; the table where one's own game runs comes before all."""
    ana, bo = room.join("Ana"), room.join("Bo")
    first = ana.ask(New, game="tiny", seats=1).table.id
    second = ana.ask(New, game="tiny", seats=2).table.id
    ana.ask(Sit)
    assert bo.ask(Sit).table.id == second
    ana.ask(Ready, table=first)
    assert ana.ask(Sit).table.id == first


def test_who_opens_another_table_sits_there_though_seated_at_a_full_one(room: Room) -> None:
    """`/new` and `/sit`: the first table with a free seat."""
    ana, bo = room.join("Ana"), room.join("Bo")
    full = ana.ask(New, game="battle-sheep", seats=2).table.id
    for player in (ana, bo):
        player.ask(Sit, table=full)
    other = ana.ask(New, game="battle-sheep", seats=2).table.id
    assert ana.ask(Sit).table.id == other
    assert bo.ask(Sit).table.id == other


def test_nobody_sits_down_at_a_running_game(room: Room) -> None:
    """Spectators are welcome."""
    room.open(seats=1)
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    ana.ask(Ready, table=room.table().id)
    assert bo.refused(Sit) == "already-started"
    assert ana.ask(Sit).seat == 0


def test_two_who_want_the_same_seat_in_one_turn_get_one_each_their_answer(room: Room) -> None:
    """The first has it."""
    name = room.open(seats=2)
    ana, bo = room.join("Ana"), room.join("Bo")
    room.turn(ana.came(ana.request(Sit, table=name, seat=0)), bo.came(bo.request(Sit, table=name, seat=0)))
    assert [message.re for message in ana.take(TableMessage)] == [2]
    assert [message.code for message in bo.take(Refused)] == ["seat-taken"]


# --- ready ----------------------------------------------------------------------------------


def test_the_game_starts_when_all_seats_are_filled_and_ready(room: Room) -> None:
    """Being ready can be taken back."""
    name = room.open(seats=2)
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    bo.ask(Sit)
    ana.ask(Ready, table=name)
    assert not ana.ask(Ready, table=name, ready=False).table.seats[0].ready
    bo.ask(Ready, table=name)
    assert room.table().state == "open"
    ana.ask(Ready, table=name)
    assert room.announced("started") == [{"event": "started", "table": name}]
    assert newest(bo).view["game"] == "tiny"


def test_the_game_waits_for_who_was_ready_and_is_away(room: Room) -> None:
    """It starts when they are back."""
    name = room.open(seats=2)
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    bo.ask(Sit)
    ana.ask(Ready, table=name)
    ana.gone()
    bo.ask(Ready, table=name)
    assert room.table().state == "open"
    assert newest(ana.again()).version == room.table().version
    assert room.table().state == "playing"


def test_ready_is_refused_without_a_seat_and_when_it_makes_no_sense(room: Room) -> None:
    """A running game has started already; one that is over wants a rematch."""
    name = room.open(seats=1)
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    assert bo.refused(Ready, table=name) == "not-seated"
    ana.ask(Ready, table=name)
    assert ana.refused(Ready, table=name) == "already-started"
    while room.table().state == "playing":
        ana.act("bid 3")
    assert ana.refused(Ready, table=name) == "not-started"
