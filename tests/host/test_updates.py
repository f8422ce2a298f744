"""Updates of the host's core: what one may know, what is under way, and what comes again."""

import dataclasses

import msgspec
import pytest
from msgspec import UNSET
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.messages import Ack, Hello, History, Leave, New, Ready, Sit, Update, Watch
from sheep_common.messages import Table as TableMessage
from sheep_common.wire import CLIENT_ARRAY
from sheep_host.core import Limits, next_deadline
from sheep_host.core.state.effects import Log, Send
from sheep_host.core.state.events import Behind
from sheep_support.host_clients import Client, newest
from sheep_support.host_room import ROW, Room


def versions(client: Client) -> list[int]:
    """Return the versions of the updates that a client was sent, and forget them."""
    return [update.version for update in client.take(Update)]


def watched(room: Room) -> tuple[Client, Client, Client]:
    """Start a game of two with a watcher, who acknowledges nothing."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", first=0)
    cy = room.join("Cy")
    cy.ask(Watch, table=room.table().id)
    return ana, bo, cy


def act_on(room: Room, *clients: Client) -> None:
    """Let whoever is to act do so, the clients in seat order; nobody else acknowledges."""
    play = room.table().play
    assert play is not None
    (seat,) = play.acting
    client = clients[seat]
    client.act(play.reached.game.legal_actions(play.reached.state, seat)[0])


def test_everyone_is_shown_exactly_the_view_of_the_own_seat(room: Room) -> None:
    """View, legal actions and events are the game's for that seat, or for a spectator."""
    people = room.start("leadersheep", "Ana", "Bo", "Cy", first=0)
    for _ in range(30):
        for client in people:
            room.act_at_random(client)
    play = room.table().play
    assert play is not None
    game, state = play.reached.game, play.reached.state
    watcher = room.join("Di")
    watcher.ask(Watch, table=room.table().id)
    receivers: list[tuple[Client, int | None]] = [(watcher, None)]
    receivers += [(client.again(), seat) for seat, client in enumerate(people)]
    for client, seat in receivers:
        update = newest(client)
        assert update.view == msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))
        assert update.legal == (() if seat is None else game.legal_actions(state, seat))
        shown = msgspec.json.encode([step.events for step in update.steps])
        kept = [logged.seen_by(seat) for logged in play.log[-64:]]
        assert msgspec.json.decode(shown) == msgspec.json.decode(msgspec.json.encode(kept))


def test_an_update_has_the_steps_since_the_last_acknowledgement(room: Room) -> None:
    """One entry a version, oldest first."""
    ana, bo, cy = watched(room)
    for _ in range(3):
        act_on(room, ana, bo)
    assert [step.version for step in newest(cy).steps] == [1, 2, 3, 4]
    cy.ack(3)
    act_on(room, ana, bo)
    assert [step.version for step in newest(cy).steps] == [4, 5]


def test_an_action_acknowledges_the_version_it_was_meant_for(room: Room) -> None:
    """Also one that is refused."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", first=0)
    assert ana.act("tile 5,5 0").code == "illegal"
    assert room.table().seen[ana.route].acknowledged == room.table().version


def test_who_acknowledges_nothing_gets_no_more_than_eight_updates(room: Room) -> None:
    """Then the newest, with the acknowledgement."""
    ana, bo, cy = watched(room)
    assert versions(cy) == [1]
    for _ in range(12):
        act_on(room, ana, bo)
    assert versions(cy) == [2, 3, 4, 5, 6, 7, 8]
    cy.ack(1)
    assert versions(cy) == [13]
    act_on(room, ana, bo)
    assert versions(cy) == []
    cy.ack(8)
    (update,) = cy.take(Update)
    assert (update.version, [step.version for step in update.steps]) == (14, [9, 10, 11, 12, 13, 14])


def test_an_acknowledgement_of_what_was_never_sent_counts_for_nothing(room: Room) -> None:
    """Nor one for a table that is not there, or that one is not at."""
    ana, bo, cy = watched(room)
    cy.take_all()
    cy.ack(1000)
    di = room.join("Di")
    di.ack(1)
    assert room.turn(di.came(Ack(table="nope", version=1))) == []
    assert room.table().seen[cy.route].acknowledged == 1
    act_on(room, ana, bo)
    assert [step.version for step in newest(cy).steps] == [2]


def test_more_legal_actions_than_a_client_takes_are_said_at_the_host_once() -> None:
    """Whoever runs it hears why nobody goes on there: for each game, at the first table alone."""
    many = tuple(f"bid {number}" for number in range(CLIENT_ARRAY + 1))
    room = Room(games={"tiny": dataclasses.replace(TINY, legal_actions=lambda state, seat: many)})
    ana = room.join("Ana")
    tables = [ana.ask(New, game="tiny", seats=1).table.id for _ in range(2)]
    for table in tables:
        ana.ask(Sit, table=table)
    room.clients.clear()  # they could not read what comes
    for table in tables:
        room.turn(ana.came(ana.request(Ready, table=table)))
        said = [log.text for log in room.of(Log)]
        assert said == (
            [
                f"table {table}: tiny has 8193 legal actions at once, and clients take 8192 at the most: "
                "whoever is to act there cannot"
            ]
            if table == tables[0]
            else []
        )


def test_one_update_has_at_most_64_steps() -> None:
    """The newest ones; older ones are asked for."""
    room = Room(limits=Limits(steps=5))
    ana, bo, _ = watched(room)
    for _ in range(9):
        act_on(room, ana, bo)
    di = room.join("Di")
    di.ask(Watch, table=room.table().id)
    assert [step.version for step in newest(di).steps] == [6, 7, 8, 9, 10]


def test_history_comes_in_pages() -> None:
    """Oldest first, and says whether there is more."""
    room = Room(limits=Limits(steps=5))
    ana, bo, _ = watched(room)
    for _ in range(9):
        act_on(room, ana, bo)
    pages = [ana.ask(History, table=room.table().id, after=after) for after in (0, 5, 10, 99)]
    assert [[step.version for step in page.steps] for page in pages] == [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
        [],
        [],
    ]
    assert [page.more for page in pages] == [True, False, False, False]


def test_history_is_for_those_at_the_table_once_a_game_runs(room: Room) -> None:
    """Each code."""
    name = room.open()
    ana = room.join("Ana")
    assert ana.refused(History, table=name) == "not-seated"
    assert ana.refused(History, table="nope") == "no-such-table"
    ana.ask(Watch, table=name)
    assert ana.refused(History, table=name) == "not-started"


def test_history_has_nobody_elses_secrets(room: Room) -> None:
    """A seat's own cards and no others; a spectator none."""
    people = room.start("leadersheep", "Ana", "Bo", "Cy", first=0)
    room.play_out(*people)
    play = room.table().play
    assert play is not None
    watcher = room.join("Di")
    watcher.ask(Watch, table=room.table().id)
    for client, seat in ((people[1], 1), (watcher, None)):
        found: list[object] = []
        after, more = 0, True
        while more:
            page = client.ask(History, table=room.table().id, after=after)
            found += [list(step.events) for step in page.steps]
            after, more = page.steps[-1].version, page.more
        kept = [logged.seen_by(seat) for logged in play.log]
        assert found == msgspec.json.decode(msgspec.json.encode(kept))


