"""What is logged while a screen is shown: lines in the middle of it would tear it apart. Knows no screen."""

import logging
import re
from collections import deque

from sheep_common.names import clean

from sheep_host.pipes.log_pipe import LogPipe

LOG = logging.getLogger("sheep_host")
HELD = 200
"""Lines of the log that are kept for the end."""
LONGEST = 400
"""Characters of a line of a child's."""
TIME = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ")
"""How children begin their lines."""


def log(line: bytes) -> None:
    """Log what a child wrote to stderr, under our own time; blank lines are none."""
    text = TIME.sub("", line.decode(errors="replace").rstrip())
    if text:
        LOG.error("%s", clean(text, LONGEST))


def handler(*, screen: bool) -> logging.Handler:
    """Return where the log goes: at once to stderr, or at the end, where a line would tear a screen apart."""
    plain = LogPipe()
    return Held(plain) if screen else plain


class Held(logging.Handler):
    """A log that is shown when the program ends: the newest lines, where there are many."""

    def __init__(self, target: logging.Handler) -> None:
        super().__init__()
        self._target = target
        self._kept: deque[logging.LogRecord] = deque(maxlen=HELD)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._kept.append(record)

    def close(self) -> None:
        """Show what was kept."""
        while self._kept:
            self._target.handle(self._kept.popleft())
        self._target.close()
        super().close()
