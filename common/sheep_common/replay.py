"""Play a record again, line by line. Opens no file; what a line is, `records` knows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from sheep_common.errors import NotationError, OptionError, RuleError
from sheep_common.game import Events, Game, Step
from sheep_common.records import Action, End, Entry, Header, RecordError, Undo, at_line, entries, short, write

S = TypeVar("S")


class Standing(NamedTuple):
    """An action that stands: who played it, in which state, and what stands under it."""

    seat: int | None
    state: Any
    under: "Standing | None"


@dataclass(frozen=True, slots=True)
class Reached(Generic[S]):
    """Where a game is after a line of its record; `number` counts actions and undos from 1.

    `entry` has an action in its one form. `step` is None at the start and after an undo.
    """

    game: Game[S]
    header: Header
    entry: Header | Action | Undo
    state: S
    number: int = 0
    step: Step[S] | None = None
    standing: Standing | None = field(default=None, repr=False, compare=False)

    def seen_by(self, seat: int | None) -> Events:
        """Return the events of the step for a seat, or for a spectator (None)."""
        return () if self.step is None else self.step.seen_by(seat)


def replay(lines: Iterable[str | bytes], games: Mapping[str, Game[Any]]) -> Iterator[Reached[Any]]:
    """Play a record again: yield the start and where each action and undo leads.

    Raise `RecordError` with the first line that is wrong, after yielding all that was right before it.
    """
    reached: Reached[Any] | None = None
    for line, entry in entries(lines):
        try:
            reached = start(entry, games) if reached is None else follow(reached, entry)
        except (RecordError, NotationError, OptionError, RuleError) as error:
            raise at_line(line, error) from error
        if not isinstance(entry, End):
            yield reached


def start(header: Entry, games: Mapping[str, Game[Any]]) -> Reached[Any]:
    """Begin the game of a header; raise `RecordError` or `OptionError`."""
    if not isinstance(header, Header):
        raise RecordError("no header")
    game = games.get(header.game)
    if game is None:
        raise RecordError(f"unknown game {short(header.game)}; there is {', '.join(sorted(games))}")
    return Reached(game, header, header, game.initial(len(header.seats), header.options))


def follow(reached: Reached[S], entry: Entry) -> Reached[S]:
    """Go on by one line; raise `RecordError`, `NotationError` or `RuleError`. An outcome is only compared."""
    match entry:
        case Action():
            return _act(reached, entry)
        case Undo():
            return _take_back(reached, entry)
        case End():
            _check_outcome(reached, entry)
            return reached
    raise RecordError("a second header")


def _act(reached: Reached[S], entry: Action) -> Reached[S]:
    if entry.seat is not None and entry.seat >= len(reached.header.seats):
        raise RecordError(f"there is no seat {short(entry.seat)}")
    text = reached.game.canonical(reached.state, entry.action)
    step = reached.game.apply(reached.state, entry.seat, text)
    # Where nothing is taken back, all those states would only take room.
    standing = Standing(entry.seat, reached.state, reached.standing) if reached.game.undoable else None
    return Reached(
        game=reached.game,
        header=reached.header,
        entry=entry if text == entry.action else msgspec.structs.replace(entry, action=text),
        state=step.state,
        number=reached.number + 1,
        step=step,
        standing=standing,
    )


def _take_back(reached: Reached[S], entry: Undo) -> Reached[S]:
    if not reached.game.undoable:
        raise RecordError(f"no action of {reached.game.name} is taken back")
    state, standing = reached.state, reached.standing
    for back in range(entry.undo):
        if standing is None:
            raise RecordError(f"undo {short(entry.undo)}, but {back} actions stand")
        if standing.seat is None:
            raise RecordError("an action of the table is not taken back")
        _, state, standing = standing
    return replace(reached, entry=entry, state=state, number=reached.number + 1, step=None, standing=standing)


def _check_outcome(reached: Reached[S], claimed: End) -> None:
    outcome = reached.game.outcome(reached.state)
    if outcome is None:
        raise RecordError("an outcome too early, the game is not over")
    if claimed.outcome != outcome:
        raise RecordError(f"not the outcome that was reached: {write(End(outcome=outcome))}")
