"""Running games of the host's core: actions, refusals, what was done before, the end, the record."""

import json
from typing import Any

import pytest
from sheep_common.messages import (
    Act,
    Leave,
    New,
    Over,
    Ready,
    Refused,
    Rematch,
    Reply,
    Sit,
    Start,
    Tables,
    Update,
    Watch,
)
from sheep_common.messages import Table as TableMessage
from sheep_host.core.state.effects import AppendLine, SaveTable, Send, WriteRecord
from sheep_support.host_clients import ended, newest, shown
from sheep_support.host_room import ROW, Room


def test_an_action_is_stored_answered_and_shown_to_all(room: Room) -> None:
    """A whole turn, as a list: the line, the answer, the others' updates."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    version = room.table().version
    act = ana.request(Act, table=room.table().id, version=version, action="split  0,0 E 1")
    effects = room.turn(ana.came(act))
    line, mine, theirs = effects
    assert line == AppendLine(room.table().id, 1, 1, '{"seat": 0, "action": "split 0,0 E 1", "ms": 0}')
    assert isinstance(mine, Send)
    assert isinstance(theirs, Send)
    assert (mine.route, mine.message.re, mine.message.version) == (ana.route, act.id, version + 1)
    assert (theirs.route, theirs.message.re, theirs.message.version) == (bo.route, None, version + 1)
    assert theirs.message.legal != ()


def refusals() -> list[Any]:
    return [
        pytest.param("split 0,2 E 1", "illegal", id="another's stack"),
        pytest.param("split 0,0 E 3", "illegal", id="too many sheep"),
        pytest.param("start 0,0", "illegal", id="not the time for it"),
        pytest.param("jump", "notation", id="no action"),
        pytest.param("", "notation", id="nothing"),
        pytest.param("split 00,0 E 1", "notation", id="a number of another form"),
    ]


@pytest.mark.parametrize(("action", "code"), refusals())
def test_a_wrong_action_is_refused_and_changes_nothing(room: Room, action: str, code: str) -> None:
    """Nothing is stored, and nobody else hears of it."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    before = room.table().play
    assert ana.act(action).code == code
    assert room.table().play is before
    assert [type(effect) for effect in room.effects] == [Send]
    assert bo.inbox == []


def test_an_action_out_of_turn_is_refused(room: Room) -> None:
    """Also a forbidden one: whose turn it is, is looked at first."""
    _, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    assert bo.act("split 0,2 E 1").code == "not-your-turn"
    assert bo.act("split 0,0 E 99").code == "not-your-turn"


def test_a_refusal_has_the_games_own_reason(room: Room) -> None:
    """A code that clients translate."""
    ana, _ = room.start("tiny", "Ana", "Bo")
    answer = ana.act("bid 7")
    assert (answer.code, answer.reason) == ("illegal", "bad-bid")


def test_who_has_no_seat_does_not_act(room: Room) -> None:
    """Nor a watcher; and a table must be there."""
    ana, _ = room.start("tiny", "Ana", "Bo")
    cy = room.join("Cy")
    assert cy.act("bid 1").code == "not-seated"
    cy.ask(Watch, table=room.table().id)
    assert cy.act("bid 1").code == "not-seated"
    assert ana.refused(Act, table="nope", version=1, action="bid 1") == "no-such-table"


def test_before_the_game_there_is_nothing_to_act_in(room: Room) -> None:
    """The table is known and one sits there."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit)
    assert ana.act("bid 1").code == "not-started"


# --- once and only once ---------------------------------------------------------------------


def test_an_action_that_was_played_before_is_answered_and_not_played_again(room: Room) -> None:
    """Its answer was lost: the newest update says that it is done."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    version = room.table().version
    ana.act("split 0,0 E 1")
    bo.act("split 0,2 E 1")
    answer = ana.act("split 0,0 E  1", version=version)
    assert isinstance(answer, Update)
    assert answer.version == room.table().version == version + 2
    assert room.of(AppendLine) == []


def test_an_id_is_only_repeated(room: Room) -> None:
    """Whether it grows or not: an action that is sent again may keep its own."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    act = Act(id=7, table=room.table().id, version=1, action="split 0,0 E 1")
    for message in (act, act, Tables(id=7), Tables(id=3)):
        room.turn(ana.came(message))
    assert [answer.re for answer in ana.take_all() if isinstance(answer, Reply) and answer.re] == [7, 7, 7, 3]


def test_an_action_for_an_older_version_is_stale(room: Room) -> None:
    """Another action than the one that stands there; the newest update follows."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    version = room.table().version
    ana.act("split 0,0 E 1")
    bo.act("split 0,2 E 1")
    bo.take_all()
    for client, action in ((bo, "split 0,0 E 1"), (ana, "split 0,0 E 2"), (ana, "nonsense")):
        client.take_all()
        assert client.act(action, version=version).code == "stale"
        assert newest(client).version == room.table().version


