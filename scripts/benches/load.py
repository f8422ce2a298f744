"""The load: players, watchers or echo clients in a process of their own. One JSON line in, one out.

Plain msgpack and zmq, nothing of the product, so that a change there changes the server's side alone;
`"client": "product"` packs and unpacks as the product's client does. Closed loop: acts as soon as it may.
"""

import dataclasses
import json
import random
import subprocess
import sys
import time
from typing import Any

import zmq

from benches import hosts
from benches.figures import Run
from benches.guests import Fields, Guest, dealer

WARM = 1.0
"""Seconds of load before anything counts; half of a shorter run."""
PAYLOAD = bytes(80)
"""About the size of an `act`."""


def measure(server: hosts.Server, **task: Any) -> Run:
    """Put load on a server and return what came of it; RuntimeError when the load failed.

    `task`: `kind` play or echo, `seconds`, and for the echo `in_flight`; for games `game`, `tables`,
    `seats`, and perhaps `options`, `active` tables (the others wait), `watchers` of each, `client`,
    a `prefix` of names.
    """
    command = [sys.executable, "-m", "benches.load"]
    text = json.dumps({**server.where(), **task})
    done = subprocess.run(
        command, input=text, env=hosts.Tree().environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"the load failed: {done.stderr[-800:]}")
    return Run(**json.loads(done.stdout))


class Meter:
    """Counts what happens between the end of the warm-up and the end."""

    def __init__(self, task: Fields) -> None:
        self.run = Run()
        self._pid = task["pid"]
        seconds = float(task["seconds"])
        self.begin = time.perf_counter() + min(WARM, seconds / 2)
        self.end = self.begin + seconds
        self._cpu: tuple[float | None, float] | None = None

    def goes_on(self) -> bool:
        """Tell whether it is not over yet; begin to count when the warm-up is."""
        now = time.perf_counter()
        if self._cpu is None and now >= self.begin:
            self.begin, self._cpu = now, (hosts.cpu(self._pid), time.process_time())
        return now < self.end

    def waited(self, sent: float, others: bool = False) -> None:
        """Take the time since something was sent."""
        if self._cpu is not None and sent >= self.begin:
            (self.run.others if others else self.run.waits).append((time.perf_counter() - sent) * 1000)

    def finish(self) -> Run:
        """Return what was counted."""
        host_before, own_before = self._cpu or (None, 0.0)
        host_now = hosts.cpu(self._pid)
        self.run.seconds = time.perf_counter() - self.begin
        self.run.load_cpu = time.process_time() - own_before
        if host_now is not None and host_before is not None:
            self.run.host_cpu = host_now - host_before
        self.run.done = len(self.run.waits)
        return self.run


GROUPS = 50
"""More tables than so many share players: it is tables that are to be many."""


class Room:
    """Everybody at the tables, and the last action at each."""

    def __init__(self, context: "zmq.Context[Any]", task: Fields) -> None:
        self._rng = random.Random(7)
        self._sent: dict[str, float] = {}
        self.meter: Meter | None = None
        groups = [
            [
                Guest(context, task, f"{task.get('prefix', 'p')}{number}-{seat}")
                for seat in range(task["seats"])
            ]
            for number in range(min(task["tables"], 50))
        ]
        self.guests = [guest for group in groups for guest in group]
        self.idle: set[str] = set()
        for number in range(task["tables"]):
            group = groups[number % len(groups)]
            table = self._table(group, task)
            if number >= int(task.get("active") or task["tables"]):
                self.idle.add(table)
            else:
                self.guests += [self._watcher(context, task, table) for _ in range(task.get("watchers", 0))]
            for guest in group:
                guest.send("ready", table=table)

    def _table(self, group: list[Guest], task: Fields) -> str:
        asked = {"game": task["game"], "seats": task["seats"], "options": task.get("options", {})}
        table: str = group[0].ask("new", **asked)["table"]["id"]
        for guest in group:
            guest.ask("sit", table=table)
        return table

    def _watcher(self, context: "zmq.Context[Any]", task: Fields, table: str) -> Guest:
        guest = Guest(context, task, f"w{len(self.guests)}-{self._rng.randrange(10**6)}")
        guest.ask("watch", table=table)
        return guest

    def take(self, guest: Guest) -> None:
        """Take what has come to somebody."""
        for frame in guest.frames():
            message = guest.unpack(frame)
            if message["type"] == "update":
                self._update(guest, message, len(frame))
            elif message["type"] == "over":
                guest.send("rematch", table=message["table"])
                guest.send("ready", table=message["table"])

    def _update(self, guest: Guest, update: Fields, size: int) -> None:
        table, version, legal = update["table"], update["version"], update.get("legal")
        if self.meter is not None:
            self.meter.run.sizes.append(size)
            if update.get("re") is not None and table in guest.sent:
                self.meter.waited(guest.sent.pop(table))
            elif legal and table in self._sent:
                self.meter.waited(self._sent[table], others=True)
        if legal and table not in self.idle:
            guest.sent[table] = self._sent[table] = time.perf_counter()
            guest.send("act", table=table, version=version, action=self._rng.choice(legal))
        else:
            guest.ack(table, version)


def play(task: Fields) -> Run:
    """Play at tables until it is over."""
    context: zmq.Context[Any] = zmq.Context()
    context.set(zmq.MAX_SOCKETS, 4096)
    room = Room(context, task)
    poller = zmq.Poller()
    by_socket = {guest.socket: guest for guest in room.guests}
    for guest in room.guests:
        poller.register(guest.socket, zmq.POLLIN)
        room.take(guest)
    meter = room.meter = Meter(task)
    while meter.goes_on():
        for ready, _ in poller.poll(100):
            room.take(by_socket[ready])
    run = meter.finish()
    context.destroy(linger=0)
    return run


def echo(task: Fields) -> Run:
    """Keep so many messages in flight, each of a connection of its own."""
    context: zmq.Context[Any] = zmq.Context()
    context.set(zmq.MAX_SOCKETS, 4096)
    poller = zmq.Poller()
    sent: dict[Any, float] = {}
    for _ in range(task["in_flight"]):
        socket = dealer(context, task)
        poller.register(socket, zmq.POLLIN)
        socket.send(PAYLOAD)
        sent[socket] = time.perf_counter()
    meter = Meter(task)
    while meter.goes_on():
        for socket, _ in poller.poll(100):
            socket.recv()
            meter.waited(sent[socket])
            sent[socket] = time.perf_counter()
            socket.send(PAYLOAD)
    run = meter.finish()
    context.destroy(linger=0)
    return run


if __name__ == "__main__":
    given = json.loads(sys.stdin.readline())
    print(json.dumps(dataclasses.asdict(echo(given) if given["kind"] == "echo" else play(given))))
