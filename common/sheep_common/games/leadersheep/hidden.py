"""The places of the cards that a receiver cannot see, and what may lie in each. Knows no step."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from .cards import Card, Colour, is_scandal
from .state import State

SWEEPS = 8
"""How often each place with a rule is offered another card; the others are shuffled outright."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a place may hold: only promises that are not blocked and differ from those at `beside`.

    `stuck` turns it round: nothing that could be promised.
    """

    blocked: tuple[Colour, ...]
    beside: tuple[int, ...] = ()
    stuck: bool = False


class Hidden:
    """The hidden places of a table, by number: `cards` lie there, `rules` say what may.

    Mutable, for one deal-again; the state it was made from is left alone.
    """

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.cards: list[Card] = []
        self.rules: dict[int, Rule] = {}
        self.kept: set[int] = set()
        others = [other != seat for other in range(state.seats)]
        self.hand_at = [self._put(state.hands[o] if hid else ()) for o, hid in enumerate(others)]
        self.laid_at = [self._put(state.laid[o] or () if hid else ()) for o, hid in enumerate(others)]
        self.pile_at = self._put(state.pile)
        for other in range(state.seats):
            if state.laid[other] == ():
                self.as_stuck(other)
            self.as_promises(other, self.laid_at[other])

    def keep(self, places: Iterable[int]) -> None:
        """Let the cards of some places lie."""
        self.kept.update(places)

    def find(self, seat: int, cards: Iterable[Card]) -> list[int]:
        """Return places in another seat's hand that hold cards, a place each."""
        free = list(self.hand_at[seat])
        found = []
        for card in cards:
            place = next(place for place in free if self.cards[place] == card)
            free.remove(place)
            found.append(place)
        return found

    def as_promises(self, seat: int, places: list[int]) -> None:
        """Let places hold only promises that the seat may lay together."""
        for place in places:
            beside = tuple(other for other in places if other != place)
            self.rules[place] = Rule(self.state.before[seat], beside)

    def as_stuck(self, seat: int) -> None:
        """Let a hand hold nothing that the seat could promise: it passes."""
        for place in self.hand_at[seat]:
            self.rules[place] = Rule(self.state.before[seat], stuck=True)

    def exchange(self, rng: Random) -> None:
        """Deal the cards again, each to a place where it may lie."""
        movable = [place for place in range(len(self.cards)) if place not in self.kept]
        ruled = [place for place in movable if place in self.rules]
        free = [place for place in movable if place not in self.rules]
        self._shuffle(free, rng)
        for place in ruled * SWEEPS:
            self._swap(place, rng.choice(movable))
        self._shuffle(free, rng)

    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return all hands, the receiver's as it was."""
        return tuple(
            hand if other == self.seat else self.state.deck.in_order(self._at(places))
            for other, (hand, places) in enumerate(zip(self.state.hands, self.hand_at, strict=True))
        )

    def laid(self) -> tuple[tuple[Colour, ...] | None, ...]:
        """Return all promises laid, the receiver's as they were."""
        return tuple(
            self.state.deck.in_order(self._at(places)) if places else laid
            for laid, places in zip(self.state.laid, self.laid_at, strict=True)
        )

    def pile(self) -> tuple[Card, ...]:
        """Return the draw pile."""
        return tuple(self._at(self.pile_at))

    def _at(self, places: Iterable[int]) -> Iterable[Card]:
        return (self.cards[place] for place in places)

    def _put(self, cards: tuple[Card, ...]) -> list[int]:
        at = len(self.cards)
        self.cards += cards
        return list(range(at, at + len(cards)))

    def _shuffle(self, places: list[int], rng: Random) -> None:
        cards = [self.cards[place] for place in places]
        rng.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            self.cards[place] = card

    def _swap(self, one: int, other: int) -> None:
        mine, yours = self.cards[one], self.cards[other]
        if self._fits(one, yours) and self._fits(other, mine):
            self.cards[one], self.cards[other] = yours, mine

    def _fits(self, place: int, card: Card) -> bool:
        rule = self.rules.get(place)
        if rule is None:
            return True
        playable = not is_scandal(card) and card not in rule.blocked
        if rule.stuck:
            return not playable
        return playable and all(self.cards[other] != card for other in rule.beside)
