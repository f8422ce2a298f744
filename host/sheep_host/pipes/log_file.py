"""The log on disk, `DATA/log`: for the owner, bounded, readable by the owner of the data alone.

One file a process, since two cannot turn one over. What is logged is said elsewhere; never keys, actions
or views.
"""

import contextlib
import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import cast

FOLDER = "log"
SIZE = 512 * 1024
"""Bytes from which a file is put aside for a new one."""
OLD = 3
"""Files put aside that are kept."""
FORMAT = "%(asctime)s %(levelname)s %(message)s"


class LogFile(RotatingFileHandler):
    """Written as long as it can be: a full disk costs lines of the log, and nothing else."""

    def _open(self) -> TextIOWrapper:
        stream = open(  # noqa: SIM115 - the handler closes it
            self.baseFilename,
            self.mode,
            encoding=self.encoding,
            opener=lambda path, flags: os.open(path, flags, 0o600),
        )
        return cast("TextIOWrapper", stream)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Go on without the line."""


def begin(level: str | int, data: Path, name: str) -> None:
    """Let stderr have what is at a level or above it, and `DATA/log/NAME.log` all from INFO on.

    A record with a true `disk` is for the file alone.
    The data folder is there. Where nothing can be written to it, go on without a file.
    """
    for handler in logging.getLogger().handlers:
        handler.setLevel(level)
        handler.addFilter(lambda record: not getattr(record, "disk", False))
    ours = logging.getLogger("sheep_host")
    ours.setLevel(logging.INFO)
    try:
        (data / FOLDER).mkdir(mode=0o700, exist_ok=True)
        path = data / FOLDER / f"{name}.log"
        file = LogFile(path, maxBytes=SIZE, backupCount=OLD, encoding="utf-8", delay=True)
    except OSError:
        return
    file.setFormatter(logging.Formatter(FORMAT))
    ours.addHandler(file)


def end() -> None:
    """Log to the file no longer."""
    ours = logging.getLogger("sheep_host")
    for handler in [*ours.handlers]:
        if isinstance(handler, LogFile):
            ours.removeHandler(handler)
            with contextlib.suppress(OSError):  # its last line does not fit
                handler.close()
