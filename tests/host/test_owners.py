"""Owners in the host's core: what they may do, and who follows them."""

import pytest
from sheep_common.messages import (
    Ban,
    Bot,
    Close,
    Closed,
    Kick,
    Leave,
    New,
    Ok,
    Over,
    Ready,
    Sit,
    Start,
    Tables,
    Update,
    Watch,
)
from sheep_host.core import Limits
from sheep_host.core.state.effects import DropBot, WantBot
from sheep_host.core.state.events import Granted
from sheep_support.host_clients import Client, newest, shown
from sheep_support.host_room import Room


@pytest.fixture
def console(room: Room) -> Client:
    """Return the console of the host."""
    room.turn(Granted("console", owner=True))
    return room.join("console", key="console")


def seated(room: Room, *names: str) -> list[Client]:
    """Let people sit down at the only table."""
    clients = [room.join(name) for name in names]
    for client in clients:
        client.ask(Sit, table=room.table().id)
    for client in clients:
        client.take_all()
    return clients


# --- who commands ---------------------------------------------------------------------------


def test_who_sits_longest_commands_the_command_lines_table(room: Room) -> None:
    """It has no opener."""
    room.open(seats=3)
    ana, bo = seated(room, "Ana", "Bo")
    assert room.table().owner == ana.key
    ana.ask(Leave, table=room.table().id)
    assert shown(bo).owner == "Bo"


def test_the_command_passes_to_who_sits_longest(room: Room) -> None:
    """In the order in which they sat down, not of the seats."""
    ana, bo, cy = room.join("Ana"), room.join("Bo"), room.join("Cy")
    name = ana.ask(New, game="tiny", seats=3).table.id
    cy.ask(Sit, table=name, seat=2)
    bo.ask(Sit, table=name, seat=0)
    ana.ask(Sit, table=name)
    ana.ask(Leave, table=name)
    assert shown(bo).owner == "Cy"


def test_an_opener_who_does_not_sit_gives_up_the_command_by_leaving(room: Room) -> None:
    """And whoever sits there has it."""
    ana, bo = room.join("Ana"), room.join("Bo")
    name = ana.ask(New, game="tiny", seats=2).table.id
    bo.ask(Sit, table=name)
    ana.ask(Leave, table=name)
    assert room.table().owner == bo.key


def test_an_owner_who_is_gone_for_long_is_followed_by_who_is_here(room: Room) -> None:
    """Not by somebody who is gone too."""
    name = room.open(seats=3)
    ana, bo, cy = seated(room, "Ana", "Bo", "Cy")
    for client in (ana, bo, cy):
        client.ask(Ready, table=name)
    ana.gone()
    bo.gone()
    room.wait(room.limits.owner_kept - 1)
    assert room.table().owner == ana.key
    room.wait(1)
    assert room.table().owner == cy.key
    assert shown(cy).owner == "Cy"


def test_an_owner_who_comes_back_in_time_stays_the_owner(room: Room) -> None:
    """However often."""
    name = room.open()
    ana, bo = seated(room, "Ana", "Bo")
    for _ in range(3):
        ana.gone()
        room.wait(room.limits.owner_kept - 1)
        ana = ana.again()
    assert room.table(name).owner == ana.key
    assert bo.refused(Start, table=name) == "not-allowed"


@pytest.mark.parametrize("kind", [Start, Kick, Ban, Bot])
def test_only_the_owner_commands(room: Room, console: Client, kind: type[Kick]) -> None:
    """The host's owner everywhere."""
    name = room.open()
    _, bo = seated(room, "Ana", "Bo")
    fields = {} if kind is Start else {"seat": 0}
    assert bo.refused(kind, table=name, **fields) == "not-allowed"
    assert bo.refused(kind, table="nope", **fields) == "no-such-table"
    answer = console.ask(kind, table=name, **fields)
    assert getattr(answer, "code", None) != "not-allowed"


# --- kick and ban ---------------------------------------------------------------------------


def test_a_kicked_player_is_told_and_may_come_back(room: Room) -> None:
    """The seat is free; to leave is something else."""
    name = room.open()
    ana, bo = seated(room, "Ana", "Bo")
    assert ana.ask(Kick, table=name, seat=1).table.seats[1] is None
    assert bo.take_all() == [Closed(table=name, reason="kicked")]
    assert bo.ask(Sit, table=name).seat == 1
    assert ana.refused(Kick, table=name, seat=0) == "not-allowed"
    assert ana.refused(Kick, table=name, seat=7) == "illegal"


