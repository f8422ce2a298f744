"""SIGINT, SIGTERM and SIGHUP end a client in order: the host is told, the terminal is restored."""

import asyncio
import contextlib
import signal
from collections.abc import Callable


def on_signals(end: Callable[[], None]) -> None:
    """Call `end` in the running loop at each of them; where the loop cannot, Python's own way stays."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, end)
