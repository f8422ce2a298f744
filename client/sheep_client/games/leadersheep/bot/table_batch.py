"""Many tables at once, a row each, as arrays: the rules of Leadersheep for simulation, fast.

Agrees with `sheep_common`'s rules (a test plays both). Chooses nothing and checks nothing: whoever
calls does what is legal. Seats and cards are arrays as long as the rows they are for.
"""

import numpy as np
from numpy.random import Generator

from .deck_arrays import MOST, Array, Chart
from .player_types import Players

HAND = 6
_ROWS = (
    *("hands", "size", "open", "pile", "top", "end", "trash", "used", "coming", "owner", "scores"),
    *("before", "lying", "blocked", "laid", "count", "starter", "leader", "latest"),
)
"""The arrays that have a row a table."""


class Tables:
    """Tables with one public past: the same seats, deck, round and option `trash`. Mutable.

    `hands` rows × seats × cards, of `size`. `open`: the sheep in play that no scandal bars a seat from.
    `pile` (from `top` to `end`) and `trash` (`used` of it) in order. `coming`: regions from `at` on, the
    one in play first, and `hidden` more behind those. `owner` of each region, -1 nobody. `before`: the
    scandals' colours before each seat in order, `lying` of them. `count` of promises, -1 before laying.
    """

    def __init__(self, chart: Chart, rows: int, seats: int, *, turn_over: bool, first: int = 0) -> None:
        cards = (chart.promises + chart.scandals) * chart.size
        lying = max(1, chart.scandals * chart.size)
        self.chart, self.rows, self.seats, self.turn_over = chart, rows, seats, turn_over
        self.at, self.hidden = 0, 0
        self.hands = np.zeros((rows, seats, 2 * chart.size), np.int16)
        self.size = np.zeros((rows, seats), np.int64)
        self.open = np.zeros((rows, seats), np.int32)
        self.pile = np.zeros((rows, cards), np.int16)
        self.trash = np.zeros((rows, cards), np.int16)
        self.top, self.end, self.used = (np.zeros(rows, np.int64) for _ in range(3))
        self.coming = np.zeros((rows, len(chart.regions)), np.int64)
        self.owner = np.full((rows, len(chart.regions) + 1), -1, np.int64)
        self.scores = np.zeros((rows, seats), np.int64)
        self.before = np.zeros((rows, seats, lying), np.int16)
        self.lying = np.zeros((rows, seats), np.int64)
        self.blocked = np.zeros((rows, seats, chart.size), bool)
        self.laid = np.zeros((rows, seats, chart.size), bool)
        self.count = np.full((rows, seats), -1, np.int64)
        self.starter = np.full(rows, first, np.int64)
        self.leader = np.full(rows, -1, np.int64)
        self.latest = np.full(rows, -1, np.int64)
        self.every = np.arange(rows)

    def repeated(self, times: int) -> "Tables":
        """Return new tables with each row `times` times, next to each other."""
        return self.chosen(np.repeat(self.every, times))

    def chosen(self, rows: Array) -> "Tables":
        """Return new tables with copies of some rows."""
        new = object.__new__(Tables)
        new.chart, new.seats, new.turn_over = self.chart, self.seats, self.turn_over
        new.at, new.hidden = self.at, self.hidden
        for name in _ROWS:
            setattr(new, name, getattr(self, name)[rows])
        new.rows = len(rows)
        new.every = np.arange(new.rows)
        return new

    def region(self, ahead: int = 0) -> Array:
        """Return the number of the region in play, or of one that lies behind it; the last: none."""
        if self.at + ahead >= self.coming.shape[1]:
            return np.full(self.rows, len(self.chart.regions))
        return self.coming[:, self.at + ahead]

    @property
    def left(self) -> int:
        """Regions still to be counted."""
        return self.coming.shape[1] - self.at + self.hidden

    def after(self, step: int) -> Array:
        """Return the seat `step` places from the starter."""
        return (self.starter + step) % self.seats

    def begin_round(self) -> None:
        """Find leader and starter (L3, L4), from the second round on."""
        top = self.scores.max(1, keepdims=True)
        leads = self.scores == top
        self.leader = np.where(leads.sum(1) == 1, leads.argmax(1), -1)
        self.starter = np.where(
            self.leader >= 0, self.leader, np.where(self.latest >= 0, self.latest, self.starter)
        )

    def draw(self, rng: Generator) -> None:
        """Let each seat draw up to 6 (L5); the trash is shuffled with `rng`, or turned over."""
        for step in range(self.seats):
            who = self.after(step)
            need = HAND - self.size[self.every, who]
            self._take(who, need)
            short = np.flatnonzero((need > self._took) & (self.used > 0))
            if len(short):
                need = need - self._took
                self._recycle(short, rng)
                self._take(who, need)

    def _take(self, who: Array, need: Array) -> None:
        took = np.clip(np.minimum(need, self.end - self.top), 0, None)
        for step in range(int(took.max(initial=0))):
            at = np.flatnonzero(took > step)
            self.hands[at, who[at], self.pile[at, self.top[at] + step]] += 1
        self.top += took
        self.size[self.every, who] += took
        self._took = took

    def _recycle(self, rows: Array, rng: Generator) -> None:
        cards, used = self.trash[rows], self.used[rows]
        if not self.turn_over:
            keys = rng.random(cards.shape)
            keys[np.arange(cards.shape[1]) >= used[:, None]] = 2.0
            cards = np.take_along_axis(cards, keys.argsort(1), 1)
        self.pile[rows], self.top[rows], self.end[rows] = cards, 0, used
        self.used[rows] = 0

    def move(self, at: Array, giver: Array, taker: Array, card: Array) -> None:
        """Give a card from hand to hand, in some rows."""
        self.hands[at, giver, card] -= 1
        self.hands[at, taker, card] += 1
        self.size[at, giver] -= 1
        self.size[at, taker] += 1

    def throw(self, at: Array, who: Array, colour: Array) -> None:
        """Take a scandal out of the thrower's hand; where it goes is said next."""
        self.hands[at, who, colour + self.chart.size] -= 1
        self.size[at, who] -= 1

    def lie(self, at: Array, target: Array, colour: Array) -> None:
        """Let a thrown scandal lie before its target."""
        self.before[at, target, self.lying[at, target]] = colour
        self.lying[at, target] += 1
        more = ~self.blocked[at, target, colour]
        self.open[at, target] -= self.chart.votes[self.region()[at], colour] * more
        self.blocked[at, target, colour] = True

    def trade(self, at: Array, target: Array, thrower: Array, colour: Array, region: Array) -> None:
        """Dodge a thrown scandal with a region (L8)."""
        sheep = self.chart.total[region]
        self.owner[at, region] = thrower
        self.scores[at, target] -= sheep
        self.scores[at, thrower] += sheep
        self.trash[at, self.used[at]] = colour + self.chart.size
        self.used[at] += 1

    def lay(self, at: Array, who: Array, promises: Array) -> None:
        """Lay promises face down, a row of colours each; none is a pass."""
        self.hands[at, who, : self.chart.size] -= promises
        self.laid[at, who] = promises
        count = promises.sum(1)
        self.count[at, who] = count
        self.size[at, who] -= count

    def votes(self) -> Array:
        """Return each seat's votes for the region in play, rows × seats."""
        sheep = self.chart.votes[self.region()]
        votes: Array = (self.laid * sheep[:, None, :]).sum(2)
        return votes

    def count_votes(self) -> Array:
        """Count, hand over the region, clear the table, move the row up (L12 to L14); return the winners."""
        place = (np.arange(self.seats) - self.starter[:, None]) % self.seats
        keys = np.where(self.count > 0, self.votes() * self.seats + place, -1)
        winner = np.where(keys.max(1) >= 0, keys.argmax(1), -1)
        won = np.flatnonzero(winner >= 0)
        region = self.region()[won]
        self.owner[won, region] = winner[won]
        self.scores[won, winner[won]] += self.chart.total[region]
        self.latest[won] = winner[won]
        self._clear(place)
        self.at += 1
        self.reopen()
        return winner

    def reopen(self) -> None:
        """Take all scandals away from before the seats."""
        self.lying[:] = 0
        self.blocked[:] = False
        self.open[:] = self.chart.total[self.region()][:, None]

    def _clear(self, place: Array) -> None:
        """Move the round's cards to the trash, in the order of L13."""
        size, most = self.chart.size, int(self.lying.max(initial=0))
        order = np.argsort(place, 1)[:, :, None]
        scandals = np.where(np.arange(most) < self.lying[:, :, None], self.before[:, :, :most] + size, -1)
        promises = np.where(self.laid, np.arange(size, dtype=np.int16), -1)
        cards = np.take_along_axis(np.concatenate([scandals, promises], 2), order, 1).reshape(self.rows, -1)
        there = cards >= 0
        at = self.used[:, None] + there.cumsum(1) - 1
        row, column = np.nonzero(there)
        self.trash[row, at[row, column]] = cards[row, column]
        self.used += there.sum(1)
        self.laid[:] = False
        self.count[:] = -1


# --- what a seat can hope for in the region in play -----------------------------------------------


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
