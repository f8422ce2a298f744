"""Lines to another process through a pipe, written by a thread: a reader that stands still stops nobody."""

import contextlib
import queue
import threading
from collections.abc import Callable
from typing import BinaryIO

from sheep_host.pipes import lines

WAITING = 10_000
"""Lines that wait for a reader; beyond it new ones are lost."""


class Outbox:
    """A pipe that is written to. When its reader is gone, `on_lost` is called from another thread."""

    def __init__(self, pipe: BinaryIO, on_lost: Callable[[], None] = lambda: None) -> None:
        self._pipe = pipe
        self._on_lost = on_lost
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, daemon=True, name="outbox")
        self._thread.start()

    def tell(self, value: object) -> None:
        """Send a value as a line."""
        if self._queue.qsize() < WAITING:
            self._queue.put(lines.text(value))

    def close(self, patience: float) -> None:
        """Close the pipe after what waits; give up waiting for that after some seconds."""
        self._queue.put(None)
        self._thread.join(patience)

    def _write(self) -> None:
        try:
            while (line := self._queue.get()) is not None:
                self._pipe.write(line)
                self._pipe.flush()
        except (OSError, ValueError):  # nobody reads it any more
            self._on_lost()
        finally:
            with contextlib.suppress(OSError, ValueError):
                self._pipe.close()
