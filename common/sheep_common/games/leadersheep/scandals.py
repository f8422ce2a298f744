"""Scandals: throwing, dodging, and what lies before a seat (L7 to L9)."""

from collections.abc import Iterator

from msgspec.structs import replace

from . import events
from .actions import Accept, Done, Scandal, Trade
from .cards import colour_of, is_scandal, scandal_of
from .events import Happening
from .refusals import Reason, illegal
from .state import Pending, Phase, State, put, taken


def begin(state: State) -> State:
    """Begin the trip round the table."""
    return replace(state, phase=Phase.SCANDALS, turn=state.starter)


def throws(state: State, seat: int) -> Iterator[Scandal | Done]:
    """List what a seat may do on its turn."""
    colours = dict.fromkeys(colour_of(card) for card in state.hands[seat] if is_scandal(card))
    for colour in colours:
        yield from (Scandal(colour, other) for other in range(state.seats) if other != seat)
    yield Done()


def throw(state: State, seat: int, action: Scandal) -> tuple[State, list[Happening]]:
    """Throw a scandal; a target that holds a region is asked, before another it lies at once."""
    colour, target = action.colour, action.target
    card = scandal_of(colour)
    if card not in state.hands[seat]:
        raise illegal(Reason.NO_SUCH_CARD, f"the hand has no scandal of {colour}")
    if target == seat or not 0 <= target < state.seats:
        raise illegal(Reason.NOT_ANOTHER_PLAYER, "a scandal is thrown at another player")
    asked = bool(state.held[target])
    hands = put(state.hands, seat, taken(state.hands[seat], (card,)))
    thrown = events.Scandal(thrower=seat, target=target, colour=colour, asked=asked)
    if asked:
        pending = Pending(colour, thrower=seat, target=target)
        return replace(state, hands=hands, phase=Phase.ANSWER, turn=target, pending=pending), [thrown]
    return replace(state, hands=hands, before=_lying(state, colour, target)), [thrown]


def answers(state: State, seat: int) -> Iterator[Accept | Trade]:
    """List how the target may answer."""
    yield Accept()
    yield from map(Trade, state.held[seat])


def accept(state: State, seat: int, _action: Accept) -> tuple[State, list[Happening]]:
    """Let the scandal lie to the end of the round."""
    pending = _pending(state)
    before = _lying(state, pending.colour, seat)
    accepted = events.Accepted(thrower=pending.thrower, target=seat, colour=pending.colour)
    return _answered(replace(state, before=before)), [accepted]


def trade(state: State, seat: int, action: Trade) -> tuple[State, list[Happening]]:
    """Give the thrower a region; the scandal goes to the trash."""
    pending, region = _pending(state), action.region
    if region not in state.held[seat]:
        raise illegal(Reason.NOT_YOUR_REGION, f"the target does not hold {region}")
    held = put(state.held, seat, taken(state.held[seat], (region,)))
    held = put(held, pending.thrower, (*held[pending.thrower], region))
    trash = (*state.trash, scandal_of(pending.colour))
    traded = events.Traded(thrower=pending.thrower, target=seat, colour=pending.colour, region=region)
    return _answered(replace(state, held=held, trash=trash)), [traded]


def done(state: State, seat: int, _action: Done) -> tuple[State, list[Happening]]:
    """Throw no more; the trip goes on, or ends (no turn)."""
    return replace(state, turn=state.after(seat)), [events.Done(seat=seat)]


def _lying(state: State, colour: str, target: int) -> tuple[tuple[str, ...], ...]:
    return put(state.before, target, (*state.before[target], colour))


def _answered(state: State) -> State:
    thrower = _pending(state).thrower
    return replace(state, phase=Phase.SCANDALS, turn=thrower, pending=None)


def _pending(state: State) -> Pending:
    assert state.pending is not None  # noqa: S101 - the phase `answer` has one
    return state.pending
