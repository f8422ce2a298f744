"""Leadersheep V1, complete: 2 to 6 players who promise, throw scandals and count sheep.

`GAME` is all that the rest of the house needs; `AnyEvent` and `REASONS` help clients.
"""

from sheep_common.game import Game

from .count import outcome
from .dealing import chance
from .events import AnyEvent
from .options import OFFERED, OPTIONS, SEATS, initial, resolve
from .redeal import redeal
from .refusals import REASONS
from .rules import apply, canonical, legal_actions, to_act
from .state import State
from .view import NAME, LeadersheepView, view

GAME: Game[State] = Game(
    name=NAME,
    seats=SEATS,
    offered=OFFERED,
    options=OPTIONS,
    view_type=LeadersheepView,
    resolve=resolve,
    initial=initial,
    to_act=to_act,
    chance=chance,
    legal_actions=legal_actions,
    canonical=canonical,
    apply=apply,
    view=view,
    outcome=outcome,
    first="youngest",
    constant=("deck",),
    redeal=redeal,
)

__all__ = ["GAME", "REASONS", "AnyEvent", "LeadersheepView", "State"]
