"""Sessions of the host's core: who may begin one, under which name, and how fast one may ask."""

import pytest
from sheep_common.messages import (
    PROGRAM,
    Ack,
    Ban,
    Bye,
    Chat,
    Closed,
    Hello,
    Ok,
    OptionInfo,
    Refused,
    Say,
    Sit,
    TableList,
    Tables,
    Welcome,
    Who,
)
from sheep_common.messages import Table as TableMessage
from sheep_host.core import Limits
from sheep_host.core.state.effects import Cut, Send
from sheep_host.core.state.events import Broken, Closing, Gone, Granted
from sheep_support.host_room import Room

# --- hello ----------------------------------------------------------------------------------


def test_hello_is_answered_with_who_one_is(room: Room) -> None:
    """A welcome with the host's name, one's own, the protocol and the games, and nothing else."""
    ana = room.client("Ana")
    answer = ana.hello()
    welcome = Welcome(re=1, protocol=1, host="Fold", name="Ana", program=PROGRAM, games=answer.games)
    assert answer == welcome
    assert ana.inbox == []


def test_a_welcome_tells_the_games_of_the_host(room: Room) -> None:
    """Each with what a table of it can be asked to be; `first` is an option of tables, not of games."""
    games = {game.name: game for game in room.client("Ana").hello().games}
    assert sorted(games) == sorted(room.host.games)
    battle_sheep, leadersheep = games["battle-sheep"], games["leadersheep"]
    assert (battle_sheep.seats, battle_sheep.offered, battle_sheep.undoable) == ((2, 3, 4), (2, 3, 4), True)
    assert (leadersheep.seats, leadersheep.offered) == ((2, 3, 4, 5, 6), (3, 4, 5, 6))
    assert not leadersheep.undoable
    assert (battle_sheep.first, leadersheep.first) == ("random", "youngest")
    assert [option.name for option in battle_sheep.options] == ["end", "starts", "board", "position"]
    assert leadersheep.options[0] == OptionInfo(
        name="trash", default="shuffle", values=("shuffle", "turn-over")
    )


def test_a_connection_without_a_session_is_asked_who_it_is(room: Room) -> None:
    """Whatever it sends, but hello."""
    stranger = room.client("Ana")
    for message in (stranger.request(Tables), Ack(table="abcd", version=1), stranger.request(Bye)):
        assert room.turn(stranger.came(message)) == [Send(stranger.route, Who())]


@pytest.mark.parametrize("name", ["", " Ana", "A\x1b[1m", "x" * 25, "\u202eanA"])
def test_a_bad_name_is_refused(room: Room, name: str) -> None:
    """In words, and no session begins."""
    assert room.client("x").refused(Hello, protocol=1, name=name) == "bad-name"
    assert room.host.sessions == {}


@pytest.mark.parametrize("name", ["Ana", "ANA", "Ａｎａ"])
def test_a_name_that_another_key_has_is_refused(room: Room, name: str) -> None:
    """Also in another case or width."""
    room.join("Ana")
    assert room.client(name, key="other").refused(Hello, protocol=1, name=name) == "name-taken"


def test_a_name_is_free_again_when_its_holder_is_gone(room: Room) -> None:
    """Names are held while connected."""
    room.join("Ana").gone()
    assert isinstance(room.client("Ana", key="other").hello(), Welcome)


def test_a_seat_at_an_unfinished_table_holds_the_name_of_who_is_away(room: Room) -> None:
    """Nobody else comes under it, also after a restart."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit)
    ana.gone()
    room.restart()
    assert room.client("Ana", key="other").refused(Hello, protocol=1, name="ana") == "name-taken"


def test_sessions_of_one_key_live_side_by_side(room: Room) -> None:
    """The older one stays and both are answered."""
    first = room.join("Ana")
    second = first.again()
    assert isinstance(first.ask(Tables), TableList)
    assert isinstance(second.ask(Tables), TableList)


def test_a_second_hello_renames_all_sessions_of_the_key(room: Room) -> None:
    """One key has one name."""
    first = room.join("Ana")
    first.again("Anna")
    first.ask(Say, text="hi")
    assert [chat.sender for chat in first.take(Chat)] == ["Anna"]


def test_a_second_hello_that_is_refused_leaves_the_session_as_it_was(room: Room) -> None:
    """One goes on under the name of before."""
    ana, bo = room.join("Ana"), room.join("Bo")
    assert ana.refused(Hello, protocol=1, name="Bo") == "name-taken"
    assert isinstance(ana.ask(Say, text="hi"), Ok)
    assert [chat.sender for chat in bo.take(Chat)] == ["Ana"]


def test_who_has_a_seat_keeps_the_name_of_it(room: Room) -> None:
    """A hello under another name is welcome under the old one."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit)
    assert ana.again("Anna").name == "Ana"


