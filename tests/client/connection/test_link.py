"""The link and the session against a real ROUTER with CURVE: coming up, breaking, coming back."""

import asyncio
from collections.abc import Callable, Iterable, Iterator

import pytest
from sheep_client.connection import link
from sheep_client.connection.errors import ClientError
from sheep_client.connection.link import Target
from sheep_client.core import Model
from sheep_client.core.effects import Quit
from sheep_client.core.events import Came, Ended, Event, Goodbye, Line, Trouble
from sheep_client.core.reports import Cut, Listed, Said, Told, Troubled, Welcomed
from sheep_client.session import Session, run_loop
from sheep_common import messages as m
from sheep_common.net.keys import KeyPair, new_pair
from sheep_support.clients import Host, table


def answer(message: m.ToHost) -> Iterable[m.Message]:
    """Answer as a host without tables does."""
    match message:
        case m.Hello(id=number, name=name):
            return [m.Welcome(re=number, protocol=m.PROTOCOL, host="H", name=name)]
        case m.Tables(id=number):
            return [m.TableList(re=number, tables=())]
        case m.Bye(id=number):
            return [m.Ok(re=number)]
    return []


@pytest.fixture
def hosts() -> Iterator[list[Host]]:
    """Give a list of hosts that are closed in the end."""
    made: list[Host] = []
    yield made
    for host in made:
        host.close()


class Play:
    """A session, what it told, and steps that are taken when something is told."""

    def __init__(self, hosts: list[Host], key: str | None = None) -> None:
        self.hosts = hosts
        self.key = key
        self.news: list[Told] = []
        self.attempts: list[int] = []
        self.when: dict[type[Told], Callable[[Session], None]] = {}

    def run(self) -> Quit:
        """Run to the end."""
        end: list[Quit] = []

        async def main() -> int:
            session = Session(Model(name="Ana"), new_pair(), self.find, self.tell)
            self.session = session
            async with asyncio.timeout(30):
                end.append(await session.run())
            return 0

        run_loop(main())
        return end[0]

    async def find(self, attempt: int) -> Target:
        """Find the newest host."""
        self.attempts.append(attempt)
        host = self.hosts[-1]
        return Target("127.0.0.1", host.port, self.key or host.pair.public)

    def tell(self, news: Told, model: Model) -> None:
        """Keep what is told, and take the step that was planned for it."""
        self.news.append(news)
        if step := self.when.pop(type(news), None):
            asyncio.get_running_loop().call_soon(step, self.session)


def events(*happening: Event) -> Callable[[Session], None]:
    """Plan some events."""

    def step(session: Session) -> None:
        for event in happening:
            session.feed(event)

    return step


def test_a_client_comes_and_goes(hosts: list[Host]) -> None:
    """Hello, a question, its answer, goodbye."""
    hosts.append(Host(answer))
    play = Play(hosts)
    play.when[Welcomed] = events(Line(1, "/tables"), Ended())
    assert play.run() == Quit(0)
    assert [type(news) for news in play.news] == [Welcomed, Listed]
    assert [type(message) for message in hosts[0].heard] == [m.Hello, m.Tables, m.Tables, m.Bye]


def test_a_host_that_comes_back_is_found(hosts: list[Host]) -> None:
    """The same key on the same port; the client is told of both, and goes on."""
    first = Host(answer)
    hosts.append(first)
    play = Play(hosts)

    def restart(session: Session) -> None:
        first.close()
        hosts[0] = Host(answer, first.pair, first.port)

    play.when[Welcomed] = restart
    play.when[Cut] = lambda session: play.when.update({Welcomed: events(Line(1, "/tables"), Ended())})
    assert play.run() == Quit(0)
    assert [type(news) for news in play.news] == [Welcomed, Cut, Welcomed, Listed]


def test_attempts_go_on_while_nobody_is_there(hosts: list[Host], monkeypatch: pytest.MonkeyPatch) -> None:
    """They count, so that the address is looked up again."""
    monkeypatch.setattr(link, "LONGEST_PAUSE", 0.05)
    first = Host(answer)
    hosts.append(first)
    play = Play(hosts)

    def stop(session: Session) -> None:
        first.close()
        asyncio.get_running_loop().call_later(1.0, start)

    def start() -> None:
        hosts[0] = Host(answer, first.pair, first.port)
        play.when[Welcomed] = events(Ended())

    play.when[Welcomed] = stop
    assert play.run() == Quit(0)
    assert play.attempts[:4] == [0, 0, 1, 2]


def test_a_host_with_another_key_is_not_spoken_to(hosts: list[Host], monkeypatch: pytest.MonkeyPatch) -> None:
    """The handshake fails; not even the name is told to it."""
    monkeypatch.setattr(link, "ATTEMPT", 1.0)
    hosts.append(Host(answer))
    play = Play(hosts, key=new_pair().public)
    with pytest.raises(TimeoutError):
        _run_for(play, 2.5)
    assert hosts[0].heard == []
    assert play.news == []


def _run_for(play: Play, seconds: float) -> None:
    async def main() -> int:
        session = Session(Model(name="Ana"), new_pair(), play.find, play.tell)
        async with asyncio.timeout(seconds):
            await session.run()
        return 0

    run_loop(main())


def test_what_the_search_for_a_host_raises_ends_the_session() -> None:
    """Another key at its address, say."""

    async def find(attempt: int) -> Target:
        raise ClientError(1, "changed")

    async def main() -> int:
        await Session(Model(name="Ana"), new_pair(), find, lambda news, model: None).run()
        return 0

    with pytest.raises(ClientError, match="changed"):
        run_loop(main())


def test_frames_that_are_no_messages_are_passed_over(hosts: list[Host]) -> None:
    """A later host may say more than this client understands."""
    pair: KeyPair = new_pair()
    host = Host(answer, pair)
    hosts.append(host)
    play = Play(hosts)

    def odd(session: Session) -> None:
        host.say_raw(b"\xc1 no message")
        host.say(m.Chat(table=None, sender="Bo", text="hello"))

    play.when[Welcomed] = odd
    play.when[Said] = events(Ended())
    assert play.run() == Quit(0)
    assert [type(news).__name__ for news in play.news] == ["Welcomed", "Said"]


def test_who_has_a_seat_at_a_full_host_gets_it_back_when_there_is_room(hosts: list[Host]) -> None:
    """Told once that it is full; before, that ended the program with 1."""
    first, room = Host(answer), [False]
    hosts.append(first)
    play = Play(hosts)

    def full(message: m.ToHost) -> Iterable[m.Message]:
        if isinstance(message, m.Hello) and not room[0]:
            return [m.Refused(re=message.id, code="not-allowed", text="this host is full")]
        return answer(message)

    def sit(session: Session) -> None:
        session.feed(Came(m.Table(table=table("Ana", "Bo", state="playing"), seat=0)))
        first.close()
        hosts[0] = Host(full, first.pair, first.port)

    def make_room(_session: Session) -> None:
        play.when[Welcomed] = events(Goodbye())
        asyncio.get_running_loop().call_later(2.5, room.__setitem__, 0, True)

    play.when[Welcomed] = sit
    play.when[Troubled] = make_room
    assert play.run() == Quit(0)
    assert [news for news in play.news if isinstance(news, Troubled)] == [Troubled(Trouble("full"))]
    assert sum(isinstance(message, m.Hello) for message in hosts[0].heard) > 1