# --- several sessions, and links that drop things --------------------------------------------


def test_all_sessions_of_a_seat_see_and_play(room: Room) -> None:
    """Each acknowledges for itself."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    second = ana.again()
    second.take_all()
    answer = second.act("split 0,0 E 1")
    assert isinstance(answer, Update)
    assert newest(ana).view == answer.view


def test_a_second_hello_on_a_connection_gives_everything_again(room: Room) -> None:
    """The table and the update with all its steps."""
    ana, _ = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0)
    ana.ack(1)
    ana.hello()
    assert [type(message) for message in ana.inbox] == [TableMessage, Update]
    assert [step.version for step in newest(ana).steps] == [1]


def test_what_did_not_fit_a_queue_is_sent_again_in_a_while(room: Room) -> None:
    """The table and the newest update, whatever is not acknowledged."""
    ana, bo, cy = watched(room)
    for _ in range(12):
        act_on(room, ana, bo)
    cy.take_all()
    assert room.turn(Behind(cy.route), Behind(cy.route)) == []
    due = next_deadline(room.host)
    assert due == room.now + room.limits.retry
    effects = room.wait(room.limits.retry)
    assert [effect.route for effect in effects if isinstance(effect, Send)] == [cy.route] * 2
    assert newest(cy).version == room.table().version
    assert next_deadline(room.host) is None


def test_a_route_that_is_not_known_falls_behind_unnoticed(room: Room) -> None:
    """It may have gone in the same moment."""
    assert room.turn(Behind("nobody")) == []


def test_who_leaves_a_running_game_is_sent_nothing_more(room: Room) -> None:
    """The bot that plays on is not theirs."""
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=1)
    ana.ask(Leave, table=room.table().id)
    ana.take_all()
    bo.act("split 0,2 E 1")
    assert ana.inbox == []
    assert ana.refused(History, table=room.table().id) == "not-seated"


@pytest.mark.parametrize("seats", [2, 4])
def test_a_client_that_lost_every_message_is_whole_again_with_the_next(seats: int) -> None:
    """After any number of steps a hello gives the same view as having seen them all."""
    room = Room()
    people = room.start("battle-sheep", *"ABCD"[:seats])
    for _ in range(6):
        for client in people:
            room.act_at_random(client)
    lost = people[0].again()
    people[0].ask(Hello, protocol=1, name="A")
    assert newest(lost).view == newest(people[0]).view


def test_who_asks_for_it_is_told_once_in_a_game_what_never_changes_there(room: Room) -> None:
    """After each beginning whole; what was acknowledged is left out, and nobody else's change."""
    people = room.start("leadersheep", "Ana", "Bo", "Cy", first=0)
    play = room.table().play
    assert play is not None
    (actor,) = play.acting
    brief, plain = people[actor - 1], people[actor - 2]
    view = play.reached.game.view(play.reached.state, None)
    deck = msgspec.json.decode(msgspec.json.encode(view))["deck"]
    brief.ask(Hello, protocol=1, name=brief.name, brief=True)
    first = newest(brief)
    assert (first.view["deck"], first.same) == (deck, UNSET)

    act_on(room, *people)
    unsure = newest(brief)
    assert (unsure.view["deck"], unsure.same) == (deck, UNSET)  # the first may not have arrived
    brief.ack(room.table().version)
    act_on(room, *people)
    short, whole = newest(brief), newest(plain)
    assert (short.same, whole.same) == (("deck",), UNSET)
    assert short.view.keys() == whole.view.keys() - {"deck"}
    assert whole.view["deck"] == deck

    brief.ask(Hello, protocol=1, name=brief.name, brief=True)
    assert newest(brief).view["deck"] == deck
