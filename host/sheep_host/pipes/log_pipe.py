"""The log on stderr, written by a thread: the host serves on while whoever reads the log stands still."""

import logging
import sys

from sheep_host.pipes.outbox import Outbox, standard

FORMAT = "%(asctime)s %(message)s"
LAST_WORDS = 1.0
"""Seconds that a reader of the log has to take the last lines."""


class LogPipe(logging.Handler):
    """Lines on stderr, as long as somebody takes them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(FORMAT))
        self._outbox = Outbox(standard(sys.stderr))

    def emit(self, record: logging.LogRecord) -> None:
        """Send a line off."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001 - a line with a mistake of ours in it ends nobody's game
            self.handleError(record)
        else:
            self._outbox.send(f"{line}\n".encode(errors="backslashreplace"))

    def close(self) -> None:
        """See the last lines out, or give up waiting for that."""
        self._outbox.close(LAST_WORDS)
        super().close()
