"""What an action cost: the position after it beside that after the engine's own choice, searched alike."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from math import exp
from random import Random

from sheep_client.game_api.bot import Choice, Comparison, Plain, TimeLimit

from .budget import Budget, SpentError, units
from .evaluation import Judge, Leads
from .many_seats import Crowd, shares
from .opening import field_of, searched
from .position import OVER, Memory, Position, position_of
from .two_seats import Duel

PARTS = 3
"""The choice, the position after it and that after the action take a third of the time each."""
STEEP = 20.0
"""Beyond such a lead the chance is as good as 0 or 1."""

Choose = Callable[[Memory, Plain, Sequence[str], TimeLimit, Random], Choice]


def judge(
    choose: Choose,
    memory: Memory,
    view: Plain,
    legal: Sequence[str],
    action: str,
    time: TimeLimit,
    rng: Random,
) -> Comparison | None:
    """Compare an action with what would be chosen; None where there is no choice, and for tiles.

    What a board is good for nobody knows before the stacks stand.
    """
    if len(legal) == 1 or view["phase"] == "tiles":
        return None
    part = replace(time, seconds=time.seconds / PARTS)
    best = choose(memory, view, legal, part, rng)
    try:
        found = {each: _after(memory, view, each, part) for each in (action, best.action)}
    except SpentError:  # the clock was faster than the search
        return None
    return Comparison(best=replace(best, worth=found[best.action]), worth=found[action])


def chance(lead: float) -> float:
    """Return what a duel's search found as the chance to win."""
    return 1 / (1 + exp(-max(-STEEP, min(STEEP, lead))))


def _after(memory: Memory, view: Plain, action: str, time: TimeLimit) -> float:
    """Return the seat's chance to win after an action, by a search of what follows."""
    position = position_of(view, one_left=memory.one_left)
    budget = Budget(units(position.seats, time.seconds), time)
    if view["phase"] == "splits":
        position.split(next(split for split in position.splits() if position.text(split) == action))
        return _outlook(position, memory.seat, budget)
    field = field_of(position, view["first"], memory.seat, any_rim=memory.any_rim)
    q, r = action.removeprefix("start ").split(",")
    after = field.after(position.grid.index[int(q), int(r)])
    value = searched(after, memory.seat, Judge(position.grid), budget)
    return chance(value) if position.seats == 2 else value


def _outlook(position: Position, seat: int, budget: Budget) -> float:
    """Return a seat's chance to win; splits without a choice are made first."""
    while len(few := list(islice(position.splits(), 2))) == 1:
        position.split(few[0])
    if position.turn == OVER:
        return shares(position)[seat]
    if position.seats == 2:
        duel = Duel(position=position, budget=budget, leads=Leads(position.grid))
        duel.run()
        value = duel.ranked[0][0]
        return chance(value if position.turn == seat else -value)
    crowd = Crowd(position=position, budget=budget, judge=Judge(position.grid), solves=True)
    crowd.run()
    return crowd.outlook[seat]
