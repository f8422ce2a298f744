"""Nobody waits for ever: bots that play for who lets the time run out, and the host for bots that hang."""

import pytest
from sheep_common.messages import History, Propose, Ready, Say, Sit, Table, Update, Vote, Watch
from sheep_host.core import next_deadline
from sheep_host.core.state.effects import DropBot, WantBot
from sheep_host.core.state.values import Seat
from sheep_support.host_clients import Client, newest, shown
from sheep_support.host_room import Room

LONG = "0,0:0x9 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 0,2:1x9 1,2 2,2 3,2 4,2 5,2 6,2 7,2 8,2"
"""A position in which each of two seats splits eight times."""


@pytest.fixture
def two(room: Room) -> list[Client]:
    """Return two at a game with ten seconds a move; Ana begins."""
    return room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0, move_time=10)


def seat(room: Room, number: int) -> Seat:
    found = room.table().seats[number]
    assert found is not None
    return found


def legal(client: Client) -> str:
    return newest(client).legal[0]


def let_pass(room: Room, bo: Client, times: int = 2) -> list[Client]:
    """Let Ana's time run out so often while Bo plays; return the bots that come."""
    bots: list[Client] = []
    for number in range(times):
        if number:
            bo.act(legal(bo))
        room.wait(10)
        bots += room.grant_bots()
    return bots


def test_after_two_time_outs_in_a_row_a_bot_plays_on(room: Room, two: list[Client]) -> None:
    """Everyone sees it; the seat stays the player's, who is here all the time."""
    let_pass(room, two[1], 1)
    assert room.of(WantBot) == []
    two[1].act(legal(two[1]))
    room.wait(10)
    assert room.of(WantBot) == [WantBot(room.table().id, 0, "normal")]
    for client in two:
        shown_seat = shown(client).seats[0]
        assert shown_seat is not None
        assert (shown_seat.name, shown_seat.here, shown_seat.stand_in) == ("Ana", True, "normal")


def test_the_bot_that_plays_on_sees_and_plays_that_seat(room: Room, two: list[Client]) -> None:
    (bot,) = let_pass(room, two[1])
    two[1].act(legal(two[1]))
    assert newest(bot).seat == 0
    version = room.table().version
    assert isinstance(bot.act(legal(two[0])), Update)
    assert room.table().version == version + 1


def test_own_actions_in_between_count_from_the_beginning(room: Room, two: list[Client]) -> None:
    ana, bo = two
    let_pass(room, bo, 1)
    bo.act(legal(bo))
    assert isinstance(ana.act(legal(ana)), Update)
    bo.act(legal(bo))
    room.wait(10)
    assert (seat(room, 0).stand_in, seat(room, 0).late) == (None, 1)


def test_the_players_own_action_takes_the_seat_back(room: Room, two: list[Client]) -> None:
    """It is played at once, and the bot is sent away."""
    ana, bo = two
    (bot,) = let_pass(room, bo)
    bo.act(legal(bo))
    assert isinstance(ana.act(legal(ana)), Update)
    assert DropBot(bot.key) in room.effects
    assert (seat(room, 0).stand_in, seat(room, 0).late) == (None, 0)
    back = shown(bo).seats[0]
    assert back is not None
    assert back.stand_in is None
    assert bot.act("split 0,0 E 1").code == "not-seated"


@pytest.mark.parametrize("kind", [Say, Sit, "sit alone", "refused"])
def test_any_sign_of_life_at_the_table_takes_it_back(room: Room, two: list[Client], kind: object) -> None:
    """Also an action that is refused: somebody has tried."""
    ana, bo = two
    let_pass(room, bo)
    if kind is Say:
        ana.ask(Say, table=room.table().id, text="here!")
    elif kind is Sit:
        assert isinstance(ana.ask(Sit, table=room.table().id), Table)
    elif kind == "sit alone":
        assert isinstance(ana.ask(Sit), Table)
    else:
        assert ana.act("split 5,5 E 1").code in ("illegal", "not-your-turn")
    assert seat(room, 0).stand_in is None
    back = shown(bo).seats[0]
    assert back is not None
    assert back.stand_in is None


