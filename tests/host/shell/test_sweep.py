"""What one connection may make the host hold: bounded, and honest people never feel the bound."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import zmq
from sheep_common import messages
from sheep_common.wire import HOST_FRAME
from sheep_host.bounds import Bounds
from sheep_host.core.state.events import Broken, Came

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much came in")

UNCOUNTED = pytest.mark.parametrize("bounds", [Bounds(frames_at_once=1e9, flood=1e9)])
"""For those whose honest people ask at every turn of the host, far too often to be heard otherwise."""

ENDLESS = """
import sys, time, zmq
from sheep_common.net import keys, sockets
context = zmq.Context()
pair = keys.new_pair()
socket = context.socket(zmq.DEALER)
sockets.set_client(socket, sys.argv[1], pair.public, pair.secret)
socket.connect(f"tcp://127.0.0.1:{sys.argv[2]}")
part = b"x" * int(sys.argv[3])
for _ in range(int(sys.argv[4])):
    socket.send(part, zmq.SNDMORE, copy=False)
socket.send(b"")
time.sleep(30)
"""
"""A message of so many frames that its last comes after hundreds of megabytes."""


def memory() -> int:
    """Return this process's memory in megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 2**20


@linux
@UNCOUNTED
@pytest.mark.parametrize(("size", "frames"), [(16_000, 40_000), (100, 500_000)])
def test_a_message_without_end_is_cut_before_it_fills_the_memory(desk, player, size, frames):
    """It would be 640 MB of large frames, or some 150 MB of small ones with what each costs."""
    honest = player()
    before = memory()
    most = before
    arguments = [desk.pair.public, str(desk.port), str(size), str(frames)]
    attacker = subprocess.Popen([sys.executable, "-c", ENDLESS, *arguments])
    try:
        end = time.monotonic() + 20
        number = 0
        while not any("without end" in line for line in desk.said):
            assert time.monotonic() < end
            number += 1
            honest.send(messages.Tables(id=number))
            desk.turn()
            most = max(most, memory())
    finally:
        attacker.kill()
        attacker.wait()
    assert most - before < 100
    desk.until(lambda: len(desk.of(Came)) == number)


@linux
@UNCOUNTED
def test_somebody_who_sends_very_much_that_is_read_is_never_cut(desk, player):
    """40 MB of the largest frames, of small ones and of heartbeats: all of it arrives."""
    busy = player()
    large, small = b"x" * HOST_FRAME, b"y"
    sent = 0
    while sent < 6000 and not desk.said:
        busy.socket.send(large if sent % 3 else small)
        sent += 1
        while sent - len(desk.stimuli) >= 16 and not desk.said:
            desk.turn()
    desk.until(lambda: len(desk.of(Broken)) == sent, 60)
    assert desk.said == []
    assert desk.link.connections == 1


@linux
@pytest.mark.parametrize("bounds", [Bounds(undelivered=14 * 1024, frames_at_once=1e9, flood=1e9)])
def test_small_frames_are_weighed_exactly(desk, player, bounds):
    """A bound little above what libzmq reads ahead (8 KiB): frames weighed wrong by a byte would end it."""
    busy = player()
    sent = 0
    while sent < 10_000 and not desk.said:
        for _ in range(8):
            busy.socket.send(b"")
        sent += 8
        while sent - len(desk.stimuli) >= 16 and not desk.said:
            desk.turn()
    desk.until(lambda: len(desk.of(Broken)) == sent, 60)
    assert desk.said == []


@linux
def test_somebody_who_sends_faster_than_is_read_is_cut(desk, player):
    """All of it is taken in: a bound of its own would end the process when the sender hangs up."""
    busy, honest = player(), player()
    honest.send(messages.Tables(id=1))
    desk.until(lambda: desk.of(Came))
    end = time.monotonic() + 20
    while not any("without end" in line for line in desk.said):
        assert time.monotonic() < end
        for _ in range(200):  # between two turns of a host that is slow to read
            if busy.socket.poll(100, zmq.POLLOUT):
                busy.socket.send(b"x" * HOST_FRAME)
        desk.turn()
    honest.send(messages.Tables(id=2))
    desk.until(lambda: len(desk.of(Came)) == 2)


@linux
@pytest.mark.parametrize("bounds", [Bounds(undelivered=2**30, undelivered_in_all=2**20)])
def test_many_connections_together_are_bounded_too(desk, bounds):
    """No single one is over its bound; the largest are ended until all together are under theirs."""
    arguments = [desk.pair.public, str(desk.port), "16000", "5000"]
    attackers = [subprocess.Popen([sys.executable, "-c", ENDLESS, *arguments]) for _ in range(3)]
    try:
        end = time.monotonic() + 20
        while not any("together" in line for line in desk.said):
            assert time.monotonic() < end
            time.sleep(0.11)  # a host that is slow to read
            desk.turn()
    finally:
        for attacker in attackers:
            attacker.kill()
            attacker.wait()
