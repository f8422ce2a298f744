"""Actions as text and as values: `parse` and `str`. Knows notation only: no deck, no state, no rule."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sheep_common.errors import NotationError

from .cards import CARD, WORD, Card, Colour
from .deck import Deck

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
MAX_GIVEN = 2
MAX_PROMISES = 3


@dataclass(frozen=True, slots=True)
class Ask:
    """The leader names the giver."""

    seat: int

    def __str__(self) -> str:
        return f"ask {self.seat}"


@dataclass(frozen=True, slots=True)
class Give:
    """The giver's cards for the leader."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("give", *self.cards))


@dataclass(frozen=True, slots=True)
class Scandal:
    """A scandal thrown at another seat."""

    colour: Colour
    target: int

    def __str__(self) -> str:
        return f"scandal {self.colour} {self.target}"


@dataclass(frozen=True, slots=True)
class Accept:
    """The target lets the scandal lie."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class Trade:
    """The target gives a region to be rid of the scandal."""

    region: str

    def __str__(self) -> str:
        return f"trade {self.region}"


@dataclass(frozen=True, slots=True)
class Done:
    """No more scandals from this seat."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Promise:
    """Promises laid face down."""

    colours: tuple[Colour, ...]

    def __str__(self) -> str:
        return " ".join(("promise", *self.colours))


@dataclass(frozen=True, slots=True)
class Pass:
    """No playable promise."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: all regions in order, then all cards in draw order."""

    regions: tuple[str, ...]
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {','.join(self.regions)} {','.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance: the new draw pile, top first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"shuffle {','.join(self.cards)}"


Action = Ask | Give | Scandal | Accept | Trade | Done | Promise | Pass | Deal | Shuffle


def parse(text: str) -> Action:
    """Read an action in any accepted spelling, its cards in the order written.

    Blanks are spaces and tabs. Raises `NotationError`.
    """
    verb, *words = [word for word in text.replace("\t", " ").split(" ") if word] or [""]
    entry = _FORMS.get(verb)
    if entry is None:
        raise NotationError(f"no such action: {verb[:20]!r}")
    least, most, make = entry
    if not least <= len(words) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise NotationError(f"{verb} takes {wanted} words, not {len(words)}")
    return make(words)


def ordered(action: Action, deck: Deck) -> Action:
    """Put what has no order of its own into canonical order: the cards of `give` and `promise`."""
    match action:
        case Give(cards):
            return replace(action, cards=deck.in_order(cards))
        case Promise(colours):
            return replace(action, colours=deck.in_order(colours))
        case _:
            return action


def _seat(word: str) -> int:
    try:
        if _INTEGER.fullmatch(word):
            return int(word)
    except ValueError:  # more digits than Python reads
        pass
    raise NotationError(f"not a seat: {word[:20]!r}")


def _word(word: str, form: re.Pattern[str], what: str) -> str:
    if not form.fullmatch(word):
        raise NotationError(f"not a {what}: {word[:20]!r}")
    return word


def _colours(words: Sequence[str]) -> tuple[Colour, ...]:
    return tuple(_word(word, WORD, "colour") for word in words)


def _cards(words: Sequence[str]) -> tuple[Card, ...]:
    return tuple(_word(word, CARD, "card") for word in words)


def _regions(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(_word(word, WORD, "region") for word in words)


_FORMS: dict[str, tuple[int, int, Callable[[list[str]], Action]]] = {
    "ask": (1, 1, lambda words: Ask(_seat(words[0]))),
    "give": (1, MAX_GIVEN, lambda words: Give(_cards(words))),
    "scandal": (2, 2, lambda words: Scandal(_word(words[0], WORD, "colour"), _seat(words[1]))),
    "accept": (0, 0, lambda _: Accept()),
    "trade": (1, 1, lambda words: Trade(_word(words[0], WORD, "region"))),
    "done": (0, 0, lambda _: Done()),
    "promise": (1, MAX_PROMISES, lambda words: Promise(_colours(words))),
    "pass": (0, 0, lambda _: Pass()),
    "deal": (2, 2, lambda words: Deal(_regions(words[0].split(",")), _cards(words[1].split(",")))),
    "shuffle": (1, 1, lambda words: Shuffle(_cards(words[0].split(",")))),
}
"""A verb: how many words follow at least and at most, and what they make."""
