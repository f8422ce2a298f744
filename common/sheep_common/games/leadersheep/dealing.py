"""What the table does by chance: `deal` and `shuffle` (L1, L5). Holds no dice: they are given."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from . import draw, events
from .actions import Deal, Shuffle
from .events import Happening
from .refusals import Reason, illegal
from .state import HAND, Phase, State


def chance(state: State, rng: Random) -> str | None:
    """Draw the table's next action; None when none is due."""
    if state.phase is Phase.DEAL:
        regions, cards = list(state.regions), list(state.pile)
        rng.shuffle(regions)
        rng.shuffle(cards)
        return str(Deal(tuple(regions), tuple(cards)))
    if state.phase is Phase.DRAW:
        cards = list(state.trash)
        rng.shuffle(cards)
        return str(Shuffle(tuple(cards)))
    return None


def deal(state: State, action: Deal) -> tuple[State, list[Happening]]:
    """Lay out the regions and deal the hands; the first round begins."""
    if Counter(action.regions) != Counter(state.regions):
        raise illegal(Reason.NOT_THE_REGIONS, "a deal has every region of the deck once")
    if Counter(action.cards) != Counter(state.pile):
        raise illegal(Reason.NOT_THE_CARDS, "a deal has every card of the deck")
    cards, dealt = action.cards, HAND * state.seats
    hands = (cards[at : at + HAND] for at in range(0, dealt, HAND))
    state = replace(
        state,
        regions=action.regions,
        hands=tuple(state.deck.in_order(hand) for hand in hands),
        pile=cards[dealt:],
    )
    state, happened = draw.begin_round(state)
    return state, [events.Dealt(), *happened]


def shuffle(state: State, action: Shuffle) -> tuple[State, list[Happening]]:
    """Make the trash the new draw pile, in the order given."""
    if Counter(action.cards) != Counter(state.trash):
        raise illegal(Reason.NOT_THE_CARDS, "a shuffle has every card of the trash")
    state = replace(state, pile=action.cards, trash=())
    return state, [draw.recycled(len(action.cards), state.recycling)]
