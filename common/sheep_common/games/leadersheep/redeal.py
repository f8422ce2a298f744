"""Deal again what a receiver cannot see: for tests of secrecy and for bots that sample.

The places of hidden cards exchange cards at random, as long as each place may hold its card: who
passed holds nothing playable, who laid promises laid different ones that nothing blocks. What a
step itself shows stays where it is. Every run is bounded; what has no other way to lie stays.
What a seat could remember but does not see (the cards that it gave away) is dealt again too.
"""

from random import Random

from msgspec.structs import replace

from .actions import Action, Deal, Give, Pass, Promise, Scandal, Shuffle, ordered, parse
from .cards import Card, scandal_of
from .hidden import Hidden
from .rules import apply
from .state import HAND, ROW, Gift, Phase, State

Actor = int | None


def redeal(
    state: State, seat: int | None, rng: Random, step: tuple[Actor, str] | None
) -> tuple[State, str | None]:
    """Return another state that looks the same to a seat, and the step's action as it is there."""
    actor, action = (None, None) if step is None else (step[0], ordered(parse(step[1]), state.deck))
    if isinstance(action, Deal):
        return state, str(_deal(state, seat, rng, action))
    if state.phase is Phase.DEAL:
        return state, None  # nothing is dealt, so nothing is secret
    hidden = Hidden(state, seat)
    keep_region = False
    marked: list[int] = []
    if isinstance(action, Shuffle):
        action = _shuffle(state, seat, rng, action)
    elif step is not None and action is not None and _closes_round(state, action):
        _keep_what_the_count_shows(hidden, actor, action, apply(state, *step).state)
        keep_region = True
    elif action is not None and actor is not None and actor != seat:
        marked = _keep_what_the_action_needs(hidden, actor, action)
    hidden.exchange(rng)
    again = replace(
        state,
        hands=hidden.hands(),
        laid=hidden.laid(),
        pile=hidden.pile(),
        regions=_regions(state, rng, ROW + int(keep_region)),
    )
    again = replace(again, gift=_gift(again, seat, rng))
    return again, None if action is None else str(_with_cards(state, action, hidden, marked))


def _keep_what_the_action_needs(hidden: Hidden, actor: int, action: Action) -> list[int]:
    """Prepare for another seat's action; return the places whose cards it will take."""
    state, seat = hidden.state, hidden.seat
    match action:
        case Scandal(colour):
            hidden.keep(hidden.find(actor, (scandal_of(colour),)))
        case Give(cards) if seat == state.leader:
            hidden.keep(hidden.find(actor, cards))
        case Give(cards):
            return hidden.find(actor, cards)
        case Promise(colours):
            places = hidden.find(actor, colours)
            hidden.as_promises(actor, places)
            return places
        case Pass():
            hidden.as_stuck(actor)
    return []


def _keep_what_the_count_shows(hidden: Hidden, actor: Actor, action: Action, after: State) -> None:
    """Keep all promises, which are turned up, and the cards that the receiver draws afterwards."""
    state, seat = hidden.state, hidden.seat
    sizes = list(map(len, state.hands))
    for other in range(state.seats):
        hidden.keep(hidden.laid_at[other])
    if actor is not None and isinstance(action, Promise):
        sizes[actor] -= len(action.colours)
        if actor != seat:
            hidden.keep(hidden.find(actor, action.colours))
    elif actor is not None and actor != seat:
        hidden.as_stuck(actor)
    if after.phase is not Phase.OVER:
        drawn = _drawn(sizes, after.order(), len(state.pile), seat)
        hidden.keep([hidden.pile_at[place] for place in drawn])


def _with_cards(state: State, action: Action, hidden: Hidden, marked: list[int]) -> Action:
    """Return the action with the cards that now lie in the marked places."""
    cards = state.deck.in_order(hidden.cards[place] for place in marked)
    if marked and isinstance(action, Give):
        return Give(cards)
    if marked and isinstance(action, Promise):
        return Promise(cards)
    return action


def _closes_round(state: State, action: Action) -> bool:
    return isinstance(action, Promise | Pass) and state.turn is not None and state.after(state.turn) is None


def _drawn(sizes: list[int], order: tuple[int, ...], pile: int, seat: int | None) -> range:
    """Return the places in the pile of the cards that a seat draws up to its hand."""
    at = 0
    for drawer in order:
        taken = min(max(0, HAND - sizes[drawer]), pile - at)
        if drawer == seat:
            return range(at, at + taken)
        at += taken
    return range(0)


def _deal(state: State, seat: int | None, rng: Random, action: Deal) -> Deal:
    own = range(0) if seat is None else range(HAND * seat, HAND * (seat + 1))
    regions = _shuffled_but(action.regions, range(ROW), rng)
    return Deal(regions, _shuffled_but(action.cards, own, rng))


def _shuffle(state: State, seat: int | None, rng: Random, action: Shuffle) -> Shuffle:
    sizes = list(map(len, state.hands))
    own = _drawn(sizes, state.order(), len(action.cards), seat)
    return Shuffle(_shuffled_but(action.cards, own, rng))


def _regions(state: State, rng: Random, kept: int) -> tuple[str, ...]:
    return _shuffled_but(state.regions, range(kept), rng)


def _gift(state: State, seat: int | None, rng: Random) -> Gift | None:
    """Choose other cards of the leader's as the gift, where its cards are a secret."""
    gift, leader = state.gift, state.leader
    if gift is None or gift.cards is None or leader is None or seat in (gift.giver, leader):
        return gift
    cards: tuple[Card, ...] = state.hands[leader] + (state.laid[leader] or ())
    if len(cards) < len(gift.cards):
        return gift  # thrown since, as scandals: the table has seen them
    return Gift(gift.giver, state.deck.in_order(rng.sample(cards, len(gift.cards))))


def _shuffled_but(values: tuple[str, ...], kept: range, rng: Random) -> tuple[str, ...]:
    """Shuffle values, all but those at some places."""
    rest = [value for place, value in enumerate(values) if place not in kept]
    rng.shuffle(rest)
    return tuple(value if place in kept else rest.pop() for place, value in enumerate(values))
