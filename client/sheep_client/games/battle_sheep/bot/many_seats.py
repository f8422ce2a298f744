"""Three or four seats: a tree that grows where it matters, each seat after its own chance to win.

Max^n: a position's value is one number a seat. There are no playouts: a leaf is worth its estimate.
"""

from dataclasses import dataclass, field
from math import exp, sqrt

from .budget import Budget, SpentError
from .evaluation import Judge
from .position import OVER, Position, Split
from .split_estimates import Fan
from .two_seats import candidates

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


# --- the search -----------------------------------------------------------------------------------


HOPE = (0.8, 2.2)
"""How far an estimate is off, in pastures, on a full board, and how much more on an empty one."""


@dataclass(slots=True)
class Crowd:
    """One search for the seat on turn. After `run`, `ranked` has all splits, and each one's chance to win.

    `solves`: it keeps apart what was seen to the end, goes there no more, and stops when that is all.
    """

    position: Position
    budget: Budget
    judge: Judge
    solves: bool = False
    ranked: list[tuple[float, Split]] = field(default_factory=list)
    outlook: Chances = field(default_factory=list)
    """Every seat's chance after the best of them."""

    def run(self) -> None:
        """Grow the tree until the budget is spent; look at every split at least."""
        root = self._node(self.position.copy(), list(self.position.splits()))
        try:
            while len(root.splits) > 1 and root.unsure:
                self.budget.spend()
                self._grow(root, self.position.copy())
        except SpentError:
            pass
        order = root.ranking()
        self.ranked = [(root.mean(i), root.splits[i]) for i in order]
        self.outlook = root.outlook(order[0])

    def _grow(self, at: Node, position: Position) -> Chances:
        """Follow the most promising split to a new leaf; return every seat's chances there."""
        choice = at.choice()
        position.split(at.splits[choice])
        child = at.children[choice]
        sure = False
        if position.turn == OVER:
            found, sure = shares(position), True
        elif child is None:
            child = at.children[choice] = self._leaf(position)
            found = child.statics[0]
        else:
            found = self._grow(child, position)
            sure = not child.unsure
        at.note(choice, found, sure=sure and self.solves)
        return at.surest(found) if self.solves else found

    def _leaf(self, position: Position) -> Node:
        splits = list(candidates(position))
        self.budget.spend(len(splits))
        return self._node(position, splits)

    def _node(self, position: Position, splits: list[Split]) -> Node:
        """Look at splits: every seat's chances after each, by the estimates."""
        seat, grid = position.turn, position.grid
        doubt = HOPE[0] + HOPE[1] * (position.free.bit_count() - 1) / grid.ground.bit_count()
        statics = []
        for split, (turn, estimates) in zip(splits, Fan(self.judge, position).estimates(splits), strict=True):
            if turn == OVER:
                position.split(split)
                statics.append(shares(position))
                position.undo(split, seat)
            else:
                statics.append(chances(estimates, doubt))
        return node(seat, splits, statics)


def chances(estimates: list[float], doubt: float) -> Chances:
    """Return every seat's chance to win, by what each can expect and how far that may be off."""
    best = max(estimates)
    odds = [exp((each - best) / doubt) for each in estimates]
    total = sum(odds)
    return [each / total for each in odds]


def shares(position: Position) -> Chances:
    """Return what each seat has won of a game that is over."""
    ends = [(own.bit_count(), position.herd(seat)) for seat, own in enumerate(position.own)]
    best = max(ends)
    winners = ends.count(best)
    return [(end == best) / winners for end in ends]