def test_an_empty_seat_cannot_be_kicked_nor_banned(room: Room) -> None:
    """Nobody sits there."""
    name = room.open()
    (ana,) = seated(room, "Ana")
    assert ana.refused(Kick, table=name, seat=1) == "not-seated"
    assert ana.refused(Ban, table=name, seat=1) == "not-seated"


def test_a_player_kicked_out_of_a_running_game_is_followed_by_a_bot(room: Room) -> None:
    """The record keeps the name, the table shows the bot."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    name = room.table().id
    table = ana.ask(Kick, table=name, seat=1).table
    assert table.seats[1] is not None
    assert table.seats[1].bot == "normal"
    assert room.of(WantBot) == [WantBot(name, 1, "normal")]
    assert bo.take_all() == [Closed(table=name, reason="kicked")]
    assert '"Bo"' in room.disk.lines[name, 1][0]


def test_a_player_banned_from_a_table_cannot_sit_or_watch_there(room: Room) -> None:
    """Other tables are open."""
    name = room.open()
    ana, bo = seated(room, "Ana", "Bo")
    ana.ask(Ban, table=name, seat=1)
    assert bo.take_all() == [Closed(table=name, reason="banned")]
    assert bo.refused(Sit, table=name) == "banned"
    room.restart()
    bo = room.join("Bo")
    assert bo.refused(Sit, table=name) == "banned"
    assert bo.refused(Watch, table=name) == "banned"
    assert bo.ask(New, game="tiny", seats=2).table.owner == "Bo"


def test_the_hosts_owner_is_not_sent_away_by_a_tables(room: Room) -> None:
    """Who plays at the host itself."""
    name = room.open(seats=3)
    (ana,) = seated(room, "Ana")
    room.turn(Granted("host", owner=True, name="Host", table=name))
    host = room.join("Host", key="host")
    seat = host.ask(Sit, table=name).seat
    assert ana.refused(Kick, table=name, seat=seat) == "not-allowed"
    assert ana.refused(Ban, table=name, seat=seat) == "not-allowed"


def test_a_ban_from_the_host_empties_all_seats_of_the_key(room: Room, console: Client) -> None:
    """In a running game a bot plays on; the sessions end."""
    first = room.open(seats=1)
    ana = room.join("Ana")
    ana.ask(Sit, table=first)
    ana.ask(Ready, table=first)
    second = ana.ask(New, game="tiny", seats=2).table.id
    ana.ask(Sit, table=second)
    console.ask(Ban, table=first, seat=0)
    assert ana.key not in room.host.routes
    assert room.table(first).seats[0].bot == "normal"
    assert second not in room.host.tables


def test_a_table_and_a_host_ban_so_many_and_no_more() -> None:
    """A sixteenth of the host's number at one table; beyond it the owner may still kick."""
    room = Room(limits=Limits(bans=16))
    name = room.open(seats=3)
    ana, bo, cy = seated(room, "Ana", "Bo", "Cy")
    ana.ask(Ban, table=name, seat=1)
    assert ana.refused(Ban, table=name, seat=2) == "not-allowed"
    assert ana.ask(Kick, table=name, seat=2).table.seats[2] is None
    assert bo.refused(Sit, table=name) == "banned"
    assert cy.ask(Sit, table=name).seat == 1


def test_a_full_list_of_the_banned_from_the_host_takes_no_more() -> None:
    room = Room(limits=Limits(bans=1))
    room.turn(Granted("console", owner=True))
    console = room.join("console", key="console")
    name = room.open(seats=2)
    seated(room, "Ana", "Bo")
    console.ask(Ban, table=name, seat=0)
    assert console.refused(Ban, table=name, seat=1) == "not-allowed"
    assert len(room.host.bans) == 1


# --- bots -----------------------------------------------------------------------------------


def test_the_owner_puts_bots_and_takes_them_off(room: Room) -> None:
    """The supervisor is asked for each, and told when it is not needed."""
    name = room.open()
    (ana,) = seated(room, "Ana")
    seat = ana.ask(Bot, table=name, seat=1, level="hard").table.seats[1]
    assert (seat.bot, seat.ready, seat.here) == ("hard", True, False)
    assert room.of(WantBot) == [WantBot(name, 1, "hard")]
    (bot,) = room.grant_bots()
    assert ana.ask(Bot, table=name, seat=1, level=None).table.seats[1] is None
    assert room.of(DropBot) == [DropBot(bot.key)]


def test_bots_are_refused_where_there_is_no_place_for_them(room: Room) -> None:
    """On a person's seat, at no level that there is, or where none sits to take off."""
    name = room.open()
    (ana,) = seated(room, "Ana")
    assert ana.refused(Bot, table=name, seat=0) == "seat-taken"
    assert ana.refused(Bot, table=name, seat=2) == "illegal"
    assert ana.refused(Bot, table=name, seat=1, level="god") == "bad-option"
    assert ana.refused(Bot, table=name, seat=1, level=None) == "not-seated"
    ana.ask(Bot, table=name, seat=1)
    ana.ask(Ready, table=name)
    assert ana.refused(Bot, table=name, seat=1) == "already-started"


