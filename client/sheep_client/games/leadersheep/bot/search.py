"""Choosing by trial: the seat's actions are played out in many worlds, and the best on average is taken."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from sheep_client.game_api.bot import TimeLimit

from .deck_arrays import Array
from .evaluation import Judgement, chances
from .known import Source
from .player_types import Players
from .playout import go_on, play_on
from .worlds import draw_worlds

FINALISTS = 2
"""Actions that are compared to the end."""

CAUTION = 1.3
"""Another chunk is begun only when it fits into the time though it take so much longer than any before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How hard a level looks. Work is counted in rounds simulated: an action in a world, to one count."""

    phases: frozenset[str]
    """The phases in which it looks at all."""
    rate: int
    """Rounds for each second that it is given."""
    chunk: int
    """Rounds at a time; between chunks the clock is looked at."""
    finish: int
    """With so many regions left, or fewer, it plays to the end; else to the next count."""
    inferring: bool
    """Whether it draws likely hands from what others did, or any that are possible."""
    players: Players
    """What it takes the others for, and itself later on."""
    judgement: Judgement
    """How it judges the position at the end of a trial."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An action, the mean chance to win the game after it, and the chance to win the region in play."""

    action: str
    worth: float
    region: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, best first; `hurried`: the clock ended it."""

    tried: tuple[Tried, ...]
    hurried: bool


def search(source: Source, actions: Sequence[str], effort: Effort, time: TimeLimit, rng: Generator) -> Found:
    """Compare actions within an effort; the clock may only end it sooner.

    After each chunk the worse half of the actions is left; what remains is compared longer. It never
    stops because there is nothing to compare: an action without a choice takes as long as another (L11).
    """
    rounds = source.left if source.left <= effort.finish else 1
    work = max(effort.chunk, int(effort.rate * time.seconds))
    left, sums, worlds, done, longest = list(actions), np.zeros((2, len(actions))), 0, 0, 0.0
    while done < work and not (worlds and time.left() < CAUTION * longest):
        started = time.clock()
        number = max(4, effort.chunk // (len(left) * rounds))
        sums = sums + _chunk(source, left, number, rounds, effort, rng)
        worlds += number
        done += number * len(left) * rounds
        longest = max(longest, time.clock() - started)
        keep = np.sort(np.argsort(-sums[0], kind="stable")[: max(FINALISTS, (len(left) + 1) // 2)])
        left, sums = [left[at] for at in keep], sums[:, keep]
    order = np.argsort(-sums[0], kind="stable")
    worths, regions = (sums / worlds).tolist()
    return Found(tuple(Tried(left[at], worths[at], regions[at]) for at in order), done < work)


def _chunk(
    source: Source, actions: Sequence[str], worlds: int, rounds: int, effort: Effort, rng: Generator
) -> Array:
    """Return the sums over some worlds: chances to win, and regions won; 2 × actions."""
    tables = draw_worlds(source, worlds, rng, inferring=effort.inferring).repeated(len(actions))
    spot = go_on(source, tables, actions, effort.players)
    winner = play_on(tables, effort.players, rng, spot, rounds)
    wins = chances(tables, effort.players, effort.judgement)[:, source.seat]
    both = np.stack([wins, winner == source.seat])
    total: Array = both.reshape(2, worlds, len(actions)).sum(1)
    return total
