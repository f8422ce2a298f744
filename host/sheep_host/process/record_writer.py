"""A thread that writes the files of finished games, so that no table waits for the disk of another's end."""

import logging
import threading
from collections import deque
from pathlib import Path
from typing import Self

from sheep_host.core.state.effects import WriteRecord
from sheep_host.store.record_files import write_record

LOG = logging.getLogger("sheep_host")
WAITING = 64
"""Records that wait at most; with more the host itself writes, and is slowed down by it."""


class RecordWriter:
    """Writes one record after the other, in the order in which they came, a little later."""

    def __init__(self, data: Path, patience: float) -> None:
        """Begin; at the end what waits is written for at most `patience` seconds."""
        self._data = data
        self._patience = patience
        self._waiting: deque[WriteRecord] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="records", daemon=True)
        self._thread.start()

    def write(self, record: WriteRecord) -> None:
        """Let a record be written; at once where too many wait."""
        with self._changed:
            if len(self._waiting) < WAITING:
                self._waiting.append(record)
                self._changed.notify()
                return
        self._write(record)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Write what waits; what is not done in time the next start writes."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(self._patience)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                record = self._waiting.popleft()
            self._write(record)

    def _write(self, record: WriteRecord) -> None:
        """Write, or go on without the file: the store has the record, and the next start writes it."""
        try:
            write_record(self._data, record.table, record.campaign, record.lines)
        except OSError as error:
            LOG.error("a record could not be written: %s", error.strerror or error)  # noqa: TRY400
