"""Programs that look at a game afterwards, beside the one that shows it: each takes its share of the turns.

Run as a program it reads a `Job` on stdin and writes what it has judged, a JSON object a line.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

import msgspec
from sheep_common import streams
from sheep_common.games import GAMES
from sheep_common.records import write
from sheep_common.replay import Reached, replay

from sheep_client.thinking import review
from sheep_client.thinking.review import Judged

PROGRAMS = max(1, min(4, os.cpu_count() or 1))
NICE = 10
"""How much they stand back for the screen, in the system's steps."""
SILENCE = 60.0
"""Seconds without a word after which a program counts as hanging."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A record as lines, and which decisions to judge: a seat's or all (None), each `of`-th from `share`."""

    record: tuple[str, ...]
    seat: int | None
    share: int
    of: int
    seconds: float


class Reviewers:
    """The programs for one record. `tell` gets each decision, and None at the end, from other threads."""

    def __init__(
        self,
        reached: Sequence[Reached[Any]],
        seat: int | None,
        tell: Callable[[Judged | None], None],
        *,
        seconds: float = review.SECONDS,
        programs: int = PROGRAMS,
        command: Sequence[str] = (sys.executable, "-P", "-m", "sheep_client.thinkers.reviewers"),
    ) -> None:
        record = tuple(write(each.entry) for each in reached)
        jobs = [
            Job(record=record, seat=seat, share=share, of=programs, seconds=seconds)
            for share in range(programs)
        ]
        self._tell = tell
        self._command = command
        self._processes: list[subprocess.Popen[bytes]] = []
        self._left = programs
        self._lock = threading.Lock()
        self._closed = False
        for job in jobs:
            threading.Thread(target=self._follow, args=(job,), daemon=True).start()

    def close(self) -> None:
        """End the programs; nothing more is told."""
        with self._lock:
            self._closed = True
            for process in self._processes:
                process.kill()

    def _follow(self, job: Job) -> None:
        """Start a program, and tell what it says until it ends."""
        with contextlib.suppress(OSError):  # no more processes: its share cannot be judged
            process = self._start()
            if process is not None:
                with process, contextlib.suppress(OSError):
                    for judged in _heard(process, job):
                        self._say(judged)
        with self._lock:
            self._left -= 1
            last = not self._left
        if last:
            self._say(None)

    def _start(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._closed:
                return None
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            self._processes.append(process)
            return process

    def _say(self, judged: Judged | None) -> None:
        if not self._closed:
            self._tell(judged)


def _heard(process: "subprocess.Popen[bytes]", job: Job) -> Iterator[Judged]:
    """Give a program its job and yield what it says; one that says nothing for too long is ended."""
    if process.stdin is None or process.stdout is None:
        return
    guard = _guard(process)
    try:
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        process.stdin.close()
        for line in process.stdout:
            guard.cancel()
            with contextlib.suppress(msgspec.DecodeError):  # the last words of one that was killed
                yield msgspec.json.decode(line, type=Judged)
            guard = _guard(process)
    finally:
        guard.cancel()


def _guard(process: "subprocess.Popen[bytes]") -> threading.Timer:
    guard = threading.Timer(SILENCE, process.kill)
    guard.daemon = True
    guard.start()
    return guard


# --- the program ----------------------------------------------------------------------------------


def work(job: Job) -> Iterator[Judged]:
    """Judge a job's share of the decisions, in order."""
    from sheep_client.thinking.levels import engines_of  # only who thinks needs the engines

    reached = list(replay(job.record, GAMES))
    engine = review.judge_of(engines_of(reached[0].header.game))
    if engine is None:
        return
    for number, decision in enumerate(review.decisions(reached, engine, job.seat)):
        if number % job.of != job.share:
            continue
        try:
            loss = review.judged(decision, engine, job.seconds, time.perf_counter)
        except Exception as error:  # noqa: BLE001 - a fault in an engine costs one turn
            streams.say(f"a turn could not be judged: {type(error).__name__}\n")
            yield Judged(number=decision.number, failed=True)
        else:
            yield Judged(number=decision.number, loss=loss)


def main() -> int:
    """Do the job that stdin says; return the exit status."""
    return streams.settled("sheep_client.reviewing", _main)


def _main() -> int:
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(NICE)
    out: IO[bytes] = sys.stdout.buffer
    with contextlib.suppress(KeyboardInterrupt):
        for judged in work(msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)):
            out.write(msgspec.json.encode(judged) + b"\n")
            out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
