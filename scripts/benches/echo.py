"""The yardstick: a bare CURVE echo, with or without one durable commit a batch.

What is left between it and the game is what the game costs. A program; `load.py` is its clients.
"""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import zmq
from sheep_common.net import keys, sockets

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


if __name__ == "__main__":
    serve(sys.argv[1] if len(sys.argv) > 1 else None)
