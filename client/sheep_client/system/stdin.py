"""Standard input as lines, read by a thread: so it is the same for pipes, files and terminals everywhere."""

import asyncio
import os
import threading
import time
from collections.abc import Callable

_CHUNK = 65536
_LONGEST = 1 << 20
"""Bytes of a line that are kept; what follows is cut off."""
_AHEAD = 64
"""Lines that are read before those handed over have been taken."""
_PAUSE = 0.02
"""Seconds between two looks whether more lines are taken again."""


class StandardInput:
    """Lines of stdin, by its descriptor: a thread that waits in Python's own buffer would hang the exit."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def read_line(self) -> str | None:
        """Wait for a line and return it without its end; None at the end of the input."""
        while b"\n" not in self._rest:
            chunk = self._read()
            if not chunk:
                last, self._rest = self._rest, b""
                return _text(last) if last else None
            self._rest = self._rest[:_LONGEST] + chunk
        line, _, self._rest = self._rest.partition(b"\n")
        return _text(line)

    def start(
        self,
        on_line: Callable[[str], None],
        on_end: Callable[[], None],
        full: Callable[[], bool] = lambda: False,
    ) -> None:
        """Call back in the running loop for each line, and once at the end.

        No more is read while `full`, which another thread asks: who writes without end has to wait, so
        that the loop gets to other things.
        """
        loop, room = asyncio.get_running_loop(), threading.Semaphore(_AHEAD)

        def take(line: str) -> None:
            room.release()
            on_line(line)

        def read() -> None:
            try:
                while (line := self.read_line()) is not None:
                    room.acquire()
                    while full():
                        time.sleep(_PAUSE)
                    loop.call_soon_threadsafe(take, line)
                loop.call_soon_threadsafe(on_end)
            except RuntimeError:
                return  # the loop is closed: nobody listens any more

        threading.Thread(target=read, name="stdin", daemon=True).start()

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:
            return b""  # closed, or a terminal that has hung up


def _text(line: bytes) -> str:
    return line[:_LONGEST].decode("utf-8", "replace").removesuffix("\r")
