"""What games say by themselves: rates with their intervals, Elo, points, seats, time. Plays nothing."""

from collections.abc import Iterable, Sequence
from math import log10, sqrt
from typing import Any

from .play import Result

Z = 1.96
"""For intervals that hold in 95 of 100 cases."""
_PRIOR = 0.5
"""Games that each level is taken to have won by luck, so that who won none has an Elo too."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the Wilson interval of a rate; a shared win counts as its share."""
    if not games:
        return 0.0, 1.0
    rate, shrink = wins / games, 1 + Z * Z / games
    middle = (rate + Z * Z / (2 * games)) / shrink
    reach = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games)) / shrink
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(results: Sequence[Result], levels: Sequence[str]) -> dict[str, float]:
    """Fit strengths to who won; the last level is 0.

    A seat wins with its strength's part of the table's (Luce; Bradley and Terry for two), found by the
    usual steps of minorization and maximization.
    """
    strength = dict.fromkeys(levels, 1.0)
    won = dict.fromkeys(levels, _PRIOR)
    for result in results:
        for level, share in zip(result.levels, result.shares, strict=True):
            won[level] += share
    for _ in range(200):
        weight = {level: _PRIOR * 2 / (strength[level] + 1.0) for level in levels}
        for result in results:
            table = sum(strength[level] for level in result.levels)
            for level in result.levels:
                weight[level] += 1 / table
        strength = {level: won[level] / weight[level] for level in levels}
    zero = strength[levels[-1]]
    return {level: 400 * log10(strength[level] / zero) for level in levels}


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value below which a part of the values lies; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def summary(results: Sequence[Result], levels: Sequence[str]) -> dict[str, Any]:
    """Return what the arena prints, by level and by seat; three seats of a level count a game thrice."""
    names = list(dict.fromkeys(levels))
    ratings = elo(results, names)
    return {
        "levels": {name: _level(results, name) | {"elo": round(ratings[name])} for name in names},
        "seats": [
            {"seat": seat, **_rate([result.shares[seat] for result in results])}
            for seat in range(len(results[0].levels) if results else 0)
        ],
        "hurried": sum(result.hurried for result in results),
    }


def _level(results: Sequence[Result], name: str) -> dict[str, float]:
    played = [
        (result, seat) for result in results for seat, level in enumerate(result.levels) if level == name
    ]
    times = [ms for result, seat in played for ms in result.thinking[seat]]
    points = [result.points[seat] for result, seat in played]
    return {
        **_rate([result.shares[seat] for result, seat in played]),
        "points": round(sum(points) / max(1, len(points)), 2),
        "ms_p50": round(quantile(times, 0.5), 1),
        "ms_p99": round(quantile(times, 0.99), 1),
    }


def _rate(shares: Iterable[float]) -> dict[str, float]:
    each = list(shares)
    wins = sum(each)
    low, high = wilson(wins, len(each))
    return {
        "games": len(each),
        "wins": round(wins, 2),
        "rate": round(wins / max(1, len(each)), 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }
