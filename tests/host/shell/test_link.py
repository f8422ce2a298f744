"""Connections as the core sees them: routes with keys, what comes, what goes, and what ends."""

import socket
import time

import pytest
import zmq
from sheep_common import messages
from sheep_common.messages import Ack, Hello, Ok, Tables
from sheep_common.wire import HOST_FRAME
from sheep_host.bounds import Bounds
from sheep_host.core.state.events import Behind, Broken, Came, Gone
from sheep_support.host_processes import until
from sheep_support.pace import within


def test_a_message_comes_with_its_route_the_senders_key_and_address(desk, player):
    ana = player()
    ana.send(Tables(id=7))
    desk.until(lambda: desk.stimuli)
    (came,) = desk.stimuli
    assert came == Came(came.route, ana.pair.public, Tables(id=7), "127.0.0.1")


def test_two_connections_of_one_key_are_two_routes_of_that_key(desk, player):
    first = player()
    second = player(pair=first.pair)
    first.send(Tables(id=1))
    second.send(Tables(id=2))
    desk.until(lambda: len(desk.stimuli) == 2)
    assert {came.key for came in desk.stimuli} == {first.pair.public}
    assert len({came.route for came in desk.stimuli}) == 2


def test_what_is_sent_to_a_route_arrives_there_and_nowhere_else(desk, player):
    ana, bo = player(), player()
    ana.send(Tables(id=1))
    bo.send(Tables(id=2))
    desk.until(lambda: len(desk.stimuli) == 2)
    route = next(came.route for came in desk.stimuli if came.key == ana.pair.public)
    assert desk.link.send(route, Ok(re=1)) is None
    assert ana.receive() == Ok(re=1)
    assert not bo.socket.poll(100)


def test_the_name_of_a_route_tells_nothing_of_its_routing_id(desk, player):
    ana = player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    assert desk.stimuli[0].route == "r1"


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([b"no map"], "malformed"),
        ([b""], "malformed"),
        ([b"\x81" * 2000], "malformed"),
        ([b"x" * (HOST_FRAME + 1)], "too-big"),
        ([b"one", b"two"], "malformed"),
        ([b""] * 300, "malformed"),
    ],
)
def test_what_is_no_message_is_broken_with_its_code(desk, player, frames, code):
    ana = player()
    ana.socket.send_multipart(frames)
    desk.until(lambda: desk.stimuli)
    (broken,) = desk.stimuli
    assert isinstance(broken, Broken)
    assert (broken.code, broken.key) == (code, ana.pair.public)


def test_the_largest_frame_that_the_protocol_allows_gets_in(desk, player):
    ana = player()
    ana.socket.send(b"x" * HOST_FRAME)
    desk.until(lambda: desk.stimuli)
    assert desk.stimuli[0].code == "malformed"


def test_a_frame_far_too_big_ends_its_connection_and_no_other(desk, player):
    ana, bo = player(), player()
    bo.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    ana.socket.send(b"x" * (4 * HOST_FRAME))
    desk.until(lambda: desk.link.connections == 1)
    bo.send(Tables(id=2))
    desk.until(lambda: len(desk.of(Came)) == 2)


def test_a_message_of_very_many_frames_ends_its_connection(desk, player):
    ana = player()
    ana.socket.send_multipart([b""] * (Bounds().frames_a_message + 1))
    desk.until(lambda: desk.of(Broken))
    desk.until(lambda: desk.link.connections == 0)


@pytest.mark.parametrize("bounds", [Bounds(frames_at_once=20, frames_a_second=50)])
def test_of_a_connection_that_sends_too_many_only_so_many_are_looked_at(desk, player):
    """And those that come after a while are again; nobody else is concerned, and it is not ended."""
    ana, bo = player(), player()
    for number in range(1, 101):
        ana.send(Tables(id=number))
        desk.until(lambda at=number: desk.link.counts.received == at)
    bo.send(Tables(id=1))
    desk.until(lambda: any(came.key == bo.pair.public for came in desk.stimuli))
    of_ana = [came.message.id for came in desk.stimuli if came.key == ana.pair.public]
    assert of_ana[:20] == list(range(1, 21))
    assert len(of_ana) < 60
    assert desk.link.counts.unheard == 100 - len(of_ana)
    desk.turn_for(2.0)
    ana.send(Tables(id=101))
    desk.until(lambda: any(came.message.id == 101 for came in desk.stimuli))
    assert not desk.link.counts.ended


