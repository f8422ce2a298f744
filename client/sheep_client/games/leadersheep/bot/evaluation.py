"""What a position is worth: each seat's chance to be President, judged without playing on."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from .deck_arrays import Array
from .heuristics import ladder
from .player_types import Players
from .table_batch import HAND, Tables


@dataclass(frozen=True, slots=True)
class Judgement:
    """The weights of the judgement, in sheep, fitted to games that instinct played against itself."""

    hand: float = 1.4
    """A sheep of what the promises in a hand are good for."""
    draw: float = 0.93
    """A card that will be drawn."""
    scandal: float = 0.7
    """A scandal in the hand."""
    lead: float = -1.4
    """Being the leader: two more cards, and the first target of all."""
    noise: float = 0.69
    """How uncertain the rest is: sheep for each root of the sum of squares of the regions left."""
    counted: int = 3
    """Up to how many regions left every way in which they may be won is counted."""
    skill: float = 0.15
    """What a sheep in hand or lead does there for the chance to win a region."""


def chances(tables: Tables, players: Players, judgement: Judgement) -> Array:
    """Return each seat's chance to win, rows × seats, right after a count."""
    if not tables.left:
        return _shares(tables.scores)
    hands = _hands(tables, players, judgement)
    if tables.left <= judgement.counted:
        return _every_way(tables, _softmax(judgement.skill * hands))
    return _softmax((tables.scores + hands) / (judgement.noise * _rest(tables)[:, None]))


def _shares(scores: Array) -> Array:
    """Return who wins with such scores, on the last axis; several share."""
    wins = scores == scores.max(-1, keepdims=True)
    shares: Array = wins / wins.sum(-1, keepdims=True)
    return shares


def _softmax(values: Array) -> Array:
    power = np.exp(values - values.max(1, keepdims=True))
    found: Array = power / power.sum(1, keepdims=True)
    return found


def _every_way(tables: Tables, luck: Array) -> Array:
    """Count every way in which the regions left may be won, each seat having its luck with each."""
    ways = _ways(tables.seats, tables.left)
    sheep = tables.chart.total[tables.coming[:, tables.at :]]
    gains = np.einsum("rn,wns->rws", sheep.astype(np.float32), ways)
    chance = np.einsum("rs,wns->rwn", luck, ways).prod(2)
    won = _shares(tables.scores[:, None, :] + gains)
    found: Array = (won * chance[:, :, None]).sum(1)
    return found


@lru_cache(maxsize=32)
def _ways(seats: int, regions: int) -> Array:
    """Return all ways in which regions may be won: ways × regions × seats, 1 for the winner."""
    return np.eye(seats, dtype=np.float32)[list(product(range(seats), repeat=regions))]


def _hands(tables: Tables, players: Players, judgement: Judgement) -> Array:
    """Return what hands and lead are worth, rows × seats."""
    size = tables.chart.size
    worth = np.zeros((tables.rows, tables.seats), np.float32)
    for seat in range(tables.seats):
        held = tables.hands[:, seat, :size]
        steps = ladder(tables, players, tables.every, np.full(tables.rows, seat), 0)
        for number, step in enumerate(steps):
            worth[:, seat] += (step * (held > number)).sum(1)
    worth *= judgement.hand
    worth += judgement.draw * np.maximum(HAND - tables.size, 0)
    worth += judgement.scandal * tables.hands[:, :, size:].sum(2)
    leads = tables.scores == tables.scores.max(1, keepdims=True)
    alone = leads.sum(1, keepdims=True) == 1
    found: Array = worth + judgement.lead * (leads & alone)
    return found


def _rest(tables: Tables) -> Array:
    """Return the root of the sum of squares of the regions left, a row."""
    total = tables.chart.total.astype(np.float32)
    known = [total[tables.region(ahead)] ** 2 for ahead in range(min(3, tables.left))]
    hidden = (tables.left - len(known)) * float((total[:-1] ** 2).mean())
    found: Array = np.sqrt(sum(known, np.zeros(tables.rows, np.float32)) + hidden)
    return found
