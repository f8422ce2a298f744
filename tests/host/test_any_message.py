"""Any well-typed message, with or without sense: one answer each, and the core lives."""

import string
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sheep_common import messages
from sheep_common.messages import CODES, LEVELS, Ack, Message, Refused, Reply, Request
from sheep_common.names import clean
from sheep_host.core import Limits
from sheep_host.core.state.events import Behind, Broken, Gone, Granted, Opened, Slept, Stimulus
from sheep_support.host_clients import Client
from sheep_support.host_room import ROW, Room

LIMITS = Limits(requests_a_second=1e6, requests_at_once=10**6, chats_at_once=10**6, tables=5)

numbers = st.one_of(st.integers(0, 6), st.sampled_from([62, 63]))
versions = st.one_of(st.integers(0, 12), st.just(2**31))
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
words = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=8)
tables = st.sampled_from(["first", "second", "third", "nope"])
"""Places in the order of tables; the room has the names."""
optional = st.none()
levels = st.one_of(st.sampled_from(LEVELS), words, optional)
actions = st.one_of(texts, st.sampled_from(["split 0,0 E 1", "bid 1", "split 0,2 E 2", "bid  3", "tile 0,0"]))
decks = st.sampled_from(["france", "{}", "[" * 5000, '{"colours": []}', "../../etc/passwd", "france\x00"])
options = st.dictionaries(
    st.sampled_from(["first", "clock", "move-time", "watchers", "private", "hints", "deck", "end", "x"]),
    st.one_of(st.integers(-(2**31), 2**31), texts, decks, st.sampled_from(["on", "off", "5", "youngest"])),
    max_size=4,
)

REQUESTS: list[st.SearchStrategy[tuple[str, dict[str, Any]]]] = [
    st.tuples(st.just(name), st.fixed_dictionaries(fields))
    for name, fields in {
        "Hello": {"protocol": st.just(1), "name": texts, "age": st.one_of(optional, st.integers(0, 150))},
        "Tables": {},
        "Sit": {"table": st.one_of(tables, optional), "seat": st.one_of(numbers, optional)},
        "Watch": {"table": tables},
        "New": {
            "game": st.sampled_from(["battle-sheep", "leadersheep", "tiny", "chess"]),
            "seats": st.integers(1, 64),
            "options": options,
        },
        "Ready": {"table": tables, "ready": st.booleans()},
        "Start": {"table": tables},
        "Act": {"table": tables, "version": versions, "action": actions},
        "Ack": {"table": tables, "version": versions},
        "History": {"table": tables, "after": versions},
        "Say": {"table": st.one_of(tables, optional), "text": st.one_of(texts, optional)},
        "Bot": {"table": tables, "seat": numbers, "level": levels},
        "Kick": {"table": tables, "seat": numbers},
        "Ban": {"table": tables, "seat": numbers},
        "Rematch": {"table": tables},
        "Leave": {"table": tables},
        "Propose": {
            "table": tables,
            "what": st.one_of(st.sampled_from(["undo", "resign", "stand-in"]), words),
            "count": st.one_of(optional, st.integers(1, 64)),
            "seat": st.one_of(optional, numbers),
        },
        "Vote": {"table": tables, "ballot": versions, "yes": st.booleans()},
        "Bye": {},
    }.items()
]

keys = st.sampled_from(["key of Ana", "key of Bo", "bot", "new"])
routes = st.sampled_from(["route 1", "route 2", "route 3", "route 9"])
OTHERS: st.SearchStrategy[Stimulus] = st.one_of(
    st.builds(Gone, routes),
    st.builds(Behind, routes),
    st.builds(Slept, st.floats(0, 1e4)),
    st.builds(Broken, routes, keys, st.sampled_from(["malformed", "too-big"]), texts),
    st.builds(
        Granted,
        keys,
        owner=st.booleans(),
        name=st.one_of(optional, texts),
        table=st.one_of(optional, words),
        seat=st.one_of(optional, numbers),
        level=levels,
    ),
    st.builds(Opened, st.sampled_from(["tiny", "chess"]), st.integers(0, 9), options, st.integers(0, 9)),
)


def in_play() -> Room:
    """Return a room with a running game, one that is over, and an open table."""
    room = Room(limits=LIMITS)
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    for game, seats in (("tiny", 1), ("tiny", 2)):
        room.open(game, seats)
    _, single, _ = room.host.tables
    ana.ask(messages.Sit, table=single)
    ana.ask(messages.Ready, table=single)
    while room.table(single).state == "playing":
        ana.act("bid 3", table=single)
    bo.take_all()
    return room


def send(room: Room, client: Client, name: str, fields: dict[str, Any]) -> None:
    """Send a message, and hold its answer against what an answer must be."""
    places = dict(zip(["first", "second", "third"], room.host.tables, strict=False))
    if fields.get("table") in places:
        fields = {**fields, "table": places[fields["table"]]}
    kind: type[Message] = getattr(messages, name)
    if kind is Ack:
        room.turn(client.came(Ack(**fields)))
        return
    assert issubclass(kind, Request)
    known = client.route in room.host.sessions
    if not known and kind is not messages.Hello:
        client.take_all()
        room.turn(client.came(client.request(kind, **fields)))
        assert client.take(messages.Who) == [messages.Who()]
        return
    answer = client.ask(kind, **fields)
    assert isinstance(answer, Reply)
    if isinstance(answer, Refused):
        assert answer.code in CODES
        assert answer.text
        assert clean(answer.text) == answer.text


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.one_of(st.tuples(st.integers(0, 2), st.one_of(REQUESTS)), OTHERS, st.floats(0.1, 700)),
        max_size=30,
    )
)
def test_whatever_well_typed_thing_comes_it_is_answered_and_the_core_lives(course: list[Any]) -> None:
    """Messages from two people and a stranger, everything else that the shell may say, and time."""
    room = in_play()
    clients = [*room.clients.values(), room.client("Cy")]
    for thing in course:
        if isinstance(thing, tuple):
            at, (name, fields) = thing
            send(room, clients[at], name, fields)
        elif isinstance(thing, float):
            room.wait(thing)
        else:
            room.turn(thing)
    assert room.restored().tables.keys() == room.host.tables.keys()
