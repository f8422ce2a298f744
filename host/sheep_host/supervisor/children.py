"""The supervisor's child processes: started with a pipe to their stdin, ended by closing it.

What they are told and what they say is the supervisor's matter.
"""

import contextlib
import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import cast

from sheep_host.errors import ShellError
from sheep_host.pipes.outbox import Outbox

HOST = "sheep_host.process.main"
CLIENT = "sheep_client"
BOTS = "sheep_client.bots"
NICE = 10
"""How much the bots stand back, in the system's steps."""


class Child:
    """One process. `on_exit` is called from another thread, with the child."""

    def __init__(
        self,
        module: str,
        *arguments: str,
        apart: bool,
        on_exit: "Callable[[Child], None]",
        on_line: Callable[[bytes], None] | None = None,
        on_said: Callable[[bytes], None] | None = None,
    ) -> None:
        """Start a module of ours; `apart` from the terminal and its Ctrl-C.

        `on_line` gets its stdout, `on_said` its stderr, which goes where ours goes without it; both are
        called from other threads, line by line.
        """
        self.module = module
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if on_line else subprocess.DEVNULL if apart else None,
                stderr=subprocess.PIPE if on_said else None,
                bufsize=0,  # as an outbox wants it; what is read gets its buffer below
                start_new_session=apart and os.name == "posix",
                creationflags=_flags(apart=apart),
            )
        except OSError as error:
            raise ShellError(f"no process can be started: {error.strerror or error}") from None
        self._on_exit = on_exit
        self._outbox = Outbox(cast("io.FileIO", self.process.stdin))
        self._reader: threading.Thread | None = None
        if on_line is not None:
            self._reader = _thread(_read, self.process.stdout, on_line)
        if on_said is not None:
            _thread(_read, self.process.stderr, on_said)
        _thread(self._wait)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self.process.pid

    @property
    def status(self) -> int | None:
        """Its exit status, minus the signal's number where one ended it; None while it runs."""
        return self.process.returncode

    def tell(self, value: object) -> None:
        """Send it a line."""
        self._outbox.tell(value)

    def stand_back(self) -> None:
        """Leave the processor to others, where the system has a word for that."""
        if sys.platform != "win32":  # there the flags at the start say it
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.pid, NICE)

    def kill(self) -> None:
        """End it at once."""
        with contextlib.suppress(OSError):
            self.process.kill()

    def close(self) -> None:
        """Close its stdin, which ends it in order."""
        self._outbox.close(0)

    def _wait(self) -> None:
        self.process.wait()
        if self._reader is not None:  # its last words come before its end
            self._reader.join()
        self._outbox.close(0)
        self._on_exit(self)


def end(children: Iterable[Child], patience: float) -> None:
    """End children together: their stdin closes; after `patience` seconds they are asked, then killed."""
    ending = [child for child in children if child.status is None]
    for child in ending:
        child.close()
    for child in _outlasting(ending, patience):
        with contextlib.suppress(OSError):
            child.process.terminate()
    for child in _outlasting(ending, 1.0):
        child.kill()
    _outlasting(ending, 1.0)


def _outlasting(children: list[Child], patience: float) -> list[Child]:
    """Wait for children; return those that still run after so many seconds."""
    end_at = time.monotonic() + patience
    for child in children:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.process.wait(max(0.0, end_at - time.monotonic()))
    return [child for child in children if child.status is None]


def _read(pipe: io.FileIO, on_line: Callable[[bytes], None]) -> None:
    with io.BufferedReader(pipe) as buffered:
        for line in buffered:
            on_line(line)


def _thread(target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


if sys.platform == "win32":

    def _flags(*, apart: bool) -> int:
        return subprocess.CREATE_NEW_PROCESS_GROUP if apart else 0

else:

    def _flags(*, apart: bool) -> int:
        return 0
