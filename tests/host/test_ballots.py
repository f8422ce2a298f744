"""Ballots of the host's core: taking back, resigning, and a bot for who is away."""

import json

import pytest
from sheep_common.messages import History, Kick, Leave, Propose, TableInfo, Update, Vote, Watch
from sheep_common.messages import Table as TableMessage
from sheep_host.core.state.effects import AppendLine, DropBot, WantBot, WriteRecord
from sheep_host.core.state.events import Granted
from sheep_support.host_clients import Client, ended, newest, shown
from sheep_support.host_room import ROW, Room


def started(room: Room) -> tuple[Client, Client]:
    """Start a small game of which one action is played."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    ana.act("split 0,0 E 1")
    bo.take_all()
    return ana, bo


def propose(client: Client, what: str, **fields: int) -> TableInfo:
    """Open a ballot and return the table with it."""
    answer = client.ask(Propose, table=client.room.table().id, what=what, **fields)
    assert isinstance(answer, TableMessage)
    return answer.table


def vote(client: Client, yes: bool = True, ballot: int = 1) -> object:
    """Answer a ballot, and return the answer to that."""
    return client.ask(Vote, table=client.room.table().id, ballot=ballot, yes=yes)


# --- taking back ----------------------------------------------------------------------------


def test_an_action_is_taken_back_when_all_others_agree(room: Room) -> None:
    """The version grows, the record keeps a line, and everyone gets the game as it was."""
    ana, bo = started(room)
    before = room.table().version
    ballot = propose(ana, "undo").ballot
    assert ballot is not None
    assert (ballot.what, ballot.by, ballot.count, ballot.yes, ballot.waiting) == ("undo", 0, 1, (0,), (1,))
    assert shown(bo).ballot == ballot
    vote(bo)
    assert room.of(AppendLine) == [AppendLine(room.table().id, 1, 2, '{"undo": 1, "ms": 0}')]
    update = newest(ana)
    assert (update.version, update.view["to_act"]) == (before + 1, [0])
    assert "split 0,0 E 1" in update.legal
    assert shown(bo).ballot is None


def test_neither_the_start_nor_an_undo_has_events(room: Room) -> None:
    """Each is a step all the same, with its version."""
    ana, bo = started(room)
    propose(ana, "undo")
    vote(bo)
    page = ana.ask(History, table=room.table().id)
    assert [(step.version, bool(step.events)) for step in page.steps] == [(1, False), (2, True), (3, False)]


def test_ballots_are_numbered_from_one_since_the_host_has_started(room: Room) -> None:
    """An open one is gone with the host that died, and its number is given again."""
    ana, bo = started(room)
    numbers = []
    for _ in range(2):
        ballot = propose(ana, "resign").ballot
        assert ballot is not None
        numbers.append(ballot.ballot)
        vote(bo, yes=False, ballot=ballot.ballot)
    propose(ana, "resign")
    room.restart()
    ana, bo = room.join("Ana"), room.join("Bo")
    assert shown(ana).ballot is None
    ballot = propose(ana, "resign").ballot
    assert ballot is not None
    assert [*numbers, ballot.ballot] == [1, 2, 1]


def test_several_actions_are_taken_back_at_once(room: Room) -> None:
    """Of those that still stand."""
    ana, bo = started(room)
    bo.act("split 0,2 E 1")
    start = room.table().play
    assert start is not None
    propose(bo, "undo", count=2)
    vote(ana)
    assert newest(bo).view["stacks"] == [[0, 0, 0, 3], [0, 2, 1, 3]]
    assert ana.refused(Propose, table=room.table().id, what="undo", count=1) == "illegal"


def test_what_was_taken_back_is_taken_back_after_a_restart(room: Room) -> None:
    """The record says so."""
    ana, bo = started(room)
    propose(ana, "undo")
    vote(bo)
    view = newest(bo).view
    room.restart()
    bo = room.join("Bo")
    assert newest(bo).view == view


def test_more_than_was_played_cannot_be_taken_back(room: Room) -> None:
    """Nor actions of the table, nor what is not an action."""
    ana, _ = started(room)
    assert ana.refused(Propose, table=room.table().id, what="undo", count=2) == "illegal"


def test_what_the_table_did_is_not_taken_back(room: Room) -> None:
    """Tiles of a board that the table has laid."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", board="random", first=0)
    assert ana.refused(Propose, table=room.table().id, what="undo") == "illegal"


