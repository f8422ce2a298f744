"""How much a search may do: a count of its work, with the clock as a guard that seldom has to act."""

from sheep_client.game_api.bot import TimeLimit

DUEL_UNITS = 40_000
"""Estimates of a duel that fit into a second with room to spare, on one slow core."""
CROWD_UNITS = 60_000
"""The same for a crowd, divided by its seats."""

_LOOK = 32
"""Units between two looks at the clock."""
CAUTION = 1.2
"""Work goes on only while there is time for a stretch so much longer than the longest between two looks."""
FORGIVING = 0.95
"""How much of that a look leaves: one hiccup of the machine is soon forgotten, steady load is not."""
CLOSING = 0.01
"""The part of the time that is kept for choosing and giving a reason."""


class SpentError(Exception):
    """The budget is used up: stop and use what is known."""


def units(seats: int, seconds: float) -> int:
    """Return the work for so many seconds."""
    return int(seconds * (DUEL_UNITS if seats == 2 else CROWD_UNITS / seats))


class Watch:
    """One thought's eye on the clock, shared by the budgets of its parts; `over`: the clock ended it.

    Where other programs want the core too, a stretch of work may take many times as long as its work: how
    long they take here and now is measured, and no stretch begins that might end too late.
    """

    __slots__ = ("_last", "_longest", "_time", "over")

    def __init__(self, time: TimeLimit) -> None:
        self._time = time
        self._last = time.deadline - time.seconds
        self._longest = 0.0
        self.over = False

    def look(self) -> bool:
        """Tell whether the time is up, or would be before the next look."""
        if self.over:
            return True
        time = self._time
        now = time.clock()
        self._longest = max(self._longest * FORGIVING, now - self._last)
        self._last = now
        if time.deadline - now <= CAUTION * self._longest + CLOSING * time.seconds:
            self.over = True
        return self.over


class Budget:
    """A count of units of work; `spend` raises `SpentError` when it, or the time, is used up."""

    __slots__ = ("_guard", "left", "time")

    def __init__(self, units: int, time: TimeLimit | Watch | None = None) -> None:
        self.left = units
        self.time = Watch(time) if isinstance(time, TimeLimit) else time
        self._guard = max(units - _LOOK, 0)

    @property
    def timed_out(self) -> bool:
        """Whether the clock ended the work."""
        return self.time is not None and self.time.over

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
        if self.time is not None and self.time.look():
            self.left = 0
