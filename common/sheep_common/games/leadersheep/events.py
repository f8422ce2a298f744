"""What happened in a step, and who may know which part of it. Knows no rule."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheep_common.game import Event, Events

from .cards import Card, Colour


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The campaign begins: regions and cards are dealt."""


class Round(Event, frozen=True, kw_only=True, tag="round"):
    """A round begins."""

    round: int
    leader: int | None
    starter: int


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    """A seat drew cards; twice in a round when the draw pile ran out in between."""

    seat: int
    count: int


class Recycled(Event, frozen=True, kw_only=True, tag="recycled"):
    """The trash became the draw pile; `how` is the value of the option `trash`."""

    count: int
    how: str


class Asked(Event, frozen=True, kw_only=True, tag="asked"):
    """The leader named the giver."""

    leader: int
    giver: int


class Gave(Event, frozen=True, kw_only=True, tag="gave"):
    """The giver gave; `cards` is None for all but giver and leader."""

    giver: int
    leader: int
    count: int
    cards: tuple[Card, ...] | None


class Scandal(Event, frozen=True, kw_only=True, tag="scandal"):
    """A scandal was thrown; `asked`: the target holds a region and may trade it."""

    thrower: int
    target: int
    colour: Colour
    asked: bool


class Accepted(Event, frozen=True, kw_only=True, tag="accepted"):
    """The target let the scandal lie."""

    thrower: int
    target: int
    colour: Colour


class Traded(Event, frozen=True, kw_only=True, tag="traded"):
    """The target gave the thrower a region; the scandal is in the trash."""

    thrower: int
    target: int
    colour: Colour
    region: str


class Done(Event, frozen=True, kw_only=True, tag="done"):
    """A seat throws no more scandals."""

    seat: int


class Laid(Event, frozen=True, kw_only=True, tag="laid"):
    """A seat laid promises; `cards` is None for all but that seat."""

    seat: int
    count: int
    cards: tuple[Colour, ...] | None


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A seat holds no playable promise."""

    seat: int


class Counted(Event, frozen=True, kw_only=True, tag="count"):
    """All promises were turned up; votes and promises a seat; `winner` None: the region is gone."""

    region: str
    votes: tuple[int, ...]
    shown: tuple[tuple[Colour, ...], ...]
    winner: int | None


class Over(Event, frozen=True, kw_only=True, tag="over"):
    """The campaign is over; as in the outcome."""

    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    winners: tuple[int, ...]


AnyEvent = (
    Dealt
    | Round
    | Drew
    | Recycled
    | Asked
    | Gave
    | Scandal
    | Accepted
    | Traded
    | Done
    | Laid
    | Passed
    | Counted
    | Over
)
"""For clients: `msgspec.convert(event, AnyEvent)`."""


@dataclass(frozen=True, slots=True)
class Secret:
    """An event of which only some seats may know all."""

    public: Event
    private: Event
    seats: frozenset[int]


Happening = Event | Secret


def told(happenings: Sequence[Happening], seats: int) -> tuple[Events, ...]:
    """Make the events for each seat, and last for spectators."""
    if not any(isinstance(happening, Secret) for happening in happenings):
        return (tuple(h for h in happenings if isinstance(h, Event)),) * (seats + 1)
    receivers: list[int | None] = [*range(seats), None]
    return tuple(tuple(_for(happening, seat) for happening in happenings) for seat in receivers)


def _for(happening: Happening, seat: int | None) -> Event:
    if isinstance(happening, Event):
        return happening
    return happening.private if seat in happening.seats else happening.public