def test_what_a_client_asks_by_itself_is_no_sign_of_life(room: Room, two: list[Client]) -> None:
    """Pages of history, a spectator's return, acknowledgements."""
    ana, bo = two
    let_pass(room, bo)
    ana.ask(History, table=room.table().id)
    ana.ask(Watch, table=room.table().id)
    ana.ack(room.table().version)
    ana.ask(Say, text="to everybody on the host")
    assert seat(room, 0).stand_in == "normal"


def test_a_new_connection_of_who_was_away_takes_it_back(room: Room, two: list[Client]) -> None:
    ana, bo = two
    ana.gone()
    let_pass(room, bo)
    assert seat(room, 0).stand_in == "normal"
    back = ana.again()
    assert seat(room, 0).stand_in is None
    assert newest(back).seat == 0


def test_a_ballot_waits_for_nobody_for_whom_a_bot_plays(room: Room, two: list[Client]) -> None:
    """It passes when the last who was asked is played for and not here; who is here is asked all the same."""
    ana, bo = two
    ana.gone()
    let_pass(room, bo, 1)
    bo.act(legal(bo))
    bo.ask(Propose, table=room.table().id, what="resign")
    assert room.table().state == "playing"
    room.wait(10)
    assert (room.table().state, room.table().reason) == ("over", "resigned")


def test_who_is_back_is_asked_again(room: Room, two: list[Client]) -> None:
    ana, bo = two
    let_pass(room, bo)
    ana.ask(Say, table=room.table().id, text="here!")
    bo.ask(Propose, table=room.table().id, what="resign")
    assert room.table().state == "playing"
    ana.ask(Vote, table=room.table().id, ballot=room.table().ballots, yes=True)
    assert room.table().state == "over"


def test_time_outs_are_counted_over_a_restart(room: Room, two: list[Client]) -> None:
    let_pass(room, two[1], 1)
    room.restart()
    ana, bo = room.join("Ana"), room.join("Bo")
    bo.act(legal(bo))
    ana.take_all()
    room.wait(10)
    assert room.of(WantBot) == [WantBot(room.table().id, 0, "normal")]


def test_a_stand_in_goes_when_the_game_is_over(room: Room, two: list[Client]) -> None:
    """The seat is its player's alone then, and no bot is asked for any more."""
    (bot,) = let_pass(room, two[1])
    for _ in range(40):
        room.wait(10)
        room.acknowledge()
    assert room.table().state == "over"
    assert [each.stand_in for each in room.table().seats if each] == [None, None]
    assert bot.key not in room.host.grants
    assert next_deadline(room.host) is None


def test_both_may_be_played_for(room: Room, two: list[Client]) -> None:
    """A game whose players have fallen asleep comes to its end."""
    for _ in range(40):
        room.wait(10)
        room.acknowledge()
    assert room.table().state == "over"


# --- bots that hang -------------------------------------------------------------------------


def test_the_host_plays_for_a_bot_that_does_not(room: Room) -> None:
    """Without clocks too, and whether the bot came or not."""
    room.open("battle-sheep", 2, bots=1, position=LONG, first=1)
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.ask(Ready, table=room.table().id)
    assert room.table().state == "playing"
    version = room.table().version
    room.wait(room.limits.bot_late - 1)
    assert room.table().version == version
    room.wait(1)
    assert room.table().version == version + 1
    assert newest(ana).legal != ()


def test_another_bot_is_asked_for_in_the_place_of_one_that_hangs(room: Room) -> None:
    """It gets the seat, and the one that hung is sent away."""
    room.open("battle-sheep", 2, bots=1, position=LONG, first=1)
    (hanging,) = room.grant_bots()
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.ask(Ready, table=room.table().id)
    room.wait(room.limits.bot_late)
    assert room.of(WantBot) == [WantBot(room.table().id, 1, "easy")]
    (other,) = room.grant_bots()
    assert hanging.key not in room.host.grants
    ana.act(legal(ana))
    assert isinstance(other.act(legal(other)), Update)
    assert hanging.act("split 0,0 E 1").code == "not-seated"


def test_the_host_plays_for_a_stand_in_that_does_not(room: Room) -> None:
    """Counted from when it was put there, not from when its player was asked."""
    people = room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0)
    people[0].gone()
    room.wait(200)
    people[1].ask(Propose, table=room.table().id, what="stand-in", seat=0)
    assert seat(room, 0).stand_in == "normal"
    version = room.table().version
    room.wait(room.limits.bot_late - 1)
    assert room.table().version == version
    room.wait(1)
    assert room.table().version == version + 1
