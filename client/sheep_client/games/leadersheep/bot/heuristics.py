"""What a sensible player does at once, for many tables at a time: the policy of simulations and of `normal`.

Each function decides for one seat in each of some rows, and uses of that row only what the seat sees:
its own hand and what is public. It changes nothing.
"""

from collections.abc import Callable

import numpy as np

from .deck_arrays import MOST, Array
from .known import Source, in_sight
from .player_types import Players
from .table_batch import Tables, best_chance, best_votes, win_chance

NEVER = np.float32(-1e6)


def ladder(
    tables: Tables, players: Players, at: Array, who: Array, ahead: int = 1
) -> tuple[Array, Array, Array]:
    """Return the worth of a first, second and third promise of each colour kept, each rows × colours.

    `ahead` is where the next region lies in the row: 0 between a count and the next round.
    """
    chart = tables.chart
    one = players("next_use", who)[:, None] * chart.use[tables.region(ahead)[at]]
    two = players("second_use", who)[:, None] * chart.use[tables.region(ahead + 1)[at]]
    later = np.float32(tables.left > ahead + 2) * chart.mean_use
    three = players("later_use", who)[:, None] * later
    high, low = np.maximum(one, two), np.minimum(one, two)
    middle = np.minimum(high, three)
    return np.maximum(high, three), np.maximum(low, middle), np.minimum(low, middle)


def keep_values(tables: Tables, players: Players, at: Array, who: Array) -> Array:
    """Return what laying one more promise of each colour loses for later rounds: rows × colours."""
    first, second, third = ladder(tables, players, at, who)
    held = tables.hands[at, who, : tables.chart.size]
    return np.where(held < 2, first, np.where(held == 2, second, np.where(held == 3, third, 0)))


def keys(tables: Tables, players: Players, at: Array, who: Array) -> Array:
    """Return how gladly a seat lays a promise of each colour; `NEVER` where it cannot."""
    chart = tables.chart
    can = (tables.hands[at, who, : chart.size] > 0) & ~tables.blocked[at, who]
    hot = best_chance(tables, players, at, who) >= players("hope", who)
    weight = np.where(hot, players("contest", who), players("hopeless", who))
    gain = weight[:, None] * chart.use[tables.region()[at]]
    fresh = players("fresh", who) * np.float32(chart.mean * (tables.left > 1))
    return np.where(can, gain - keep_values(tables, players, at, who) + fresh[:, None], NEVER)


def lay(tables: Tables, players: Players, at: Array, who: Array) -> Array:
    """Choose the promises to lay: rows × colours; nothing where nothing can be."""
    glad = keys(tables, players, at, who)
    wanted = np.zeros(glad.shape, bool)
    row = np.arange(len(at))
    for turn in range(min(MOST, glad.shape[1])):
        best = glad.argmax(1)
        key = glad[row, best]
        wanted[row, best] |= (key > 0) if turn else (key > NEVER)
        glad[row, best] = NEVER
    return wanted


def throw(tables: Tables, players: Players, at: Array, who: Array) -> tuple[Array, Array, Array]:
    """Choose a scandal and its target: whether to throw at all, the colour, the target; a value each row."""
    chart, seats = tables.chart, tables.seats
    threat = _threats(tables, players, at, who) * chart.holds[tables.size[at]]
    use = chart.use[tables.region()[at]]
    gain = use[:, :, None] * threat[:, None, :] * ~tables.blocked[at].transpose(0, 2, 1)
    later = np.maximum(chart.use[tables.region(1)[at]], chart.use[tables.region(2)[at]])
    fresh = players("block_fresh", who) * np.float32(tables.left > 1)
    gain += fresh[:, None, None] - (players("block_hold", who)[:, None] * later)[:, :, None]
    gain += (
        np.float32(0.01) * _places(tables, at)[:, None, :]
    )  # the later wins ties, so it is the worse rival
    gain = np.where(tables.hands[at, who, chart.size :, None] > 0, gain, NEVER)
    gain[np.arange(len(at)), :, who] = NEVER
    flat = gain.reshape(len(at), -1)
    best = flat.argmax(1)
    does: Array = flat[np.arange(len(at)), best] > 0
    return does, best // seats, best % seats