@pytest.mark.parametrize("bounds", [Bounds(frames_at_once=20, frames_a_second=50, flood=200)])
def test_a_connection_that_floods_is_ended_and_no_other(desk, player):
    ana, bo = player(), player()
    bo.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    while not any("a flood" in line for line in desk.said):
        if ana.socket.poll(0, zmq.POLLOUT):
            ana.socket.send(b"noise")
        desk.turn()
    desk.until(lambda: desk.of(Gone))
    assert len(desk.of(Broken)) < 60
    bo.send(Tables(id=2))
    desk.until(lambda: len(desk.of(Came)) == 2)


def test_what_a_dead_connection_left_behind_is_nobodys(desk, player):
    """It would be a stranger for each message, each with a stranger's patience."""
    ana, bo = player(), player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    for _ in range(300):
        assert ana.socket.poll(2000, zmq.POLLOUT)
        ana.send(Tables(id=2))
    time.sleep(within(0.2))  # so that all is with the host before the end is
    ana.close()
    until(lambda: isinstance(desk.link.send(desk.stimuli[0].route, Ok(re=1)), Gone))
    bo.send(Tables(id=1))
    desk.until(lambda: any(came.key == bo.pair.public for came in desk.of(Came)))
    desk.until(lambda: desk.link.counts.received == 302)
    assert {came.route for came in desk.of(Came) if came.key == ana.pair.public} == {"r1"}


def test_a_connection_that_closes_is_gone_without_anything_being_sent(desk, player):
    ana = player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    ana.close()
    desk.until(lambda: desk.of(Gone))
    assert desk.of(Gone) == [Gone(desk.stimuli[0].route)]


def test_a_message_to_a_connection_that_is_over_says_that_it_is_gone(desk, player):
    ana = player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    ana.close()
    route = desk.stimuli[0].route
    until(lambda: desk.link.send(route, Ok(re=1)) == Gone(route))


def test_a_descriptor_that_is_used_again_at_once_does_not_take_the_new_connection_along(desk, player):
    """Connections come and go on the same few descriptors; the ones that stay are never called gone."""
    staying = [player() for _ in range(3)]
    for number, one in enumerate(staying, 1):
        one.send(Tables(id=number))
    desk.until(lambda: len(desk.stimuli) == 3)
    ours = {came.route for came in desk.stimuli}
    for round_ in range(40):
        brief = player()
        brief.send(Tables(id=1))
        if round_ % 2:
            desk.until(lambda: len(desk.of(Came)) > 3)
        brief.close()
    late = player()
    late.send(Tables(id=99))
    desk.until(lambda: any(came.message == Tables(id=99) for came in desk.of(Came)))
    ours.add(next(came.route for came in desk.of(Came) if came.message == Tables(id=99)))
    desk.turn_for(1.0)
    assert ours.isdisjoint(gone.route for gone in desk.of(Gone))


def test_a_peer_that_reads_nothing_is_behind_and_others_are_served(desk, player):
    ana, bo = player(), player()
    ana.send(Tables(id=1))
    bo.send(Tables(id=2))
    desk.until(lambda: len(desk.stimuli) == 2)
    route = {came.key: came.route for came in desk.stimuli}
    big = messages.Chat(table=None, sender="host", text="x" * 100_000)
    results = [desk.link.send(route[ana.pair.public], big) for _ in range(3000)]
    assert results[-1] == Behind(route[ana.pair.public])
    assert desk.link.send(route[bo.pair.public], Ok(re=2)) is None
    assert bo.receive() == Ok(re=2)


def test_a_cut_lets_out_what_was_sent_before_and_ends_the_connection(desk, player):
    ana = player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    route = desk.stimuli[0].route
    desk.link.send(route, messages.Closed(reason="banned"))
    desk.link.cut(route, time.monotonic())
    assert ana.receive() == messages.Closed(reason="banned")
    desk.until(lambda: desk.link.connections == 0)
    assert desk.of(Gone) == [Gone(route)]


