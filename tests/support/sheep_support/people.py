"""People at real hosts: `sheep-join --headless` processes that are told lines and answer with JSON Lines."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE = 30.0
"""Seconds for what has no limit of its own: the machine may be busy with other tests."""

Event = dict[str, Any]


class Person:
    """One `sheep-join --headless`. With `plays` it answers each update that asks it to act."""

    def __init__(
        self, home: Path, name: str, *arguments: str, start: Callable[..., Any] | None = None
    ) -> None:
        self.name = name
        self.events: list[Event] = []
        self.plays = False
        self._lines = 0
        self._ended = False
        self._rng = random.Random(name)  # noqa: S311 - who plays the same each time
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self.process: Any = (start or started)(
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


def started(*command: str, **options: Any) -> Any:
    """Start a process here; tests that start it elsewhere have another such."""
    return subprocess.Popen(list(command), **options)
