"""The standard streams of every program, from its start to its end: the same whoever started it, and how.

Python by itself writes at the very end what its streams still hold. Where that fails it says so in words of
its own and ends with status 120; and whether they hold anything is up to the user's PYTHONUNBUFFERED.
"""

import contextlib
import errno
import io
import os
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

FAILED = 1
"""The exit status where stdout cannot be written and nothing else went wrong."""


class UnwrittenError(OSError):
    """Stdout cannot be written. The stream itself raises it, so that it is told from all other errors."""

    @property
    def reader_gone(self) -> bool:
        """Whether it is the reader's doing: one who left the pipe, or closed the terminal's window."""
        if self.errno == errno.EIO:
            with contextlib.suppress(OSError):
                return stat.S_ISCHR(os.fstat(1).st_mode)
        return self.errno == errno.EPIPE or (sys.platform == "win32" and self.errno == errno.EINVAL)


def unwritten(what: str) -> str:
    """Say in English that stdout cannot be written."""
    return f"the output cannot be written ({what}); send it elsewhere"


def settled(program: str, main: Callable[[], int], words: Callable[[str], str] = unwritten) -> int:
    """Run a program and return its exit status; what it said is out by then, or given up.

    Where stdout cannot be written the status is not 0, and a line on stderr says so in `words`; not where
    the reader has gone, who knows it. `SystemExit` and what else `main` raises goes on to the caller.
    """
    open_closed()
    leaves = False
    error: UnwrittenError | None = None
    with _streams_of_ours():
        try:
            status = main()
        except UnwrittenError as caught:
            status, error = FAILED, caught
        except SystemExit as end:  # argparse's way
            status, leaves = _status(end), True
        error = error or _flushed(sys.stdout)
        if error is not None:
            status = status or FAILED
            if not error.reader_gone:
                say(f"{program}: {words(error.strerror or str(error))}\n")
    if leaves:
        raise SystemExit(status)
    return status


def say(text: str) -> None:
    """Write to stderr at once. Where that fails there is nobody to tell of it."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def open_closed() -> None:
    """Put the null device where a standard stream is closed.

    Else the next file or socket gets its number, and what is printed would be written there.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - as long as the program
            setattr(sys, name, null)


class _Descriptor(io.FileIO):
    """Stdout's, below the buffer."""

    def write(self, data: Any, /) -> int:
        """Write as much as the system takes at once; raise UnwrittenError."""
        try:
            return super().write(data)
        except OSError as error:
            raise UnwrittenError(error.errno, error.strerror) from None


@contextlib.contextmanager
def _streams_of_ours() -> Iterator[None]:
    """Let stdout be our own; at the end nothing is left in it or stderr for Python to write."""
    before, sys.stdout = sys.stdout, _ours(sys.stdout)
    hook, threading.excepthook = threading.excepthook, _quietly(threading.excepthook)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if _flushed(stream) is not None:
                _give_up(stream)
        sys.stdout, threading.excepthook = before, hook


def _ours(stream: TextIO) -> TextIO:
    """Return the same stream with our errors, and a buffer whatever the environment says.

    Without one the rest is lost where the system takes less at once. A test's own stream, or a console of
    Windows, stays what it is.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO:
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(_Descriptor(raw.fileno(), "wb", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering or stream.write_through,
    )


def _quietly(hook: Callable[[threading.ExceptHookArgs], Any]) -> Callable[[threading.ExceptHookArgs], Any]:
    """Let a thread end without a traceback where it cannot write: whoever writes next says it."""

    def end(args: threading.ExceptHookArgs) -> None:
        if not isinstance(args.exc_value, UnwrittenError):
            hook(args)

    return end


def _flushed(stream: TextIO) -> UnwrittenError | None:
    """Write what a stream holds; return why it cannot be written."""
    try:
        stream.flush()
    except OSError as error:
        return error if isinstance(error, UnwrittenError) else UnwrittenError(error.errno, error.strerror)
    except ValueError:  # somebody has closed it
        return None
    return None


def _give_up(stream: TextIO) -> None:
    """Let what a stream holds go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()


def _status(end: SystemExit) -> int:
    """Return the status that a program leaves with; a text is for stderr, as Python has it."""
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    say(f"{end.code}\n")
    return FAILED
