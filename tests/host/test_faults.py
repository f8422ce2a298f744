"""A game whose code fails harms its own table and nobody else's."""

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sheep_common.game import Game
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.messages import Act, New, Ready, Refused, Sit, TableList, Tables, Watch
from sheep_host.core import handle, next_deadline
from sheep_host.core.state.effects import Log, Send
from sheep_support.host_clients import Client, ended
from sheep_support.host_room import ALL_GAMES, Room, picture_of

HELD = "the cards are red, blue"


def broken(*_: object) -> Any:
    raise ZeroDivisionError(HELD)


def recursing(*arguments: object) -> Any:
    return recursing(*arguments)


def room_with(game: Game[Any]) -> Room:
    """Return a room whose tiny game is another."""
    return Room(games={**ALL_GAMES, "tiny": game})


def broken_later(room: Room, **members: Callable[..., Any]) -> None:
    """Let a game's code begin to fail."""
    games = room.host.games
    assert isinstance(games, dict)
    games["tiny"] = dataclasses.replace(TINY, **members)
    table = room.table()
    assert table.play is not None
    reached = dataclasses.replace(table.play.reached, game=games["tiny"])
    tables = room.host.tables
    assert isinstance(tables, dict)
    tables[table.id] = replace(table, play=replace(table.play, reached=reached))


def started(room: Room, **options: int | str) -> tuple[Client, Client]:
    ana, bo = room.start("tiny", "Ana", "Bo", **options)
    return ana, bo


@pytest.mark.parametrize("member", ["apply", "canonical", "to_act", "outcome", "view", "legal_actions"])
@pytest.mark.parametrize("failing", [broken, recursing])
def test_an_action_at_which_the_game_fails_is_refused_and_changes_nothing(
    member: str, failing: Callable[..., Any]
) -> None:
    """Whichever function it is, also one that comes after the action was applied."""
    room = Room()
    ana, bo = started(room)
    broken_later(room, **{member: failing})
    before, play = picture_of(room.host.tables), room.table().play
    table = room.table()
    request = ana.request(Act, table=table.id, version=table.version, action="bid 1")
    effects = room.turn(ana.came(request))
    assert [type(effect) for effect in effects] == [Log, Send]
    assert [refused.code for refused in ana.take(Refused)] == ["illegal"]
    assert room.table().play is play
    assert picture_of(room.host.tables) == before
    assert bo.inbox == []


def test_the_log_says_where_a_game_failed_and_not_what_it_held() -> None:
    """The text of its error may hold a hand of cards."""
    room = Room()
    ana, _ = started(room)
    broken_later(room, apply=broken)
    ana.act("bid 1")
    (log,) = room.of(Log)
    assert "ZeroDivisionError in broken" in log.text
    assert HELD not in str(room.effects)


@pytest.mark.parametrize("member", ["resolve", "initial", "to_act", "chance", "view"])
def test_a_game_that_fails_at_its_start_does_not_start(member: str) -> None:
    """The table stays as it was, and others go on."""
    room = room_with(dataclasses.replace(TINY, **{member: broken}))
    ana = room.join("Ana")
    answer = ana.ask(New, game="tiny", seats=1)
    if member == "resolve":
        assert answer.code == "illegal"
        return
    ana.ask(Sit)
    assert ana.refused(Ready, table=answer.table.id) == "illegal"
    assert room.table().state == "open"
    assert isinstance(ana.ask(Tables), TableList)


def test_a_view_that_fails_does_not_keep_its_player_out() -> None:
    """The game is broken off, and the host goes on."""
    room = Room()
    ana, bo = started(room)
    broken_later(room, view=broken)
    again = ana.again()
    assert ended(again).reason == "fault"
    assert ended(bo).reason == "fault"
    room.restart()
    assert room.join("Ana").take(Refused) == []
    assert room.table().reason == "fault"


def test_a_clock_at_which_the_game_fails_ends_that_game() -> None:
    """Or it would be due for ever."""
    room = Room()
    ana, _ = started(room, move_time=30)
    broken_later(room, legal_actions=broken)
    room.wait(30)
    assert ended(ana).reason == "fault"
    assert next_deadline(room.host) is None


def test_a_game_with_nothing_to_do_and_no_end_is_at_fault() -> None:
    """Nobody would be asked to act, for ever."""
    room = room_with(dataclasses.replace(TINY, to_act=lambda _: frozenset()))
    name = room.open("tiny", 1)
    ana = room.join("Ana")
    ana.ask(Sit)
    assert ana.refused(Ready, table=name) == "illegal"


def test_a_game_whose_chance_never_ends_is_at_fault() -> None:
    """The host does not hang."""
    game = dataclasses.replace(
        TINY, chance=lambda *_: "heap 5", apply=lambda state, *_: TINY.apply(state, None, "heap 5")
    )
    room = room_with(game)
    name = room.open("tiny", 1)
    ana = room.join("Ana")
    ana.ask(Sit)
    assert ana.refused(Ready, table=name) == "illegal"


def test_a_host_whose_turn_fails_midway_is_as_it_was() -> None:
    """Also when what fails is the core itself: nothing is changed in place."""

    class Dead(Random):
        def choice(self, seq: Any) -> Any:
            raise RuntimeError("no dice")

    room = Room()
    ana = room.join("Ana")
    bo = room.join("Bo")
    before = picture_of(room.host)
    batch = [
        ana.came(ana.request(Watch, table="abcd")),
        bo.came(bo.request(Tables)),
        ana.came(ana.request(New, game="tiny", seats=2)),
    ]
    with pytest.raises(RuntimeError):
        handle(room.host, batch, room.now, Dead())
    assert picture_of(room.host) == before