def test_a_hello_gives_back_the_seat(room: Room) -> None:
    """The table comes by itself, with one's own seat."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit, seat=1)
    ana.gone()
    (table,) = ana.again().take(TableMessage)
    assert (table.seat, table.table.seats[1].here if table.table.seats[1] else None) == (1, True)


def test_coming_and_going_is_announced_once_a_person(room: Room) -> None:
    """With the first session and after the last."""
    first = room.join("Ana")
    assert room.announced("joined") == [{"event": "joined", "name": "Ana"}]
    second = first.again()
    assert room.announced("joined") == []
    first.gone()
    assert room.announced("left") == []
    second.gone()
    assert room.announced("left") == [{"event": "left", "name": "Ana"}]


def test_the_console_is_welcome_as_owner_and_not_announced(room: Room) -> None:
    """It is nobody who plays."""
    room.turn(Granted("console", owner=True))
    console = room.join("console", key="console")
    assert room.announced("joined") == []
    assert console.hello().owner


def test_bye_ends_the_session_and_keeps_the_seat(room: Room) -> None:
    """What comes on that connection afterwards is from a stranger."""
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit)
    assert isinstance(ana.ask(Bye), Ok)
    assert room.turn(ana.came(ana.request(Tables))) == [Send(ana.route, Who())]
    seat = room.table().seats[0]
    assert seat is not None
    assert seat.key == ana.key


def test_when_the_host_stops_everyone_is_told(room: Room) -> None:
    """Each session once."""
    ana, bo = room.join("Ana"), room.join("Bo")
    assert room.turn(Closing()) == [
        Send(ana.route, Closed(reason="stopping")),
        Send(bo.route, Closed(reason="stopping")),
    ]


def test_another_key_on_the_same_connection_is_a_stranger(room: Room) -> None:
    """A connection's session is its key's and nobody else's."""
    ana = room.join("Ana")
    ana.key = "other"
    assert room.turn(ana.came(ana.request(Tables)))[-1] == Send(ana.route, Who())
    assert room.host.sessions == {}


# --- limits ---------------------------------------------------------------------------------


def test_sessions_are_bounded_for_a_key_an_address_and_the_host() -> None:
    """Beyond each bound a hello is refused."""
    room = Room(limits=Limits(sessions=4, sessions_a_key=2, sessions_an_address=3))
    ana = room.join("Ana", address="10.0.0.1")
    ana.again().address = "10.0.0.1"
    assert room.client("Ana", key=ana.key).refused(Hello, protocol=1, name="Ana") == "not-allowed"
    room.join("Bo", address="10.0.0.1")
    room.join("Cy", address="10.0.0.1")
    assert room.client("Di", address="10.0.0.1").refused(Hello, protocol=1, name="Di") == "not-allowed"
    assert room.client("Di", address="10.0.0.2").refused(Hello, protocol=1, name="Di") == "not-allowed"


def test_granted_keys_are_not_bounded_by_address() -> None:
    """Bots and console all come from the host's own."""
    room = Room(limits=Limits(sessions_an_address=1))
    room.join("Ana", address="127.0.0.1")
    room.turn(Granted("console", owner=True))
    assert isinstance(room.client("console", key="console", address="127.0.0.1").hello(), Welcome)


def test_over_the_rate_one_refusal_a_second_and_then_silence() -> None:
    """And all is well again with time."""
    room = Room(limits=Limits(requests_a_second=1, requests_at_once=3))
    ana = room.join("Ana")
    ana.ask(Tables)
    ana.ask(Tables)
    assert ana.refused(Tables) == "too-fast"
    assert room.turn(ana.came(ana.request(Tables))) == []
    room.now += 1
    assert isinstance(ana.ask(Tables), TableList)
    assert ana.refused(Tables) == "too-fast"


def test_acknowledgements_are_not_counted() -> None:
    """They are no requests, and dropping one could hold a game back."""
    room = Room(limits=Limits(requests_a_second=1, requests_at_once=2))
    ana = room.join("Ana")
    for version in range(100):
        room.turn(ana.came(Ack(table="abcd", version=version)))
    assert isinstance(ana.ask(Tables), TableList)


def test_strangers_that_ask_too_fast_get_silence_too() -> None:
    """Nobody draws more answers out of the host than the rate."""
    room = Room(limits=Limits(requests_a_second=1, requests_at_once=2))
    stranger = room.client("Ana")
    sent = [len(room.turn(stranger.came(stranger.request(Tables)))) for _ in range(6)]
    assert sent == [1, 1, 1, 0, 0, 0]


