"""Where bots think: programs beside the bots' process, so that no link waits for a thought.

Run as a program it thinks: a task on stdin, a thought on stdout, until stdin ends with the process that
started it. A thinker that crashes or hangs costs the bot its thought and nothing else.
"""

import contextlib
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import IO

from sheep_client.minds.mind import Options, Plain, Time

GRACE = 5.0
"""Seconds beyond its time after which a thinker counts as hanging: it may have to be started first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What to think about: all that a seat has seen of a game, the newest last."""

    game: str
    level: str
    seat: int
    options: Options
    seen: tuple[tuple[Plain, tuple[Plain, ...]], ...]
    """Views, each with the events that led to it."""
    legal: tuple[str, ...]


class Thinker:
    """A program that thinks, one task at a time; started when it is needed, and again when it died."""

    def __init__(
        self, command: Sequence[str] = (sys.executable, "-P", "-m", "sheep_client.shell.thinker")
    ) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, task: Task, seconds: float) -> str | None:
        """Return the action that was thought of; None when the thinker died or hung. Waits for it."""
        process = self._process
        if process is None or process.poll() is not None:
            self.close()
            process = self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        guard = threading.Timer(seconds + GRACE, process.kill)
        guard.daemon = True
        guard.start()
        try:
            if process.stdin is None or process.stdout is None:
                return None
            _write(process.stdin, (task, seconds))
            action = pickle.load(process.stdout)  # noqa: S301 - our own program's words
        except (OSError, EOFError, pickle.UnpicklingError):
            self.close()
            return None
        finally:
            guard.cancel()
        return action if action in task.legal else None

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def think(task: Task, seconds: float) -> str | None:
    """Choose an action as the level does that is asked for."""
    from sheep_client.minds.registry import MINDS  # only who thinks needs the minds

    mind = MINDS[task.game, task.level]
    given = Time.starting(time.perf_counter, seconds)
    memory = mind.begin(task.seat, task.options)
    for view, events in task.seen:
        memory = mind.remember(memory, view, events)
    return mind.choose(memory, task.seen[-1][0], task.legal, given, SystemRandom()).action


def _write(stream: IO[bytes], value: object) -> None:
    stream.write(pickle.dumps(value))
    stream.flush()


def main() -> int:
    """Think until stdin ends."""
    words, answers = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            task, seconds = pickle.load(words)  # noqa: S301 - from the process that started us alone
            try:
                thought = think(task, seconds)
            except Exception as error:  # noqa: BLE001 - a fault in a mind must not end a bot's game
                sys.stderr.write(f"a bot had no thought: {type(error).__name__}\n")
                thought = None
            _write(answers, thought)
    return 0


if __name__ == "__main__":
    sys.exit(main())
