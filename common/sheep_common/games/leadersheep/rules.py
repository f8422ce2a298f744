"""The rules as functions of state and action: who acts, what is legal, and the order of a round (L2)."""

from collections.abc import Callable, Iterable
from typing import Any

from sheep_common.errors import RuleError, not_your_turn
from sheep_common.game import Step

from . import count, dealing, draw, gift, promises, scandals
from .actions import (
    Accept,
    Action,
    Ask,
    Deal,
    Done,
    Give,
    Pass,
    Promise,
    Scandal,
    Shuffle,
    Trade,
    ordered,
    parse,
)
from .events import Happening, told
from .refusals import Reason, illegal
from .state import Phase, State

Progress = tuple[State, list[Happening]]

CHANCE = frozenset({Phase.DEAL, Phase.DRAW})
"""The phases in which the table is to act."""

_LISTS: dict[Phase, Callable[[State, int], Iterable[Action]]] = {
    Phase.GIFT_ASK: lambda state, _: gift.asks(state),
    Phase.GIFT_GIVE: lambda state, _: gift.gives(state),
    Phase.SCANDALS: scandals.throws,
    Phase.ANSWER: scandals.answers,
    Phase.PROMISES: promises.lays,
}

# Any: a row's function takes just the type of action that stands in its row.
_DOES: dict[tuple[Phase, type[Action]], Callable[[State, int, Any], Progress]] = {
    (Phase.GIFT_ASK, Ask): gift.ask,
    (Phase.GIFT_GIVE, Give): gift.give,
    (Phase.SCANDALS, Scandal): scandals.throw,
    (Phase.SCANDALS, Done): scandals.done,
    (Phase.ANSWER, Accept): scandals.accept,
    (Phase.ANSWER, Trade): scandals.trade,
    (Phase.PROMISES, Promise): promises.lay,
    (Phase.PROMISES, Pass): promises.skip,
}


def to_act(state: State) -> frozenset[int]:
    """Return the seat that is to act, if any."""
    return frozenset() if state.turn is None else frozenset({state.turn})


def legal_actions(state: State, seat: int) -> tuple[str, ...]:
    """List a seat's legal actions in the one form, sorted by code point."""
    if state.turn is None or seat != state.turn:
        return ()
    return tuple(sorted(map(str, _LISTS[state.phase](state, seat))))


def canonical(state: State, text: str) -> str:
    """Print the one form of an action's text, in the palette order of the table's deck."""
    return str(ordered(parse(text), state.deck))


def apply(state: State, seat: int | None, action: str) -> Step[State]:
    """Do an action (seat None: the table's) and all that follows from it by rule."""
    act = ordered(parse(action), state.deck)
    after, happened = _table(state, act) if seat is None else _seat(state, seat, act)
    after, followed = _follow(after)
    return Step(after, told([*happened, *followed], state.seats))


def _table(state: State, act: Action) -> Progress:
    if state.phase not in CHANCE:
        raise not_your_turn(None)
    if state.phase is Phase.DEAL and isinstance(act, Deal):
        return dealing.deal(state, act)
    if state.phase is Phase.DRAW and isinstance(act, Shuffle):
        return dealing.shuffle(state, act)
    raise _wrong_phase(state)


def _seat(state: State, seat: int, act: Action) -> Progress:
    if seat != state.turn:
        raise not_your_turn(seat)
    does = _DOES.get((state.phase, type(act)))
    if does is None:
        raise _wrong_phase(state)
    return does(state, seat, act)


def _follow(state: State) -> Progress:
    """Go on to where the next action is needed: the order of the phases."""
    happened: list[Happening] = []
    if state.turn is None and state.phase is Phase.SCANDALS:
        return promises.begin(state), []
    if state.turn is None and state.phase is Phase.PROMISES:
        state, counted = count.close_round(state)
        state, began = draw.begin_round(state) if state.regions else count.end(state)
        happened += counted + began
    if state.phase is Phase.DRAW:
        state, drew = draw.refill(state)
        happened += drew
        if not draw.shuffle_due(state):
            state = gift.begin(state)
    return state, happened


def _wrong_phase(state: State) -> RuleError:
    return illegal(Reason.WRONG_PHASE, f"not in the phase {state.phase.value}")
