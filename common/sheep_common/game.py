"""What a game is: a record of pure functions over frozen values. Knows no game, no socket, no clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, TypeVar

import msgspec

S = TypeVar("S")
"""A game's state: frozen, hashable, plain data. Never registered with the wire."""

OptionValue = int | str
Resolved = Mapping[str, OptionValue]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one receiver may know, built field by field; each game has a subclass.

    `msgspec.to_builtins(view)` is the map of the contract: every field, for every seat.
    """

    game: str
    phase: str
    to_act: tuple[int, ...]
    scores: tuple[int, ...]
    first: int


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that happened, as one receiver may know it; each game has subclasses with a `tag`."""


Events = tuple[Event, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The end: `scores` and `tiebreaks` in seat order, `winners` ascending."""

    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """An action and all that followed from it by rule.

    `events` has one tuple a seat, in seat order, and a last one for spectators: what each may know.
    """

    state: S
    events: tuple[Events, ...]

    def seen_by(self, seat: int | None) -> Events:
        """Return the events for a seat, or for a spectator (None)."""
        return self.events[-1 if seat is None else seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a game, for lobbies and help; `values` is empty where they cannot be listed."""

    name: str
    default: OptionValue | None
    values: tuple[OptionValue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """A game: the only thing that host, wire, records, bots and laws know of it.

    Every function is pure and every value frozen. Seat None is the table in `apply`, a spectator
    in `view`. Errors: `OptionError` (resolve, initial), `NotationError` (canonical, apply),
    `RuleError` (apply); on an error nothing has changed.
    """

    name: str
    seats: range
    """The seat counts that the rules take."""
    offered: range
    """The seat counts that a lobby offers; a part of `seats`."""
    options: tuple[Option, ...]
    view_type: type[View]
    resolve: Callable[[int, Mapping[str, object]], dict[str, OptionValue]]
    """(seats, options) -> every option of the game with its resolved value, as a record's header has it."""
    initial: Callable[[int, Mapping[str, object]], S]
    to_act: Callable[[S], frozenset[int]]
    """Empty when the game is over, or when the table must act."""
    chance: Callable[[S, Random], str | None]
    """The table's next action, drawn with the given source; None when it has none."""
    legal_actions: Callable[[S, int], tuple[str, ...]]
    """Sorted by code point, in the one form; empty for a seat that is not to act."""
    canonical: Callable[[S, str], str]
    """Parse any accepted spelling of an action, the table's too, and print its one form.

    The state gives what the order needs (a deck's palette); whether the action is legal is not looked at.
    """
    apply: Callable[[S, int | None, str], Step[S]]
    view: Callable[[S, int | None], View]
    outcome: Callable[[S], Outcome | None]
    first: Literal["random", "youngest"] = "random"
    """Who starts where a table's options do not say it; the rules themselves know only seats."""
    secrets: bool = True
    """Whether a receiver may know what another may not; where False, all have one view and one telling."""
    constant: tuple[str, ...] = ()
    """Fields of the view that are the same from a game's start to its end, and for all who see it."""
    undoable: bool = False
    """Whether actions can be taken back without showing what was hidden."""
    redeal: Callable[[S, int | None, Random, tuple[int | None, str] | None], tuple[S, str | None]]
    """(state, seat, rng, step) -> (another state, the action there).

    Deal again everything that `seat` (None: a spectator) cannot see. With `step` (actor, action),
    an action legal in `state`, return too an action of the same actor that is legal in the new state
    and looks the same to `seat`, keeping only what that step itself shows to it. For tests of
    secrecy and for bots that sample what they cannot see.
    """