def test_an_action_for_a_version_to_come_is_stale(room: Room) -> None:
    """It was meant for no game that there is."""
    ana, _ = room.start("tiny", "Ana", "Bo")
    assert ana.act("bid 1", version=room.table().version + 1).code == "stale"
    assert ana.act("bid 1", version=0).code == "stale"


def test_what_was_played_is_known_after_a_restart(room: Room) -> None:
    """Played, killed before the answer arrived, sent again."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    version = room.table().version
    ana.act("split 0,0 E 1")
    room.restart()
    ana = room.join("Ana")
    assert isinstance(ana.act("split 0,0 E 1", version=version), Update)
    assert ana.act("split 0,0 E 2", version=version).code == "stale"
    assert room.of(AppendLine) == []


def test_the_last_action_of_a_game_may_be_sent_again_too(room: Room) -> None:
    """Its answer may be the one that was lost."""
    (ana,) = room.start("tiny", "Ana")
    version = 0
    while room.table().state == "playing":
        version = room.table().version
        ana.act("bid 3")
    assert isinstance(ana.act("bid 3", version=version), Update)
    assert ana.act("bid 3").code == "not-your-turn"


# --- the start ------------------------------------------------------------------------------


def test_the_record_begins_with_all_options_resolved(room: Room) -> None:
    """Line 0 of the campaign; who starts is a seat there."""
    room.start("battle-sheep", "Ana", "Bo", end="one-left")
    header = json.loads(room.disk.lines[room.table().id, 1][0])
    assert header["options"].pop("first") in (0, 1)
    assert header == {
        "record": "sheep/1",
        "game": "battle-sheep",
        "seats": ["Ana", "Bo"],
        "options": {"end": "one-left", "starts": "outer-rim", "board": "players"},
    }


def test_chance_that_is_due_is_taken_at_once(room: Room) -> None:
    """A line and a version of its own, in the turn that made it due."""
    room.start("tiny", "Ana", "Bo")
    lines = room.disk.lines[room.table().id, 1]
    assert json.loads(lines[1])["seat"] is None
    assert room.table().version == 2


def test_the_youngest_starts_where_all_ages_are_known(room: Room) -> None:
    """The default of leadersheep, and nobody is shown an age."""
    room.open("leadersheep", 3)
    people = [room.join(name, age=age) for name, age in (("Ana", 30), ("Bo", 9), ("Cy", 40))]
    for client in people:
        client.ask(Sit)
    for client in people:
        client.ask(Ready, table=room.table().id)
    assert newest(people[0]).view["first"] == 1
    assert "age" not in str(people[0].inbox)


@pytest.mark.parametrize("ages", [(8, None, 9), (None, None, None), (8, 8, 40)])
def test_equal_or_unknown_ages_are_settled_by_chance(ages: tuple[int | None, ...]) -> None:
    """Among the youngest if all are known, else among all."""
    starters = set()
    for seed in range(40):
        room = Room(seed=seed)
        room.open("leadersheep", 3)
        people = [room.join(name, age=age) for name, age in zip("ABC", ages, strict=True)]
        for client in people:
            client.ask(Sit)
        for client in people:
            client.ask(Ready, table=room.table().id)
        starters.add(newest(people[0]).view["first"])
    assert starters == ({0, 1} if ages == (8, 8, 40) else {0, 1, 2})


def test_a_game_that_is_over_at_its_start_ends_at_once(room: Room) -> None:
    """A position in which nobody can split."""
    room.open("battle-sheep", 2, position="0,0:0x1 1,0:1x1")
    ana, bo = room.join("Ana"), room.join("Bo")
    for client in (ana, bo):
        client.ask(Sit)
    for client in (ana, bo):
        client.ask(Ready, table=room.table().id)
    assert ended(ana).outcome == {"scores": [1, 1], "tiebreaks": [1, 1], "winners": [0, 1]}
    assert room.table().state == "over"


def test_the_owner_starts_without_waiting_for_ready(room: Room) -> None:
    """Once every seat is filled; nobody else may."""
    name = room.open()
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    assert ana.refused(Start, table=name) == "not-started"
    bo.ask(Sit)
    assert bo.refused(Start, table=name) == "not-allowed"
    assert ana.ask(Start, table=name).table.state == "playing"
    assert ana.refused(Start, table=name) == "already-started"


# --- the end --------------------------------------------------------------------------------


def test_the_end_is_told_stored_and_announced(room: Room) -> None:
    """The outcome is the record's last line; the table is over and counts the series."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    room.play_out(ana, bo)
    name = room.table().id
    lines = room.disk.lines[name, 1]
    outcome = json.loads(lines[-1])["outcome"]
    assert ended(bo).outcome == outcome
    assert json.loads(json.dumps(room.announced("over"))) == [
        {"event": "over", "table": name, "outcome": outcome}
    ]
    assert room.of(WriteRecord) == [WriteRecord(name, 1, tuple(lines))]
    assert (shown(bo).state, list(shown(ana).series)) == ("over", outcome["scores"])
    assert newest(ana).legal == ()


