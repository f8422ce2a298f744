"""Three or four seats: a tree that grows where it matters, each seat after its own chance to win.

Max^n: a position's value is one number a seat. There are no playouts: a leaf is worth its estimate.
"""

from dataclasses import dataclass, field
from math import exp

from .budget import Budget, SpentError
from .evaluation import Judge
from .position import OVER, Position, Split
from .split_estimates import Fan
from .tree import Chances, Node, node
from .two_seats import candidates

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
