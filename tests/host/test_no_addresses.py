"""Nobody's address or key goes to another: every frame of a busy host is searched."""

from typing import Any

import pytest
from sheep_common import messages as m
from sheep_common.wire import encode
from sheep_host.core.state.effects import Announce, Log, Send
from sheep_host.core.state.events import Broken, Closing
from sheep_support.host_clients import Client
from sheep_support.host_room import Room

ADDRESSES = ("203.0.113.7", "2001:db8::7", "203.0.113.9")


class Searched(Room):
    """A room that keeps every frame that is sent, and everything that is announced or logged."""

    def __init__(self) -> None:
        self.frames: list[tuple[str, bytes]] = []
        self.said: list[str] = []
        super().__init__()

    def turn(self, *stimuli: Any) -> Any:
        effects = super().turn(*stimuli)
        self.frames += [
            (effect.route, encode(effect.message)) for effect in effects if isinstance(effect, Send)
        ]
        self.said += [str(effect) for effect in effects if isinstance(effect, Announce | Log)]
        return effects


@pytest.fixture(scope="module")
def room() -> Searched:
    """Return a room in which everything has happened that is told to anybody."""
    made = Searched()
    table = made.open("leadersheep", 3)
    ana, bo, cy = people = [
        made.join(name, address=address) for name, address in zip(("Ana", "Bo", "Cy"), ADDRESSES, strict=True)
    ]
    for person in people:
        person.ask(m.Sit, table=table)
    for person in people:
        person.ask(m.Ready, table=table)
    watcher = made.join("Dee", address="203.0.113.77")
    watcher.ask(m.Watch, table=table)
    for _ in range(12):
        for person in people:
            made.act_at_random(person)
    be_refused(made, ana, table)
    ana.ask(m.History, table=table, after=0)
    bo.ask(m.Say, table=table, text="hello")
    cy.gone()
    cy = cy.again()
    ana.ask(m.Propose, table=table, what="stand-in", seat=1)
    bo.ask(m.Leave, table=table)
    made.grant_bots()
    owned = ana.ask(m.New, game="tiny", seats=2).table.id
    for person in (ana, cy):
        person.ask(m.Sit, table=owned)
    ana.ask(m.Ban, table=owned, seat=1)
    cy.ask(m.Sit, table=owned)
    made.turn(Closing())
    return made


def be_refused(room: Searched, client: Client, table: str) -> None:
    """Get every kind of refusal there is for the asking."""
    client.ask(m.Act, table=table, version=0, action="pass")
    client.ask(m.Act, table=table, version=room.table(table).version, action="nonsense")
    client.ask(m.Kick, table=table, seat=1)
    client.ask(m.Watch, table="nope")
    room.client("Ana", key="another", address="203.0.113.99").hello()
    room.turn(Broken(client.route, client.key, "malformed", "no map", None, client.address))


def test_no_frame_has_an_address(room: Searched) -> None:
    """Also not one's own: what a host knows of where people are is the host's."""
    assert len(room.frames) > 100
    for _route, frame in room.frames:
        assert b"203.0.113." not in frame
        assert b"2001:db8" not in frame


def test_no_frame_has_a_key_or_a_route(room: Searched) -> None:
    """A key is who somebody is; routes are the shell's."""
    for _route, frame in room.frames:
        assert b"key of" not in frame
        assert b"route " not in frame


def test_what_is_announced_and_logged_has_no_address_and_no_key(room: Searched) -> None:
    """`--json` and the log are read by programs and people that need neither."""
    assert room.said
    for text in room.said:
        assert "203.0.113." not in text
        assert "key of" not in text
