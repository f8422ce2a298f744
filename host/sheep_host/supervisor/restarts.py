"""When a process that died is started again, and when not any more. Starts nothing, has no clock."""

AT_ONCE = 5.0
"""Seconds of life below which a process is said to have died at once."""
DELAYS = (0.0, 0.2, 0.5, 1.0)
"""Seconds to wait after the first, second… death at once; after one more it is given up."""


class Restarts:
    """The deaths of one process, in a row."""

    def __init__(self) -> None:
        self._started = float("-inf")
        self._deaths = 0

    def started(self, now: float) -> None:
        """Note a start."""
        self._started = now

    def died(self, now: float) -> float | None:
        """Note a death; return when to start again, None to give up."""
        if now - self._started >= AT_ONCE:
            self._deaths = 0
        self._deaths += 1
        if self._deaths > len(DELAYS):
            return None
        return now + DELAYS[self._deaths - 1]
