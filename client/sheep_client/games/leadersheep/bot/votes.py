"""What a seat can hope for in the region in play: its own best votes, and its chance against the rivals'."""

import numpy as np

from .deck_arrays import MOST, Array
from .player_types import Players
from .table_batch import Tables


def best_votes(tables: Tables, at: Array, who: Array, barred: Array | None = None) -> Array:
    """Return the most votes that a seat's hand can have in the region in play; with other colours barred."""
    chart = tables.chart
    barred = tables.blocked[at, who] if barred is None else barred
    can = (tables.hands[at, who, : chart.size] > 0) & ~barred
    votes = np.where(can, chart.votes[tables.region()[at]], 0)
    if chart.size > MOST:
        votes = np.partition(votes, chart.size - MOST, 1)[:, -MOST:]
    total: Array = votes.sum(1)
    return total


def win_chance(tables: Tables, players: Players, at: Array, who: Array, votes: Array) -> Array:
    """Return the chance that some votes win the region in play against rivals of unknown hands.

    A rival's votes lie around the sum of what it may hold, as far as no scandal bars it; whoever
    lays later wins a tie.
    """
    chart, seats = tables.chart, tables.seats
    most = chart.most[tables.region()[at]][:, None]
    count = tables.count[at]
    cards = tables.size[at] + np.maximum(count, 0)
    mean = np.minimum(tables.open[at] * chart.holds[cards] * players("expected", who)[:, None], most)
    starter = tables.starter[at][:, None]
    mine, place = (who[:, None] - starter) % seats, (np.arange(seats) - starter) % seats
    edge = np.where(place < mine, np.float32(0.5), np.float32(-0.5))
    scale = players("spread", who)[:, None] * most
    each = 1.0 / (1.0 + np.exp((mean - edge - votes[:, None].astype(np.float32)) / scale))
    each = np.where((place == mine) | (count == 0) | (cards == 0), np.float32(1), each)
    chance: Array = each.prod(1)
    return chance


def best_chance(tables: Tables, players: Players, at: Array, who: Array) -> Array:
    """Return the chance to win the region in play with all votes that a hand can have."""
    return win_chance(tables, players, at, who, best_votes(tables, at, who))
