"""Leadersheep's colours and cards on the screen: a letter for every colour, chips, and cards of a hand."""

from collections.abc import Sequence
from functools import lru_cache

from sheep_common.games.leadersheep.cards import colour_of, is_scandal

from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.games.leadersheep.screen.styles import CARDS
from sheep_client.games.leadersheep.words import colour
from sheep_client.i18n import _
from sheep_client.text_layout import width_of

CARD_HEIGHT = 4
NARROWEST_CARD, WIDEST_CARD = 7, 11


def letters(colours: Sequence[str]) -> dict[str, str]:
    """Return a letter for each colour: its first, else its last, else any of its word that is still free."""
    return dict(_letters(tuple((word, colour(word)) for word in colours)))


@lru_cache(maxsize=8)
def _letters(words: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for word, name in words:
        wanted = [name[:1], name[-1:], *name, *"123456789"]
        free = (
            letter.upper() for letter in wanted if letter.upper() not in found.values() and letter.isalnum()
        )
        found[word] = next(free, "?")
    return tuple(found.items())


def lettered(word: str, letter: str) -> str:
    """Name a colour with its letter as the only capital."""
    name = colour(word)
    place = name.lower().find(letter.lower()) if name[:1].upper() != letter else 0
    place = len(name) - 1 if name[-1:].upper() == letter and name[:1].upper() != letter else place
    return f"{name[:place]}{letter}{name[place + 1 :]}" if place >= 0 else f"{letter} {name}"


def style(word: str) -> str:
    """Return the style of a colour's chip."""
    return f"class:card-{word}" if word in CARDS else "class:card-other"


def chip(canvas: Canvas, x: int, y: int, word: str, text: str) -> int:
    """Write a text on a colour."""
    return canvas.put(x, y, f" {text} ", style(word))


def card_width(cards: Sequence[str], width: int, rows: int = 1) -> tuple[int, int]:
    """Return how wide each card is, and the gap between two, so that they lie in so many rows at most."""
    wide = max(
        [
            NARROWEST_CARD,
            *(width_of(colour(colour_of(card))) + 4 for card in cards),
            width_of(_("scandal")) + 4,
        ]
    )
    each = max(1, width - 1) // max(1, -(-len(cards) // max(1, rows)))
    if each - 1 >= wide:
        return min(wide, WIDEST_CARD), 1
    return max(NARROWEST_CARD, min(wide, WIDEST_CARD, each)), 0


def paint_card(
    canvas: Canvas, box: Box, card: str, number: int, *, on: bool, picked: bool, blocked: bool
) -> None:
    """Paint a card: its number, what it is, its colour in a word and a letter's place for the cursor."""
    word = colour_of(card)
    back = style(word)
    edge = "class:picked" if on or picked else "class:border"
    canvas.frame(box, edge, heavy=on)
    canvas.put(box.x + 1, box.y, f"{number}", edge)
    if picked:
        canvas.put(box.x + box.width - 3, box.y, "✓", "class:picked")
    inner = box.width - 2
    canvas.fill(Box(box.x + 1, box.y + 1, inner, box.height - 2), back)
    # On a low card there is no room for its kind.
    mark = "!" if box.height < CARD_HEIGHT and is_scandal(card) else ""
    name = cut(colour(word), inner - len(mark)) + mark
    style_ = f"{back} class:struck" if blocked else back
    canvas.put(box.x + 1 + (inner - width_of(name)) // 2, box.y + 1, name, f"{style_} bold")
    if box.height < CARD_HEIGHT:
        return
    kind = _("blocked") if blocked else _("scandal") if is_scandal(card) else _("promise")
    if width_of(kind) > inner:
        kind = "×" if blocked else "!" if is_scandal(card) else ""
    canvas.put(box.x + 1 + (inner - width_of(kind)) // 2, box.y + 2, kind, back)
