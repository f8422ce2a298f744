"""Who leads and starts a round, and the draws (L3 to L5). Knows nothing of the phases that follow."""

from msgspec.structs import replace

from . import events
from .events import Happening
from .state import HAND, Phase, Recycling, State


def begin_round(state: State) -> tuple[State, list[Happening]]:
    """Find the leader and the starter of the next round; draws are due then."""
    leader = _leader(state)
    starter = _starter(state, leader)
    state = replace(state, phase=Phase.DRAW, round=state.round + 1, leader=leader, starter=starter, turn=None)
    return state, [events.Round(round=state.round, leader=leader, starter=starter)]


def refill(state: State) -> tuple[State, list[Happening]]:
    """Let each seat draw up to 6, clockwise from the starter, as far as cards go.

    It stops where a shuffle is due, and goes on from there when called after the shuffle.
    """
    pile, trash, hands = state.pile, state.trash, list(state.hands)
    happened: list[Happening] = []
    for seat in state.order():
        while (need := HAND - len(hands[seat])) > 0:
            if not pile:
                if not trash or state.recycling is Recycling.SHUFFLE:
                    return replace(state, pile=pile, trash=trash, hands=tuple(hands)), happened
                pile, trash = trash, ()  # turned over, the oldest card comes to lie on top
                happened.append(recycled(len(pile), state.recycling))
            got, pile = pile[:need], pile[need:]
            hands[seat] = state.deck.in_order(hands[seat] + got)
            happened.append(events.Drew(seat=seat, count=len(got)))
    return replace(state, pile=pile, trash=trash, hands=tuple(hands)), happened


def shuffle_due(state: State) -> bool:
    """Tell whether a seat needs a card that only a shuffle of the trash can bring."""
    return (
        state.recycling is Recycling.SHUFFLE
        and not state.pile
        and bool(state.trash)
        and any(len(hand) < HAND for hand in state.hands)
    )


def recycled(count: int, how: Recycling) -> Happening:
    """Make the event for a trash that became the draw pile."""
    return events.Recycled(count=count, how=how.value)


def _leader(state: State) -> int | None:
    """Return the one seat with the most sheep; None in the first round and when several lead."""
    if state.round == 0:
        return None
    scores = state.scores
    leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return leaders[0] if len(leaders) == 1 else None


def _starter(state: State, leader: int | None) -> int:
    for seat in (leader, state.latest_winner):
        if seat is not None:
            return seat
    return state.starter
