"""Laying promises face down (L10)."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from . import events
from .actions import MAX_PROMISES, Pass, Promise
from .cards import Colour, is_scandal
from .events import Happening, Secret
from .refusals import Reason, illegal
from .state import Phase, State, put, taken


def begin(state: State) -> State:
    """Begin the trip round the table."""
    return replace(state, phase=Phase.PROMISES, turn=state.starter)


def playable(state: State, seat: int) -> tuple[Colour, ...]:
    """Return the colours that a seat may promise, in palette order."""
    promises = dict.fromkeys(card for card in state.hands[seat] if not is_scandal(card))
    return tuple(colour for colour in promises if colour not in state.before[seat])


def lays(state: State, seat: int) -> Iterator[Promise | Pass]:
    """List what a seat may lay; passing is for who can lay nothing."""
    colours = playable(state, seat)
    if not colours:
        yield Pass()
    for size in range(1, MAX_PROMISES + 1):
        yield from map(Promise, combinations(colours, size))


def lay(state: State, seat: int, action: Promise) -> tuple[State, list[Happening]]:
    """Lay one to three promises, each of another colour, none blocked."""
    colours, hand = action.colours, state.hands[seat]
    if len(set(colours)) < len(colours):
        raise illegal(Reason.SAME_COLOUR_TWICE, "each promise must have another colour")
    for colour in colours:
        if colour not in hand:
            raise illegal(Reason.NO_SUCH_CARD, f"the hand has no promise of {colour}")
        if colour in state.before[seat]:
            raise illegal(Reason.BLOCKED_COLOUR, f"a scandal blocks {colour} in this round")
    laid = Secret(
        public=events.Laid(seat=seat, count=len(colours), cards=None),
        private=events.Laid(seat=seat, count=len(colours), cards=colours),
        seats=frozenset({seat}),
    )
    hands = put(state.hands, seat, taken(hand, colours))
    return _acted(replace(state, hands=hands), seat, colours), [laid]


def skip(state: State, seat: int, _action: Pass) -> tuple[State, list[Happening]]:
    """Pass, holding no playable promise."""
    if playable(state, seat):
        raise illegal(Reason.MUST_PROMISE, "who holds a playable promise must lay one")
    return _acted(state, seat, ()), [events.Passed(seat=seat)]


def _acted(state: State, seat: int, colours: tuple[Colour, ...]) -> State:
    return replace(state, laid=put(state.laid, seat, colours), turn=state.after(seat))
