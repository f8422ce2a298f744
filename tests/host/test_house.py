"""What the supervisor asks of the host's core: the command line's table, who plays, and bots."""

import pytest
from sheep_common.messages import Kick, Leave, Ready, Rematch, Sit, TableList, Tables
from sheep_common.messages import Table as TableMessage
from sheep_common.names import name_problem
from sheep_host.core import next_deadline
from sheep_host.core.state.effects import DropBot, Log, WantBot
from sheep_host.core.state.events import Granted, Opened
from sheep_support.host_clients import newest
from sheep_support.host_room import Room

PLAY = Granted("host 1", owner=True, name="Ana")


def test_the_command_lines_table_is_opened_once(room: Room) -> None:
    """An unfinished one of the same game and seat count is gone on with."""
    name = room.open("tiny", 2)
    room.turn(Opened("tiny", 2, {}))
    room.restart()
    room.turn(Opened("tiny", 2, {}))
    assert list(room.host.tables) == [name]
    room.turn(Opened("tiny", 3, {}))
    assert len(room.host.tables) == 2


def test_another_is_opened_when_the_old_one_is_over(room: Room) -> None:
    """Finished tables are no reason not to."""
    (ana,) = room.start("tiny", "Ana")
    room.play_out(ana)
    room.turn(Opened("tiny", 1, {}))
    assert len(room.host.tables) == 2


def test_what_cannot_be_opened_is_logged(room: Room) -> None:
    """Nothing else happens."""
    assert [type(effect) for effect in room.turn(Opened("tiny", 9, {}))] == [Log]


def test_the_last_seats_are_for_bots(room: Room) -> None:
    """Which the supervisor is asked for."""
    name = room.open("tiny", 4, bots=2)
    assert room.of(WantBot) == [WantBot(name, 2, "easy"), WantBot(name, 3, "easy")]
    assert [seat.bot if seat else None for seat in room.table().seats] == [None, None, "easy", "easy"]


def test_who_plays_at_the_host_gets_the_first_free_seat(room: Room) -> None:
    """Is ready, and commands everything."""
    room.turn(Opened("tiny", 2, {}, play=PLAY))
    ana = room.client("whoever", key="host 1")
    assert ana.hello().owner
    seat = room.table().seats[0]
    assert seat is not None
    assert (seat.name, seat.ready, seat.key) == ("Ana", True, "host 1")


def test_with_bots_on_all_other_seats_the_game_starts_when_the_host_is_here(room: Room) -> None:
    """One command, and one plays."""
    room.turn(Opened("tiny", 2, {}, bots=1, play=PLAY))
    assert room.table().state == "open"
    assert newest(room.join("Ana", key="host 1")).seat == 0


def test_who_plays_at_the_host_has_the_seat_again_after_a_restart(room: Room) -> None:
    """With another key: it is a new one each start."""
    room.turn(Opened("tiny", 2, {}, bots=1, play=PLAY))
    room.join("Ana", key="host 1")
    room.restart()
    again = Granted("host 2", owner=True, name="Ana")
    room.turn(again, Opened("tiny", 2, {}, bots=1, play=again))
    ana = room.join("Ana", key="host 2")
    assert newest(ana).seat == 0
    assert room.table().owner == "host 2"


@pytest.mark.parametrize("orders", [[], [("tiny", 3)]])
def test_who_plays_at_the_host_keeps_name_and_seats_whatever_is_hosted_next(
    room: Room, orders: list[tuple[str, int]]
) -> None:
    """No table of before waits for somebody who cannot come back."""
    room.turn(Opened("tiny", 2, {}, bots=1, play=PLAY))
    before = room.table().id
    room.join("Ana", key="host 1")
    room.restart()
    again = Granted("host 2", owner=True, name="Ana")
    room.turn(again, *(Opened(game, seats, {}, play=again) for game, seats in orders))
    assert room.join("Ana", key="host 2").name == "Ana"
    seat = room.table(before).seats[0]
    assert seat is not None
    assert (seat.name, seat.key) == ("Ana", "host 2")


def test_another_name_at_the_hosts_terminal_is_another_person(room: Room) -> None:
    """Who gets a table of their own; what the first one's seat may see is not shown, and waits for them."""
    room.turn(Opened("tiny", 2, {}, bots=1, play=PLAY))
    before = room.table().id
    room.join("Ana", key="host 1")
    room.restart()
    bo = Granted("host 2", owner=True, name="Bo")
    room.turn(bo, Opened("tiny", 2, {}, bots=1, play=bo))
    assert room.join("Bo", key="host 2").name == "Bo"
    seats = {name: t.seats[0] and t.seats[0].name for name, t in room.host.tables.items()}
    assert seats.pop(before) == "Ana"
    assert list(seats.values()) == ["Bo"]
    room.restart()
    again = Granted("host 3", owner=True, name="Ana")
    room.turn(again, Opened("tiny", 2, {}, bots=1, play=again))
    assert newest(room.join("Ana", key="host 3")).table == before
    assert len(room.host.tables) == 2


