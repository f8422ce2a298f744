"""Two seats: alpha-beta, deeper and deeper, over the better-looking splits. Ends it can solve it solves."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from .budget import Budget, SpentError
from .endgame import SURE, Filler, apart, longest
from .evaluation import Leads
from .grid import bits
from .position import OVER, Position, Split

INFINITY = 1e9
HAIR = 1e-3
"""The width of a null window: leads that differ by less count as equal."""
HERD = 0.01
"""What a pasture of the largest herd counts where the pastures are equal."""
LATE = 14
"""From how few free pastures on it pays to look whether the seats have parted."""
PUZZLE = 300
"""Units for one puzzle of an ending inside the search."""

PROOF = 12
"""From how few splits to come on it is tried to search everything to the end."""
EVERY = 10**6

EXACT, AT_LEAST, AT_MOST = range(3)

Ranked = list[tuple[float, Split]]


@dataclass(slots=True)
class Duel:
    """One search for the seat on turn; `width` is how many splits are looked into below the root.

    After `run`, `ranked` has the splits with their values, the best first: only the first value is more
    than a bound. `depth` is how deep it looked.
    """

    position: Position
    budget: Budget
    leads: Leads
    width: int = 10
    full: bool = False
    ranked: Ranked = field(default_factory=list)
    depth: int = 1
    _known: dict[int, tuple[int, int, float, Split | None]] = field(default_factory=dict)
    _fillers: tuple[Filler, Filler] = field(default_factory=lambda: (Filler(0), Filler(1)))

    def run(self) -> None:
        """Search as deep as the budget allows, at least every split once."""
        root = self.position.copy()
        seat = root.turn
        self.ranked = [(0.0, split) for split in root.splits()]
        if len(self.ranked) > 1:
            self.ranked = self._ordered(root, [split for _, split in self.ranked])
        try:
            while len(self.ranked) > 1 and not self._settled():
                width = root_width(self.depth + 1)
                self._deepen(self.position.copy(), seat, [split for _, split in self.ranked[:width]])
            if len(self.ranked) > 1 and longest(root) <= PROOF:
                self._prove(root, seat)
        except SpentError:
            return

    def _settled(self) -> bool:
        """Tell whether the best split wins for sure, or all of them lose, or the end was reached."""
        return self.depth > 1 and (
            abs(self.ranked[0][0]) >= SURE or self.depth > self.position.free.bit_count()
        )

    def _prove(self, root: Position, seat: int) -> None:
        """Search everything to the end: what was left out so far may be better, for either side."""
        self.full = True
        self.width = EVERY
        self.depth = root.free.bit_count()
        self._known.clear()
        best = self.ranked[0][1]
        self._deepen(root.copy(), seat, [best, *(split for split in root.splits() if split != best)])

    def _deepen(self, position: Position, seat: int, splits: list[Split]) -> None:
        """Search the root's splits one deeper; what is found better goes to the front at once."""
        depth = self.depth + 1
        alpha = -INFINITY
        done: Ranked = []
        for split in splits:
            position.split(split)
            value = self._child(position, seat, depth, alpha, alpha + HAIR if done else INFINITY)
            if done and value > alpha:
                value = self._child(position, seat, depth, alpha, INFINITY)
            position.undo(split, seat)
            done.append((value, split))
            if value > alpha:
                alpha = value
                others = [pair for pair in self.ranked if pair[1] != split]
                self.ranked = [(value, split), *others]
        best = self.ranked[0]
        self.ranked = [best, *sorted((pair for pair in done if pair[1] != best[1]), key=_by_value)]
        self.depth = depth

    def _child(self, position: Position, seat: int, depth: int, alpha: float, beta: float) -> float:
        """Value the position after a split of the seat, for that seat."""
        turn = position.turn
        if turn == OVER:
            return final(position, seat)
        if turn == seat:  # the other is blocked, and this is a puzzle
            solved = self._solved(position, seat)
            return self._search(position, depth - 1, alpha, beta) if solved is None else solved
        return -self._search(position, depth - 1, -beta, -alpha)

    def _search(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        """Return the value for whose turn it is, or a bound outside of the window."""
        seat = position.turn
        key = position.key + seat
        known = self._known.get(key)
        hint: Split | None = None
        if known is not None:
            deep, kind, value, hint = known
            if deep >= depth and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                return value
        if position.free.bit_count() <= LATE and not position.one_left and apart(position):
            solved = self._solved(position, seat)
            if solved is not None:
                self._known[key] = (EVERY, EXACT, solved, None)
                return solved
        if depth <= 1:
            best, chosen = self._look(position, seat, beta)
        else:
            best, chosen = self._try(position, seat, depth, alpha, beta, hint)
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self._known[key] = (depth, kind, best, chosen)
        return best

    def _look(self, position: Position, seat: int, beta: float) -> tuple[float, Split | None]:
        """Value a position by the estimates after each split."""
        best, chosen = -INFINITY, None
        for split in candidates(position, full=self.full):
            self.budget.spend()
            position.split(split)
            value = self._static(position, seat)
            position.undo(split, seat)
            if value > best:
                best, chosen = value, split
                if value >= beta:
                    break
        return best, chosen

    def _try(
        self, position: Position, seat: int, depth: int, alpha: float, beta: float, hint: Split | None
    ) -> tuple[float, Split | None]:
        """Search the best-looking splits, the hint first; the others need only be shown to be no better."""
        best, chosen = -INFINITY, None
        for tried, split in enumerate(self._promising(position, hint)):
            position.split(split)
            value = self._child(position, seat, depth, alpha, alpha + HAIR if tried else beta)
            if tried and alpha < value < beta:
                value = self._child(position, seat, depth, alpha, beta)
            position.undo(split, seat)
            if value > best:
                best, chosen = value, split
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best, chosen

    def _promising(self, position: Position, hint: Split | None) -> Iterator[Split]:
        if hint is not None:
            yield hint
        splits = [split for split in candidates(position, full=self.full) if split != hint]
        self.budget.spend(len(splits))
        for _, split in self._ordered(position, splits)[: self.width - (hint is not None)]:
            yield split

    def _ordered(self, position: Position, splits: list[Split]) -> Ranked:
        seat = position.turn
        ranked = []
        for split in splits:
            position.split(split)
            ranked.append((self._static(position, seat), split))
            position.undo(split, seat)
        ranked.sort(key=_by_value)
        return ranked

    def _static(self, position: Position, seat: int) -> float:
        if position.turn == OVER:
            return final(position, seat)
        lead = self.leads.lead(position)
        return -lead if seat else lead

    def _solved(self, position: Position, seat: int) -> float | None:
        """Return the sure end where the seats have parted; None where the puzzle is too hard for here."""
        try:
            if position.mobile() == {0, 1}:
                ends = [self._filled(position, each, equal=False) for each in (0, 1)]
                if ends[0][0] == ends[1][0]:
                    ends = [self._filled(position, each, equal=True) for each in (0, 1)]
            else:
                ends = [self._filled(position, each, equal=True) for each in (0, 1)]
        except SpentError:
            self.budget.check()
            return None
        return decided(ends[seat], ends[1 - seat])

    def _filled(self, position: Position, seat: int, *, equal: bool) -> tuple[int, int]:
        budget = Budget(PUZZLE, self.budget.time)
        filler, copy = self._fillers[seat], position.copy()
        try:
            if equal:
                return filler.best(copy, budget)
            return copy.own[seat].bit_count() + filler.gain(copy, budget), 0
        finally:
            self.budget.left -= PUZZLE - budget.left


def candidates(position: Position, *, full: bool = False) -> Iterator[Split]:
    """Yield the splits that are looked at: of a big stack few, many and about half of the sheep."""
    grid, free = position.grid, position.free
    for at in bits(position.big[position.turn] & grid.near(free)):
        sheep = position.count[at]
        counts = range(1, sheep) if full or sheep <= 4 else _counts(sheep)
        for to in grid.ends(at, free):
            for each in counts:
                yield at, to, each


@lru_cache(maxsize=256)
def _counts(sheep: int) -> tuple[int, ...]:
    return tuple(sorted({1, 2, sheep // 2, (sheep + 1) // 2, sheep - 2, sheep - 1}))


def root_width(depth: int) -> int:
    """Return how many splits of the root are searched to a depth."""
    return max(12, 120 >> depth)


def final(position: Position, seat: int) -> float:
    """Value a game that is over for a seat."""
    own = position.own
    ends = [(own[each].bit_count(), position.herd(each)) for each in (0, 1)]
    return decided(ends[seat], ends[1 - seat])


def decided(mine: tuple[int, int], other: tuple[int, int]) -> float:
    """Value an end by pastures and largest herds, mine and the other's."""
    lead = mine[0] - other[0] + HERD * (mine[1] - other[1])
    return lead + SURE * ((mine > other) - (mine < other))


def _by_value(pair: tuple[float, Split]) -> float:
    return -pair[0]
