"""People at real hosts: `sheep-join --headless` processes that are told lines and answer with JSON Lines."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from sheep_host.shell.testing import RunningHost

PATIENCE = 30.0
"""Seconds for what has no limit of its own: the machine may be busy with other tests."""

Event = dict[str, Any]


class Person:
    """One `sheep-join --headless`. With `plays` it answers each update that asks it to act."""

    def __init__(self, home: Path, name: str, *arguments: str, start: Callable[..., Any]) -> None:
        self.name = name
        self.events: list[Event] = []
        self.plays = False
        self._lines = 0
        self._ended = False
        self._rng = random.Random(name)
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self.process = start(
            *(sys.executable, "-m", "sheep_client", "--headless", "--name", name, *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "SHEEP_HOME": str(home)},
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def say(self, line: str) -> int:
        """Give it a line; return the number that the answer's `re` has."""
        with self._writing:
            self._lines += 1
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            return self._lines

    def ask(self, line: str) -> Event:
        """Give it a line and return the answer."""
        number = self.say(line)
        return self.wait(lambda event: event.get("re") == number)

    def wait(self, true: Callable[[Event], bool], after: int = 0, patience: float = PATIENCE) -> Event:
        """Return the first event, from number `after` on, of which something is true."""
        end = time.monotonic() + patience
        seen = after
        with self._news:
            while True:
                for event in self.events[seen:]:
                    if true(event):
                        return event
                seen = len(self.events)
                if self._ended:
                    raise AssertionError(f"{self.name} has ended: {self.process.stderr.read()}")
                if not self._news.wait(max(0.0, end - time.monotonic())) and time.monotonic() >= end:
                    raise AssertionError(f"{self.name} waited in vain; the last: {self.events[-3:]}")

    def wait_for(self, kind: str, after: int = 0, patience: float = PATIENCE) -> Event:
        """Return the first event of a kind, from number `after` on."""
        return self.wait(lambda event: event["event"] == kind, after, patience)

    def all(self, kind: str) -> list[Event]:
        """Return the events of a kind so far."""
        return [event for event in list(self.events) if event["event"] == kind]

    @property
    def update(self) -> Event:
        """The newest update."""
        return self.all("update")[-1]

    def play(self) -> None:
        """From now on play whenever asked to."""
        self.plays = True
        updates = self.all("update")
        if updates:
            self._act(updates[-1])

    def end(self) -> int:
        """Let stdin end and return the exit status."""
        with self._writing:
            self.process.stdin.close()
        status: int = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status

    def kill(self) -> None:
        """End the process without a word."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)

    def close(self) -> None:
        """End whatever still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                stream.close()

    def _read(self) -> None:
        for line in self.process.stdout:
            event = json.loads(line)
            with self._news:
                self.events.append(event)
                self._news.notify_all()
            if self.plays and event["event"] == "update":
                self._act(event)
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _act(self, update: Event) -> None:
        if update["legal"]:
            with suppress(BrokenPipeError, ValueError):  # the test may have ended it
                self.say(self._rng.choice(update["legal"]))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Callable[..., RunningHost]]:
    """Return a maker of hosts on loopback with one data folder; they end with the test."""
    with ExitStack() as stack:

        def make(*arguments: str, **options: Any) -> RunningHost:
            return stack.enter_context(RunningHost(tmp_path / "host", *arguments, **options))

        yield make


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Callable[..., Person]]:
    """Return a maker of people who join at a port; they end with the test."""
    with ExitStack() as stack:

        def make(where: int | str, name: str, *arguments: str, start: Callable[..., Any] = _start) -> Person:
            address = where if isinstance(where, str) else f"127.0.0.1:{where}"
            made = Person(tmp_path / "people", name, address, *arguments, start=start)
            stack.callback(made.close)
            return made

        yield make


@pytest.fixture
def seated(person: Callable[..., Person]) -> Callable[..., list[Person]]:
    """Return a way to let people with these names join, sit down, get ready and play."""

    def make(port: int, *names: str, table: str | None = None, ready: bool = True) -> list[Person]:
        people = [person(port, name) for name in names]
        for seat, each in enumerate(people):
            where = f"/sit {table} {seat}" if table else "/sit"
            assert each.ask(where)["event"] == "table"
        for each in people:
            each.plays = ready
            if ready:
                assert each.ask("/ready")["event"] == "table"
        return people

    return make


def _start(*command: str, **options: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(list(command), **options)