def test_at_an_open_table_another_name_gets_a_seat_beside_the_first(room: Room) -> None:
    """Both may come back to theirs."""
    room.turn(Opened("tiny", 2, {}, play=PLAY))
    for key, name in (("host 2", "Bo"), ("host 3", "Ana"), ("host 4", "Bo")):
        person = Granted(key, owner=True, name=name)
        room.turn(person, Opened("tiny", 2, {}, play=person))
    seats = [seat and (seat.name, seat.key) for seat in room.table().seats]
    assert seats == [("Ana", "host 3"), ("Bo", "host 4")]


def test_who_plays_at_the_host_goes_on_at_their_own_table_before_another(room: Room) -> None:
    """Though an older one has a free seat."""
    room.open("tiny", 2)
    (other,) = room.host.tables
    room.join("Di").ask(Sit, table=other)
    room.join("Cy").ask(Sit, table=other)
    room.turn(Opened("tiny", 2, {}, play=PLAY))
    di = room.clients[next(iter(room.clients))]
    di.ask(Leave, table=other)
    again = Granted("host 2", owner=True, name="Ana")
    room.turn(again, Opened("tiny", 2, {}, play=again))
    assert [seat and seat.name for seat in room.table(other).seats] == [None, "Cy"]


NAMES = ["Ana", "羊" * 12, "Anna Maria Lucia del Mar", "a" * 24, "\u1eb9\u0301" * 24]


@pytest.mark.parametrize("name", NAMES)
def test_a_number_behind_a_name_leaves_it_good_and_its_persons(room: Room, name: str) -> None:
    """Whoever has come under it; the seat is found again under the name that was wanted."""
    assert name_problem(name) is None
    room.join(name)
    for key in ("host 1", "host 2"):
        person = Granted(key, owner=True, name=name)
        room.turn(person, Opened("tiny", 2, {}, bots=1, play=person))
    seat = room.table().seats[0]
    assert seat is not None
    assert seat.key == "host 2"
    assert seat.name != name
    assert seat.name.endswith(" 2")
    assert name_problem(seat.name) is None


def test_who_plays_at_the_host_is_shown_the_table_first_that_it_was_started_for(room: Room) -> None:
    """A client shows the first, and they may have a seat at one of before."""
    room.turn(Opened("tiny", 2, {}, play=PLAY))
    before = room.table().id
    again = Granted("host 2", owner=True, name="Ana")
    room.turn(again, Opened("tiny", 3, {}, play=again))
    ana = room.join("Ana", key="host 2")
    after = [message.table.id for message in ana.take(TableMessage)]
    assert (len(after), after[-1]) == (2, before)


def test_where_no_seat_is_free_who_plays_at_the_host_gets_another_table(room: Room) -> None:
    """One that others have not finished is not in the way of a game here and now."""
    room.start("tiny", "Ana", "Cy")
    others = room.table().id
    room.turn(Opened("tiny", 2, {}, bots=1, play=Granted("host", owner=True, name="Bo")))
    seats = {name: [seat.name if seat else None for seat in t.seats] for name, t in room.host.tables.items()}
    assert seats.pop(others) == ["Ana", "Cy"]
    assert [names[0] for names in seats.values()] == ["Bo"]


@pytest.mark.parametrize(("before", "now"), [(1, 0), (0, 1)])
def test_a_game_against_bots_alone_is_not_the_one_for_several(room: Room, before: int, now: int) -> None:
    """Who has tried it alone has a free seat for a friend when hosting for two, and the other way round."""
    room.turn(Opened("tiny", 2, {}, bots=before, play=PLAY))
    room.join("Ana", key="host 1")
    room.restart()
    again = Granted("host 2", owner=True, name="Ana")
    room.turn(again, Opened("tiny", 2, {}, bots=now, play=again))
    assert len(room.host.tables) == 2


def test_where_every_seat_is_for_a_bot_who_plays_at_the_host_gets_none(room: Room) -> None:
    """A line in the log says so."""
    room.turn(Opened("tiny", 1, {}, bots=1, play=Granted("host", owner=True, name="Bo")))
    assert [effect.level for effect in room.of(Log)] == ["warning"]


def test_a_name_that_is_taken_gets_a_number(room: Room) -> None:
    """Who starts the host is not turned away."""
    room.join("Ana")
    room.turn(Opened("tiny", 2, {}, play=PLAY))
    seat = room.table().seats[0]
    assert seat is not None
    assert seat.name == "Ana 2"


def test_the_consoles_name_never_stands_in_its_way(room: Room) -> None:
    """Somebody may have come under it."""
    room.join("console")
    room.turn(Granted("key", owner=True))
    assert room.join("console", key="key").name == "console 2"


