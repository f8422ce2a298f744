"""The whole truth of a Leadersheep table, as frozen values. Never sent: see `view` for what is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import msgspec

from .cards import Card, Colour
from .deck import Deck

HAND = 6
"""Cards dealt to each seat, and up to how many it draws."""

ROW = 3
"""Regions that lie face up."""

T = TypeVar("T")


class Phase(StrEnum):
    """What the table waits for; `draw`: a shuffle is due."""

    DEAL = "deal"
    DRAW = "draw"
    GIFT_ASK = "gift-ask"
    GIFT_GIVE = "gift-give"
    SCANDALS = "scandals"
    ANSWER = "answer"
    PROMISES = "promises"
    OVER = "over"


class Recycling(StrEnum):
    """The option `trash`: how the trash becomes the draw pile."""

    SHUFFLE = "shuffle"
    TURN_OVER = "turn-over"


@dataclass(frozen=True, slots=True)
class Pending:
    """A scandal that its target has yet to answer."""

    colour: Colour
    thrower: int
    target: int


@dataclass(frozen=True, slots=True)
class Gift:
    """The leader's gift of this round; `cards` is None until given."""

    giver: int
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A count: votes and promises shown a seat; nobody wins when nobody laid any."""

    region: str
    votes: tuple[int, ...]
    shown: tuple[tuple[Colour, ...], ...]
    winner: int | None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table. Tuples a seat are in seat order; `turn` is None while no seat is to act."""

    deck: Deck
    first: int
    recycling: Recycling
    phase: Phase = Phase.DEAL
    round: int = 0
    regions: tuple[str, ...]
    """Regions still to be played: the row first, then the pile in its order."""
    pile: tuple[Card, ...]
    """The draw pile, top first."""
    trash: tuple[Card, ...] = ()
    """Oldest first."""
    hands: tuple[tuple[Card, ...], ...]
    """Each in canonical order."""
    before: tuple[tuple[Colour, ...], ...]
    """Colours of the scandals that lie before each seat, in order of arrival."""
    laid: tuple[tuple[Colour, ...] | None, ...]
    """Promises face down; None before a seat has acted, () when it passed."""
    held: tuple[tuple[str, ...], ...]
    """Regions won and traded, in order of coming."""
    starter: int
    leader: int | None = None
    turn: int | None = None
    pending: Pending | None = None
    gift: Gift | None = None
    last: Count | None = None
    latest_winner: int | None = None
    """Who won the latest count that anybody won."""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def row(self) -> tuple[str, ...]:
        """The regions face up, the one in play first; none before the deal."""
        return () if self.phase is Phase.DEAL else self.regions[:ROW]

    @property
    def scores(self) -> tuple[int, ...]:
        """The sheep on the regions that each seat holds now (L15)."""
        sheep = self.deck.sheep
        return tuple([sum([sheep[region] for region in regions]) for regions in self.held])

    def order(self) -> tuple[int, ...]:
        """Return the seats clockwise from the starter."""
        return tuple((self.starter + step) % self.seats for step in range(self.seats))

    def after(self, seat: int) -> int | None:
        """Return whose turn follows in a trip round the table, None when the trip ends."""
        following = (seat + 1) % self.seats
        return None if following == self.starter else following


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one value exchanged."""
    return (*values[:place], value, *values[place + 1 :])


def taken(cards: tuple[Card, ...], some: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a hand without some of its cards; raises ValueError when they are not all there."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return tuple(left)