def test_the_winners_answer_comes_before_the_end(room: Room) -> None:
    """Update, then over, then the table."""
    (ana,) = room.start("tiny", "Ana")
    while room.table().state == "playing":
        ana.take_all()
        ana.act("bid 3")
    sent = [type(effect.message) for effect in room.of(Send)]
    assert sent == [Update, Over, TableMessage]


def test_a_rematch_opens_the_table_for_the_same_seats(room: Room) -> None:
    """Nobody is ready, the next seat starts, versions go on, and the series adds up."""
    ana, bo = room.start("tiny", "Ana", "Bo", first=1)
    room.play_out(ana, bo)
    over, series = room.table().version, room.table().series
    table = ana.ask(Rematch, table=room.table().id).table
    assert (table.state, table.campaign, table.series) == ("open", 2, series)
    assert [seat.ready for seat in table.seats if seat] == [False, False]
    for client in (ana, bo):
        client.ask(Ready, table=table.id)
    assert room.table().version == over + 2
    assert newest(bo).view["first"] == 0
    assert room.disk.lines[table.id, 2] != room.disk.lines[table.id, 1]
    bo.take_all()
    room.play_out(ana, bo)
    outcome = ended(bo).outcome
    assert outcome is not None
    assert room.table().series == tuple(map(sum, zip(series, outcome["scores"], strict=True)))


def test_a_rematch_is_for_who_sat_there_and_when_it_is_over(room: Room) -> None:
    """The second who asks is answered like the first."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    name = room.table().id
    assert ana.refused(Rematch, table=name) == "already-started"
    room.play_out(ana, bo)
    assert room.join("Cy").refused(Rematch, table=name) == "not-seated"
    ana.ask(Rematch, table=name)
    assert bo.ask(Rematch, table=name).table.campaign == 2
    other = ana.ask(New, game="tiny", seats=1).table.id
    ana.ask(Sit, table=other)
    assert ana.refused(Rematch, table=other) == "not-started"


def test_whoever_takes_the_seat_of_a_game_that_is_over_sees_none_of_its_secrets(room: Room) -> None:
    """The seat's hand was another's; the next game is theirs."""
    people = room.start("leadersheep", "Ana", "Bo", "Cy", first=0)
    room.play_out(*people)
    people[0].ask(Leave, table=room.table().id)
    di = room.join("Di")
    assert di.ask(Sit, table=room.table().id).seat == 0
    update = newest(di)
    assert (update.seat, update.view["hand"]) == (None, [])
    assert [event for step in update.steps for event in step.events if event.get("cards")] == []


def test_a_seat_that_changes_hands_begins_the_series_anew(room: Room) -> None:
    """Sums are of the same players."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    room.play_out(ana, bo)
    assert any(room.table().series)
    bo.ask(Leave, table=room.table().id)
    assert room.table().series == ()


def test_when_all_have_left_the_command_lines_table_is_open_again(room: Room) -> None:
    """For whoever comes; others close."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    room.play_out(ana, bo)
    ana.ask(Leave, table=room.table().id)
    bo.ask(Leave, table=room.table().id)
    assert (room.table().state, room.table().campaign) == ("open", 2)
    assert room.join("Cy").ask(Sit).seat == 0


def test_a_game_goes_on_after_a_restart_where_it_was(room: Room) -> None:
    """Seats, version, view and legal actions."""
    people = room.start("leadersheep", "Ana", "Bo", "Cy", first=0)
    for _ in range(5):
        for client in people:
            room.act_at_random(client)
    before = [newest(client.again()) for client in people]
    room.restart()
    after = [newest(room.join(client.name)) for client in people]
    assert after == before
    room.play_out(*room.clients.values())
    assert room.table().state == "over"


def test_requests_of_one_turn_are_answered_in_their_order(room: Room) -> None:
    """Two actions for the same version: the first counts."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    table = room.table()
    room.turn(
        ana.came(ana.request(Act, table=table.id, version=table.version, action="bid 1")),
        bo.came(bo.request(Act, table=table.id, version=table.version, action="bid 2")),
    )
    assert [refused.code for refused in bo.take(Refused)] == ["stale"]
    assert room.of(SaveTable) == []
    assert len(room.of(AppendLine)) == 1
