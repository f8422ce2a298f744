"""A position in the tree of `crowd`: its splits, and what was found behind each. Knows no estimate."""

from dataclasses import dataclass
from math import exp, sqrt

from .position import Split

CURIOSITY = 0.2
"""How much a split's looks weigh against what was found behind it."""
SHARPNESS = 12.0
"""How quickly looks fall off with the chance to win."""

Chances = list[float]
"""Of every seat, to win."""


@dataclass(slots=True)
class Node:
    """A position whose splits were looked at; made by `node`, the better-looking splits first."""

    seat: int
    splits: list[Split]
    statics: list[Chances]
    """Of each split: the chances by the estimate right after it."""
    looks: list[float]
    """Of each split: how likely it is the one to be played, by its estimate."""
    sums: list[Chances]
    """Of each split: the sums of the chances over its visits."""
    visits: list[int]
    children: list["Node | None"]
    sure: list[Chances | None]
    """Of each split: every seat's share of the win, where all behind it was seen to the end."""
    unsure: int
    """Of how many splits that is not known and may matter."""
    fall: float = 0.0
    """By how much the seat's chances were lower than right after the split, once others had answered."""
    fallen: int = 0
    """How many splits that is the sum of."""

    def mean(self, choice: int) -> float:
        """Return the seat's chance behind a split; of one not visited what is to be expected."""
        sure = self.sure[choice]
        if sure is not None:
            return sure[self.seat]
        visits = self.visits[choice]
        if visits:
            return self.sums[choice][self.seat] / visits
        return self.statics[choice][self.seat] - (self.fall / self.fallen if self.fallen else 0.0)

    def choice(self) -> int:
        """Choose where to look on: by what was found, and by looks as long as little was."""
        eager = CURIOSITY * sqrt(sum(self.visits) + 1)
        best, chosen = float("-inf"), 0
        for i, look in enumerate(self.looks):
            if self.sure[i] is None:
                value = self.mean(i) + eager * look / (1 + self.visits[i])
                if value > best:
                    best, chosen = value, i
        return chosen

    def note(self, choice: int, found: Chances, *, sure: bool) -> None:
        """Keep what was found behind a split; `sure`: it is known to be so."""
        if not self.visits[choice]:
            self.fall += self.statics[choice][self.seat] - found[self.seat]
            self.fallen += 1
        self.visits[choice] += 1
        self.sums[choice] = [a + b for a, b in zip(self.sums[choice], found, strict=True)]
        if sure:
            self.sure[choice] = found
            self.unsure = 0 if found[self.seat] == 1.0 else self.unsure - 1

    def surest(self, found: Chances) -> Chances:
        """Return what was found, or what is sure where the seat has more of that."""
        if self.unsure == len(self.sure):
            return found
        return max([found, *(each for each in self.sure if each)], key=lambda each: each[self.seat])

    def ranking(self) -> list[int]:
        """Return all splits: first the best of the one looked at most and those known; then by visits."""
        order = sorted(range(len(self.splits)), key=lambda i: (-self.visits[i], -self.mean(i)))
        known = [i for i in order if self.sure[i]]
        if known:
            open_ = [i for i in order if not self.sure[i]]
            best = max([*open_[:1], *known], key=self.mean)
            order.remove(best)
            order.insert(0, best)
        return order

    def outlook(self, choice: int) -> Chances:
        """Return every seat's chance behind a split."""
        sure, visits = self.sure[choice], self.visits[choice]
        if sure or not visits:
            return sure or self.statics[choice]
        return [each / visits for each in self.sums[choice]]


def node(seat: int, splits: list[Split], statics: list[Chances]) -> Node:
    """Make a node of the splits of whose turn it is and the chances right after each."""
    order = sorted(range(len(splits)), key=lambda i: -statics[i][seat])
    best = statics[order[0]][seat]
    looks = [exp(SHARPNESS * (statics[i][seat] - best)) for i in order]
    total = sum(looks)
    return Node(
        seat=seat,
        splits=[splits[i] for i in order],
        statics=[statics[i] for i in order],
        looks=[look / total for look in looks],
        sums=[[0.0] * len(statics[0]) for _ in order],
        visits=[0] * len(order),
        children=[None] * len(order),
        sure=[None] * len(order),
        unsure=len(order),
    )