def test_the_paces_of_strangers_are_bounded() -> None:
    """Connections that never say hello leave nothing behind."""
    room = Room(limits=Limits(strangers=5))
    for number in range(20):
        stranger = room.client(f"S{number}")
        room.turn(stranger.came(stranger.request(Tables)))
    assert len(room.host.strangers) == 5
    room.turn(*(Gone(route) for route in room.clients))
    assert room.host.strangers == {}


def test_chat_has_a_rate_of_its_own() -> None:
    """A line too many is refused, and other requests are not."""
    room = Room(limits=Limits(chats_a_second=1, chats_at_once=2))
    ana = room.join("Ana")
    assert [type(ana.ask(Say, text="x")) for _ in range(3)] == [Ok, Ok, Refused]
    assert isinstance(ana.ask(Tables), TableList)
    room.now += 1
    assert isinstance(ana.ask(Say, text="x"), Ok)


# --- what is no message ---------------------------------------------------------------------


@pytest.mark.parametrize("code", ["malformed", "too-big", "version"])
def test_what_is_no_message_is_refused_with_its_code(room: Room, code: str) -> None:
    """With the id where one could be read, and the host's protocol."""
    (effect,) = room.turn(Broken("r", "k", code, "what is wrong", 7))
    assert effect == Send("r", Refused(re=7, code=code, text="what is wrong", protocol=1))


def test_broken_frames_count_against_the_rate() -> None:
    """A flood of them is met with silence."""
    room = Room(limits=Limits(requests_a_second=1, requests_at_once=2))
    sent = [len(room.turn(Broken("r", "k", "malformed", "x"))) for _ in range(5)]
    assert sent == [1, 1, 1, 0, 0]


# --- chat -----------------------------------------------------------------------------------


def test_chat_reaches_everyone_cleaned(room: Room) -> None:
    """Escape sequences and what reorders text do not pass."""
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Say, text="a\x1b[2Jb\u202e")
    (chat,) = bo.take(Chat)
    assert (chat.table, chat.sender, chat.text) == (None, "Ana", "a\ufffd[2Jb\ufffd")


@pytest.mark.parametrize("text", ["x" * 400, "羊" * 400, "x  " + "y" * 398, "e\u0301" * 200])
def test_a_line_of_chat_passes_whole(room: Room, text: str) -> None:
    """Up to 400 characters, blanks in a row counted as one."""
    ana, bo = room.join("Ana"), room.join("Bo")
    assert isinstance(ana.ask(Say, text=text), Ok)
    assert [chat.text for chat in bo.take(Chat)] == [" ".join(text.split())]


@pytest.mark.parametrize("text", ["x" * 401, "x " * 201, "x" * 1000])
def test_a_longer_line_of_chat_is_refused_and_not_cut(room: Room, text: str) -> None:
    """Nobody says half of what they meant."""
    ana, bo = room.join("Ana"), room.join("Bo")
    assert ana.refused(Say, text=text) == "too-big"
    assert bo.take(Chat) == []


def test_a_phrase_passes_as_its_code(room: Room) -> None:
    """Each client has the words for it."""
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Say, phrase="good-game")
    assert [chat.phrase for chat in bo.take(Chat)] == ["good-game"]


def test_chat_at_a_table_stays_there(room: Room) -> None:
    """And only who is at it may speak there."""
    name = room.open()
    ana, bo = room.join("Ana"), room.join("Bo")
    ana.ask(Sit)
    ana.ask(Say, table=name, text="hi")
    assert bo.take(Chat) == []
    assert bo.refused(Say, table=name, text="hi") == "not-seated"
    assert bo.refused(Say, table="nope", text="hi") == "no-such-table"


@pytest.mark.parametrize("fields", [{}, {"text": "a", "phrase": "b"}, {"text": " \n "}])
def test_saying_nothing_or_two_things_is_malformed(room: Room, fields: dict[str, str]) -> None:
    """Exactly one of text and phrase."""
    assert room.join("Ana").refused(Say, **fields) == "malformed"


def test_a_banned_key_is_refused_and_cut() -> None:
    """Whatever its name is."""
    room = Room()
    room.turn(Granted("console", owner=True))
    console = room.join("console", key="console")
    room.open()
    ana = room.join("Ana")
    ana.ask(Sit)
    console.ask(Ban, table=room.table().id, seat=0)
    assert ana.take(Closed) == [Closed(reason="banned")]
    assert room.of(Cut) == [Cut(ana.route)]
    again = room.client("Anna", key=ana.key)
    assert again.refused(Hello, protocol=1, name="Anna") == "banned"
    assert room.of(Cut) == [Cut(again.route)]
    room.restart()
    assert room.client("Anna", key=ana.key).refused(Hello, protocol=1, name="Anna") == "banned"
