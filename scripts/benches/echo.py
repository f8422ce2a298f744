"""The yardstick: a bare CURVE echo, with or without one durable commit a batch.

What is left between it and the game is what the game costs. Run as a program it is the echo's server.
"""

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import zmq
from sheep_common.net import keys, sockets

from benches.figures import Figures

PAYLOAD = bytes(80)
"""About the size of an `act`."""
BATCH = 64


def serve(folder: str | None) -> None:
    """Echo until stdin closes; with a folder commit every batch there, durably, before it is answered."""
    pair = keys.new_pair()
    context = zmq.Context()
    router = context.socket(zmq.ROUTER)
    sockets.set_common(router)
    router.setsockopt(zmq.CURVE_SERVER, 1)
    router.setsockopt_string(zmq.CURVE_SECRETKEY, pair.secret)
    port = router.bind_to_random_port("tcp://127.0.0.1")
    store = _store(Path(folder)) if folder else None
    print(json.dumps({"port": port, "key": pair.public}), flush=True)
    poller = zmq.Poller()
    poller.register(router, zmq.POLLIN)
    poller.register(sys.stdin.fileno(), zmq.POLLIN)
    while True:
        ready = dict(poller.poll())
        if sys.stdin.fileno() in ready:
            break
        _turn(router, store)
    context.destroy(linger=0)


def _turn(router: "zmq.Socket[Any]", store: sqlite3.Connection | None) -> None:
    batch: list[list[bytes]] = []
    while len(batch) < BATCH:
        try:
            batch.append(router.recv_multipart(zmq.NOBLOCK))
        except zmq.Again:
            break
    if store is not None and batch:
        store.execute("BEGIN")
        store.executemany("INSERT INTO lines (line) VALUES (?)", [(frames[-1],) for frames in batch])
        store.execute("COMMIT")
    for frames in batch:
        router.send_multipart(frames, zmq.NOBLOCK)


def _store(folder: Path) -> sqlite3.Connection:
    store = sqlite3.connect(folder / "echo.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "locking_mode=EXCLUSIVE"):
        store.execute(f"PRAGMA {pragma}").fetchall()
    store.execute("CREATE TABLE lines (line BLOB)")
    return store


def measure(name: str, in_flight: int, seconds: float, folder: Path | None) -> Figures:
    """Run the echo's server and so many clients with one message each in flight."""
    arguments = [sys.executable, "-m", "benches.echo", *([str(folder)] if folder else [])]
    with subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[1],
    ) as server:
        if server.stdin is None or server.stdout is None:
            raise RuntimeError("the echo has no pipes")
        where = json.loads(server.stdout.readline())
        try:
            return _clients(name, where, in_flight, seconds)
        finally:
            server.stdin.close()


def _clients(name: str, where: dict[str, Any], in_flight: int, seconds: float) -> Figures:
    context = zmq.Context()
    context.set(zmq.MAX_SOCKETS, 4096)
    poller = zmq.Poller()
    sent: dict[Any, float] = {}
    for _ in range(in_flight):
        pair = keys.new_pair()
        dealer = context.socket(zmq.DEALER)
        sockets.set_client(dealer, where["key"], pair.public, pair.secret)
        dealer.connect(sockets.endpoint("127.0.0.1", where["port"]))
        poller.register(dealer, zmq.POLLIN)
        dealer.send(PAYLOAD)
        sent[dealer] = time.perf_counter()
    figures = Figures(name)
    warm = time.perf_counter() + 0.5
    end = warm + seconds
    while (now := time.perf_counter()) < end:
        for dealer, _events in poller.poll(100):
            dealer.recv()
            now = time.perf_counter()
            if sent[dealer] >= warm:
                figures.latencies.append((now - sent[dealer]) * 1000)
            dealer.send(PAYLOAD)
            sent[dealer] = time.perf_counter()
    figures.seconds = time.perf_counter() - warm
    figures.done = len(figures.latencies)
    context.destroy(linger=0)
    return figures


if __name__ == "__main__":
    serve(sys.argv[1] if len(sys.argv) > 1 else None)
