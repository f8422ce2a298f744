"""What a process holds: memory, threads, open files. Linux; for tests and scripts alone."""

from pathlib import Path
from typing import NamedTuple

from sheep_host.supervisor import memory

MEGABYTE = 2**20


class Footprint(NamedTuple):
    """What a process holds at one moment."""

    megabytes: float
    threads: int
    files: int

    def __str__(self) -> str:
        return f"{self.megabytes:.1f} MB, {self.threads} threads, {self.files} files"


def of(pid: int) -> Footprint:
    """Return what a process holds now."""
    at = Path(f"/proc/{pid}")
    threads, files = (len([*(at / what).iterdir()]) for what in ("task", "fd"))
    return Footprint((memory.resident(pid) or 0) / MEGABYTE, threads, files)
