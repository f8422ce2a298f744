"""Before the first split: where to lay a tile, and where to put the whole stack.

Tiles: what kind of board suits the seat. Starts: every free pasture of the rim, and what the others answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .budget import Budget, SpentError
from .evaluation import Judge, Leads, over_others
from .grid import Place, around, bits
from .many_seats import Crowd, shares
from .position import OVER, Position
from .two_seats import Duel, final

# --- tiles ----------------------------------------------------------------------------------------


SHAPES: tuple[tuple[Place, ...], ...] = (
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (-1, 1), (0, 1)),
    ((0, 0), (-1, 1), (0, 1), (-1, 2)),
)


def cells(action: str) -> frozenset[Place]:
    """Return the pastures of `tile Q,R K`."""
    _, anchor, orientation = action.split()
    q, r = map(int, anchor.split(","))
    return frozenset((q + dq, r + dr) for dq, dr in SHAPES[int(orientation)])


def sides(pastures: frozenset[Place], tile: frozenset[Place]) -> int:
    """Count the sides that a tile would share with the board: the more, the closer it lies."""
    return sum(near in pastures for at in tile for near in around(at))


def choose_tile(pastures: frozenset[Place], legal: Sequence[str], rng: Random, *, close: bool) -> str:
    """Choose the tile that makes the board closest, or most open; chance decides between equals."""
    valued = [(sides(pastures, cells(action)), action) for action in legal]
    wanted = (max if close else min)(value for value, _ in valued)
    return rng.choice([action for value, action in valued if value == wanted])


# --- starts ---------------------------------------------------------------------------------------


Valued = list[tuple[float, int]]

_TRIED = 5
"""How many starts are looked into deeper."""
_ANSWERS = 3
"""How many answers to each of them, where one is to come."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to put stacks where: the seats still to do so, in order, the own one first."""

    position: Position
    """With the stacks that stand; its turn is whoever splits first."""
    rim: int
    """Where stacks may start, free or not, as a mask."""
    seats: tuple[int, ...]

    def after(self, at: int) -> "Field":
        """Return the field with the next seat's stack at a place."""
        position = self.position.copy()
        position.put(self.seats[0], at)
        return Field(position=position, rim=self.rim, seats=self.seats[1:])


def field_of(position: Position, first: int, seat: int, *, any_rim: bool) -> Field:
    """Return the field for a seat that is to put its stack now; `first` begins, then it goes round."""
    position.turn = first
    seats = position.seats
    order = [each % seats for each in range(seat, seat + seats)]
    return Field(
        position=position,
        rim=position.grid.rim if any_rim else position.grid.outer,
        seats=tuple(each for each in order if not position.own[each]),
    )


def by_looks(field: Field, judge: Judge) -> Valued:
    """Value every start by the estimate of the stacks that stand then; the best first."""
    seat = field.seats[0]
    found = []
    for at in bits(field.rim & field.position.free):
        field.position.put(seat, at)
        found.append((over_others(judge.estimates(field.position), seat), at))
        field.position.lift(seat, at)
    return sorted(found, key=_by_value)


def by_answers(field: Field, judge: Judge, budget: Budget) -> Valued:
    """Value starts by the estimate after the others have answered with their best-looking ones.

    The most promising first, as far as the budget goes.
    """
    seat = field.seats[0]
    looked = by_looks(field, judge)
    found: Valued = []
    try:
        for _, at in looked:
            after = field.after(at)
            while after.seats:
                answers = by_looks(after, judge)
                budget.spend(len(answers))
                after = after.after(answers[0][1])
            found.append((over_others(judge.estimates(after.position), seat), at))
    except SpentError:
        return sorted(found, key=_by_value) or looked
    return sorted(found, key=_by_value)


def by_search(field: Field, judge: Judge, budget: Budget) -> Valued:
    """Value the most promising starts by a search of what follows; the others stand behind them."""
    valued = by_answers(field, judge, budget)
    tried = valued[:_TRIED]
    each = max(1, budget.left // len(tried))
    try:
        deeper = [
            (searched(field.after(at), field.seats[0], judge, Budget(each, budget.time)), at)
            for _, at in tried
        ]
    except SpentError:
        budget.note_time()
        return valued
    return sorted(deeper, key=_by_value) + valued[_TRIED:]


def searched(field: Field, seat: int, judge: Judge, budget: Budget) -> float:
    """Return the worst for the seat that the most promising answers lead to.

    Two seats: a lead, as a duel values it; else a chance to win. SpentError when the time is over.
    """
    budget.note_time()
    if budget.timed_out:
        raise SpentError
    if not field.seats:
        return _play_on(field.position, seat, judge, budget)
    answers = by_looks(field, judge)[:_ANSWERS] if len(field.seats) == 1 else by_looks(field, judge)[:1]
    each = max(1, budget.left // len(answers))
    return min(searched(field.after(at), seat, judge, Budget(each, budget.time)) for _, at in answers)


def _play_on(position: Position, seat: int, judge: Judge, budget: Budget) -> float:
    """Search the splits that follow, and value them for the seat.

    Who is to begin may be shut in already and is passed over then; so may all be.
    """
    position.turn = position.next_after(position.turn - 1)
    if position.turn == OVER:
        return final(position, seat) if position.seats == 2 else float(shares(position)[seat])
    if position.seats == 2:
        duel = Duel(position=position, budget=budget, leads=Leads(position.grid))
        duel.run()
        value = duel.ranked[0][0]
        return value if position.turn == seat else -value
    crowd = Crowd(position=position, budget=budget, judge=judge)
    crowd.run()
    return crowd.outlook[seat]


def _by_value(pair: tuple[float, int]) -> float:
    return -pair[0]
