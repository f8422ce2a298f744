"""Worlds: what may lie where a seat cannot see, drawn at random, true to all that it has seen."""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from .beliefs import Weights
from .deck_arrays import MOST, Array
from .known import Source, in_sight
from .table_batch import Tables

NEVER = 1e12
SLOWEST = 1e-9

EAGER = 20.0
"""How much likelier, against any other, the colour with most sheep is among promises face down."""

PLAYED = (0.3, 0.8)
"""How likely a seat has laid a promise that it is known to hold: without sheep in the region, and with."""

UNLAID = 0.45
"""How likely a seat holds, against chance, a colour with more sheep than one that it laid."""


def draw_worlds(source: Source, rows: int, rng: Generator, *, inferring: bool = True) -> Tables:
    """Draw worlds in which all that the seat has seen is so.

    Without `inferring`, only what is certain counts, and no likelihood.
    """
    tables = in_sight(source, rows)
    tables.coming = np.concatenate([tables.coming, _hidden_regions(source, rows, rng)], 1)
    tables.hidden = 0
    others = [seat for seat in range(source.seats) if seat != source.seat]
    if others:  # by turns, since who is dealt to first gets the likeliest cards
        turn = int(rng.integers(len(others)))
        others = others[turn:] + others[:turn]
    dealer = _Dealer(source, tables, rng, inferring)
    for deal in (dealer.stuck, dealer.laid, dealer.kept, dealer.drawn):
        for seat in others:
            deal(seat)
    dealer.pile()
    return tables


def _hidden_regions(source: Source, rows: int, rng: Generator) -> Array:
    """Draw the order of the regions that nobody has seen."""
    view, region = source.view, source.chart.region
    seen = {r for regions in view["regions"] for r in regions} | set(view["row"]) | set(source.memory.gone)
    hidden = [region[r] for r in source.chart.regions if r not in seen]
    order = rng.permuted(np.tile(np.array(hidden, np.int64), (rows, 1)), axis=1)
    return order[:, : view["pile"]]


