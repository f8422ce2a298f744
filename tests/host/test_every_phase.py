"""Coming back, kicking, banning, leaving, resigning, voting and taking back, in every phase of both games."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sheep_common.messages import Ban, Kick, Leave, Propose, Refused, Table, Vote
from sheep_host.core.state.effects import WantBot
from sheep_host.core.state.host import Host
from sheep_host.core.state.seats import played_by
from sheep_support.games.leadersheep import PLAIN, plain
from sheep_support.host_clients import Client, ended, newest
from sheep_support.host_room import Room

DECK = json.dumps(plain(regions=PLAIN["regions"][:2]))
PHASES = {
    "battle-sheep": {"tiles", "starts", "splits"},
    "leadersheep": {"gift-ask", "gift-give", "scandals", "answer", "promises"},
}


class Moment:
    """A room as it was at the beginning of a phase; each try begins there."""

    def __init__(self, room: Room, people: list[Client], phase: str) -> None:
        self.room, self.people, self.phase = room, people, phase
        self._host: Host = room.host
        self._lines = {at: list(lines) for at, lines in room.disk.lines.items()}
        self._rows, self._now = dict(room.disk.rows), room.now

    def begin(self) -> tuple[Room, list[Client]]:
        """Go back to it."""
        self.room.host, self.room.now = self._host, self._now
        self.room.disk.rows = dict(self._rows)
        self.room.disk.lines = {at: list(lines) for at, lines in self._lines.items()}
        for client in self.people:
            client.take_all()
        return self.room, self.people


def moments(game: str) -> Iterator[Moment]:
    """Play games until each phase has been there; give the room at each, with somebody to act."""
    missing = set(PHASES[game])
    for seed in range(20):
        room = Room(seed=seed)
        options: dict[str, Any] = {"deck": DECK} if game == "leadersheep" else {}
        people = room.start(game, "Ana", "Bo", "Cy", first=0, **options)
        while missing and room.table().state == "playing":
            play = room.table().play
            assert play is not None
            phase = str(play.reached.game.view(play.reached.state, None).phase)
            if phase in missing:
                missing.discard(phase)
                yield Moment(room, people, phase)
            for client in people:
                room.act_at_random(client)
        if not missing:
            return
    raise AssertionError(f"never seen: {missing}")


@pytest.fixture(scope="module", params=PHASES)
def every(request: pytest.FixtureRequest) -> list[Moment]:
    """Return the beginnings of all phases of a game."""
    return list(moments(request.param))


def asked(room: Room) -> dict[int, tuple[str, ...]]:
    """Return who is to act, and what each may do."""
    play = room.table().play
    assert play is not None
    return {seat: play.reached.game.legal_actions(play.reached.state, seat) for seat in play.acting}


def test_who_comes_back_has_the_whole_view_and_what_is_asked(every: list[Moment]) -> None:
    """Also while an answer or a gift is due; the roster has nobody twice."""
    for moment in every:
        room, people = moment.begin()
        before = asked(room)
        for number, client in enumerate(people):
            client.gone()
            back = client.again()
            update = newest(back)
            play = room.table().play
            assert play is not None
            view = play.reached.game.view(play.reached.state, number)
            assert update.view == msgspec.json.decode(msgspec.json.encode(view))
            assert update.legal == before.get(number, ())
            back.gone()
            room.join(client.name, key=client.key)
        assert asked(room) == before
        assert [seat and seat.name for seat in room.table().seats] == ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize("kind", [Kick, Ban, Leave])
def test_whoever_goes_a_bot_plays_on_from_there(every: list[Moment], kind: type[Any]) -> None:
    """Whether it was that seat's turn or not; what was asked of the seat is asked of the bot."""
    for moment in every:
        for number in (0, 1, 2):
            room, people = moment.begin()
            before = asked(room)
            name = room.table().id
            if kind is Leave:
                people[number].ask(Leave, table=name)
            elif number == 0:
                continue  # the owner's own seat
            else:
                assert isinstance(people[0].ask(kind, table=name, seat=number), Table)
            assert room.of(WantBot) == [WantBot(name, number, "normal")]
            (bot,) = room.grant_bots()
            assert newest(bot).legal == before.get(number, ())
            assert asked(room) == before
            assert played_by(room.table(), people[number].key) is None


def test_a_game_is_resigned_when_all_agree(every: list[Moment]) -> None:
    for moment in every:
        room, people = moment.begin()
        name = room.table().id
        people[1].ask(Propose, table=name, what="resign")
        for client in (people[0], people[2]):
            assert room.table().state == "playing"
            client.ask(Vote, table=name, ballot=room.table().ballots, yes=True)
        assert room.table().state == "over"
        assert ended(people[0]).reason == "resigned"


def test_an_action_is_taken_back_or_that_is_refused(every: list[Moment]) -> None:
    """Where nothing is hidden and something was played; else the game goes on as it was."""
    for moment in every:
        room, people = moment.begin()
        before, name, version = asked(room), room.table().id, room.table().version
        answer = people[0].ask(Propose, table=name, what="undo")
        if isinstance(answer, Refused):
            assert answer.code in ("not-allowed", "illegal")
            assert asked(room) == before
            continue
        for client in people[1:]:
            client.ask(Vote, table=name, ballot=room.table().ballots, yes=True)
        assert room.table().version == version + 1
        assert asked(room)


def test_a_stand_in_takes_over_and_hands_back(every: list[Moment]) -> None:
    """After a vote, and until the player is back; what is asked of the seat stays the same."""
    for moment in every:
        room, people = moment.begin()
        before, name = asked(room), room.table().id
        number = max(before)
        people[number].gone()
        room.wait(room.limits.stand_in)
        others = [client for at, client in enumerate(people) if at != number]
        others[0].ask(Propose, table=name, what="stand-in", seat=number)
        others[1].ask(Vote, table=name, ballot=room.table().ballots, yes=True)
        (bot,) = room.grant_bots()
        assert newest(bot).legal == before[number]
        back = people[number].again()
        assert newest(back).legal == before[number]
        assert bot.act(before[number][0]).code == "not-seated"
