"""Battle Sheep, complete: 2 to 4 players, 16 sheep each, and only so much grass.

`GAME` is all that the rest of the house needs. `splits.default_split` and `view.aims` help clients.
"""

from random import Random

from sheep_common.game import Game

from . import actions
from .herds import outcome
from .options import OPTIONS, SEATS, resolve
from .rules import apply, chance, initial, legal_actions, to_act
from .state import State
from .view import NAME, BattleSheepView, view


def canonical(state: State, text: str) -> str:
    """Print an action's one form; the notation is the same at every moment."""
    del state
    return actions.canonical(text)


def redeal(
    state: State, seat: int | None, rng: Random, step: tuple[int | None, str] | None
) -> tuple[State, str | None]:
    """Return state and action as they are: nothing is hidden, so there is nothing to deal again."""
    del seat, rng
    return state, None if step is None else step[1]


GAME: Game[State] = Game(
    name=NAME,
    seats=SEATS,
    offered=SEATS,
    options=OPTIONS,
    view_type=BattleSheepView,
    resolve=resolve,
    initial=initial,
    to_act=to_act,
    chance=chance,
    legal_actions=legal_actions,
    canonical=canonical,
    apply=apply,
    view=view,
    outcome=outcome,
    secrets=False,
    undoable=True,
    redeal=redeal,
)

__all__ = ["GAME", "BattleSheepView", "State"]