class _Dealer:
    """Deals the cards of the pool by races: the first go to a hand, and likely ones run faster."""

    def __init__(self, source: Source, tables: Tables, rng: Generator, inferring: bool) -> None:
        self.source, self.tables, self.rng, self.inferring = source, tables, rng, inferring
        self.race = rng.exponential(size=(tables.rows, len(source.pool)))
        self.free = np.ones(self.race.shape, bool)
        view, others = source.view, source.memory.others
        self.need = [hand - len(belief.known) for hand, belief in zip(view["hands"], others, strict=True)]
        self.after: list[Array | None] = [None] * source.seats
        """Likelihoods of cards by what was laid, rows × cards."""

    def stuck(self, seat: int) -> None:
        """Deal cards that could not be promised to a seat that passed, as many as it still has."""
        belief, place = self.source.memory.others[seat], self.source.chart.place
        if belief.stuck is None:
            return
        elsewhere = sum(map(belief.stuck.may_be, belief.known)) + (self.source.view["laid"][seat] or 0)
        number = min(belief.stuck.count - elsewhere, self.need[seat])
        speed = self._speeds({card: 0.0 for card in place if not belief.stuck.may_be(card)})
        self._deal(seat, speed, number)

    def laid(self, seat: int) -> None:
        """Draw what lies face down before a seat: promises of different colours, none of them barred."""
        source, tables = self.source, self.tables
        number = source.view["laid"][seat]
        if not number:
            return
        sheep = source.chart.votes[source.chart.region[source.view["row"][0]]]
        barred = tables.blocked[0, seat]
        for card in self._shown(seat, sheep, barred)[:number]:
            tables.hands[:, seat, card] -= 1
            tables.laid[:, seat, card] = True
            self.need[seat] += 1
        eager = 1 + (EAGER - 1) * self.inferring * sheep / max(1, int(sheep.max()))
        for _ in range(number - int(tables.laid[0, seat].sum())):
            can = ~(tables.laid[:, seat] | barred) * eager
            speed = np.concatenate([can, np.zeros(can.shape)], 1)
            found = self.source.pool[self._first(speed, 1)[:, 0]]
            tables.laid[tables.every, seat, found % source.chart.size] = True
        if self.inferring:
            self.after[seat] = self._unlaid(seat, sheep, barred)

    def _shown(self, seat: int, sheep: Array, barred: Array) -> list[int]:
        """Choose the cards known to be a seat's that it laid, for all worlds alike."""
        place, size = self.source.chart.place, self.source.chart.size
        cards = {place[card] for card in self.source.memory.others[seat].known}
        can = sorted((c for c in cards if c < size and not barred[c]), key=lambda c: (-sheep[c], c))
        shown = [card for card in can if self.rng.random() < PLAYED[int(sheep[card] > 0)]]
        # More cards are known than are left in the hand: so many of them at least were laid.
        rest = [card for card in can if card not in shown]
        return rest[: max(0, -self.need[seat] - len(shown))] + shown

    def _unlaid(self, seat: int, sheep: Array, barred: Array) -> Array:
        laid = self.tables.laid[:, seat]
        full = laid.sum(1) == MOST
        least = np.where(laid, sheep, 1 << 20).min(1) * full
        missed = (sheep > least[:, None]) & ~laid & ~barred
        return np.concatenate([np.where(missed, UNLAID, 1.0), np.ones(missed.shape)], 1)

    def kept(self, seat: int) -> None:
        """Deal what a seat has had in its hand since the last count."""
        belief = self.source.memory.others[seat]
        if self.inferring:
            self._deal(seat, self._speeds(belief.old, self.after[seat]), min(self.need[seat], belief.kept))

    def drawn(self, seat: int) -> None:
        """Deal the rest of a seat's hand."""
        belief = self.source.memory.others[seat]
        speed = self._speeds(belief.new, self.after[seat]) if self.inferring else None
        self._deal(seat, speed, self.need[seat])

    def pile(self) -> None:
        """Put what is left into the draw pile; a pile that is known lies as it does."""
        place, pile, draw = self.source.chart.place, self.source.memory.pile, self.source.view["draw"]
        if pile is not None and len(pile) == draw:
            cards = np.array([place[card] for card in pile], np.int64)[None, :]
        else:
            cards = self.source.pool[np.where(self.free, self.race, NEVER).argsort(1)[:, :draw]]
        self.tables.pile[:, : cards.shape[1]] = cards
        self.tables.end[:] = cards.shape[1]

    def _speeds(self, weights: Weights | Mapping[str, float], also: Array | None = None) -> Array | None:
        """Return likelihoods as speeds, rows (or 1) × cards; None where all are alike."""
        if not weights:
            return also
        found = np.ones((1, 2 * self.source.chart.size))
        for card, weight in weights.items():
            found[0, self.source.chart.place[card]] = weight
        return found if also is None else found * also

    def _deal(self, seat: int, speed: Array | None, count: int) -> None:
        if count > 0:
            cards = self.source.pool[self._first(speed, count)]
            np.add.at(self.tables.hands, (self.tables.every[:, None], np.array(seat), cards), 1)
            self.need[seat] -= count

    def _first(self, speed: Array | None, count: int) -> Array:
        """Return the places in the pool of the first cards in a race, rows × count, and take them out."""
        pace = np.ones(1) if speed is None else np.maximum(speed[:, self.source.pool], SLOWEST)
        times = np.where(self.free, self.race / pace, NEVER * 10)
        first: Array = np.argpartition(times, count - 1, 1)[:, :count]
        np.put_along_axis(self.free, first, False, 1)
        # Who is still on the way runs on from here, so that each race is as random as the first.
        self.race -= np.take_along_axis(times, first, 1).max(1, keepdims=True) * pace
        return first