def _threats(tables: Tables, players: Players, at: Array, who: Array) -> Array:
    """Return how much each seat should be hindered: rows × seats."""
    scores = tables.scores[at].astype(np.float32)
    worth = np.maximum(tables.chart.total[tables.region()[at]], 1).astype(np.float32)
    ahead = np.clip((scores - scores.mean(1, keepdims=True)) / worth[:, None], 0, 2)
    own = players("block_own", who) * best_chance(tables, players, at, who)
    threats: Array = own[:, None] + players("block_lead", who)[:, None] * ahead
    return threats


def _places(tables: Tables, at: Array) -> Array:
    """Return how many act before each seat: rows × seats."""
    places: Array = (np.arange(tables.seats) - tables.starter[at][:, None]) % tables.seats
    return places


def dodge(tables: Tables, players: Players, at: Array, who: Array, colour: Array) -> Array:
    """Choose the region to trade for a scandal, or -1 to accept."""
    chart = tables.chart
    barred = tables.blocked[at, who]
    barred[np.arange(len(at)), colour] = True
    hurt = win_chance(tables, players, at, who, best_votes(tables, at, who, barred))
    gain = (best_chance(tables, players, at, who) - hurt) * chart.total[tables.region()[at]]
    price = np.where(tables.owner[at] == who[:, None], chart.total, 1 << 20)
    cheapest = price.argmin(1)
    cost = players("dodge", who) * price[np.arange(len(at)), cheapest]
    return np.where(gain > cost, cheapest, -1)


def ask(tables: Tables, at: Array, who: Array) -> Array:
    """Choose whom the leader asks: the richest rival that has two cards to give."""
    cards = np.minimum(tables.size[at], 2)
    liking = (cards * 10_000 + tables.scores[at]) * tables.seats + _places(tables, at)
    liking[np.arange(len(at)), who] = -1
    asked: Array = liking.argmax(1)
    return asked


def card_values(tables: Tables, players: Players, at: Array, who: Array) -> Array:
    """Return what each card in a hand is worth to its seat, rows × cards; most where there is none."""
    chart = tables.chart
    hand = tables.hands[at, who]
    chance = best_chance(tables, players, at, who) * players("contest", who)
    gain = chance[:, None] * chart.use[tables.region()[at]]
    keep = keep_values(tables, players, at, who)
    spare = hand[:, : chart.size] > 1
    promises = np.where(spare, keep + np.float32(0.1) * gain, np.maximum(keep, gain))
    scandals = np.broadcast_to(players("scandal", who)[:, None], promises.shape)
    return np.where(hand > 0, np.concatenate([promises, scandals], 1), -NEVER)


# --- the level `normal`: what they say for one view, as an action of the table --------------------


_HERE = np.zeros(1, np.int64)


def habit(source: Source, players: Players) -> str:
    """Return the action that a sensible player takes at once."""
    tables = in_sight(source, 1)
    return _HABITS[source.view["phase"]](source, tables, players)


def _ask(source: Source, tables: Tables, _players: Players) -> str:
    return f"ask {ask(tables, _HERE, _me(source))[0]}"


def _give(source: Source, tables: Tables, players: Players) -> str:
    cards = []
    for _ in range(min(2, len(source.view["hand"]))):
        card = int(card_values(tables, players, _HERE, _me(source)).argmin(1)[0])
        tables.hands[0, source.seat, card] -= 1
        cards.append(card)
    names = list(source.chart.place)
    return " ".join(["give", *(names[card] for card in sorted(cards))])


def _throw(source: Source, tables: Tables, players: Players) -> str:
    does, colour, target = throw(tables, players, _HERE, _me(source))
    return f"scandal {source.chart.colours[colour[0]]} {target[0]}" if does[0] else "done"


def _answer(source: Source, tables: Tables, players: Players) -> str:
    colour = np.array([source.chart.place[source.view["pending"]["colour"]]])
    region = int(dodge(tables, players, _HERE, _me(source), colour)[0])
    return "accept" if region < 0 else f"trade {source.chart.regions[region]}"


def _lay(source: Source, tables: Tables, players: Players) -> str:
    chosen = lay(tables, players, _HERE, _me(source))[0]
    colours = [colour for colour, laid in zip(source.chart.colours, chosen, strict=True) if laid]
    return " ".join(["promise", *colours]) if colours else "pass"


def _me(source: Source) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([source.seat])


_HABITS: dict[str, Callable[[Source, Tables, Players], str]] = {
    "gift-ask": _ask,
    "gift-give": _give,
    "scandals": _throw,
    "answer": _answer,
    "promises": _lay,
}
