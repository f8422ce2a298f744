"""Games at random, for tests: chosen options, and play in which each legal action is as likely as another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from sheep_common.game import Game, OptionValue, Step
from sheep_common.records import Action, End, Header, write

S = TypeVar("S")

BOUND = 5000
"""More steps than any game may take."""


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """A game about to be played."""

    game: Game[S]
    seats: int
    options: Mapping[str, OptionValue]

    def start(self) -> S:
        """Return the initial state; raise `OptionError`."""
        return self.game.initial(self.seats, self.options)


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """An action in its state, and what it led to; `actor` None is the table."""

    state: S
    actor: int | None
    action: str
    step: Step[S]


def random_table(
    game: Game[S], rng: Random, extra: Mapping[str, tuple[OptionValue, ...]] | None = None
) -> Table[S]:
    """Choose a seat count and a value for each option; `extra` has values for options that list none."""
    seats = rng.choice(game.seats)
    options: dict[str, OptionValue] = {}
    for option in game.options:
        values = tuple(range(seats)) if option.name == "first" else option.values
        values = (extra or {}).get(option.name, values)
        if values and rng.random() < 0.7:
            options[option.name] = rng.choice(values)
    return Table(game, seats, options)


def play(table: Table[S], rng: Random, bound: int = BOUND) -> Iterator[Move[S]]:
    """Play to the end, or up to a number of steps; raises nothing of a game that keeps the laws."""
    game, state = table.game, table.start()
    for _ in range(bound):
        move = next_move(game, state, rng)
        if move is None:
            return
        yield move
        state = move.step.state


def next_move(game: Game[S], state: S, rng: Random) -> Move[S] | None:
    """Do one action at random, a seat's or the table's; None when there is none to do."""
    acting = sorted(game.to_act(state))
    actor = rng.choice(acting) if acting else None
    action = game.chance(state, rng) if actor is None else rng.choice(game.legal_actions(state, actor))
    if action is None:
        return None
    return Move(state, actor, action, game.apply(state, actor, action))


def record_of(table: Table[S], moves: list[Move[S]]) -> list[str]:
    """Write the lines of a game's record, with its outcome when it is over."""
    names = tuple(f"Seat {seat}" for seat in range(table.seats))
    resolved = table.game.resolve(table.seats, table.options)
    lines = [write(Header(game=table.game.name, seats=names, options=resolved))]
    lines += [
        write(Action(seat=move.actor, action=move.action, ms=1000 * at)) for at, move in enumerate(moves)
    ]
    outcome = table.game.outcome(moves[-1].step.state if moves else table.start())
    return lines if outcome is None else [*lines, write(End(outcome=outcome))]
