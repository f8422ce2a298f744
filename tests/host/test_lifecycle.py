"""The life of a table: every event in every state happens as the table of transitions says, or is refused."""

from random import Random
from typing import get_args

import pytest
from sheep_common.messages import CODES, Act, Propose, Ready, Rematch, Sit, Start, Vote
from sheep_host.core.state.values import State, Table
from sheep_host.core.table.lifecycle import REFUSALS, TRANSITIONS, Event, happen
from sheep_host.core.transaction import RequestRefused, Transaction
from sheep_support.host_clients import Client
from sheep_support.host_room import Room, picture_of

STATES: tuple[State, ...] = get_args(State)
EVENTS: tuple[Event, ...] = get_args(Event)


def in_state(room: Room, state: State) -> tuple[Client, Client]:
    """Bring a table of two into a state; `over` by agreement."""
    if state == "open":
        room.open()
        ana, bo = room.join("Ana"), room.join("Bo")
        ana.ask(Sit)
        bo.ask(Sit)
        return ana, bo
    ana, bo = room.start("tiny", "Ana", "Bo")
    if state == "over":
        ana.ask(Propose, table=room.table().id, what="resign")
        bo.ask(Vote, table=room.table().id, ballot=1, yes=True)
    assert room.table().state == state
    return ana, bo


def test_every_event_is_settled_in_every_state() -> None:
    """It leads on, or is refused in a code of the contract; never both."""
    every = {(state, event) for state in STATES for event in EVENTS}
    assert TRANSITIONS.keys() | REFUSALS.keys() == every
    assert not TRANSITIONS.keys() & REFUSALS.keys()
    assert {code for code, _ in REFUSALS.values()} <= CODES


@pytest.mark.parametrize(("state", "event"), sorted(REFUSALS))
def test_what_may_not_happen_is_refused_and_changes_nothing(room: Room, state: State, event: Event) -> None:
    """By its own code and text, before any change."""
    in_state(room, state)
    before = picture_of(room.host)
    tx = Transaction(room.host, room.now, Random(0))
    with pytest.raises(RequestRefused) as refused:
        happen(tx, room.table().id, event)
    assert (refused.value.code, str(refused.value)) == REFUSALS[state, event]
    host, effects = tx.commit()
    assert effects == []
    assert picture_of(host) == before


@pytest.mark.parametrize(
    ("state", "kind", "code"),
    [
        ("open", Act, "not-started"),
        ("over", Act, "not-started"),
        ("playing", Ready, "already-started"),
        ("over", Ready, "not-started"),
        ("playing", Start, "already-started"),
        ("over", Start, "not-started"),
        ("open", Rematch, "not-started"),
        ("playing", Rematch, "already-started"),
        ("open", Propose, "not-started"),
        ("over", Propose, "not-started"),
    ],
)
def test_a_request_at_the_wrong_time_has_its_code(room: Room, state: State, kind: type, code: str) -> None:
    """As it was said before there was a table of transitions: clients go by it."""
    ana, _ = in_state(room, state)
    table = room.table()
    fields: dict[str, object] = {"table": table.id}
    if kind is Act:
        fields |= {"version": table.version, "action": "bid 1"}
    if kind is Propose:
        fields |= {"what": "resign"}
    assert ana.refused(kind, **fields) == code
    assert room.table().state == state


def test_a_game_that_has_come_to_its_end_refuses_in_its_own_words(room: Room) -> None:
    """Not as one that was broken off: the game says why nobody acts."""
    ana, bo = in_state(room, "playing")
    room.play_out(ana, bo)
    before: Table = room.table()
    answer = ana.act("bid 1")
    assert (answer.code, answer.reason) == ("not-your-turn", None)
    assert room.table().play == before.play


def test_only_a_deserted_table_that_somebody_opened_closes(room: Room) -> None:
    """While anybody has a place there, or the command line has opened it, closing is refused."""
    in_state(room, "open")
    tx = Transaction(room.host, room.now, Random(0))
    table_id = room.table().id
    for changes in ({}, {"house": False}):
        tx.update(table_id, **changes)  # type: ignore[typeddict-item]
        with pytest.raises(RequestRefused, match="come back"):
            happen(tx, table_id, "close")
    tx.update(table_id, seats=(None, None), owner=None)
    happen(tx, table_id, "close")
    assert table_id not in tx.tables
