"""Clocks of the host's core: time runs out, and a host that slept costs nobody any."""

import pytest
from sheep_common.messages import Act, ClockNews, Clocks, Propose, Ready, Sit, Update, Vote
from sheep_host.core import next_deadline
from sheep_host.core.state.effects import AppendLine
from sheep_host.core.state.events import Slept
from sheep_support.host_clients import Client, newest
from sheep_support.host_room import ROW, Room


def timed(room: Room, **options: int | str) -> tuple[Client, Client]:
    """Start a small game with clocks; Ana begins."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0, **options)
    return ana, bo


def lines(room: Room) -> list[str]:
    return room.disk.lines[room.table().id, room.table().campaign]


def clocks(client: Client) -> Clocks:
    """Return the clocks of the newest update."""
    found = newest(client).clocks
    assert found is not None
    return found


# --- move-time ------------------------------------------------------------------------------


def test_an_action_is_played_for_who_lets_the_time_run_out(room: Room) -> None:
    """A legal one, on the same path as any other, with its own time in the record."""
    _, bo = timed(room, move_time=30)
    room.wait(29.9)
    assert room.of(AppendLine) == []
    room.wait(0.1)
    assert room.of(AppendLine)[0].line in (
        '{"seat": 0, "action": "split 0,0 E 1", "ms": 30000}',
        '{"seat": 0, "action": "split 0,0 E 2", "ms": 30000}',
    )
    assert newest(bo).version == room.table().version


def test_each_action_has_its_own_time(room: Room) -> None:
    """The next seat's begins when the one before has acted."""
    ana, _ = timed(room, move_time=30)
    room.wait(20)
    ana.act("split 0,0 E 1")
    assert next_deadline(room.host) == room.now + 20  # the warning
    room.wait(29)
    assert len(lines(room)) == 2
    room.wait(1)
    assert len(lines(room)) == 3


def test_a_warning_comes_before_the_end_of_the_time(room: Room) -> None:
    """Ten seconds before, to all, once."""
    ana, bo = timed(room, move_time=30)
    room.wait(20)
    for client in (ana, bo):
        (news,) = client.take(ClockNews)
        assert news.clocks == Clocks(move_ms=10_000, account_ms=None, running=(0,))
    room.wait(1)
    assert ana.take(ClockNews) == []


def test_the_warning_of_a_short_time_comes_at_half_of_it(room: Room) -> None:
    """There is no room for ten seconds."""
    ana, _ = timed(room, move_time=8)
    room.wait(4)
    assert [news.clocks.move_ms for news in ana.take(ClockNews)] == [4_000]


def test_time_runs_for_who_is_away(room: Room) -> None:
    """Nobody waits for ever; the seat stays theirs."""
    ana, _ = timed(room, move_time=30)
    ana.gone()
    room.wait(30)
    assert len(lines(room)) == 2
    assert newest(ana.again()).seat == 0


def test_a_game_plays_itself_out_when_nobody_acts(room: Room) -> None:
    """Turn after turn, to the end."""
    timed(room, move_time=5)
    for _ in range(40):
        room.wait(5)
    assert room.table().state == "over"
    assert next_deadline(room.host) is None


def test_an_update_says_how_the_clocks_stand(room: Room) -> None:
    """And nothing of clocks at a table without."""
    ana, bo = timed(room, move_time=30)
    room.wait(12)
    ana.act("jump")
    again = ana.again()
    assert clocks(again) == Clocks(move_ms=18_000, account_ms=None, running=(0,))
    room = Room()
    ana, bo = timed(room)
    assert newest(bo.again()).clocks is None


# --- the account ----------------------------------------------------------------------------


def test_an_account_is_for_the_whole_game(room: Room) -> None:
    """What an action has used is gone, and only for who used it."""
    ana, bo = timed(room, clock=60)
    room.wait(10)
    ana.act("split 0,0 E 1")
    room.wait(5)
    assert clocks(bo.again()) == Clocks(move_ms=None, account_ms=(50_000, 55_000), running=(1,))


def test_an_empty_account_leaves_a_second_an_action(room: Room) -> None:
    """Then an action is played, and so for each that follows."""
    ana, bo = timed(room, clock=10)
    room.wait(10)
    assert len(lines(room)) == 2
    bo.act("split 0,2 E 1")
    room.wait(0.9)
    assert len(lines(room)) == 3
    room.wait(0.1)
    assert len(lines(room)) == 4
    assert clocks(ana.again()).account_ms == (0, 10_000)


def test_the_shorter_of_both_times_counts(room: Room) -> None:
    """With move-time and clock."""
    timed(room, clock=10, move_time=60)
    room.wait(10)
    assert len(lines(room)) == 2


