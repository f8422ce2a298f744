"""What a lost connection, a host that forgot us, and a silent host do to the core."""

from typing import Any

import pytest
from sheep_client.core.effects import Quit, Retry, Tell
from sheep_client.core.events import Connected, Ended, Goodbye, Lost, Tick, Trouble
from sheep_client.core.reports import Cut, Denied, Done, Listed, Troubled, Welcomed
from sheep_client.core.update import HEARING
from sheep_common import messages as m
from sheep_support.clients import Client, quits, sent, table, told


@pytest.fixture
def client() -> Client:
    """Return a client at a running game."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", "Bo", state="playing"))
    client.hear(m.Update(table="t1", version=3, seat=0, view={}, legal=("a",)))
    return client


def come_back(client: Client) -> list[m.Message]:
    """Lose the connection and make it again; return what is sent after the welcome."""
    client.feed(Lost())
    (hello,) = sent(client.feed(Connected()))
    return sent(client.hear(m.Welcome(re=hello.id, protocol=1, host="H", name="Ana")))


def test_a_lost_connection_is_told_once(client: Client) -> None:
    """Failed attempts to make it again are not told."""
    assert client.feed(Lost()) == [Tell(Cut())]
    client.feed(Connected())
    assert client.feed(Lost()) == []


def test_an_unanswered_action_is_sent_again_for_the_same_version(client: Client) -> None:
    """The host takes the second for the first, so that it is played just once."""
    client.type("a")
    assert come_back(client) == [m.Act(id=5, table="t1", version=3, action="a")]


def test_its_answer_after_the_reconnection_has_the_line(client: Client) -> None:
    """The script that played it hears of it."""
    client.type("a")
    (act,) = come_back(client)
    assert isinstance(act, m.Act)
    (news,) = told(client.hear(m.Update(re=act.id, table="t1", version=4, seat=0, view={})))
    assert getattr(news, "line", None) == 1


@pytest.mark.parametrize("line", ["/tables", "/sit t2", "/watch t2", "/ready", "/history"])
def test_what_changes_nothing_when_it_comes_twice_is_asked_again(client: Client, line: str) -> None:
    """A question does not get lost."""
    client.type(line)
    assert len(come_back(client)) == 1


@pytest.mark.parametrize(
    "line", ["/say x", "/new battle-sheep 2", "/bot 1", "/kick 1", "/leave", "/sit", "/undo"]
)
def test_what_may_have_been_done_is_refused_here(client: Client, line: str) -> None:
    """Nobody knows whether the host did it; the line gets an answer all the same."""
    client.type(line)
    _cut, denied = told(client.feed(Lost()))
    assert isinstance(denied, Denied)
    assert (denied.message.code, denied.line) == ("stale", 1)
    assert come_back(client) == []


def test_a_watched_table_is_watched_again(client: Client) -> None:
    """The host remembers seats, not spectators."""
    client.hear(m.Table(table=table("X", "Y", id="t2", state="playing"), seat=None))
    assert come_back(client) == [m.Watch(id=4, table="t2")]


def test_the_return_is_told(client: Client) -> None:
    """So that the player knows that it works again."""
    client.feed(Lost())
    client.feed(Connected())
    welcome = m.Welcome(re=client.model.pending[-1].request.id, protocol=1, host="H", name="Ana")
    assert told(client.hear(welcome)) == [Welcomed(welcome, again=True)]


def test_a_host_that_forgot_us_is_greeted_again(client: Client) -> None:
    """`who` on a connection that is up: begin again, and send the action again."""
    client.type("a")
    (hello,) = sent(client.hear(m.Who()))
    assert isinstance(hello, m.Hello)
    (act,) = sent(client.hear(m.Welcome(re=hello.id, protocol=1, host="H", name="Ana")))
    assert act == m.Act(id=act.id, table="t1", version=3, action="a")


def test_an_action_without_answer_is_sent_again_after_a_while(client: Client) -> None:
    """A host over its rate limit may have kept silent."""
    client.type("a")
    effects = client.feed(*[Tick()] * 6)
    assert [message.action for message in sent(effects)] == ["a"]


def test_a_question_without_answer_is_given_up(client: Client) -> None:
    """Later lines go on."""
    client.type("/say hello")
    (denied,) = told(client.feed(*[Tick()] * 6))
    assert isinstance(denied, Denied)
    assert (denied.message.code, denied.line) == ("too-fast", 1)


def test_an_answer_to_what_was_given_up_is_not_told(client: Client) -> None:
    """The line has had its answer."""
    (say,) = sent(client.type("/say hello"))
    client.feed(*[Tick()] * 6)
    assert client.hear(m.Ok(re=say.id)) == []


def test_a_hello_without_answer_makes_another_connection() -> None:
    """The connection is up, but nobody speaks."""
    client = Client()
    client.feed(Connected())
    assert client.feed(*[Tick()] * 6) == [Retry(0.0)]


def test_a_host_that_wants_a_slower_hello_gets_one() -> None:
    """The program does not end for it."""
    client = Client()
    client.feed(Connected())
    (retry,) = client.hear(m.Refused(re=1, code="too-fast", text="slower"))
    assert isinstance(retry, Retry)
    assert retry.delay > 0


@pytest.mark.parametrize("code", ["name-taken", "bad-name", "version", "banned", "password"])
def test_a_host_that_does_not_let_us_in_ends_the_program(code: str) -> None:
    """With 1; the refusal is told, too."""
    client = Client()
    client.feed(Connected())
    refused = m.Refused(re=1, code=code, text="no")
    effects = client.hear(refused)
    assert quits(effects) == [Quit(1, refused)]
    assert [type(news) for news in told(effects)] == [Denied]


@pytest.mark.parametrize("reason", ["replaced", "banned"])
def test_a_session_that_was_closed_for_good_does_not_come_back(reason: str) -> None:
    """Coming back would only push out the one that replaced it."""
    client = Client()
    client.welcome()
    assert quits(client.hear(m.Closed(reason=reason))) == [Quit(1, reason)]


def test_a_host_that_stops_is_waited_for(client: Client) -> None:
    """It may be started again, with every game where it was."""
    assert quits(client.hear(m.Closed(reason="stopping"))) == []


def test_a_host_that_stops_is_not_waited_for_when_the_input_has_ended(client: Client) -> None:
    """A script would wait for ever."""
    client.feed(Ended())
    assert quits(client.hear(m.Closed(reason="stopping"))) == [Quit(1, "stopping")]


def test_who_sits_nowhere_does_not_wait_for_a_lost_host_when_the_input_ends() -> None:
    """There is no game to stay for."""
    client = Client()
    client.welcome()
    client.feed(Lost())
    assert quits(client.feed(Ended())) == [Quit(0)]


def test_quit_ends_also_while_there_is_no_connection(client: Client) -> None:
    """Nobody is there to say goodbye to."""
    client.feed(Lost())
    assert quits(client.type("/quit")) == [Quit(0)]


def test_lines_wait_while_there_is_no_connection(client: Client) -> None:
    """They are taken, in order, when it is back."""
    client.feed(Lost())
    assert client.type("/tables") == []
    requests = come_back(client)
    assert [type(request) for request in requests] == [m.Tables]
    assert isinstance(requests[0], m.Tables)
    news = told(client.hear(m.TableList(re=requests[0].id, tables=())))
    assert isinstance(news[0], Listed)


BLOCKED = Trouble("blocked", "10.0.0.1", 7437, 7438)


class TestAHostThatSaysNothing:
    """Who wants to leave leaves, at once where the host had time enough for a first word."""

    @pytest.fixture(params=[True, False], ids=["connected", "unconnected"])
    def client(self, request: pytest.FixtureRequest) -> Client:
        """Return a client that was never greeted."""
        client = Client()
        if request.param:
            client.feed(Connected())
        return client

    def test_quit_leaves(self, client: Client) -> None:
        """With 0, as ever."""
        client.feed(*[Tick()] * HEARING)
        assert client.type("/quit") == [Tell(Done(1)), Quit(0)]

    def test_quit_is_patient_with_a_host_that_has_had_no_time(self, client: Client) -> None:
        """A script may give all its lines at once; it gets its answers from a host that is there."""
        assert client.type("/quit") == []
        assert quits(client.feed(*[Tick()] * (HEARING - 1))) == []
        assert quits(client.feed(Tick())) == [Quit(0)]

    def test_lines_before_it_are_refused(self, client: Client) -> None:
        """Each line has its answer."""
        client.type("/tables", "/sit", "/quit")
        *denied, done = told(client.feed(*[Tick()] * HEARING))
        assert [(news.line, news.message.code) for news in denied] == [(1, "stale"), (2, "stale")]
        assert done == Done(3)

    def test_the_end_of_the_input_leaves_with_1(self, client: Client) -> None:
        """What was asked for has failed, or nothing at all was heard."""
        client.type("/tables")
        client.feed(*[Tick()] * 2 * HEARING)
        effects = client.feed(Ended())
        assert quits(effects) == [Quit(1, "silent")]
        assert [news.line for news in told(effects)] == [1]

    def test_a_connection_that_took_its_time_leaves_the_host_its_own(self) -> None:
        """A busy machine is no silent host."""
        client = Client()
        client.type("/tables", "/quit")
        client.feed(*[Tick()] * (HEARING - 1), Connected())
        assert quits(client.feed(*[Tick()] * (HEARING - 1))) == []
        assert quits(client.feed(Tick())) == [Quit(0)]

    def test_a_host_that_says_anything_is_heard_out(self, client: Client) -> None:
        """It may want a slower hello."""
        client.type("/quit")
        for _ in range(5):
            client.feed(*[Tick()] * (HEARING - 1))
            assert quits(client.hear(m.Refused(re=1, code="too-fast", text="slower"))) == []


def test_the_trouble_is_the_reason_where_it_is_known() -> None:
    """It says more than that nobody answers, and is waited for where there is no connection."""
    client = Client()
    client.feed(Ended())
    assert quits(client.feed(*[Tick()] * (HEARING + 1))) == []
    assert client.feed(BLOCKED) == [Tell(Troubled(BLOCKED)), Quit(1, BLOCKED)]


def test_a_person_leaves_a_silent_host_at_once() -> None:
    """On every face: whatever it has not said."""
    client = Client()
    client.feed(Connected())
    assert quits(client.feed(Goodbye())) == [Quit(0)]


def test_trouble_is_told_once_and_again_after_a_connection(client: Client) -> None:
    """Until it is another one; with a connection there is none."""
    assert client.feed(BLOCKED) == []
    client.feed(Lost())
    assert client.feed(BLOCKED, BLOCKED) == [Tell(Troubled(BLOCKED))]
    gone = Trouble("gone", "10.0.0.1", 7437)
    assert client.feed(gone) == [Tell(Troubled(gone))]
    come_back(client)
    client.feed(Lost())
    assert client.feed(gone) == [Tell(Troubled(gone))]


class TestAFullHost:
    """Whoever has a seat goes on trying, and says so once; anybody else is turned away."""

    def refused(self, client: Client) -> list[Any]:
        """Come back and find no room."""
        client.feed(Lost())
        (hello,) = sent(client.feed(Connected()))
        return client.hear(m.Refused(re=hello.id, code="not-allowed", text="this host is full"))

    def test_who_has_a_seat_goes_on_trying(self, client: Client) -> None:
        """Before, this ended the program with 1."""
        assert self.refused(client) == [Tell(Troubled(Trouble("full"))), Retry(2.0)]
        assert self.refused(client) == [Retry(2.0)]
        assert come_back(client) == []
        assert client.model.trouble is None

    def test_a_spectator_is_turned_away(self) -> None:
        """There is nothing that the host keeps for them."""
        client = Client()
        client.welcome()
        client.hear(m.Table(table=table("X", "Y", state="playing"), seat=None))
        (quit_,) = quits(self.refused(client))
        assert quit_.status == 1