def test_a_route_that_is_cut_is_heard_no_longer(desk, player):
    ana = player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    desk.link.cut(desk.stimuli[0].route, time.monotonic())
    ana.send(Tables(id=2))
    desk.turn_for(0.1)
    assert len(desk.of(Came)) == 1


@pytest.mark.parametrize("routing_id", [b"me", b"\1abcd", b"\0abc", b"x" * 255])
def test_a_routing_id_that_libzmq_did_not_choose_is_not_heard(desk, player, routing_id):
    chosen = player(routing_id=routing_id)
    chosen.send(Hello(id=1, protocol=1, name="Mallory"))
    honest = player()
    honest.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    desk.turn_for(0.2)
    assert [came.key for came in desk.stimuli] == [honest.pair.public]


def test_a_plain_client_is_not_let_in(desk):
    context: zmq.Context = zmq.Context()
    plain = context.socket(zmq.DEALER)
    plain.connect(f"tcp://127.0.0.1:{desk.port}")
    plain.send(b"hello")
    desk.turn_for(0.5)
    plain.close(0)
    context.term()
    assert desk.stimuli == []


@pytest.mark.parametrize("bounds", [Bounds(silence=0.3)])
def test_a_connection_that_says_nothing_is_ended(desk, player, bounds):
    player()
    talking = player()
    talking.send(Ack(table="a", version=0))
    desk.until(lambda: desk.link.connections == 2)
    desk.until(lambda: desk.link.connections == 1)
    desk.turn_for(0.5)
    assert desk.link.connections == 1
    assert [came.key for came in desk.of(Came)] == [talking.pair.public]


@pytest.mark.parametrize("bounds", [Bounds(connections_of_loopback=3)])
def test_an_address_has_a_bounded_number_of_connections(desk, player, bounds):
    honest = player()
    honest.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    for _ in range(6):
        player()
    desk.until(lambda: len(desk.said) >= 4)
    desk.until(lambda: desk.link.connections == 3)
    honest.send(Tables(id=2))
    desk.until(lambda: len(desk.of(Came)) == 2)


@pytest.mark.parametrize("bounds", [Bounds(connections=4, connections_of_loopback=2)])
def test_who_is_turned_away_takes_no_room_from_others(desk, player, bounds):
    """A burst of strangers beyond their address's bound comes at once, and somebody else right after it."""
    burst = [
        socket.create_connection(("127.0.0.1", desk.port), 5, ("127.0.0.66", 0))
        for _ in range(bounds.connections)
    ]
    time.sleep(within(0.2))
    honest = player()
    honest.send(Tables(id=1))
    time.sleep(within(0.2))
    desk.until(lambda: desk.of(Came))
    desk.turn_for(0.3)
    honest.send(Tables(id=2))
    desk.until(lambda: len(desk.of(Came)) == 2)
    for connection in burst:
        connection.close()
    assert len({came.route for came in desk.of(Came)}) == 1


def test_a_turn_takes_a_bounded_number_of_messages(desk, player):
    ana = player()
    for number in range(1, 17):
        ana.send(Tables(id=number))
    desk.until(lambda: len(desk.stimuli) == 16)
    bos = [player() for _ in range(8)]
    for bo in bos:
        for number in range(1, 17):
            bo.send(Tables(id=number))
    time.sleep(within(0.3))
    assert len(desk.link.receive(time.monotonic())) <= Bounds().messages_a_turn


@pytest.mark.parametrize("bounds", [Bounds(frames_at_once=200, frames_a_second=50, flood=500)])
def test_what_a_dead_flooder_left_is_not_charged_to_whoever_has_its_descriptor_next(desk, player):
    ana = player()
    ana.send(Tables(id=1))
    desk.until(lambda: desk.stimuli)
    for _ in range(2000):
        assert ana.socket.poll(2000, zmq.POLLOUT)
        ana.send(Tables(id=2))
    time.sleep(0.3)
    ana.close()
    time.sleep(0.3)
    bo = player()
    for number in range(1, 101):
        if bo.socket.poll(0, zmq.POLLOUT):
            bo.send(Tables(id=number))
        desk.turn()
    desk.until(lambda: desk.link.counts.received > 2000)
    desk.turn_for(0.5)
    bo.send(Tables(id=101))
    desk.until(lambda: Came("r2", bo.pair.public, Tables(id=101), "127.0.0.1") in desk.stimuli)
