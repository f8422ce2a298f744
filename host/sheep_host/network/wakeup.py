"""What wakes the poller from outside: signals, and lines on stdin. One pair of sockets for both.

Windows polls no pipes and no system runs Python's signal handlers inside libzmq's poll, so a thread
reads stdin, and signals write a byte. Understands no line.
"""

import contextlib
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Iterator

LINE = 1024 * 1024
"""The longest line on stdin, in bytes; the supervisor writes shorter ones."""


class Wakeup:
    """`socket` is readable when a signal came or a line waits."""

    def __init__(self) -> None:
        self.socket, self._writer = socket.socketpair()
        self.socket.setblocking(False)
        self._writer.setblocking(False)
        self._lines: deque[bytes | None] = deque()
        self._signalled = False

    def catch_signals(self) -> None:
        """Let the signals that ask for an end only be noted; in the main thread, once."""
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for number in stopping_signals():
            signal.signal(number, self._note)

    def release_signals(self) -> None:
        """Stop waking: the sockets are about to close. The signals stay harmless."""
        signal.set_wakeup_fd(-1)

    def listen(self, lines: Iterator[bytes]) -> None:
        """Take lines in a thread until there are no more, which is a reason to end."""
        threading.Thread(target=self._read, args=(lines,), daemon=True, name="stdin").start()

    def take(self) -> tuple[list[bytes], bool]:
        """Return the lines that came, and whether it is time to end (a signal, or no more stdin)."""
        with contextlib.suppress(BlockingIOError, InterruptedError):
            while self.socket.recv(4096):
                pass
        lines: list[bytes] = []
        ended = self._signalled
        while self._lines:
            line = self._lines.popleft()
            if line is None:
                ended = True
            else:
                lines.append(line)
        return lines, ended

    def close(self) -> None:
        """Close both sockets."""
        self.socket.close()
        self._writer.close()

    def _note(self, _number: int, _frame: object) -> None:
        self._signalled = True

    def _read(self, lines: Iterator[bytes]) -> None:
        for line in lines:
            self._lines.append(line)
            self._wake()
        self._lines.append(None)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full: awake already; closed: over
            self._writer.send(b"\0")


def stopping_signals() -> list[int]:
    """Return the signals that ask for an end in order, as far as the system has them.

    A hang-up that was ignored from the start (`nohup`) stays so.
    """
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    known = [(name, getattr(signal, name)) for name in names if hasattr(signal, name)]
    return [n for name, n in known if name != "SIGHUP" or signal.getsignal(n) != signal.SIG_IGN]


def lines_of(descriptor: int) -> Iterator[bytes]:
    """Read a descriptor line by line, without its ends, until it ends or a line is endless.

    By `os.read` and not through `sys.stdin`, whose lock a thread that waits would hold at exit.
    """
    rest = b""
    while len(rest) <= LINE:
        try:
            data = os.read(descriptor, 65536)
        except OSError:
            return
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
