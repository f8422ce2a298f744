"""Three or four seats: a tree that grows where it matters, each seat after its own chance to win.

Max^n: a position's value is one number a seat. There are no playouts: a leaf is worth its estimate.
"""

from dataclasses import dataclass, field
from math import exp, sqrt

from .budget import Budget, SpentError
from .duel import INFINITY, candidates
from .position import OVER, Position, Split
from .worth import Judge

CURIOSITY = 0.2
"""How much a split's looks weigh against what was found behind it."""
SHARPNESS = 12.0
"""How quickly looks fall off with the chance to win."""
HOPE = (0.8, 2.2)
"""How far an estimate is off, in pastures, on a full board, and how much more on an empty one."""


@dataclass(slots=True)
class Node:
    """A position of the tree: its splits, the better-looking first, and what was found behind each."""

    seat: int
    splits: list[Split]
    statics: list[list[float]]
    """Of each split: every seat's chances by the estimate right after it."""
    looks: list[float]
    """Of each split: how likely it is the one to be played, by its estimate."""
    sums: list[list[float]]
    """Of each split: the sums of every seat's chances over its visits."""
    visits: list[int]
    children: list["Node | None"]
    fall: float = 0.0
    """By how much the seat's chances were lower than right after the split, once others had answered."""
    fallen: int = 0
    """How many splits that is the sum of."""

    def mean(self, choice: int) -> float:
        """Return the seat's chance behind a split; of one not visited what is to be expected."""
        visits = self.visits[choice]
        if visits:
            return self.sums[choice][self.seat] / visits
        return self.statics[choice][self.seat] - (self.fall / self.fallen if self.fallen else 0.0)


@dataclass(slots=True)
class Crowd:
    """One search for the seat on turn. After `run`, `ranked` has splits by visits, with the chance to win."""

    position: Position
    budget: Budget
    judge: Judge
    ranked: list[tuple[float, Split]] = field(default_factory=list)
    outlook: list[float] = field(default_factory=list)
    """Every seat's chance after the best of them."""

    def run(self) -> None:
        """Grow the tree until the budget is spent; look at every split at least."""
        root = self._node(self.position.copy(), list(self.position.splits()))
        try:
            while len(root.splits) > 1:
                self.budget.spend()
                self._grow(root, self.position.copy())
        except SpentError:
            pass
        order = sorted(range(len(root.splits)), key=lambda i: (-root.visits[i], -root.mean(i)))
        self.ranked = [(root.mean(i), root.splits[i]) for i in order]
        best = order[0]
        visits = root.visits[best]
        self.outlook = [each / visits for each in root.sums[best]] if visits else root.statics[best]

    def _grow(self, node: Node, position: Position) -> list[float]:
        """Follow the most promising split to a new leaf; return every seat's chances there."""
        choice = _choice(node)
        position.split(node.splits[choice])
        child = node.children[choice]
        if position.turn == OVER:
            found = shares(position)
        elif child is None:
            child = node.children[choice] = self._leaf(position)
            found = child.statics[0]
        else:
            found = self._grow(child, position)
        if not node.visits[choice]:
            node.fall += node.statics[choice][node.seat] - found[node.seat]
            node.fallen += 1
        node.visits[choice] += 1
        node.sums[choice] = [a + b for a, b in zip(node.sums[choice], found, strict=True)]
        return found

    def _leaf(self, position: Position) -> Node:
        splits = list(candidates(position))
        self.budget.spend(len(splits))
        return self._node(position, splits)

    def _node(self, position: Position, splits: list[Split]) -> Node:
        seat = position.turn
        looked = []
        for split in splits:
            position.split(split)
            looked.append((self.chances(position), split))
            position.undo(split, seat)
        looked.sort(key=lambda pair: -pair[0][seat])
        best = looked[0][0][seat]
        looks = [exp(SHARPNESS * (chances[seat] - best)) for chances, _ in looked]
        total = sum(looks)
        return Node(
            seat=seat,
            splits=[split for _, split in looked],
            statics=[chances for chances, _ in looked],
            looks=[look / total for look in looks],
            sums=[[0.0] * position.seats for _ in looked],
            visits=[0] * len(looked),
            children=[None] * len(looked),
        )

    def chances(self, position: Position) -> list[float]:
        """Return every seat's chance to win, by the estimates."""
        if position.turn == OVER:
            return shares(position)
        estimates = self.judge.estimates(position)
        grid = position.grid
        doubt = HOPE[0] + HOPE[1] * position.free.bit_count() / grid.ground.bit_count()
        best = max(estimates)
        odds = [exp((each - best) / doubt) for each in estimates]
        total = sum(odds)
        return [each / total for each in odds]


def shares(position: Position) -> list[float]:
    """Return what each seat has won of a game that is over."""
    ends = [(own.bit_count(), position.herd(seat)) for seat, own in enumerate(position.own)]
    best = max(ends)
    winners = ends.count(best)
    return [(end == best) / winners for end in ends]


def _choice(node: Node) -> int:
    """Choose by what was found, and by looks as long as little was."""
    eager = CURIOSITY * sqrt(sum(node.visits) + 1)
    best, chosen = -INFINITY, 0
    for i, look in enumerate(node.looks):
        value = node.mean(i) + eager * look / (1 + node.visits[i])
        if value > best:
            best, chosen = value, i
    return chosen