def test_accounts_are_read_off_the_record_after_a_restart(room: Room) -> None:
    """Time while the host was down, or since the last action, costs nobody anything."""
    ana, bo = timed(room, clock=60)
    room.wait(10)
    ana.act("split 0,0 E 1")
    room.wait(20)
    room.restart()
    room.wait(1000)
    bo = room.join("Bo")
    assert clocks(bo) == Clocks(move_ms=None, account_ms=(50_000, 60_000), running=(1,))
    room.wait(60)
    assert len(lines(room)) == 3


def test_time_used_for_what_was_taken_back_is_used(room: Room) -> None:
    """Also after a restart."""
    ana, bo = timed(room, clock=60)
    room.wait(10)
    ana.act("split 0,0 E 1")
    room.wait(5)
    bo.ask(Propose, table=room.table().id, what="undo")
    ana.ask(Vote, table=room.table().id, ballot=1, yes=True)
    assert clocks(bo.again()).account_ms == (50_000, 55_000)
    room.restart()
    assert clocks(room.join("Bo")).account_ms == (50_000, 55_000)


def test_seats_that_act_at_once_have_each_their_own_clock(room: Room) -> None:
    """Who has acted stands still; the others run on."""
    ana, bo = room.start("tiny", "Ana", "Bo", clock=20, heap="big")
    room.wait(5)
    ana.act("bid 1")
    room.wait(5)
    assert clocks(bo.again()) == Clocks(move_ms=None, account_ms=(15_000, 10_000), running=(1,))
    room.wait(10)
    assert newest(ana).clocks == Clocks(move_ms=None, account_ms=(15_000, 0), running=(0, 1))


def test_all_whose_time_is_over_are_played_for_in_one_turn(room: Room) -> None:
    """Nothing that is due is left for later."""
    room.start("tiny", "Ana", "Bo", move_time=20, heap="big")
    room.wait(25)
    assert [line.line.split(",")[0] for line in room.of(AppendLine)] == ['{"seat": 0', '{"seat": 1']
    due = next_deadline(room.host)
    assert due is not None
    assert due > room.now


# --- a host that slept ----------------------------------------------------------------------


@pytest.mark.parametrize("option", ["move_time", "clock"])
def test_the_time_that_the_host_slept_costs_nobody_any(room: Room, option: str) -> None:
    """Every deadline moves by the gap, and all are told how the clocks stand."""
    ana, _ = timed(room, **{option: 30})
    room.wait(12)
    ana.take_all()
    room.now += 500
    room.turn(Slept(500))
    assert len(lines(room)) == 1
    (news,) = ana.take(ClockNews)
    shown = news.clocks.move_ms if option == "move_time" else (news.clocks.account_ms or (0,))[0]
    assert shown == 18_000
    assert next_deadline(room.host) == room.now + 8
    room.wait(18)
    assert len(lines(room)) == 2


def test_what_came_in_the_same_turn_as_the_sleep_is_not_late(room: Room) -> None:
    """Whatever its place in the list."""
    ana, _ = timed(room, move_time=30)
    room.now += 500
    table = room.table()
    act = ana.request(Act, table=table.id, version=table.version, action="split 0,0 E 1")
    room.turn(ana.came(act), Slept(499))
    assert lines(room)[-1] == '{"seat": 0, "action": "split 0,0 E 1", "ms": 1000}'


def test_the_cores_clock_never_goes_back(room: Room) -> None:
    """A gap that was measured a little too long gives no record a time before its start."""
    ana, _ = timed(room, move_time=30)
    room.turn(Slept(0.5))
    ana.act("split 0,0 E 1")
    assert lines(room)[-1] == '{"seat": 0, "action": "split 0,0 E 1", "ms": 0}'


def test_seats_and_tables_are_not_let_go_because_the_host_slept(room: Room) -> None:
    """Their times move as well."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.gone()
    room.now += 10_000
    room.turn(Slept(10_000))
    assert room.table().seats[0] is not None
    room.wait(room.limits.seat_kept)
    assert room.table().seats[0] is None


def test_a_late_action_that_comes_before_the_turn_is_taken(room: Room) -> None:
    """A busy host is no reason to take the move away."""
    ana, _ = timed(room, move_time=30)
    room.now += 31
    assert isinstance(ana.act("split 0,0 E 1"), Update)


def test_no_clock_runs_before_the_start_or_after_the_end(room: Room) -> None:
    """Nothing is due by itself then."""
    name = room.open("tiny", 1, move_time=30)
    ana = room.join("Ana")
    ana.ask(Sit)
    assert next_deadline(room.host) is None
    ana.ask(Ready, table=name)
    room.play_out(ana)
    assert next_deadline(room.host) is None