def test_bots_are_bounded() -> None:
    """They are processes of the host's machine."""
    room = Room(limits=Limits(bots=1))
    name = room.open(seats=3)
    (ana,) = seated(room, "Ana")
    ana.ask(Bot, table=name, seat=1)
    assert ana.refused(Bot, table=name, seat=2) == "not-allowed"
    assert ana.ask(Bot, table=name, seat=1, level="hard").table.seats[1].bot == "hard"


def test_a_bot_has_a_name_that_nobody_here_has(room: Room) -> None:
    """However many there are."""
    name = room.open("battle-sheep", 4, bots=3)
    names = [seat.name for seat in room.table(name).seats if seat]
    assert len(set(names)) == 3
    ana = room.join("Ana")
    assert names[0] in str(ana.ask(Tables))


def test_a_bot_plays_from_its_own_seats_view(room: Room) -> None:
    """It is a client like any other."""
    name = room.open(bots=1)
    (bot,) = room.grant_bots()
    (ana,) = seated(room, "Ana")
    bot.take_all()
    ana.ask(Ready, table=name)
    assert newest(bot).seat == 1
    assert isinstance(bot.act("bid 1"), Update)


@pytest.mark.parametrize("kind", [Leave, Ready])
def test_a_bot_acts_and_nothing_else(room: Room, kind: type[Leave]) -> None:
    """It is seated by its owner."""
    name = room.open(bots=1)
    (bot,) = room.grant_bots()
    assert bot.refused(kind, table=name) == "not-allowed"


# --- closing --------------------------------------------------------------------------------


def test_the_console_closes_any_table(room: Room, console: Client) -> None:
    """Also one where a game runs: everybody there is told, the game ends without an outcome."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    table = room.table().id
    assert isinstance(console.ask(Close, table=table), Ok)
    assert not room.host.tables
    for client in (ana, bo):
        assert [(over.outcome, over.reason) for over in client.take(Over)] == [(None, "closed")]
        assert [(closed.table, closed.reason) for closed in client.take(Closed)] == [(table, "closed")]


def test_nobody_else_closes_a_table(room: Room) -> None:
    """Not even who opened it: the others sit there."""
    ana = room.join("Ana")
    table = ana.ask(New, game="tiny", seats=2).table.id
    assert ana.ask(Close, table=table).code == "not-allowed"
    assert table in room.host.tables


@pytest.fixture
def small() -> Room:
    """Return a room with place for two tables."""
    return Room(limits=Limits(tables=2))


def test_the_table_deserted_for_longest_gives_way(small: Room) -> None:
    """Its players were here once; who holds one in use keeps it."""
    first, second, third = (small.join(name) for name in ("Ana", "Bo", "Cy"))
    tables = []
    for client in (first, second):
        tables.append(client.ask(New, game="tiny", seats=2).table.id)
        client.ask(Sit, table=tables[-1])
    assert third.ask(New, game="tiny", seats=2).code == "not-allowed"
    second.gone()
    small.wait(1)
    first.gone()
    small.wait(1)
    third.ask(New, game="tiny", seats=2)
    assert tables[0] in small.host.tables
    assert tables[1] not in small.host.tables


def test_a_table_where_nobody_sits_gives_way_but_not_the_console_s(small: Room) -> None:
    """Opening tables and standing by keeps nobody from playing."""
    small.turn(Granted("console", owner=True))
    host, ana, bo = small.join("console", key="console"), small.join("Ana"), small.join("Bo")
    waits = host.ask(New, game="tiny", seats=2).table.id
    idle = ana.ask(New, game="tiny", seats=2).table.id
    mine = bo.ask(New, game="tiny", seats=2).table.id
    bo.ask(Sit, table=mine)
    assert set(small.host.tables) == {waits, mine}
    assert idle not in small.host.tables
    assert ana.ask(New, game="tiny", seats=2).code == "not-allowed"


def test_a_game_that_runs_never_gives_way(small: Room) -> None:
    """Its players' links may be broken at just that moment."""
    for game, names in (("tiny", ("Ana", "Bo")), ("battle-sheep", ("Cy", "Di"))):
        for client in small.start(game, *names):
            client.gone()
    assert [table.state for table in small.host.tables.values()] == ["playing", "playing"]
    assert small.join("Eve").ask(New, game="tiny", seats=2).code == "not-allowed"
