"""How much memory a process has, where the system says so in a file. Elsewhere nobody is asked."""

import os
import sys
from pathlib import Path

LIMIT = 768 * 1024 * 1024
"""Bytes at which a host process is ended and started again: far above what tables and people take."""


def resident(pid: int) -> int | None:
    """Return the bytes of memory that a process holds, None where the system does not say."""
    if sys.platform == "win32":
        return None
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
