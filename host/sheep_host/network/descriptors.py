"""How many descriptors this process may have. Opens none."""

import contextlib
import sys

SPARE = 128
"""Descriptors for everything that is no player's connection."""
WANTED = 4096


def connections(wanted: int) -> int:
    """Let the process have as many descriptors as it may; return how many connections that bears.

    One connection too many and libzmq's thread spins on `accept`.
    """
    if sys.platform == "win32":  # no such bound
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else max(16, min(wanted, soft - SPARE))
