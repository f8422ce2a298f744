"""How fast somebody may do something: a bucket of tokens that fills with time. Changes nothing."""

from typing import Literal, NamedTuple

import msgspec

from sheep_host.core.state.limits import Limits

Verdict = Literal["go", "tell", "silence"]


class Pace(msgspec.Struct, frozen=True):
    """How much is left of a bucket, as of when, and when its owner was last told that it is empty."""

    left: float
    at: float
    told: float = float("-inf")


class Rate(NamedTuple):
    """How fast a bucket fills, and how much it holds: so much may be done at once."""

    a_second: float
    at_once: float


def requests(limits: Limits) -> Rate:
    """Return how fast a session, or a connection without one, may send."""
    return Rate(limits.requests_a_second, limits.requests_at_once)


def chats(limits: Limits) -> Rate:
    """Return how fast a session may say something."""
    return Rate(limits.chats_a_second, limits.chats_at_once)


def guesses(limits: Limits) -> Rate:
    """Return how fast a key, or an address, may be wrong about a password."""
    return Rate(limits.guesses_a_second, limits.guesses_at_once)


def full(rate: Rate, now: float) -> Pace:
    """Return the pace of somebody who has done nothing yet."""
    return Pace(rate.at_once, now)


def refilled(pace: Pace, rate: Rate, now: float) -> Pace:
    """Return a pace with what time has added to it by now."""
    left = min(rate.at_once, pace.left + max(0, now - pace.at) * rate.a_second)
    return Pace(left, now, pace.told)


def spent(pace: Pace) -> Pace:
    """Return a pace with one token less."""
    return Pace(pace.left - 1, pace.at, pace.told)


def take(pace: Pace, rate: Rate, limits: Limits, now: float) -> tuple[Pace, Verdict]:
    """Take a token, or say whether its owner is to be told that there is none: once in a while."""
    pace = refilled(pace, rate, now)
    if pace.left >= 1:
        return spent(pace), "go"
    if now - pace.told >= limits.too_fast:
        return Pace(pace.left, now, now), "tell"
    return pace, "silence"
