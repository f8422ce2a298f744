"""Test doubles of the shell's other side: raw players, and whole hosts as processes. For tests alone."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import zmq
from sheep_common import messages, wire
from sheep_common.messages import Message
from sheep_common.net import info, keys, sockets

PATIENCE = 30.0
"""Seconds that a test waits for what must happen; a busy machine may need some of them."""


def until(true: Callable[[], bool], patience: float = PATIENCE, pause: float = 0.02) -> None:
    """Wait until something is true; AssertionError when it does not become so."""
    end = time.monotonic() + patience
    while not true():
        if time.monotonic() > end:
            raise AssertionError("it did not happen in time")
        time.sleep(pause)


class Player:
    """A key with a raw connection: sends any bytes, and waits for messages."""

    def __init__(
        self,
        context: "zmq.Context[Any]",
        server: str,
        port: int,
        *,
        pair: keys.KeyPair | None = None,
        address: str = "127.0.0.1",
        source: str | None = None,
        routing_id: bytes | None = None,
    ) -> None:
        """Connect; `source` is the address it comes from, where that is not the system's choice."""
        self.pair = pair or keys.new_pair()
        self.socket = context.socket(zmq.DEALER)
        sockets.set_client(self.socket, server, self.pair.public, self.pair.secret)
        if routing_id is not None:
            self.socket.setsockopt(zmq.ROUTING_ID, routing_id)
        endpoint = sockets.endpoint(address, port)
        if source is not None:
            endpoint = f"tcp://{source}:0;{endpoint.removeprefix('tcp://')}"
        self.socket.connect(endpoint)
        self._ids = count(1)

    def send(self, message: Message) -> None:
        """Send a message."""
        self.socket.send(wire.encode(message))

    def hello(self, name: str, proof: bytes | None = None) -> messages.ToClient:
        """Say hello and return the answer."""
        hello = messages.Hello(id=self.next_id(), protocol=messages.PROTOCOL, name=name, proof=proof)
        return self.ask(hello)

    def next_id(self) -> int:
        """Return an id for a request."""
        return next(self._ids)

    def ask(self, request: Message, patience: float = PATIENCE) -> messages.ToClient:
        """Send a request and return its answer; what comes by itself before is lost."""
        self.send(request)
        wanted = getattr(request, "id", None)
        while True:
            message = self.receive(patience)
            if message.re == wanted:
                return message

    def heard(self) -> list[messages.ToClient]:
        """Return what has come by itself: all that the host had sent before it answers one more question."""
        question = messages.Tables(id=self.next_id())
        self.send(question)
        found: list[messages.ToClient] = []
        while (message := self.receive()).re != question.id:
            found.append(message)
        return found

    def receive(self, patience: float = PATIENCE) -> messages.ToClient:
        """Return the next message; TimeoutError when none comes."""
        if not self.socket.poll(int(patience * 1000)):
            raise TimeoutError("no message came")
        return wire.decode_to_client(self.socket.recv())

    def close(self) -> None:
        """Close the connection."""
        self.socket.close(0)


@contextlib.contextmanager
def players(server: str, port: int, address: str = "127.0.0.1") -> Iterator[Callable[..., Player]]:
    """Give a maker of players at one host, and close them all at the end."""
    sockets.seed_libc()
    context: zmq.Context[Any] = zmq.Context()
    context.setsockopt(zmq.BLOCKY, False)
    made: list[Player] = []

    def make(**options: Any) -> Player:
        made.append(Player(context, server, port, address=address, **options))
        return made[-1]

    try:
        yield make
    finally:
        for player in made:
            player.close()
        context.term()


class RunningHost:
    """`sheep-host --json` as a process of its own, on any free pair of ports.

    `first` is Python that the supervisor runs before: to wait less long than it does for people. `within`
    is a command that it is started by.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        port: int = 0,
        environment: dict[str, str] | None = None,
        first: str = "",
        within: Sequence[str] = (),
    ) -> None:
        program = f"import sys; from sheep_host import cli; {first}; sys.exit(cli.main(sys.argv[1:]))"
        self.events: list[dict[str, Any]] = []
        self._waiting: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._said: list[str] = []
        self.process = subprocess.Popen(
            [
                *within,
                *(sys.executable, *(("-c", program) if first else ("-m", "sheep_host.cli"))),
                *("--json", "--port", str(port)),
                *("--bind", "127.0.0.1") * ("--bind" not in arguments),
                *("--data", str(data), *arguments),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
            text=True,
        )
        self._threads = [
            _thread(self._read_events, self.process.stdout),
            _thread(self._read_log, self.process.stderr),
        ]

    @property
    def log(self) -> str:
        """What it has written to stderr."""
        return "".join(self._said)

    def event(self, kind: str, patience: float = PATIENCE) -> dict[str, Any]:
        """Wait for the next event of a kind and return it; AssertionError when it does not come."""
        end = time.monotonic() + patience
        while True:
            try:
                event = self._waiting.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                event = None
            if event is None:
                raise AssertionError(f"no event {kind!r}; the log: {self.log}")
            if event["event"] == kind:
                return event

    def listening(self) -> "Listening":
        """Wait until it listens, for the first time or again; return where."""
        return Listening(self.event("listening", 20.0))

    def signal(self, number: int) -> None:
        """Send the supervisor a signal."""
        os.kill(self.process.pid, number)

    def wait(self, patience: float = PATIENCE) -> int:
        """Wait for its end and return its exit status."""
        status = self.process.wait(patience)
        for thread in self._threads:
            thread.join(patience)
        return status

    def stop(self) -> int:
        """End it in order and return its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _read_events(self, stream: IO[str]) -> None:
        for line in stream:
            event = json.loads(line)
            self.events.append(event)
            self._waiting.put(event)
        self._waiting.put(None)

    def _read_log(self, stream: IO[str]) -> None:
        self._said.extend(stream)


class Listening:
    """Where a host listens."""

    def __init__(self, event: dict[str, Any]) -> None:
        self.address: str = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(  # noqa: S104
            event["address"], event["address"]
        )
        self.port: int = event["port"]
        self.info_port: int = event["info_port"]
        self.fingerprint: str = event["fingerprint"]
        self.pid: int = event["pid"]
        self.server = info.ask(self.address, self.info_port, PATIENCE).key
        """The host's public key."""


def children_of(pid: int) -> list[int]:
    """Return the ids of a process's children (Linux)."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Tell whether a process is there and not merely waiting to be reaped (Linux)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def kill(pid: int) -> None:
    """End a process without a word."""
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _thread(target: Callable[..., None], stream: IO[str] | None) -> threading.Thread:
    thread = threading.Thread(target=target, args=(stream,), daemon=True)
    thread.start()
    return thread
