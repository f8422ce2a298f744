"""How many frames come of one connection, and what becomes of the next one. Pure."""

from typing import Literal

from sheep_host.bounds import Bounds

Verdict = Literal["heard", "unheard", "flood"]


class Flow:
    """The frames of one connection: a bucket that runs out with time."""

    __slots__ = ("_at", "_frames")

    def __init__(self) -> None:
        self._frames = 0.0
        self._at = 0.0

    def take(self, frames: int, now: float, bounds: Bounds) -> Verdict:
        """Count a message's frames; say whether it is looked at, or even ends its connection."""
        left = self._frames - bounds.frames_a_second * (now - self._at)
        self._frames, self._at = max(0.0, left) + frames, now
        if self._frames > bounds.flood:
            return "flood"
        return "unheard" if self._frames > bounds.frames_at_once else "heard"
