"""What a seat believes of another seat's hand, from what it has seen of it: certain cards and likelihoods."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

Weights = Mapping[str, float]
"""How likely a card is in a hand, against a card drawn by chance; 1 where nothing is said."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Of a hand that passed: so many cards are in it of which none could be promised then."""

    count: int
    blocked: tuple[str, ...]

    def may_be(self, card: str) -> bool:
        """Tell whether a card could not be promised then."""
        return card.endswith("!") or card in self.blocked


@dataclass(frozen=True, slots=True)
class Belief:
    """A hand of which `known` cards are certain; `kept` cards have been in it since the last count."""

    known: tuple[str, ...] = ()
    kept: int = 0
    old: Weights = field(default_factory=dict)
    """Likelihoods of the cards kept."""
    new: Weights = field(default_factory=dict)
    """Likelihoods of the cards drawn since."""
    stuck: Stuck | None = None

    def with_cards(self, cards: Iterable[str]) -> "Belief":
        """Return what is believed when such cards have come to the hand."""
        return replace(self, known=(*self.known, *cards))

    def without(self, card: str) -> "Belief":
        """Return what is believed when such a card has left the hand."""
        left = list(self.known)
        if card in left:
            left.remove(card)
        stuck = self.stuck
        if stuck is not None and stuck.may_be(card):
            stuck = replace(stuck, count=stuck.count - 1) if stuck.count > 1 else None
        return replace(self, known=tuple(left), stuck=stuck)

    def without_some(self, count: int) -> "Belief":
        """Return what is still certain when some unknown cards have left the hand."""
        counted = Counter(self.known)
        left = [card for card, n in counted.items() for _ in range(n - count)]
        stuck = self.stuck
        if stuck is not None:
            stuck = replace(stuck, count=stuck.count - count) if stuck.count > count else None
        return replace(self, known=tuple(left), stuck=stuck)

    def weighed(self, factors: Weights) -> "Belief":
        """Return what is believed when some cards have become more or less likely."""
        return replace(self, old=_times(self.old, factors), new=_times(self.new, factors))

    def counted(self, cards: int) -> "Belief":
        """Return what is believed after a count, with so many cards left in the hand: all are kept now."""
        old_part = min(1.0, self.kept / cards) if cards else 0.0
        both = {
            card: old_part * self.old.get(card, 1.0) + (1 - old_part) * self.new.get(card, 1.0)
            for card in (*self.old, *self.new)
        }
        return replace(self, kept=cards, old=both, new={})

    def passed(self, cards: int, blocked: Iterable[str]) -> "Belief":
        """Return what is believed when the seat could promise nothing."""
        return replace(self, stuck=Stuck(cards, tuple(blocked)) if cards else None)


def _times(some: Weights, factors: Weights) -> Weights:
    return {card: some.get(card, 1.0) * factors.get(card, 1.0) for card in (*some, *factors)}
