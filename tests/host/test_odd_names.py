"""Odd names wherever a host takes one: refused in words that any terminal can show, and nothing happens."""

from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from sheep_common import messages as m
from sheep_common.names import CHAT_CHARACTERS, name_problem
from sheep_host import cli
from sheep_host.core.state.effects import Stored
from sheep_host.core.state.events import read
from sheep_host.errors import UsageError
from sheep_host.supervisor.settings import read as settings
from sheep_support.host_clients import Client
from sheep_support.host_room import Room
from sheep_support.odd import ODD

odd = pytest.mark.parametrize("name", ODD.values(), ids=ODD)


@pytest.fixture
def ana(room: Room) -> Client:
    """Return the owner of a table who sits there with Bo."""
    ana, bo = room.join("Ana"), room.join("Bo")
    table = ana.ask(m.New, game="tiny", seats=3).table.id
    for client in (ana, bo):
        client.ask(m.Sit, table=table)
    for client in (ana, bo):
        client.take_all()
    return ana


def ask(client: Client, **fields: Any) -> m.Refused:
    """Send a map as it is, whatever is in it, and return the refusal."""
    frame = msgpack.packb({"id": 900, **fields}, unicode_errors="surrogatepass")
    effects = client.room.turn(read(client.route, client.key, None, frame))
    assert not any(isinstance(effect, Stored) for effect in effects)
    (refused,) = client.take_all()
    assert isinstance(refused, m.Refused), refused
    assert refused.code in m.CODES
    assert 0 < len(refused.text) <= 200
    assert refused.text.isprintable(), refused.text
    return refused


PLACES: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "player": lambda table, name: {"type": "hello", "protocol": m.PROTOCOL, "name": name},
    "table to sit at": lambda table, name: {"type": "sit", "table": name},
    "table to watch": lambda table, name: {"type": "watch", "table": name},
    "table to act at": lambda table, name: {"type": "act", "table": name, "version": 1, "action": "bid 1"},
    "table to talk to": lambda table, name: {"type": "say", "table": name, "text": "hello"},
    "game": lambda table, name: {"type": "new", "game": name, "seats": 2},
    "option": lambda table, name: {"type": "new", "game": "tiny", "seats": 2, "options": {name: 1}},
    "value": lambda table, name: {"type": "new", "game": "tiny", "seats": 2, "options": {"heap": name}},
    "level": lambda table, name: {"type": "bot", "table": table, "seat": 2, "level": name},
    "proposal": lambda table, name: {"type": "propose", "table": table, "what": name},
    "phrase": lambda table, name: {"type": "say", "table": table, "phrase": name},
    "type": lambda table, name: {"type": name},
}


@odd
@pytest.mark.parametrize("place", PLACES)
def test_an_odd_name_is_refused_in_words_and_changes_nothing(
    room: Room, ana: Client, place: str, name: str
) -> None:
    before = (room.host.tables, dict(room.disk.rows), [each.name for each in room.host.sessions.values()])
    ask(ana, **PLACES[place](room.table().id, name))
    after = (room.host.tables, dict(room.disk.rows), [each.name for each in room.host.sessions.values()])
    assert after == before


@odd
def test_odd_chat_is_made_harmless_or_refused(room: Room, ana: Client, name: str) -> None:
    """It is no name: what can be shown of it is said."""
    frame = msgpack.packb({"type": "say", "id": 900, "text": name}, unicode_errors="surrogatepass")
    room.turn(read(ana.route, ana.key, None, frame))
    (answer, *chats) = ana.take_all()
    if isinstance(answer, m.Refused):
        assert (answer.code in ("malformed", "too-big"), chats) == (True, [])
        return
    (chat,) = chats
    assert isinstance(chat, m.Chat)
    assert chat.text is not None
    assert chat.text.isprintable()
    assert 0 < len(chat.text) <= CHAT_CHARACTERS
    assert not any(letter in chat.text for letter in "\u202e\u2066\u200b\0\x1b\n")


TAKEN = {("--play", ""), ("--host-name", ODD["too wide"])}
"""Without a name `--play` takes the login name; a host's name may be wider than a player's."""


@pytest.mark.parametrize(
    ("flag", "name"),
    [
        (flag, name)
        for flag in ("--play", "--host-name")
        for name in ODD.values()
        if (flag, name) not in TAKEN
    ],
)
def test_an_odd_name_on_the_command_line_is_wrong_usage(flag: str, name: str) -> None:
    """Said in one line."""
    with pytest.raises(UsageError, match=flag) as error:
        settings(cli.parser().parse_args([f"{flag}={name}"]), terminal=True, environment={})
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


@odd
def test_an_odd_login_name_is_replaced(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody chose it here, so nobody is told off for it."""
    monkeypatch.setattr("getpass.getuser", lambda: name)
    monkeypatch.setattr("socket.gethostname", lambda: name)
    chosen = settings(cli.parser().parse_args(["--play"]), terminal=True, environment={})
    assert chosen.play is not None
    assert name_problem(chosen.play) is None
    assert chosen.host_name.isprintable()
    assert chosen.host_name.strip()


def test_a_name_is_taken_however_a_system_writes_its_accents() -> None:
    chosen = settings(cli.parser().parse_args(["--play", "Zoe\u0301"]), terminal=True, environment={})
    assert chosen.play == "Zoé"
