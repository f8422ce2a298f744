"""A deck as numbers for the fast model: colours and regions by index, sheep as a matrix. Knows no table."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MOST = 3
"""Promises a seat may lay."""


@dataclass(frozen=True, eq=False)
class Chart:
    """A deck. Cards are numbers in canonical order: promises 0 to C-1, scandals C to 2C-1.

    `sheep` is regions × colours; `promises` and `scandals` are how many of each colour there are.
    """

    colours: tuple[str, ...]
    regions: tuple[str, ...]
    sheep: Array
    promises: int
    scandals: int

    @property
    def size(self) -> int:
        """The number of colours."""
        return len(self.colours)

    @cached_property
    def place(self) -> dict[str, int]:
        """The number of each card's text."""
        cards = [*self.colours, *(f"{colour}!" for colour in self.colours)]
        return {card: number for number, card in enumerate(cards)}

    @cached_property
    def region(self) -> dict[str, int]:
        """The number of each region's id; "" is the last, a region that is not there."""
        return {region: number for number, region in enumerate((*self.regions, ""))}

    @cached_property
    def votes(self) -> Array:
        """Sheep, regions × colours, with a last row of zeros for "no region"."""
        nothing = np.zeros((1, self.size), np.int32)
        return np.concatenate([self.sheep.astype(np.int32), nothing])

    @cached_property
    def total(self) -> Array:
        """All sheep of each region; 0 for "no region"."""
        total: Array = self.votes.sum(1)
        return total

    @cached_property
    def most(self) -> Array:
        """The most votes that can be had in each region; at least 1."""
        best = np.sort(self.votes, 1)[:, ::-1][:, :MOST].sum(1)
        most: Array = np.maximum(best, 1).astype(np.float32)
        return most

    @cached_property
    def use(self) -> Array:
        """What a promise is worth in each region, in sheep: its part of the votes, of the region's sheep."""
        worth: Array = self.votes * (self.total / self.most)[:, None]
        return worth.astype(np.float32)

    @cached_property
    def mean_use(self) -> Array:
        """The mean use of each colour over the deck's regions."""
        mean: Array = self.use[:-1].mean(0)
        return mean.astype(np.float32)

    @cached_property
    def mean(self) -> float:
        """What a card drawn is good for in some region on average; scandals for nothing."""
        return float(self.mean_use.mean()) * self.chance * self.size

    @cached_property
    def chance(self) -> float:
        """The chance that a card drawn is the promise of a given colour."""
        return self.promises / max(1, (self.promises + self.scandals) * self.size)

    @cached_property
    def holds(self) -> Array:
        """The chance that a hand of 0, 1, 2, … cards has the promise of a given colour."""
        cards = np.arange((self.promises + self.scandals) * self.size + 1)
        found: Array = 1.0 - (1.0 - self.chance) ** cards
        return found.astype(np.float32)
