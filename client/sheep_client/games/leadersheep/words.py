"""Colours, cards and regions of Leadersheep in words; colours of other decks stay as they are."""

from collections.abc import Iterable
from types import MappingProxyType

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.games.leadersheep.cards import colour_of, is_scandal
from sheep_common.names import clean

from sheep_client.i18n import N_, _

_COLOURS = MappingProxyType({
    "red": N_("red"),
    "blue": N_("blue"),
    "green": N_("green"),
    "yellow": N_("yellow"),
    "black": N_("black"),
})  # fmt: skip
_PROMISES = MappingProxyType({
    "red": N_("red promise"),
    "blue": N_("blue promise"),
    "green": N_("green promise"),
    "yellow": N_("yellow promise"),
    "black": N_("black promise"),
})  # fmt: skip
_SCANDALS = MappingProxyType({
    "red": N_("red scandal"),
    "blue": N_("blue scandal"),
    "green": N_("green scandal"),
    "yellow": N_("yellow scandal"),
    "black": N_("black scandal"),
})  # fmt: skip


def colour(word: str) -> str:
    """Name a colour."""
    return _(_COLOURS[word]) if word in _COLOURS else clean(word)


def promise(word: str) -> str:
    """Name the promise of a colour."""
    return _(_PROMISES[word]) if word in _PROMISES else _("{colour} promise").format(colour=clean(word))


def scandal(word: str) -> str:
    """Name the scandal of a colour."""
    return _(_SCANDALS[word]) if word in _SCANDALS else _("{colour} scandal").format(colour=clean(word))


def card(text: str) -> str:
    """Name a card."""
    return scandal(colour_of(text)) if is_scandal(text) else promise(text)


def cards(texts: Iterable[str]) -> str:
    """List cards, equal ones once with their number."""
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return ", ".join(f"{n} × {card(text)}" if n > 1 else card(text) for text, n in counts.items())


def promises(colours: Iterable[str]) -> str:
    """List promises by their colours alone."""
    return ", ".join(map(colour, colours))


def colour_word(view: LeadersheepView, word: str) -> str | None:
    """Return the colour that a typed word names, in the player's language or the deck's."""
    return next((c for c in view.deck.colours if word in (c, colour(c))), None)


def region_name(view: LeadersheepView, region: str) -> str:
    """Name a region."""
    return next((clean(r.name) for r in view.deck.regions if r.id == region), clean(region))


def sheep_by_colour(view: LeadersheepView, region: str) -> str:
    """Say which sheep stand on a region."""
    sheep = next((r.sheep for r in view.deck.regions if r.id == region), ())
    counts = zip(view.deck.colours, sheep, strict=False)
    return ", ".join(f"{colour(c)} {n}" for c, n in counts if n)
