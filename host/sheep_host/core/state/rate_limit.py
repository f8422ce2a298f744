"""How fast somebody may ask: a bucket that fills with time, and words about it once a second."""

from typing import Literal

from sheep_host.core.state.limits import Limits
from sheep_host.core.state.values import Pace

Verdict = Literal["go", "tell", "silence"]


def fresh(limits: Limits, now: float) -> Pace:
    """Return the pace of somebody who has not asked yet."""
    return Pace(limits.requests_at_once, now)


def take(pace: Pace, a_second: float, at_once: float, limits: Limits, now: float) -> tuple[Pace, Verdict]:
    """Take one message out of the bucket, or say whether the sender is to be told that it is empty."""
    left = min(at_once, pace.left + max(0, now - pace.at) * a_second)
    if left >= 1:
        return Pace(left - 1, now, pace.told), "go"
    if now - pace.told >= limits.too_fast:
        return Pace(left, now, now), "tell"
    return Pace(left, now, pace.told), "silence"
