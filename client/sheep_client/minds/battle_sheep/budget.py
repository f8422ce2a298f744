"""How much a search may do: a count of its work, with the clock as a guard that seldom has to act."""

from sheep_client.minds.mind import Time

DUEL_UNITS = 40_000
"""Estimates of a duel that fit into a second with room to spare, on one slow core."""
CROWD_UNITS = 60_000
"""The same for a crowd, divided by its seats."""

_LOOK = 32
"""Units between two looks at the clock."""


class SpentError(Exception):
    """The budget is used up: stop and use what is known."""


def units(seats: int, seconds: float) -> int:
    """Return the work for so many seconds."""
    return int(seconds * (DUEL_UNITS if seats == 2 else CROWD_UNITS / seats))


class Budget:
    """A count of units of work; `spend` raises `SpentError` when it, or the time, is used up."""

    __slots__ = ("_guard", "left", "time", "timed_out")

    def __init__(self, units: int, time: Time | None = None) -> None:
        self.left = units
        self.timed_out = False
        self.time = time
        self._guard = max(units - _LOOK, 0)

    def spend(self, units: int = 1) -> None:
        """Take units; raise `SpentError` when there are none or no time is left."""
        self.left -= units
        if self.left <= self._guard:
            self._guard = max(self.left - _LOOK, 0)
            self.check()

    def check(self) -> None:
        """Raise `SpentError` when nothing is left."""
        self.note_time()
        if self.left <= 0:
            raise SpentError

    def note_time(self) -> None:
        """Look at the clock."""
        if self.time is not None and self.time.left() <= 0:
            self.timed_out = True
            self.left = 0
