"""The options of Leadersheep, resolved and checked, and the table before the deal."""

import re
from collections.abc import Mapping

from sheep_common.errors import OptionError
from sheep_common.game import Option, OptionValue

from .deck import Deck
from .decks import DEFAULT, find_deck, resolved_text
from .state import HAND, Recycling, State

SEATS = range(2, 7)
OFFERED = range(3, 7)

OPTIONS = (
    Option(name="first", default=0),
    Option(name="trash", default=Recycling.SHUFFLE.value, values=tuple(r.value for r in Recycling)),
    Option(name="deck", default=DEFAULT),
)

_SEAT = re.compile(r"0|[1-9][0-9]?")


def resolve(seats: int, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return every option with its value in one form; raises `OptionError`."""
    return _resolve(seats, options)[0]


def initial(seats: int, options: Mapping[str, object]) -> State:
    """Make the table before the deal: nothing is shuffled yet, so nothing is secret."""
    resolved, deck = _resolve(seats, options)
    first = int(resolved["first"])
    nothing: tuple[tuple[str, ...], ...] = ((),) * seats
    return State(
        deck=deck,
        first=first,
        recycling=Recycling(str(resolved["trash"])),
        regions=tuple(region.id for region in deck.regions),
        pile=deck.cards,
        hands=nothing,
        before=nothing,
        laid=(None,) * seats,
        held=nothing,
        starter=first,
    )


def _resolve(seats: int, options: Mapping[str, object]) -> tuple[dict[str, OptionValue], Deck]:
    if type(seats) is not int or seats not in SEATS:
        raise OptionError(f"leadersheep takes {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    if unknown := options.keys() - {option.name for option in OPTIONS}:
        raise OptionError(f"leadersheep has no option {min(unknown)[:40]!r}")
    chosen = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    value = chosen["deck"]
    if not isinstance(value, str):
        raise OptionError("deck: the name of a deck, or a deck as JSON in text")
    deck = find_deck(value)
    if len(deck.cards) < HAND * seats:
        raise OptionError(f"deck: {len(deck.cards)} cards are too few for {seats} seats")
    resolved: dict[str, OptionValue] = {
        "first": _first(chosen["first"], seats),
        "trash": _trash(chosen["trash"]),
        "deck": resolved_text(value, deck),
    }
    return resolved, deck


def _first(value: object, seats: int) -> int:
    if isinstance(value, str) and _SEAT.fullmatch(value):
        value = int(value)
    if type(value) is not int or not 0 <= value < seats:  # True is no seat
        raise OptionError(f"first: a seat from 0 to {seats - 1}")
    return value


def _trash(value: object) -> str:
    if not isinstance(value, str) or value not in {r.value for r in Recycling}:
        raise OptionError("trash: " + " or ".join(r.value for r in Recycling))
    return value
