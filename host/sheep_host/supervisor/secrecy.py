"""Whether others on this machine can read what a host keeps: its key, all hands, the records."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sheep_common.net.keys import readable_by_others

MOST = 1000
"""Records that are looked at."""


def exposed(data: Path) -> Path | None:
    """Return a file of a data folder that other users of this machine can read; None where there is none."""
    return next(filter(readable_by_others, _files(data)), None)


def _files(data: Path) -> Iterator[Path]:
    yield from (data / name for name in ("host.key", "host.db", "host.db-wal"))
    yield from islice((data / "records").glob("*.jsonl"), MOST)