def test_a_person_may_be_granted_a_seat(room: Room) -> None:
    """One that is free."""
    name = room.open("tiny", 3)
    room.turn(Granted("key", name="Bo", table=name, seat=1))
    assert room.join("x", key="key").name == "Bo"
    room.turn(Granted("other", name="Cy", table=name, seat=1))
    assert [effect.level for effect in room.of(Log)] == ["warning"]


# --- bots -----------------------------------------------------------------------------------


def test_a_bot_is_bound_to_the_seat_that_it_was_asked_for(room: Room) -> None:
    """Under the seat's name, whatever it says, and not announced as somebody who came."""
    name = room.open("tiny", 2, bots=1)
    room.turn(Granted("bot", table=name, seat=1, level="easy"))
    bot = room.join("Bot 1", key="bot")
    seat = room.table().seats[1]
    assert seat is not None
    assert (bot.name, seat.key, seat.away) == (seat.name, "bot", None)
    assert room.announced("joined") == []
    assert room.disk.rows[name].seats[1].key == "bot"


def test_a_bot_that_was_here_before_its_grant_gets_its_seat_at_once(room: Room) -> None:
    """Both orders happen after a restart."""
    name = room.open("tiny", 2, bots=1)
    bot = room.join("Bot 1", key="bot")
    bot.take_all()
    room.turn(Granted("bot", table=name, seat=1, level="easy"))
    assert len(bot.inbox) == 1
    assert isinstance(bot.ask(Tables), TableList)


@pytest.mark.parametrize("seat", [0, 1, 7, None])
def test_a_bot_that_is_not_needed_is_sent_away(room: Room, seat: int | None) -> None:
    """Its seat is free, a person's, or there is none such."""
    name = room.open("tiny", 2)
    room.join("Ana").ask(Sit, seat=1)
    assert room.turn(Granted("bot", table=name, seat=seat, level="easy")) == [DropBot("bot")]
    assert room.turn(Granted("bot", table="nope", seat=0, level="easy")) == [DropBot("bot")]


def test_a_second_bot_for_a_seat_replaces_the_first(room: Room) -> None:
    """The first is not needed any more."""
    name = room.open("tiny", 2, bots=1)
    (first,) = room.grant_bots()
    room.turn(Granted("second", table=name, seat=1, level="easy"))
    assert room.dropped() == [first.key]
    assert first.act("bid 1").code == "not-seated"


def test_a_bot_that_does_not_come_is_asked_for_again(room: Room) -> None:
    """And again, until it does."""
    name = room.open("tiny", 2, bots=1)
    for _ in range(3):
        room.wait(room.limits.bot_again - 1)
        assert room.of(WantBot) == []
        room.wait(1)
        assert room.of(WantBot) == [WantBot(name, 1, "easy")]
    room.grant_bots()
    assert next_deadline(room.host) is None


def test_a_bot_that_is_gone_is_replaced_after_a_while(room: Room) -> None:
    """It may come back by itself before."""
    name = room.open("tiny", 2, bots=1)
    (bot,) = room.grant_bots()
    bot.gone()
    room.wait(room.limits.bot_back - 1)
    bot = bot.again()
    assert next_deadline(room.host) is None
    bot.gone()
    room.wait(room.limits.bot_back)
    assert room.of(WantBot) == [WantBot(name, 1, "easy")]


def test_after_a_restart_bots_have_a_while_to_come_back_by_themselves(room: Room) -> None:
    """When only the host process was gone; else new ones are asked for."""
    name = room.open("tiny", 3, bots=2)
    first, _ = room.grant_bots()
    room.restart()
    assert room.turn() == []
    again = room.join("Bot", key=first.key)
    assert again.name == room.table().seats[1].name
    room.wait(room.limits.bot_back)
    assert room.of(WantBot) == [WantBot(name, 2, "easy")]


def test_a_bot_in_a_running_game_is_changed_for_another(room: Room) -> None:
    """By the owner, when it hangs."""
    name = room.open("tiny", 2, bots=1)
    (bot,) = room.grant_bots()
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.ask(Ready, table=name)
    ana.ask(Kick, table=name, seat=1)
    assert room.of(DropBot) == [DropBot(bot.key)]
    (other,) = room.grant_bots()
    assert newest(other).seat == 1


def test_the_bot_of_who_left_a_game_is_gone_at_the_rematch(room: Room) -> None:
    """The seat is free for somebody; bots that were there from the start stay."""
    name = room.open("tiny", 3, bots=1)
    room.grant_bots()
    ana, bo = room.join("Ana"), room.join("Bo")
    for client in (ana, bo):
        client.ask(Sit)
    for client in (ana, bo):
        client.ask(Ready, table=name)
    bo.ask(Leave, table=name)
    (taking_over,) = room.grant_bots()
    while room.table().state == "playing":
        for client in room.clients.values():
            room.act_at_random(client)
    table = ana.ask(Rematch, table=name).table
    assert room.dropped() == [taking_over.key]
    assert [seat and seat.bot for seat in table.seats] == [None, None, "easy"]
    assert table.seats[1] is None
