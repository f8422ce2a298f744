"""A deck: palette, cards and regions, checked and bounded. Reads no file (see `decks`)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec

from sheep_common.errors import OptionError

from .cards import WORD, Card, Colour, scandal_of

# A deck comes inline from whoever opens a table: these keep a stranger's deck small.
MAX_COLOURS = 256
MAX_CARDS = 1024
MAX_REGIONS = 64
MAX_SHEEP = 999
MAX_WORD = 32
MAX_NAME = 80

# A leader who lays one promise a round keeps one of the two cards given: hands grow with the rounds,
# and what may be laid with the cube of the colours held. Either bound keeps that list under 8000.
WIDE_PALETTE = 36
MAX_REGIONS_OF_WIDE = 30


class Region(msgspec.Struct, frozen=True):
    """A region: its id, its name as players read it, its sheep a colour in palette order; shown as it is."""

    id: str
    name: str
    sheep: tuple[int, ...]


@dataclass(frozen=True)  # no slots: the tables below are worked out once a deck
class Deck:
    """What a table plays with; `colours` is the palette, in its order."""

    name: str
    colours: tuple[Colour, ...]
    promises_per_colour: int
    scandals_per_colour: int
    regions: tuple[Region, ...]

    def __hash__(self) -> int:
        # Decks are looked up and states hashed often; names and palette tell decks apart well enough.
        return hash((self.name, self.colours, len(self.regions)))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards in canonical order: promises first, then scandals, each in palette order."""
        promises = (c for c in self.colours for _ in range(self.promises_per_colour))
        scandals = (scandal_of(c) for c in self.colours for _ in range(self.scandals_per_colour))
        return (*promises, *scandals)

    @cached_property
    def ranks(self) -> Mapping[Card, int]:
        """The place of each card's text in canonical order; a colour's place in the palette."""
        order = (*self.colours, *map(scandal_of, self.colours))
        return {card: rank for rank, card in enumerate(order)}

    @cached_property
    def by_id(self) -> Mapping[str, Region]:
        """The regions by id."""
        return {region.id: region for region in self.regions}

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Sort cards canonically; cards of no such deck come last, by their text."""
        ranks = self.ranks
        last = len(ranks)
        return tuple(sorted(cards, key=lambda card: (ranks.get(card, last), card)))

    @cached_property
    def sheep(self) -> Mapping[str, int]:
        """All sheep on each region, by its id."""
        return {region.id: sum(region.sheep) for region in self.regions}

    def votes(self, region: str, promises: Iterable[Colour]) -> int:
        """Count the sheep of a region in the colours promised."""
        sheep = self.by_id[region].sheep
        return sum(sheep[self.ranks[colour]] for colour in promises)

    def text(self) -> str:
        """Print the deck as the option `deck` has it inline: the TOML form as JSON."""
        regions = [
            {
                "id": region.id,
                "name": region.name,
                "sheep": {c: n for c, n in zip(self.colours, region.sheep, strict=True) if n},
            }
            for region in self.regions
        ]
        cards = {
            "promises_per_colour": self.promises_per_colour,
            "scandals_per_colour": self.scandals_per_colour,
        }
        form = {"name": self.name, "colours": self.colours, "cards": cards, "regions": regions}
        return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


def deck_of(form: object) -> Deck:
    """Check a deck in its TOML form (nested maps and lists) and make it; keys of no use are ignored.

    Raises `OptionError` with what is wrong. Whether it has cards enough depends on the seats and
    is not looked at here.
    """
    top = _map(form, "the deck")
    colours = _unique([_word(c, "a colour") for c in _list(top, "colours", 3, MAX_COLOURS)])
    cards = _map(top.get("cards"), "cards")
    promises = _count(cards.get("promises_per_colour"), "promises_per_colour", MAX_CARDS)
    scandals = _count(cards.get("scandals_per_colour"), "scandals_per_colour", MAX_CARDS)
    if len(colours) * (promises + scandals) > MAX_CARDS:
        raise OptionError(f"deck: more than {MAX_CARDS} cards")
    most = MAX_REGIONS if len(colours) <= WIDE_PALETTE else MAX_REGIONS_OF_WIDE
    regions = tuple(_region(r, colours) for r in _list(top, "regions", 1, most))
    _unique([region.id for region in regions])
    return Deck(_name(top.get("name"), "the deck"), colours, promises, scandals, regions)


def _region(form: object, colours: tuple[Colour, ...]) -> Region:
    region = _map(form, "a region")
    word = _word(region.get("id"), "a region's id")
    sheep = _map(region.get("sheep"), f"the sheep of {word}")
    if unknown := sheep.keys() - set(colours):
        raise OptionError(f"deck: {word} has sheep of no colour of the deck: {min(unknown)[:MAX_WORD]!r}")
    counts = tuple(_count(sheep.get(c, 0), f"the sheep of {word}", MAX_SHEEP) for c in colours)
    if not any(counts):
        raise OptionError(f"deck: {word} has no sheep")
    return Region(word, _name(region.get("name"), word), counts)


def _map(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise OptionError(f"deck: {what} must be a map")
    return value


def _list(form: Mapping[str, object], key: str, least: int, most: int) -> list[object]:
    value = form.get(key)
    if not isinstance(value, list | tuple) or not least <= len(value) <= most:
        raise OptionError(f"deck: {key} must be a list of {least} to {most}")
    return list(value)


def _unique(words: list[str]) -> tuple[str, ...]:
    if twice := {word for word in words if words.count(word) > 1}:
        raise OptionError(f"deck: {min(twice)!r} is there twice")
    return tuple(words)


def _word(value: object, what: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_WORD or not WORD.fullmatch(value):
        raise OptionError(f"deck: {what} must match {WORD.pattern}, {MAX_WORD} letters at most")
    return value


def _name(value: object, what: str) -> str:
    # Printable: names are shown on terminals, and a lone surrogate could not even be sent.
    if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME or not value.isprintable():
        raise OptionError(f"deck: {what} needs a printable name of 1 to {MAX_NAME} letters")
    return value


def _count(value: object, what: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:  # True is no count
        raise OptionError(f"deck: {what} must be a number from 0 to {most}")
    return value
