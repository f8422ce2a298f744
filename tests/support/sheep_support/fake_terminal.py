"""A terminal in memory for tests: a program in a pseudo-terminal, its screen, keys and mouse. POSIX alone."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

import pyte

assert sys.platform != "win32", "there are no pseudo-terminals of this kind"  # noqa: S101 - so mypy knows

PATIENCE = 20.0
"""Seconds that a test waits for what must appear."""

KEYS = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "tab": "\t",
    "escape": "\x1b", "f1": "\x1bOP", "f2": "\x1bOQ", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "ctrl-c": "\x03",
}  # fmt: skip

WHOLE = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l")
"""What a program must have said before it leaves: screen, cursor, mouse and pasting as they were."""


class _Answering(pyte.Screen):
    """A screen that answers what a program asks a terminal for."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, rows)
        self._say = answer

    def write_process_input(self, data: str) -> None:
        """Say something as if it were typed."""
        self._say(data)


class PseudoTerminal:
    """A program on a terminal of its own."""

    def __init__(
        self,
        arguments: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.screen: Any = _Answering(columns, rows, self._answer)
        self._stream: Any = pyte.ByteStream(self.screen)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.said = b""
        self._near, self._far = pty.openpty()
        self._size(columns, rows)
        self.before = termios.tcgetattr(self._far)
        self.process = subprocess.Popen(
            arguments,
            stdin=self._far,
            stdout=self._far,
            stderr=self._far,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(environment or {})},
            start_new_session=True,
            preexec_fn=self._take_terminal,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _answer(self, text: str) -> None:
        """Say what a program asks a terminal for, as where the cursor is: it would wait for that."""
        with contextlib.suppress(OSError):  # the window may be closed already
            os.write(self._near, text.encode())

    def _take_terminal(self) -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _read(self) -> None:
        while not self._closing.is_set():
            try:
                if not select.select([self._near], [], [], 0.05)[0]:
                    continue
                data = os.read(self._near, 65536)
            except OSError:
                return
            if not data:
                return
            with self._lock:
                self.said += data
                self._stream.feed(data)

    def _size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # --- what is shown --------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        with self._lock:
            return list(self.screen.display)

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    def background(self, x: int, y: int) -> str:
        """Return the background of a cell, as pyte names it."""
        with self._lock:
            return str(self.screen.buffer[y][x].bg)

    def find(self, text: str, rows: slice = slice(None)) -> tuple[int, int] | None:
        """Return where a text begins, from the top."""
        for y, line in list(enumerate(self.lines))[rows]:
            if (x := line.find(text)) >= 0:
                return x, y
        return None

    def wait(self, true: Callable[[], Any], patience: float = PATIENCE) -> None:
        """Wait until something is so; AssertionError with the screen when it does not become so."""
        end = time.monotonic() + patience
        while not true():
            if time.monotonic() > end:
                raise AssertionError(f"not in time; the screen:\n{self.text}")
            time.sleep(0.02)

    def wait_for(self, text: str, patience: float = PATIENCE) -> None:
        """Wait for a text on the screen."""
        self.wait(lambda: text in self.text, patience)

    def settle(self, quiet: float = 0.15, patience: float = PATIENCE) -> None:
        """Wait until nothing more is written for a while."""
        end = time.monotonic() + patience
        before = -1
        while before != len(self.said) and time.monotonic() < end:
            before = len(self.said)
            time.sleep(quiet)

    # --- what a player does -----------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys: a name of `KEYS`, or text as it is."""
        os.write(self._near, "".join(KEYS.get(key, key) for key in keys).encode())

    def click(self, x: int, y: int) -> None:
        """Move the mouse to a cell, press and let go."""
        at = f"{x + 1};{y + 1}"
        os.write(self._near, f"\x1b[<35;{at}M\x1b[<0;{at}M\x1b[<0;{at}m".encode())

    def wheel(self, x: int, y: int, *, up: bool) -> None:
        """Turn the wheel over a cell."""
        os.write(self._near, f"\x1b[<{64 if up else 65};{x + 1};{y + 1}M".encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        with self._lock:
            self.screen.resize(rows, columns)
        self._size(columns, rows)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGWINCH)

    # --- the end --------------------------------------------------------------------------------

    def hang_up(self) -> None:
        """Close the window: also for who waits to read from it, or it would stay open."""
        self._closing.set()
        self._reader.join()
        os.close(self._far)
        os.close(self._near)
        self._far = self._near = -1

    def ended(self, patience: float = PATIENCE) -> int:
        """Wait for the program's end and return its status."""
        status = self.process.wait(patience)
        self.settle(0.05)
        return status

    def is_whole(self) -> bool:
        """Tell whether the terminal is as it was before."""
        return termios.tcgetattr(self._far) == self.before and all(word in self.said for word in WHOLE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for number in (self._far, self._near):
            if number >= 0:
                with contextlib.suppress(OSError):
                    os.close(number)
        self._reader.join(2.0)
