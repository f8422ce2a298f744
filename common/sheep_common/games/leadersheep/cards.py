"""A card's text: `COLOUR` is a promise, `COLOUR!` a scandal. Knows no deck, so no order of cards."""

import re

Colour = str
Card = str

WORD = re.compile(r"[a-z][a-z0-9-]*")
"""What a colour and a region's id look like."""

CARD = re.compile(WORD.pattern + "!?")


def is_scandal(card: Card) -> bool:
    """Tell a scandal from a promise."""
    return card.endswith("!")


def scandal_of(colour: Colour) -> Card:
    """Return the scandal of a colour; the promise of a colour is the colour's own text."""
    return colour + "!"


def colour_of(card: Card) -> Colour:
    """Return the colour of a card of either kind."""
    return card.removesuffix("!")
