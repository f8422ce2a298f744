"""Giving a terminal back as it was, whatever the client in it has done to it and however it ended."""

import contextlib
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def kept(*, there: bool) -> Iterator[None]:
    """Restore the terminal's modes at the end, where there is a terminal that has some."""
    if not there or sys.platform == "win32":
        yield
        return
    import termios

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
