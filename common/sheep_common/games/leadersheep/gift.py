"""The leader's gift (L6)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from . import events, scandals
from .actions import MAX_GIVEN, Ask, Give
from .events import Happening, Secret
from .refusals import Reason, illegal
from .state import Gift, Phase, State, put, taken


def begin(state: State) -> State:
    """Let the leader ask; without a leader, or when nobody else has cards, scandals begin."""
    if state.leader is None or not any(True for _ in _givers(state)):
        return scandals.begin(state)
    return replace(state, phase=Phase.GIFT_ASK, turn=state.leader)


def asks(state: State) -> Iterator[Ask]:
    """List whom the leader may name."""
    return (Ask(seat) for seat in _givers(state))


def ask(state: State, seat: int, action: Ask) -> tuple[State, list[Happening]]:
    """Name the giver."""
    giver = action.seat
    if giver == seat or not 0 <= giver < state.seats:
        raise illegal(Reason.NOT_ANOTHER_PLAYER, "the giver must be another player")
    if not state.hands[giver]:
        raise illegal(Reason.NO_CARDS, f"seat {giver} has no cards")
    state = replace(state, phase=Phase.GIFT_GIVE, turn=giver, gift=Gift(giver))
    return state, [events.Asked(leader=seat, giver=giver)]


def gives(state: State) -> Iterator[Give]:
    """List what the giver may give."""
    hand = state.hands[_turn(state)]
    return map(Give, dict.fromkeys(combinations(hand, _size(hand))))


def give(state: State, seat: int, action: Give) -> tuple[State, list[Happening]]:
    """Give the leader two cards, or all when there are fewer."""
    hand, cards = state.hands[seat], action.cards
    if len(cards) != _size(hand):
        raise illegal(Reason.MUST_GIVE, f"{_size(hand)} cards must be given")
    if Counter(cards) - Counter(hand):
        raise illegal(Reason.NO_SUCH_CARD, "the hand has no such cards")
    leader = _leader(state)
    hands = put(state.hands, seat, taken(hand, cards))
    hands = put(hands, leader, state.deck.in_order(hands[leader] + cards))
    gave = Secret(
        public=events.Gave(giver=seat, leader=leader, count=len(cards), cards=None),
        private=events.Gave(giver=seat, leader=leader, count=len(cards), cards=cards),
        seats=frozenset({seat, leader}),
    )
    return scandals.begin(replace(state, hands=hands, gift=Gift(seat, cards))), [gave]


def _givers(state: State) -> Iterator[int]:
    return (seat for seat, hand in enumerate(state.hands) if hand and seat != state.leader)


def _size(hand: tuple[str, ...]) -> int:
    return min(MAX_GIVEN, len(hand))


def _turn(state: State) -> int:
    assert state.turn is not None  # noqa: S101 - a seat is to act in this phase
    return state.turn


def _leader(state: State) -> int:
    assert state.leader is not None  # noqa: S101 - there is no gift without a leader
    return state.leader
