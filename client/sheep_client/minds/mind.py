"""What a mind is: the level of a game's bot, as a record of pure functions. Knows no game and no process."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

Plain = dict[str, Any]
"""A view or an event as builtins, as it comes over the wire: all that a mind ever sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What a mind chose, and why: a code of the game's painter and the values for its sentence."""

    action: str
    reason: str = ""
    values: dict[str, int | str] = field(default_factory=dict)
    worth: float | None = None
    """What the mind expects of it: its seat's chance to win, 0 to 1; None when it did not look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """How long a mind may think: `clock` gives seconds, `deadline` is on that clock."""

    clock: Callable[[], float]
    deadline: float

    def left(self) -> float:
        """Return the seconds left."""
        return self.deadline - self.clock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mind:
    """A level of one game.

    `begin(seat)` is the memory before anything was seen; `remember(memory, view, events)` takes every
    update in order (events of the step, as that seat sees them); `choose(memory, view, legal, time, rng)`
    picks one of `legal`. Memories are values; the same inputs and random stream give the same choice
    when time does not run out (`choose` counts its work, the clock only ends it early).
    """

    game: str
    level: str
    begin: Callable[[int], Any]
    remember: Callable[[Any, Plain, Sequence[Plain]], Any]
    choose: Callable[[Any, Plain, Sequence[str], Time, Random], Thought]
    seconds: float
    """How long it thinks at full time: 0 where it answers at once."""
