"""Where bots and hints are thought of: programs beside the process that asks, so that no link waits for it.

Run as a program it thinks: a task on stdin, a thought on stdout, until stdin ends with the process that
started it. A thinker that crashes or hangs costs a thought and nothing else.
"""

import asyncio
import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import LifoQueue
from random import SystemRandom
from typing import IO

from sheep_common import streams

from sheep_client.game_api.bot import Choice
from sheep_client.thinking.task import Task, think

GRACE = 5.0
"""Seconds beyond its time after which a thinker counts as hanging: it may have to be started first."""
LEAST = 0.05
"""Seconds that a thought gets at least, where many are waited for."""
STANDS_BACK = 10
"""How much thinking stands back from all else on the machine, in POSIX's steps: the host goes first."""

if sys.platform == "win32":
    _FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    _FLAGS = 0  # there it stands back by itself


class Thinker:
    """A program that thinks, one task at a time; started when it is needed, and again when it died."""

    def __init__(
        self,
        command: Sequence[str] = (sys.executable, "-P", "-m", "sheep_client.thinkers.pool"),
        *,
        quiet: bool = False,
    ) -> None:
        self._command = command
        self._stderr = subprocess.DEVNULL if quiet else None
        """Nothing may write on a player's screen."""
        self._process: subprocess.Popen[bytes] | None = None
        self._changing = threading.Lock()
        """Whoever ends the program finds it started, or not yet; never between the two."""

    def ask(self, task: Task, seconds: float, wanted: Callable[[], bool] = lambda: True) -> Choice | None:
        """Return the thought, its action a legal one; None when the thinker died or hung. Waits for it.

        Whoever ends the program makes `wanted` false before: then none is started again for this task.
        """
        try:
            process = self._running(wanted)
        except OSError:  # no more processes, or no memory for one
            return None
        if process is None:
            return None
        guard = threading.Timer(seconds + GRACE, process.kill)
        guard.daemon = True
        guard.start()
        try:
            if process.stdin is None or process.stdout is None:
                return None
            _write(process.stdin, (task, seconds))
            thought = pickle.load(process.stdout)  # noqa: S301 - our own program's words
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):  # it died, or was closed meanwhile
            self.close()
            return None
        finally:
            guard.cancel()
        return thought if isinstance(thought, Choice) and thought.action in task.legal else None

    def _running(self, wanted: Callable[[], bool]) -> "subprocess.Popen[bytes] | None":
        process = self._process
        if process is not None and process.poll() is None:
            return process
        self.close()
        with self._changing:
            if not wanted():
                return None
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                creationflags=_FLAGS,
            )
            return self._process

    def close(self) -> None:
        """End the program."""
        with self._changing:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class Thinkers:
    """A few thinkers, each with one task at a time; who is waited for has the less time to think."""

    def __init__(self, number: int, *, quiet: bool = False) -> None:
        self._number = number
        self._waiting: set[object] = set()
        self._threads = ThreadPoolExecutor(number, "thinker")
        self._all = [Thinker(quiet=quiet) for _ in range(number)]
        self._free: LifoQueue[Thinker] = LifoQueue()
        """The last that was used first, so that no more are started than are needed at once."""
        self._stops = 0
        """How often everything was ended: what was asked before is not wanted any more."""
        for thinker in self._all:
            self._free.put(thinker)

    async def ask(self, task: Task, seconds: float) -> Choice | None:
        """Return a thought within its seconds, however many are asked for at once; None when none came."""
        loop, stops = asyncio.get_running_loop(), self._stops
        token, end = object(), time.monotonic() + seconds
        self._waiting.add(token)

        def take() -> Choice | None:
            self._waiting.discard(token)
            left = max(0.0, end - time.monotonic()) / (1 + len(self._waiting) / self._number)
            return self._ask(task, min(seconds, max(LEAST, left)), stops)

        try:
            return await loop.run_in_executor(self._threads, take)
        finally:
            self._waiting.discard(token)

    def stop(self) -> None:
        """End what is being thought of or waits for its turn: it comes to nothing. The next begins anew."""
        self._stops += 1
        for thinker in self._all:
            thinker.close()

    def close(self) -> None:
        """End all of them."""
        self.stop()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, task: Task, seconds: float, stops: int) -> Choice | None:
        thinker = self._free.get()
        try:
            return thinker.ask(task, seconds, lambda: self._stops == stops)
        finally:
            self._free.put(thinker)


def _write(stream: IO[bytes], value: object) -> None:
    stream.write(pickle.dumps(value))
    stream.flush()


def main() -> int:
    """Think until stdin ends; return the exit status."""
    return streams.settled("sheep_client.thinker", _main)


def _main() -> int:
    if sys.platform != "win32":
        os.nice(STANDS_BACK)
    words, answers = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            task, seconds = pickle.load(words)  # noqa: S301 - from the process that started us alone
            try:
                thought = think(task, seconds, time.perf_counter, SystemRandom())
            except Exception as error:  # noqa: BLE001 - a fault in an engine must not end anybody's game
                streams.say(f"no thought came: {type(error).__name__}\n")
                thought = None
            _write(answers, thought)
    return 0


if __name__ == "__main__":
    sys.exit(main())
