"""The four levels of Battle Sheep, as engines: what each looks at, and for how long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from sheep_client.game_api.bot import Choice, Engine, Plain, TimeLimit
from sheep_client.game_api.easy_bot import easy

from .budget import Budget, SpentError, units
from .comparison import chance, judge
from .endgame import Filler, alone
from .evaluation import Judge, Leads, over_others
from .many_seats import Crowd
from .opening import Field, Valued, by_answers, by_looks, by_search, choose_tile, field_of
from .position import Memory, Position, Split, begin, position_of, remember
from .reasons import why
from .two_seats import Duel

GAME = "battle-sheep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How a level thinks."""

    name: str
    starts: Callable[[Field, Judge, Budget], Valued]
    """How it values where to put the whole stack."""
    seconds: float = 0.0
    """How long it searches splits at full time; 0: it looks at each once, and does not search."""
    pace: float = 1.0
    """How much more than `units` it searches in its time, with more than two seats."""
    solves: bool = False
    """Whether it keeps apart what it has seen to the end, with more than two seats."""
    slack: float = 0.0
    """By how many pastures it misjudges a split that it only looks at: the spread of a normal error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """All there is for one choice."""

    level: Level
    memory: Memory
    view: Plain
    legal: Sequence[str]
    budget: Budget
    rng: Random


Value = tuple[float, float | None]
"""What a duel's search found, else 0; and the chance to win, if it was looked for."""


def choose(
    level: Level, memory: Memory, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random
) -> Choice:
    """Choose by the phase; at once where there is no choice."""
    if len(legal) == 1:
        return Choice(action=legal[0], reason="only-move")
    given = time if level.seconds else None
    seats = len(view["scores"])
    work = units(seats, time.seconds)
    budget = Budget(work if seats == 2 else int(work * level.pace), given)
    task = Task(level=level, memory=memory, view=view, legal=legal, budget=budget, rng=rng)
    return {"tiles": _tile, "starts": _start, "splits": _split}[view["phase"]](task)


def _tile(task: Task) -> Choice:
    pastures = frozenset((q, r) for q, r in task.view["pastures"])
    close = task.memory.seat != task.view["first"]
    action = choose_tile(pastures, task.legal, task.rng, close=close)
    return Choice(action=action, reason="closes-board" if close else "opens-board")


def _start(task: Task) -> Choice:
    view, memory = task.view, task.memory
    position = position_of(view, one_left=memory.one_left)
    grid = position.grid
    field = field_of(position, view["first"], memory.seat, any_rim=memory.any_rim)
    at = task.level.starts(field, Judge(grid), task.budget)[0][1]
    q, r = grid.place[at]
    room = grid.sight(at, position.free).bit_count()
    return Choice(
        action=f"start {q},{r}",
        reason="start-with-room",
        values={"pastures": room},
        hurried=task.budget.timed_out,
    )


def _split(task: Task) -> Choice:
    position = position_of(task.view, one_left=task.memory.one_left)
    if task.level.seconds:
        (value, worth), split = _filled(position, task.budget) or _searched(
            position, task.budget, solves=task.level.solves
        )
    else:
        (value, worth), split = _looked(position, task.level.slack, task.rng)
    reason = why(position, split, value)
    return Choice(
        action=position.text(split),
        reason=reason.code,
        values=reason.values,
        worth=worth,
        hurried=task.budget.timed_out,
    )


def _looked(position: Position, slack: float, rng: Random) -> tuple[Value, Split]:
    """Look at every split once."""
    judge, seat = Judge(position.grid), position.turn
    found = []
    for split in list(position.splits()):
        position.split(split)
        found.append((over_others(judge.estimates(position), seat) + rng.gauss(0, slack), split))
        position.undo(split, seat)
    return (0.0, None), max(found)[1]


def _filled(position: Position, budget: Budget) -> tuple[Value, Split] | None:
    """Solve the seat's own puzzle where nobody else can come; None otherwise, or when it is too hard."""
    if position.one_left or not alone(position, position.turn):
        return None
    try:
        return (0.0, None), Filler(position.turn).plan(position, Budget(budget.left // 2, budget.time))
    except SpentError:
        return None


def _searched(position: Position, budget: Budget, *, solves: bool) -> tuple[Value, Split]:
    if position.seats == 2:
        duel = Duel(position=position, budget=budget, leads=Leads(position.grid))
        duel.run()
        value, split = duel.ranked[0]
        return (value, chance(value)), split
    crowd = Crowd(position=position, budget=budget, judge=Judge(position.grid), solves=solves)
    crowd.run()
    hope, split = crowd.ranked[0]
    return (0.0, hope), split


def _by_looks(field: Field, judge: Judge, budget: Budget) -> Valued:
    del budget
    return by_looks(field, judge)


def _engine(level: Level) -> Engine:
    return Engine(
        game=GAME,
        level=level.name,
        begin=begin,
        remember=remember,
        choose=partial(choose, level),
        judge=partial(judge, partial(choose, level)) if level.seconds else None,
        seconds=level.seconds,
    )


ENGINES = (
    easy(GAME),
    _engine(Level(name="normal", starts=_by_looks, slack=0.5)),
    _engine(Level(name="hard", starts=by_answers, seconds=1.0)),
    _engine(Level(name="expert", starts=by_search, seconds=3.0, pace=1.5, solves=True)),
)
