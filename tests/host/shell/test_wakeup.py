"""Lines and signals wake the poller, at once."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from sheep_host.network.wakeup import LINE, Wakeup, lines_of, stopping_signals


@pytest.fixture
def wakeup():
    made = Wakeup()
    yield made
    made.close()


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


def wait(wakeup: Wakeup) -> None:
    import select

    assert select.select([wakeup.socket], [], [], 5)[0]


def test_lines_are_taken_whole_however_they_arrive(pipe):
    reading, writing = pipe
    os.write(writing, b"one\ntw")
    threading.Timer(0.1, lambda: (os.write(writing, b"o\nlost"), os.close(writing))).start()
    assert list(lines_of(reading)) == [b"one", b"two"]


def test_an_endless_line_is_an_end(pipe):
    reading, writing = pipe
    writer = threading.Thread(target=lambda: os.write(writing, b"x" * (LINE + 65536)))
    writer.start()
    assert list(lines_of(reading)) == []
    writer.join(5)
    os.close(writing)


def test_a_line_wakes_the_poller(wakeup, pipe):
    reading, writing = pipe
    wakeup.listen(lines_of(reading))
    os.write(writing, b"one\n")
    wait(wakeup)
    assert wakeup.take() == ([b"one"], False)
    os.close(writing)
    wait(wakeup)
    assert wakeup.take() == ([], True)


def test_more_lines_than_the_pair_of_sockets_holds_are_all_taken(wakeup):
    wakeup.listen(iter([b"line"] * 100_000))
    taken = 0
    ended = False
    end = time.monotonic() + 10
    while not ended and time.monotonic() < end:
        lines, ended = wakeup.take()
        taken += len(lines)
    assert (taken, ended) == (100_000, True)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_wakes_a_poll_of_libzmq_at_once(name):
    """Without the wakeup descriptor it would wait for the poll's own time-out."""
    program = """
import os, signal, sys, time, zmq
from sheep_host.network.wakeup import Wakeup
wakeup = Wakeup()
wakeup.catch_signals()
poller = zmq.Poller()
poller.register(wakeup.socket, zmq.POLLIN)
print("ready", flush=True)
began = time.monotonic()
poller.poll(10_000)
assert wakeup.take() == ([], True)
assert time.monotonic() - began < 5
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    child.send_signal(getattr(signal, name))
    assert child.wait(5) == 0
    child.stdout.close()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no hang-up here")
def test_a_hang_up_that_is_ignored_stays_so():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in stopping_signals()
    finally:
        signal.signal(signal.SIGHUP, before)
