"""A batch of the host's core: what changes in it, what is taken back, and what stays as it was."""

from collections.abc import Callable
from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace
from sheep_common.messages import Watch
from sheep_host.core import Host, Limits
from sheep_host.core.overlay import Overlay
from sheep_host.core.state.effects import Log, SaveTable
from sheep_host.core.state.events import Key, Route, TableId
from sheep_host.core.state.rate_limit import Pace
from sheep_host.core.state.values import Grant, Session, SessionChanges, Table, TableChanges
from sheep_host.core.transaction import RequestRefused, Transaction
from sheep_support.host_indexes import check_indexes
from sheep_support.host_room import Room, picture_of

Change = Callable[[Transaction], None]
NOW = 2000.0
PACE = Pace(1.0, NOW)
TOLD = Log("info", "something")


@pytest.fixture
def full() -> Room:
    """Return a room whose host has something in each map; Ana and Bo play there, and Cy watches."""
    room = Room(limits=Limits(retry=1e6))
    room.start("tiny", "Ana", "Bo")
    room.join("Cy").ask(Watch, table=room.table().id)
    tx = begun(room.host)
    for change in CHANGES.values():
        change(tx)
    tx.add(replace(a_table(tx), id=TableId("othr")))
    room.host, _ = tx.commit()
    return room


def begun(host: Host) -> Transaction:
    return Transaction(host, NOW, Random(0))


def a_table(tx: Transaction) -> Table:
    return next(iter(tx.tables.values()))


def a_route(tx: Transaction) -> Route:
    return next(iter(tx.sessions))


def a_session(tx: Transaction) -> Session:
    return Session(route=Route("new"), key=Key("key of Di"), name="Di", pace=PACE, chat=PACE)


CHANGES: dict[str, Change] = {
    "a grant": lambda tx: tx.grants.put(Key(f"bot {len(tx.grants)}"), Grant(person=False)),
    "a ban": lambda tx: tx.bans.put(Key(f"key {len(tx.bans)}"), "Eve"),
    "who knows the password": lambda tx: tx.known.put(Key(f"key {len(tx.known)}"), "mark"),
    "a stranger": lambda tx: tx.strangers.put(Route(f"x{len(tx.strangers)}"), PACE),
    "a retry": lambda tx: tx.retries.put([*tx.sessions][len(tx.retries)], NOW),
    "what was complained of": lambda tx: tx.overlong.put(f"game {len(tx.overlong)}", 9000),
}
TAKEN: dict[str, Change] = {
    "a grant that is taken": lambda tx: tx.grants.drop(next(iter(tx.grants))),
    "a stranger who is forgotten": lambda tx: tx.strangers.drop(next(iter(tx.strangers))),
    "a retry that is done": lambda tx: tx.retries.drop(next(iter(tx.retries))),
    "a table": lambda tx: tx.add(replace(a_table(tx), id=TableId("newt"))),
    "a table's change": lambda tx: tx.update(a_table(tx).id, state="over", owner=Key("key of Bo")),
    "what a session has seen": lambda tx: tx.update(a_table(tx).id, seen={}),
    "a seat": lambda tx: tx.set_seat(a_table(tx).id, 0, None),
    "the end of a table": lambda tx: tx.remove(a_table(tx).id),
    "a new session": lambda tx: tx.begin_session(a_session(tx)),
    "a session's change": lambda tx: tx.update_session(a_route(tx), name="Zoe"),
    "a session's end": lambda tx: tx.end_session(a_route(tx)),
    "an effect": lambda tx: tx.effect(TOLD),
}


@pytest.mark.parametrize("change", [*CHANGES.values(), *TAKEN.values()], ids=[*CHANGES, *TAKEN])
def test_a_savepoint_takes_everything_back(full: Room, change: Change) -> None:
    """The host is what it was, in the same order, and nothing is told or stored."""
    before = full.host
    expected, _ = begun(before).commit()
    tx = begun(before)
    refused_after(tx, change)
    host, effects = tx.commit()
    assert effects == []
    assert ordered(host) == ordered(expected)
    check_indexes(host)


