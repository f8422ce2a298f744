"""What strangers try: each is refused as it should be, over the wire, and nothing else happens."""

from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from sheep_common import messages as m
from sheep_support.host_processes import Player, RunningHost, players
from sheep_support.odd import ODD


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Give one host for all of these."""
    with RunningHost(tmp_path_factory.mktemp("host"), "--game", "battle-sheep") as started:
        yield started.listening()


@pytest.fixture
def make(running):
    with players(running.server, running.port) as maker:
        yield maker


class Seated:
    """A player with a seat at a table of its own, and what it and everybody may see of it."""

    made = 0

    def __init__(self, make: Callable[..., Player]) -> None:
        Seated.made += 1
        self.name = f"Ana {Seated.made}"
        self.player = make()
        self.player.hello(self.name)
        made = self.ask(m.New, game="battle-sheep", seats=2)
        self.table = made.table.id
        self.ask(m.Sit, table=self.table, seat=0)

    def ask(self, kind: type[m.Request], **fields: Any) -> Any:
        return self.player.ask(kind(id=self.player.next_id(), **fields))

    def sees(self) -> Any:
        """Return which tables there are, and who is at one's own."""
        tables = self.ask(m.Tables).tables
        (own,) = [table for table in tables if table.id == self.table]
        seats = [seat and (seat.name, seat.here, seat.ready, seat.bot) for seat in own.seats]
        return [table.id for table in tables], own.state, own.owner, seats, own.watchers

    def hears(self) -> list[m.ToClient]:
        """Return what has come by itself."""
        return self.player.heard()


@pytest.fixture
def ana(make) -> Seated:
    return Seated(make)


@pytest.fixture
def unchanged(ana: Seated):
    """Hold what there is, before and after, and that Ana is told of nothing."""
    before = ana.sees()
    ana.hears()
    yield
    assert ana.sees() == before
    assert ana.hears() == []


def code(answer: object) -> str:
    assert isinstance(answer, m.Refused), answer
    return answer.code


@pytest.mark.parametrize("spelling", [str, str.upper, lambda name: name.replace("A", "\uff21")])
@pytest.mark.usefixtures("unchanged")
def test_a_taken_name_with_another_key_is_refused(ana: Seated, make, spelling: Callable[[str], str]) -> None:
    """In whatever letters that look the same."""
    assert code(make().hello(spelling(ana.name))) == "name-taken"


@pytest.mark.usefixtures("unchanged")
def test_a_second_key_for_a_seat_is_refused(ana: Seated, make) -> None:
    bo = make()
    bo.hello("Bo")
    assert code(bo.ask(m.Sit(id=bo.next_id(), table=ana.table, seat=0))) == "seat-taken"
    for kind, wanted in ((m.Leave, "not-seated"), (m.Ready, "not-seated"), (m.Start, "not-allowed")):
        assert code(bo.ask(kind(id=bo.next_id(), table=ana.table))) == wanted
    bo.ask(m.Bye(id=bo.next_id()))


def test_a_second_key_for_a_seat_of_a_running_game_neither_plays_nor_decides(ana: Seated, make) -> None:
    """Nor does it see what the seat sees; the game goes on for those who sit there."""
    cy = make()
    cy.hello(f"Cy {ana.name}")
    for player in (ana.player, cy):
        player.ask(m.Sit(id=player.next_id(), table=ana.table))
        player.ask(m.Ready(id=player.next_id(), table=ana.table))
    ana.hears()
    before, bo = ana.sees(), make()
    bo.hello(f"Bo {ana.name}")
    requests: list[tuple[type[m.Request], dict[str, Any], set[str]]] = [
        (m.Act, {"version": 1, "action": "tile 0,0 0"}, {"not-seated"}),
        (m.Sit, {"seat": 0}, {"already-started"}),
        (m.Sit, {}, {"already-started"}),
        (m.History, {"after": 0}, {"not-seated"}),
        (m.Propose, {"what": "resign"}, {"not-seated"}),
        (m.Vote, {"ballot": 1, "yes": True}, {"not-seated"}),
        (m.Kick, {"seat": 0}, {"not-allowed"}),
        (m.Ban, {"seat": 0}, {"not-allowed"}),
        (m.Bot, {"seat": 0}, {"not-allowed"}),
        (m.Rematch, {}, {"not-seated"}),
        (m.Say, {"text": "hello"}, {"not-seated"}),
        (m.Leave, {}, {"not-seated"}),
    ]
    for kind, fields, wanted in requests:
        assert code(bo.ask(kind(id=bo.next_id(), table=ana.table, **fields))) in wanted, kind
    assert bo.heard() == []
    assert ana.hears() == []
    assert ana.sees() == before
    bo.ask(m.Bye(id=bo.next_id()))


def test_one_key_with_two_connections_has_one_seat_whatever_it_asks_for_at_once(ana: Seated, make) -> None:
    """The later one moves it: nobody can fill a table alone."""
    bo = [make()]
    bo.append(make(pair=bo[0].pair))
    for each in bo:
        each.hello(f"Bo {ana.name}")
    made = ana.ask(m.New, game="leadersheep", seats=3)
    for number, each in enumerate(bo):
        each.send(m.Sit(id=50, table=made.table.id, seat=number))
    for each in bo:
        while each.receive().re != 50:
            pass
    (table,) = [table for table in ana.ask(m.Tables).tables if table.id == made.table.id]
    assert [seat and seat.name for seat in table.seats].count(f"Bo {ana.name}") == 1


@pytest.mark.parametrize("protocol", [0, 2, 999])
@pytest.mark.usefixtures("unchanged")
def test_another_protocol_is_refused_in_words_that_name_both(make, protocol: int) -> None:
    """Whatever else a hello of that version may look like."""
    old = make()
    old.socket.send(msgpack.packb({"type": "hello", "id": 7, "protocol": protocol, "who": {"x": [1]}}))
    answer = old.receive()
    assert code(answer) == "version"
    assert (answer.re, answer.protocol) == (7, m.PROTOCOL)
    assert str(protocol) in answer.text
    assert str(m.PROTOCOL) in answer.text


@pytest.mark.parametrize("name", ODD.values(), ids=ODD)
@pytest.mark.usefixtures("unchanged")
def test_an_odd_name_is_refused_in_words(make, name: str) -> None:
    """The answer itself can be shown anywhere."""
    odd = make()
    hello = {"type": "hello", "id": 7, "protocol": m.PROTOCOL, "name": name}
    odd.socket.send(msgpack.packb(hello, unicode_errors="surrogatepass"))
    answer = odd.receive()
    assert code(answer) in ("bad-name", "malformed")
    assert 0 < len(answer.text) <= 200
    assert answer.text.isprintable()


def test_two_at_once_for_one_seat_and_one_gets_it(ana: Seated, make) -> None:
    """The other is told that it is taken, and has no seat."""
    rivals = [make(), make()]
    for number, rival in enumerate(rivals):
        rival.hello(f"Rival {number} {ana.name}")
    for rival in rivals:
        rival.send(m.Sit(id=50, table=ana.table, seat=1))
    answers = []
    for rival in rivals:
        while (answer := rival.receive()).re != 50:
            pass
        answers.append(answer)
    assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "Table"]
    assert [code(answer) for answer in answers if isinstance(answer, m.Refused)] == ["seat-taken"]
    winner = next(n for n, answer in enumerate(answers) if isinstance(answer, m.Table))
    _, _, _, seats, _ = ana.sees()
    assert [seat[0] for seat in seats] == [ana.name, f"Rival {winner} {ana.name}"]