def test_a_game_with_secrets_takes_nothing_back(room: Room) -> None:
    """What was seen cannot be unseen."""
    ana, _ = room.start("tiny", "Ana", "Bo")
    ana.act("bid 1")
    assert ana.refused(Propose, table=room.table().id, what="undo") == "not-allowed"


def test_a_ballot_on_taking_back_lapses_when_the_game_goes_on(room: Room) -> None:
    """It was about another action than the last one now."""
    ana, bo = started(room)
    propose(ana, "undo")
    bo.act("split 0,2 E 1")
    assert shown(ana).ballot is None
    assert getattr(vote(bo), "code", None) == "not-allowed"


# --- voting ---------------------------------------------------------------------------------


def test_one_no_ends_a_ballot(room: Room) -> None:
    """And the next one has another number."""
    ana, bo = started(room)
    propose(ana, "undo")
    vote(bo, yes=False)
    assert shown(ana).ballot is None
    ballot = propose(ana, "undo").ballot
    assert ballot is not None
    assert ballot.ballot == 2


def test_who_proposed_takes_it_back_with_a_no(room: Room) -> None:
    """Without asking anybody."""
    ana, bo = started(room)
    propose(ana, "resign")
    vote(ana, yes=False)
    assert shown(bo).ballot is None
    assert room.table().state == "playing"


def test_there_is_one_ballot_at_a_time(room: Room) -> None:
    """The second is refused, and a vote must name the open one."""
    ana, bo = started(room)
    propose(ana, "undo")
    assert bo.refused(Propose, table=room.table().id, what="resign") == "not-allowed"
    assert bo.refused(Vote, table=room.table().id, ballot=9, yes=True) == "not-allowed"


def test_a_ballot_goes_when_who_opened_it_leaves(room: Room) -> None:
    """The others are told."""
    people = room.start("tiny", "Ana", "Bo", "Cy")
    propose(people[0], "resign")
    people[0].ask(Leave, table=room.table().id)
    assert shown(people[1]).ballot is None


def test_a_ballot_passes_when_the_last_who_was_asked_leaves(room: Room) -> None:
    """Bots agree."""
    people = room.start("tiny", "Ana", "Bo", "Cy")
    propose(people[0], "resign")
    vote(people[1])
    people[2].ask(Leave, table=room.table().id)
    assert ended(people[0]).reason == "resigned"


def test_proposals_are_refused_that_make_no_sense(room: Room) -> None:
    """Each with its code."""
    name = room.open()
    ana, bo = room.join("Ana"), room.join("Bo")
    assert ana.refused(Propose, table=name, what="resign") == "not-seated"
    assert ana.refused(Vote, table="nope", ballot=1, yes=True) == "no-such-table"
    room = Room()
    ana, bo = started(room)
    name = room.table().id
    assert ana.refused(Propose, table=name, what="dance") == "illegal"
    assert ana.refused(Propose, table=name, what="stand-in") == "illegal"
    assert ana.refused(Propose, table=name, what="stand-in", seat=5) == "illegal"
    room.play_out(ana, bo)
    assert ana.refused(Propose, table=name, what="resign") == "not-started"


# --- resigning ------------------------------------------------------------------------------


