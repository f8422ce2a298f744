"""Lines to another process through a pipe, written by a thread: a reader that stands still stops nobody.

The pipe has no buffer. The thread could stand in it for good, and Python, which takes the lock of each of
its own streams at the end, would abort the program.
"""

import contextlib
import io
import queue
import threading
import time
from collections.abc import Callable
from typing import TextIO

from sheep_host.pipes import lines

WAITING = 10_000
"""Lines that wait for a reader; beyond it new ones are lost."""
PAUSE = 0.02
"""Seconds between two tries at a pipe that somebody has set not to block."""


def standard(stream: TextIO) -> io.FileIO:
    """Return a standard stream's pipe; closing it leaves the stream as it is."""
    return io.FileIO(stream.fileno(), "wb", closefd=False)


class Outbox:
    """A pipe that is written to. Once it cannot be written, `on_lost` is called from another thread."""

    def __init__(self, pipe: io.FileIO, on_lost: Callable[[OSError], None] = lambda _error: None) -> None:
        self._pipe = pipe
        self._on_lost = on_lost
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, daemon=True, name="outbox")
        self._thread.start()

    def tell(self, value: object) -> None:
        """Send a value as a line."""
        self.send(lines.text(value))

    def send(self, line: bytes) -> None:
        """Send a line as it is, with its end."""
        if self._queue.qsize() < WAITING:
            self._queue.put(line)

    def close(self, patience: float) -> None:
        """Close the pipe after what waits; give up waiting for that after some seconds."""
        self._queue.put(None)
        self._thread.join(patience)

    def _write(self) -> None:
        try:
            while (line := self._queue.get()) is not None:
                while line:
                    written = self._pipe.write(line)
                    line = line[written or 0 :]
                    if not written:
                        time.sleep(PAUSE)
        except OSError as error:  # nobody reads it any more, or there is no room for it
            self._on_lost(error)
        finally:
            with contextlib.suppress(OSError):
                self._pipe.close()
