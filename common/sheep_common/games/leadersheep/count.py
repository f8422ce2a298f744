"""The count, the trash after it, the next region and the end (L12 to L16)."""

from msgspec.structs import replace

from sheep_common.game import Outcome

from . import events
from .cards import Card, scandal_of
from .events import Happening
from .state import Count, Phase, State, put


def close_round(state: State) -> tuple[State, list[Happening]]:
    """Count the votes, hand over the region, clear the table and move the row up."""
    count = tally(state)
    held, nobody = state.held, (None,) * state.seats
    if count.winner is not None:
        held = put(held, count.winner, (*held[count.winner], count.region))
    state = replace(
        state,
        held=held,
        trash=(*state.trash, *_cleared(state)),
        regions=state.regions[1:],
        before=((),) * state.seats,
        laid=nobody,
        gift=None,
        last=count,
        latest_winner=state.latest_winner if count.winner is None else count.winner,
    )
    counted = events.Counted(region=count.region, votes=count.votes, shown=count.shown, winner=count.winner)
    return state, [counted]


def tally(state: State) -> Count:
    """Count each seat's votes in the region in play and find the winner."""
    region = state.regions[0]
    shown = tuple(laid or () for laid in state.laid)
    votes = tuple(state.deck.votes(region, promises) for promises in shown)
    laying = [seat for seat in state.order() if shown[seat]]
    best = max((votes[seat] for seat in laying), default=0)
    # The last of the tied in the round's order wins; who passed has no votes and never wins.
    winner = next((seat for seat in reversed(laying) if votes[seat] == best), None)
    return Count(region, votes, shown, winner)


def end(state: State) -> tuple[State, list[Happening]]:
    """End the campaign."""
    state = replace(state, phase=Phase.OVER, turn=None)
    final = _final(state.scores)
    over = events.Over(scores=final.scores, tiebreaks=final.tiebreaks, winners=final.winners)
    return state, [over]


def outcome(state: State) -> Outcome | None:
    """Return who is President, None while regions are left."""
    return _final(state.scores) if state.phase is Phase.OVER else None


def _final(scores: tuple[int, ...]) -> Outcome:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores=scores, tiebreaks=(0,) * len(scores), winners=winners)


def _cleared(state: State) -> tuple[Card, ...]:
    """Return the round's cards in the order in which they go to the trash (L13)."""
    cards: list[Card] = []
    for seat in state.order():
        cards += map(scandal_of, state.before[seat])
        cards += state.laid[seat] or ()
    return tuple(cards)