def test_a_game_is_broken_off_when_all_agree(room: Room) -> None:
    """Over without an outcome; the record ends without one too."""
    ana, bo = started(room)
    propose(bo, "resign")
    vote(ana)
    over = ended(ana)
    assert (over.outcome, over.reason) == (None, "resigned")
    assert (shown(bo).state, shown(ana).series) == ("over", ())
    (record,) = room.of(WriteRecord)
    assert "outcome" not in json.loads(record.lines[-1])
    assert ana.act("split 0,0 E 1").code == "not-started"


def test_alone_with_bots_one_resigns_at_once(room: Room) -> None:
    """With nobody left to ask."""
    ana, bo = started(room)
    ana.ask(Kick, table=room.table().id, seat=1)
    propose(ana, "resign")
    assert ended(ana).reason == "resigned"
    del bo


@pytest.mark.parametrize("back", ["another connection", "another hello", "a look", "a restart"])
def test_a_game_that_was_broken_off_asks_nobody_for_an_action(room: Room, back: str) -> None:
    """Who comes back was to act when it was, and is not asked any more."""
    ana, bo = started(room)
    assert newest(bo.again()).legal != ()
    propose(ana, "resign")
    vote(bo)
    if back == "a restart":
        room.restart()
    if back in ("another connection", "a restart"):
        bo = bo.again()
    elif back == "another hello":
        bo.hello()
    else:
        bo.ask(Watch, table=room.table().id)
    update = newest(bo)
    assert (update.seat, update.view["to_act"], update.legal) == (1, [1], ())


def test_a_broken_off_game_stays_so_after_a_restart(room: Room) -> None:
    """And may be played again."""
    ana, bo = started(room)
    propose(ana, "resign")
    vote(bo)
    room.restart()
    ana = room.join("Ana")
    assert room.table().state == "over"
    assert newest(ana).legal == ()


# --- standing in ----------------------------------------------------------------------------


@pytest.fixture
def three(room: Room) -> list[Client]:
    """Return three who play, of whom Cy has been away for long enough."""
    people = room.start("battle-sheep", "Ana", "Bo", "Cy", first=0)
    people[2].gone()
    room.wait(room.limits.stand_in)
    for client in people:
        client.take_all()
    return people


def stand_in(room: Room, people: list[Client]) -> Client:
    """Let the others vote for a bot on Cy's seat, and return it."""
    propose(people[0], "stand-in", seat=2)
    vote(people[1])
    (bot,) = room.grant_bots()
    return bot


def test_a_bot_stands_in_for_who_is_away(room: Room, three: list[Client]) -> None:
    """The seat stays the player's; the bot plays from its view."""
    propose(three[0], "stand-in", seat=2)
    vote(three[1])
    assert room.of(WantBot) == [WantBot(room.table().id, 2, "normal")]
    seat = shown(three[0]).seats[2]
    assert seat is not None
    assert (seat.name, seat.bot, seat.stand_in, seat.here) == ("Cy", None, "normal", False)
    (bot,) = room.grant_bots()
    for client in three[:2]:
        room.act_at_random(client)
    assert newest(bot).seat == 2
    assert isinstance(bot.act("tile 9,9 0"), Update) is False
    room.act_at_random(bot)
    assert room.table().version == 4


def test_a_player_who_is_back_has_the_seat_at_once(room: Room, three: list[Client]) -> None:
    """The bot is sent away."""
    bot = stand_in(room, three)
    back = room.join("Cy")
    assert DropBot(bot.key) in room.effects
    assert newest(back).seat == 2
    assert shown(three[0]).seats[2].stand_in is None
    bot.take_all()
    assert bot.act("tile 0,0 0").code == "not-seated"


def test_a_stand_in_is_there_after_a_restart_and_agrees_to_everything(
    room: Room, three: list[Client]
) -> None:
    """It comes back with its key; nobody waits for its vote."""
    bot = stand_in(room, three)
    room.restart()
    ana, bo = room.join("Ana"), room.join("Bo")
    again = room.join("bot", key=bot.key)
    assert newest(again).seat == 2
    propose(ana, "resign")
    vote(bo)
    assert room.table().state == "over"


