"""Pairs of games: one start, the same dice, the seats turned half way round; and when they are enough.

A pair's score is the part of its two games that the first level won, with all its seats together. What
the start decides falls out of it, so that an interval over pairs is the narrower one, and it is honest:
two games of a pair are not independent.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from .play import Result, Task

Z = 1.96
"""For intervals that hold in 95 of 100 cases."""
ERROR = 0.05
"""How often a sequential test may be wrong, in either direction."""
FEWEST = 8
"""Pairs before a sequential test may stop: a spread is not known from fewer."""
KINDS = ("both won", "better", "even", "worse", "both lost")


def seatings(levels: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Seat levels for a game: the last fills up; the second of a pair has the seats turned half way round."""
    seated = [*levels, *[levels[-1]] * (seats - len(levels))]
    turned = number // 2 + number % 2 * (seats // 2)
    return tuple(seated[(seat - turned) % seats] for seat in range(seats))


def tasks(levels: Sequence[str], seats: int, games: int, seed: int, **rest: Any) -> list[Task]:
    """Return the games; `rest` is what a `Task` has besides."""
    return [
        Task(
            number=number,
            dice=f"{seed}/{number // 2}",
            levels=seatings(levels, seats, number),
            **rest,
        )
        for number in range(games)
    ]


def share(result: Result, level: str) -> float:
    """Return the part of a game that a level won with all its seats."""
    return sum(won for won, each in zip(result.shares, result.levels, strict=True) if each == level)


def scores(results: Sequence[Result], level: str) -> list[float]:
    """Return the score of each whole pair."""
    pairs = zip(results[::2], results[1::2], strict=False)
    return [(share(a, level) + share(b, level)) / 2 for a, b in pairs]


def kind(score: float, fair: float) -> str:
    """Name what a pair's score is beside a fair share."""
    if score in (0.0, 1.0):
        return KINDS[0] if score else KINDS[-1]
    return KINDS[2] if abs(score - fair) < 1e-9 else KINDS[1] if score > fair else KINDS[3]


def spread(found: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance of scores, with one pair won and one lost added, each counted half.

    So no interval has the width 0, however few pairs there are and however alike.
    """
    number = len(found) + 1
    mean = (sum(found) + 0.5) / number
    squares = sum((each - mean) ** 2 for each in found) + ((1 - mean) ** 2 + mean**2) / 2
    return mean, squares / number


def interval(found: Sequence[float]) -> tuple[float, float]:
    """Return the interval of the mean score over pairs."""
    mean, variance = spread(found)
    reach = Z * sqrt(variance / max(1, len(found)))
    return max(0.0, mean - reach), min(1.0, mean + reach)


@dataclass(frozen=True, slots=True)
class Question:
    """A sequential test of whether a rate is rather `low` or `high` (Wald 1945, with the spread as found)."""

    low: float
    high: float

    def ratio(self, found: Sequence[float]) -> float:
        """Return the logarithm of how much likelier `high` makes the scores than `low`."""
        mean, variance = spread(found)
        return len(found) * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def answer(self, found: Sequence[float]) -> str:
        """Return `low`, `high`, or nothing while that is open."""
        bound = log((1 - ERROR) / ERROR)
        if len(found) < FEWEST or abs(ratio := self.ratio(found)) < bound:
            return ""
        return "high" if ratio > 0 else "low"


def summary(results: Sequence[Result], level: str, question: Question | None) -> dict[str, Any]:
    """Return what the pairs say of a level; without a whole pair, or without another level, nothing."""
    found = scores(results, level)
    if not found or set(results[0].levels) == {level}:
        return {}
    low, high = interval(found)
    fair = results[0].levels.count(level) / len(results[0].levels)
    kinds = Counter(kind(score, fair) for score in found)
    return {
        "level": level,
        "pairs": len(found),
        "fair": round(fair, 4),
        "rate": round(sum(found) / len(found), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        **{each: kinds[each] for each in KINDS},
        **ties(results, level),
        "answer": question.answer(found) if question else "",
    }


def ties(results: Sequence[Result], level: str) -> dict[str, Any]:
    """Count games whose top is tied in points between the level and another, and who won those."""
    tied, won, even = 0, 0.0, 0.0
    for result in results:
        best = max(result.points)
        top = [result.levels[seat] for seat, points in enumerate(result.points) if points == best]
        mine = top.count(level)
        if 0 < mine < len(top):
            tied += 1
            won += share(result, level)
            even += mine / len(top)
    return {"tied": tied, "tied_won": round(won, 2), "tied_even": round(even, 2)}
