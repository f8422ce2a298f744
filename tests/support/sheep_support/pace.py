"""How long tests wait: for conditions rather than times, and within bounds that a busy machine widens."""

import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SAMPLE = 0.01
"""Seconds of work by which it is seen how busy the machine is now."""
LOOKS = 0.02
"""Seconds between two looks at something that is to settle."""


def within(seconds: float) -> float:
    """Return a bound on a time: the seconds it takes at most, and more where the machine has other work."""
    return seconds * busy()


def busy() -> float:
    """Return how much longer work takes here than on an idle machine, 1 at least: now, or lately."""
    return max(1.0, _now(), _lately())


def settled(look: Callable[[], T], quiet: float = 0.3, patience: float = 30.0) -> T:
    """Wait until what is looked at has stayed the same for a while; return it, AssertionError if never."""
    end = time.monotonic() + patience
    value, since = look(), time.monotonic()
    while time.monotonic() - since < within(quiet):
        if time.monotonic() > end:
            raise AssertionError(f"it does not settle: {value}")
        time.sleep(LOOKS)
        now = look()
        if now != value:
            value, since = now, time.monotonic()
    return value


def _now() -> float:
    began, worked = time.perf_counter(), time.thread_time()
    while time.thread_time() - worked < SAMPLE:
        pass
    return (time.perf_counter() - began) / SAMPLE


if sys.platform == "win32":

    def _lately() -> float:
        return 1.0  # there is no such number

else:

    def _lately() -> float:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
