"""Three or four seats: a tree that grows where it matters, each seat after its own chance to win.

Max^n: a position's value is one number a seat. There are no playouts: a leaf is worth its estimate.
"""

from dataclasses import dataclass, field
from math import exp, sqrt

from .budget import Budget, SpentError
from .duel import candidates
from .position import OVER, Position, Split
from .worth import Judge

CURIOSITY = 0.35
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
    looks: list[float]
    chances: list[list[float]]
    """Of each split: the sums of every seat's chances over its visits."""
    visits: list[int]
    children: list["Node | None"]


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
        order = sorted(range(len(root.splits)), key=lambda i: (-root.visits[i], -_mean(root, i, root.seat)))
        self.ranked = [(_mean(root, i, root.seat), root.splits[i]) for i in order]
        self.outlook = [sums / root.visits[order[0]] for sums in root.chances[order[0]]]

    def _grow(self, node: Node, position: Position) -> list[float]:
        """Follow the most promising split to a new leaf; return every seat's chances there."""
        choice = _choice(node)
        position.split(node.splits[choice])
        child = node.children[choice]
        if position.turn == OVER:
            found = shares(position)
        elif child is None:
            child = node.children[choice] = self._leaf(position)
            found = [each / child.visits[0] for each in child.chances[0]]
        else:
            found = self._grow(child, position)
        sums = node.chances[choice]
        for seat, each in enumerate(found):
            sums[seat] += each
        node.visits[choice] += 1
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
            looks=[look / total for look in looks],
            chances=[chances for chances, _ in looked],
            visits=[1] * len(looked),
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


def _mean(node: Node, choice: int, seat: int) -> float:
    return node.chances[choice][seat] / node.visits[choice]


def _choice(node: Node) -> int:
    """Choose by what was found, and by looks as long as little was."""
    seat, visits = node.seat, node.visits
    eager = CURIOSITY * sqrt(sum(visits))
    best, chosen = -1.0, 0
    for i, look in enumerate(node.looks):
        value = node.chances[i][seat] / visits[i] + eager * look / (1 + visits[i])
        if value > best:
            best, chosen = value, i
    return chosen
