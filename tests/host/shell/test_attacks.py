"""Strangers who do what libzmq allows: the host lives, its memory too, and nobody else notices."""

import contextlib
import ctypes
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
import zmq
from sheep_common import messages, wire
from sheep_common.net import keys, sockets
from sheep_support.host_processes import Listening, Player, RunningHost, players
from sheep_support.pace import within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc, and knows glibc's dice")

SECONDS = 3.0


@pytest.fixture
def host(tmp_path: Path) -> Iterator[RunningHost]:
    with RunningHost(tmp_path / "data", "--game", "battle-sheep") as made:
        yield made


@pytest.fixture
def at(host: RunningHost) -> Listening:
    return host.listening()


@pytest.fixture
def player(at: Listening) -> Iterator[Callable[..., Player]]:
    with players(at.server, at.port) as make:
        yield make


def first_automatic_id() -> int:
    """Return the number of the first routing id that libzmq gives where nobody has seeded libc."""
    libc = ctypes.CDLL(None)
    libc.srand(1)
    low, high = libc.rand(), libc.rand()
    sockets.seed_libc()
    return (low | high << 31) & 0xFFFFFFFF


def claim(at: Listening, ids: Iterator[bytes], stop: threading.Event, *, curve: bool) -> None:
    """Connect under one id after another, as fast as it goes."""
    context: zmq.Context = zmq.Context()
    hello = wire.encode(messages.Hello(id=1, protocol=messages.PROTOCOL, name="Mallory"))
    held: list[zmq.Socket] = []
    while not stop.is_set():
        attacker = context.socket(zmq.DEALER)
        held.append(attacker)
        pair = keys.new_pair()
        if curve:
            sockets.set_client(attacker, at.server, pair.public, pair.secret)
        attacker.setsockopt(zmq.LINGER, 0)
        attacker.setsockopt(zmq.ROUTING_ID, next(ids))
        attacker.connect(f"tcp://127.0.0.1:{at.port}")
        with contextlib.suppress(zmq.Again):  # the host has hung up already
            attacker.send(hello, zmq.NOBLOCK)
        if len(held) > 20:
            held.pop(0).close()
        time.sleep(0.005)
    for attacker in held:
        attacker.close()
    context.term()


def all_is_well(
    host: RunningHost, at: Listening, player: Callable[..., Player], seconds: float
) -> list[float]:
    """Ask for a while, as one who is there already and as ones who come; return the times it took."""
    ana = player()
    assert isinstance(ana.hello("Ana"), messages.Welcome)
    took: list[float] = []
    end = time.monotonic() + seconds
    for number in count():
        began = time.monotonic()
        assert isinstance(ana.ask(messages.Tables(id=ana.next_id()), 3), messages.TableList)
        took.append(time.monotonic() - began)
        if number % 10 == 0:
            new = player()
            assert isinstance(new.hello(f"Bo {number}"), messages.Welcome)
            new.ask(messages.Bye(id=new.next_id()))
            new.close()
        if time.monotonic() > end:
            break
        time.sleep(0.02)
    assert [event["pid"] for event in host.events if event["event"] == "listening"] == [at.pid]
    assert host.process.poll() is None
    return sorted(took)


def next_ids() -> Iterator[bytes]:
    """Claim what an unseeded libzmq would give next: there the second honest connection is the end."""
    first = first_automatic_id()
    while True:
        yield from (b"\0" + ((first + step) & 0xFFFFFFFF).to_bytes(4, "big") for step in range(64))


def other_ids() -> Iterator[bytes]:
    """Claim ids of every other form, the same again and again."""
    while True:
        yield from (b"A", b"Ana", b"\1\2\3\4\5", b"\0\0\0\0\0", b"\0" * 6, b"\xff" * 255)


@pytest.mark.parametrize("ids", [next_ids, other_ids])
@pytest.mark.parametrize("curve", [True, False], ids=["curve", "plain"])
def test_claimed_routing_ids_hurt_nobody(host, at, player, ids, curve):
    stop = threading.Event()
    attacker = threading.Thread(target=claim, args=(at, ids(), stop), kwargs={"curve": curve})
    attacker.start()
    try:
        took = all_is_well(host, at, player, SECONDS)
    finally:
        stop.set()
        attacker.join()
    assert took[len(took) // 2] < within(0.1)


def test_an_unseeded_router_is_what_those_ids_are_for():
    """Without the seed the same claim is the end of the process: the test above would notice."""
    program = """
import zmq
context = zmq.Context()
router = context.socket(zmq.ROUTER)
port = router.bind_to_random_port("tcp://127.0.0.1")
made = []
for routing_id in (None, bytes.fromhex("%s"), None):
    dealer = context.socket(zmq.DEALER)
    if routing_id:
        dealer.setsockopt(zmq.ROUTING_ID, routing_id)
    dealer.connect(f"tcp://127.0.0.1:{port}")
    dealer.send(b"hello")
    made.append(dealer)
    router.poll(2000) and router.recv_multipart()
"""
    claimed = (b"\0" + ((first_automatic_id() + 1) & 0xFFFFFFFF).to_bytes(4, "big")).hex()
    done = subprocess.run(
        [sys.executable, "-c", program % claimed], capture_output=True, timeout=20, check=False
    )
    assert done.returncode == -6
    assert b"Assertion failed" in done.stderr


def test_two_hosts_do_not_begin_with_the_same_routing_id():
    program = """
import zmq
from sheep_common.net import sockets
sockets.seed_libc()
context = zmq.Context()
router = context.socket(zmq.ROUTER)
dealer = context.socket(zmq.DEALER)
dealer.connect(f"tcp://127.0.0.1:{router.bind_to_random_port('tcp://127.0.0.1')}")
dealer.send(b"hello")
print(router.recv_multipart()[0].hex())
context.destroy(0)
"""
    seen = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=20, check=True).stdout
        for _ in range(3)
    }
    assert len(seen) == 3


def test_a_message_without_end_is_cut_long_before_the_memory_is_full(host, at, player):
    """800 MB from one stranger: the host process never has 150, and answers others meanwhile."""
    program = """
import sys, zmq
from sheep_common.net import keys, sockets
context = zmq.Context()
pair = keys.new_pair()
socket = context.socket(zmq.DEALER)
sockets.set_client(socket, sys.argv[1], pair.public, pair.secret)
socket.connect(f"tcp://127.0.0.1:{sys.argv[2]}")
part = b"x" * 16_000
for _ in range(50_000):
    socket.send(part, zmq.SNDMORE, copy=False)
socket.send(b"")
print("sent", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program, at.server, str(at.port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as attacker:
        most = 0
        done = threading.Event()

        def look() -> None:
            nonlocal most
            while not done.wait(0.01):
                pages = int(Path(f"/proc/{at.pid}/statm").read_text().split()[1])
                most = max(most, pages * 4096)

        looker = threading.Thread(target=look)
        looker.start()
        try:
            assert attacker.stdout is not None
            assert attacker.stdout.readline() == b"sent\n"
            all_is_well(host, at, player, SECONDS)
        finally:
            done.set()
            looker.join()
            attacker.kill()
    assert most < 150 * 2**20
    assert "a message without end" in host.log


def test_slow_readers_do_not_keep_people_from_the_information_port(at):
    slow = [socket.create_connection(("127.0.0.1", at.info_port)) for _ in range(100)]
    try:
        with socket.create_connection(("127.0.0.1", at.info_port), timeout=2) as asker:
            assert asker.makefile().readline().startswith('{"sheep":1')
    finally:
        for connection in slow:
            connection.close()
