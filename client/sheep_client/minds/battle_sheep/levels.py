"""The four levels of Battle Sheep, as minds: what each looks at, and for how long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from sheep_client.minds.easy import easy
from sheep_client.minds.mind import Mind, Options, Plain, Thought, Time

from .budget import Budget, units
from .crowd import Crowd
from .duel import Duel
from .lead import Leads
from .position import position_of
from .reasons import why
from .starts import Field, by_looks, by_search
from .tiles import choose_tile
from .worth import DUEL, Judge

GAME = "battle-sheep"


@dataclass(frozen=True, slots=True)
class Memory:
    """The seat, and the rules that no view tells."""

    seat: int
    one_left: bool
    any_rim: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How a level thinks. Without `seconds` it looks at every action once."""

    name: str
    seconds: float = 0.0
    width: int = 10


def begin(seat: int, options: Options) -> Memory:
    """Return what stays the same for a whole game."""
    return Memory(
        seat=seat,
        one_left=options.get("end") == "one-left",
        any_rim=options.get("starts") == "any-rim",
    )


def remember(memory: Memory, view: Plain, events: Sequence[Plain]) -> Memory:
    """Return the memory as it is: every view shows all there is."""
    del view, events
    return memory


def choose(
    level: Level, memory: Memory, view: Plain, legal: Sequence[str], time: Time, rng: Random
) -> Thought:
    """Choose by the phase."""
    if len(legal) == 1:
        return Thought(action=legal[0], reason="only-move")
    work = units(len(view["scores"]), time.seconds) if level.seconds else 0
    budget = Budget(work, time if level.seconds else None)
    by_phase: dict[str, Callable[..., Thought]] = {"tiles": _tile, "starts": _start, "splits": _split}
    return by_phase[view["phase"]](level, memory, view, legal, budget, rng)


def _tile(
    level: Level, memory: Memory, view: Plain, legal: Sequence[str], budget: Budget, rng: Random
) -> Thought:
    del level, budget
    pastures = frozenset((q, r) for q, r in view["pastures"])
    action = choose_tile(pastures, legal, rng, close=memory.seat != view["first"])
    return Thought(action=action, reason="tile-for-me")


def _start(
    level: Level, memory: Memory, view: Plain, legal: Sequence[str], budget: Budget, rng: Random
) -> Thought:
    position = position_of(view, one_left=memory.one_left)
    grid, seats = position.grid, position.seats
    position.turn = view["first"]
    judge = Judge(grid, DUEL)
    still = tuple(
        each % seats for each in range(memory.seat, memory.seat + seats) if not position.own[each % seats]
    )
    rim = grid.rim if memory.any_rim else grid.outer
    field = Field(position=position, rim=rim, seats=still)
    valued = by_search(field, judge, budget) if level.seconds else by_looks(field, judge)
    at = valued[0][1]
    q, r = grid.place[at]
    room = grid.sight(at, position.free).bit_count()
    return Thought(
        action=f"start {q},{r}",
        reason="start-with-room",
        values={"pastures": room},
        hurried=budget.timed_out,
    )


def _split(
    level: Level, memory: Memory, view: Plain, legal: Sequence[str], budget: Budget, rng: Random
) -> Thought:
    position = position_of(view, one_left=memory.one_left)
    if position.seats == 2:
        duel = Duel(position=position, budget=budget, leads=Leads(position.grid), width=level.width)
        duel.run()
        value, split = duel.ranked[0]
    else:
        crowd = Crowd(position=position, budget=budget, judge=Judge(position.grid, DUEL))
        crowd.run()
        value, split = crowd.ranked[0]
    reason = why(position, split, value)
    return Thought(
        action=position.text(split), reason=reason.code, values=reason.values, hurried=budget.timed_out
    )


def _mind(level: Level) -> Mind:
    return Mind(
        game=GAME,
        level=level.name,
        begin=begin,
        remember=remember,
        choose=partial(choose, level),
        seconds=level.seconds,
    )


MINDS = (
    easy(GAME),
    _mind(Level(name="normal")),
    _mind(Level(name="hard", seconds=1.0)),
    _mind(Level(name="expert", seconds=3.0)),
)