@pytest.mark.parametrize("change", [*CHANGES.values(), *TAKEN.values()], ids=[*CHANGES, *TAKEN])
def test_what_a_savepoint_takes_back_would_be_seen(full: Room, change: Change) -> None:
    """Without an exception each of these changes the next host, or is an effect."""
    picture = picture_of(full.host)
    unchanged, _ = begun(full.host).commit()
    tx = begun(full.host)
    with tx.savepoint():
        change(tx)
    host, effects = tx.commit()
    assert effects == [TOLD] or host != unchanged
    assert picture_of(full.host) == picture


def test_every_map_of_a_host_is_taken_back() -> None:
    """One that is added must be tried above, or be meant not to be: guesses count whatever is refused."""
    maps = {name for name in Host.__struct_fields__ if "Mapping" in str(get_type_hints(Host)[name])}
    tried = {"grants", "bans", "known", "strangers", "retries", "overlong", "tables", "sessions", "routes"}
    assert maps - {"games", "guesses", "wakes"} == tried
    tx = begun(Room().host)
    overlays = {name.lstrip("_") for name, value in vars(tx).items() if isinstance(value, Overlay)}
    assert overlays == tried | {"guesses", "wakes"}


def test_what_was_done_before_a_savepoint_stays(full: Room) -> None:
    """Also where the same place was changed inside."""
    tx = begun(full.host)
    table_id = a_table(tx).id
    tx.update(table_id, series=(1, 2))
    refused_after(
        tx,
        lambda tx: tx.update(table_id, series=(3, 4)),
        lambda tx: tx.remove(table_id),
        lambda tx: tx.add(replace(full.host.tables[table_id], series=(5, 6))),
    )
    host, effects = tx.commit()
    assert host.tables[table_id].series == (1, 2)
    assert [effect.row.series for effect in effects if isinstance(effect, SaveTable)] == [(1, 2)]


def test_a_change_is_never_lost_to_an_older_value(full: Room) -> None:
    """Whoever holds a table's value from before changes the table as it stands now."""
    tx = begun(full.host)
    old = a_table(tx)
    tx.update(old.id, series=(1, 2))
    tx.set_seat(old.id, 0, None)
    tx.set_seat(old.id, 1, old.seats[1] and replace(old.seats[1], late=1))
    now = tx.table(old.id)
    assert now.series == (1, 2)
    assert now.seats[0] is None
    assert now.seats[1] is not None
    assert now.seats[1].late == 1


def test_maps_that_nothing_has_changed_are_not_copied(full: Room) -> None:
    """The next host has the very maps of the one before, but for those that have changed."""
    tx = begun(full.host)
    tx.update(a_table(tx).id, seen={})
    host, _ = tx.commit()
    maps = {name for name in Host.__struct_fields__ if isinstance(getattr(host, name), dict)}
    assert {name for name in maps if getattr(host, name) is not getattr(full.host, name)} == {"tables"}
    for name in host.indexes.__struct_fields__:
        assert getattr(host.indexes, name) is getattr(full.host.indexes, name)


@pytest.mark.parametrize(("changes", "value"), [(TableChanges, Table), (SessionChanges, Session)])
def test_what_may_be_changed_are_fields_of_the_same_types(changes: Any, value: type[msgspec.Struct]) -> None:
    """What `update` alone keeps is not among them."""
    hints, fields = get_type_hints(changes), get_type_hints(value)
    assert {name: fields[name] for name in hints} == hints
    kept = {"id", "number", "game", "options", "settings", "entered", "lonely"}
    kept |= {"route", "key", "person", "guest", "address", "age"}
    assert fields.keys() - hints.keys() <= kept


def refused_after(tx: Transaction, *changes: Change) -> None:
    """Refuse a request that has done something."""

    def request() -> None:
        with tx.savepoint():
            for change in changes:
                change(tx)
            raise RequestRefused("illegal", "it is taken back")

    with pytest.raises(RequestRefused):
        request()


def ordered(host: Host) -> list[Any]:
    """Return a host with its maps as lists, so that their order counts."""
    return [
        list(value.items()) if isinstance(value, dict) else value
        for value in (getattr(host, name) for name in host.__struct_fields__)
    ]
