"""Short ways to a state, for the tests of this game and of those who show it. No rules here."""

from collections.abc import Iterable

import msgspec
from sheep_common.errors import RuleError
from sheep_common.game import Step
from sheep_common.games.battle_sheep.board import Board
from sheep_common.games.battle_sheep.hexes import Hex, by_row
from sheep_common.games.battle_sheep.rules import apply, initial, to_act
from sheep_common.games.battle_sheep.state import State, tiles_in_all


def ready(position: str, seats: int = 2, **options: object) -> State:
    """Start from a position: `Q,R` and `Q,R:SEATxN` with blanks between."""
    return initial(seats, {"position": position, **options})


def before_starts(pastures: Iterable[Hex], seats: int = 2, **options: object) -> State:
    """Start on any board, as if its tiles had just been laid."""
    ground = tuple(sorted(pastures, key=by_row))
    return msgspec.structs.replace(
        initial(seats, options),
        phase="starts",
        board=Board(ground),
        stacks=(None,) * len(ground),
        laid=tiles_in_all(seats),
    )


def step(state: State, action: str) -> Step[State]:
    """Apply an action by whoever is to act, the table too."""
    return apply(state, next(iter(to_act(state)), None), action)


def play(state: State, *actions: str) -> State:
    """Apply actions one after the other, each by whoever is to act."""
    for action in actions:
        state = step(state, action).state
    return state


def refusal(state: State, seat: int | None, action: str) -> tuple[str, str | None] | None:
    """Return code and reason with which an action is refused; None when it is not."""
    try:
        apply(state, seat, action)
    except RuleError as error:
        return error.code, error.reason
    return None


def told(done: Step[State], seat: int | None = None) -> list[dict[str, object]]:
    """Return the events of a step as they are sent."""
    return [msgspec.to_builtins(event) for event in done.seen_by(seat)]
