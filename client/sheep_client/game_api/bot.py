"""What an engine is: a level of a game's bot, as a record of pure functions. Knows no game and no process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

Plain = dict[str, Any]
"""A view or an event as builtins, as it comes over the wire: all that an engine ever sees."""

Options = Mapping[str, int | str]
"""A table's options, as `TableInfo.options` has them: the rules that no view tells. May lack any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What an engine chose, and why: a code of the game's painter and the values for its sentence."""

    action: str
    reason: str = ""
    values: dict[str, int | str] = field(default_factory=dict)
    worth: float | None = None
    """What the engine expects of it: its seat's chance to win, 0 to 1; None when it did not look."""
    hurried: bool = False
    """Whether the clock ended it before its work was done, so that it may choose otherwise another time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What an action is worth beside an engine's own choice, both looked at alike."""

    best: Choice
    """The choice; its `worth` is the seat's chance to win after it."""
    worth: float
    """The same after the action that is judged."""

    @property
    def loss(self) -> float:
        """Return by how much the action lowers the chance to win; 0 where it is as good as the choice."""
        return max(0.0, (self.best.worth or 0.0) - self.worth)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """How long an engine may think: `clock` gives seconds, `deadline` is on that clock.

    `seconds` is all that was given: what an engine measures its work by, so that the clock has only to guard.
    """

    clock: Callable[[], float]
    deadline: float
    seconds: float

    @classmethod
    def starting(cls, clock: Callable[[], float], seconds: float) -> Self:
        """Give so many seconds from now."""
        return cls(clock=clock, deadline=clock() + seconds, seconds=seconds)

    def left(self) -> float:
        """Return the seconds left."""
        return self.deadline - self.clock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A level of one game.

    `begin(seat, options)` is the memory before anything was seen; `remember(memory, view, events)` takes
    every update in order (events of the step, as that seat sees them); `choose(memory, view, legal, time,
    rng)` picks one of `legal`, which is not empty. Memories are values; the same inputs and random stream
    give the same choice when time does not run out (`choose` counts its work, the clock only ends it early).
    """

    game: str
    level: str
    begin: Callable[[int, Options], Any]
    remember: Callable[[Any, Plain, Sequence[Plain]], Any]
    choose: Callable[[Any, Plain, Sequence[str], TimeLimit, Random], Choice]
    seconds: float
    """How long it thinks at full time: 0 where it answers at once, whatever time it is given."""
    judge: Callable[[Any, Plain, Sequence[str], str, TimeLimit, Random], Comparison | None] | None = None
    """`judge(memory, view, legal, action, time, rng)` compares one of `legal` with its own choice; None for
    what is not to be compared. An engine that does not search has none."""