def test_a_stand_in_gets_the_seat_when_its_player_is_kicked(room: Room, three: list[Client]) -> None:
    """No other bot is needed."""
    bot = stand_in(room, three)
    three[0].ask(Kick, table=room.table().id, seat=2)
    assert room.of(WantBot) == room.of(DropBot) == []
    seat = room.table().seats[2]
    assert seat is not None
    assert (seat.key, seat.bot, seat.stand_in) == (bot.key, "normal", None)


def test_nobody_stands_in_for_who_is_here_or_only_just_gone(room: Room) -> None:
    """Nor for a bot."""
    ana, bo = room.start("tiny", "Ana", "Bo")
    name = room.table().id
    assert ana.refused(Propose, table=name, what="stand-in", seat=1) == "not-allowed"
    bo.gone()
    room.wait(room.limits.stand_in - 1)
    assert ana.refused(Propose, table=name, what="stand-in", seat=1) == "not-allowed"
    ana.ask(Kick, table=name, seat=1)
    room.wait(2 * room.limits.stand_in)
    assert ana.refused(Propose, table=name, what="stand-in", seat=1) == "not-allowed"


def test_a_ballot_on_a_stand_in_does_not_wait_for_others_who_are_away(
    room: Room, three: list[Client]
) -> None:
    """Nobody waits for ever."""
    three[1].gone()
    propose(three[0], "stand-in", seat=2)
    assert room.table().proposal is not None
    room.wait(room.limits.away_vote)
    assert room.table().proposal is None
    assert room.of(WantBot) == [WantBot(room.table().id, 2, "normal")]


def test_a_ballot_on_a_stand_in_ends_when_its_player_is_back(room: Room, three: list[Client]) -> None:
    """There is nothing to decide any more."""
    propose(three[0], "stand-in", seat=2)
    room.join("Cy")
    assert room.table().proposal is None


def test_bots_have_no_say(room: Room, three: list[Client]) -> None:
    """Neither to propose nor to vote."""
    bot = stand_in(room, three)
    assert bot.refused(Propose, table=room.table().id, what="resign") == "not-seated"
    room.turn(Granted(bot.key, table=room.table().id, seat=2, level="normal"))
    three[0].ask(Kick, table=room.table().id, seat=2)
    assert bot.refused(Propose, table=room.table().id, what="resign") == "not-allowed"


# --- here, but too slow ---------------------------------------------------------------------

LONG = " ".join(["0,0:0x16", "0,9:1x16", *(f"{q},{r}" for r in (0, 9) for q in range(1, 40))])
MOVE_TIME = 10


@pytest.fixture
def slow(room: Room) -> list[Client]:
    """Return Ana, who is here and for whom a bot plays on, since her time ran out twice, and Bo."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=LONG, first=0, move_time=MOVE_TIME)
    for _ in range(room.limits.late):
        room.wait(MOVE_TIME)
        room.act_at_random(bo)
    seat = shown(bo).seats[0]
    assert seat is not None
    assert (seat.here, seat.stand_in) == (True, "normal")
    return [ana, bo]


def test_who_is_here_is_asked_though_a_bot_plays_on(room: Room, slow: list[Client]) -> None:
    """Nobody ends the game over their head."""
    ballot = propose(slow[1], "resign").ballot
    assert ballot is not None
    assert ballot.waiting == (0,)
    vote(slow[0], yes=False)
    assert room.table().state == "playing"
    assert shown(slow[1]).ballot is None


def test_who_lets_a_bot_play_on_and_says_nothing_abstains(room: Room, slow: list[Client]) -> None:
    """Whoever fell asleep at the table keeps nobody there."""
    propose(slow[1], "resign")
    for _ in range(int(room.limits.abstain) - 1):
        room.wait(1)
    assert room.table().state == "playing"
    room.wait(1)
    assert ended(slow[1]).reason == "resigned"
