"""One's own hand: cards side by side, or a line or two where there is no room for them. Knows no rules."""

from collections.abc import Sequence

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.games.leadersheep.cards import colour_of, is_scandal

from sheep_client.game_api.canvas import Box, Canvas
from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.screen import cards, controls
from sheep_client.games.leadersheep.screen.picking import Picking
from sheep_client.games.leadersheep.words import colour
from sheep_client.i18n import _
from sheep_client.text_layout import width_of

_LONGEST = 8
"""Letters of a colour that are shown."""


def paint(canvas: Canvas, box: Box, picking: Picking, scene: Scene) -> None:
    """Paint one's own cards, in as many rows as there is room for."""
    view: LeadersheepView = scene.view
    if not view.hand:
        canvas.put(box.x + 1, box.y, _("Your hand is empty."), "class:dim")
        return
    high = cards.CARD_HEIGHT if box.height >= cards.CARD_HEIGHT else 3
    wide, gap = cards.card_width(view.hand, box.width)
    if wide < cards.WIDEST_CARD and box.height >= 2 * high:
        wide, gap = cards.card_width(view.hand, box.width, 2)
    each = max(1, (box.width - 1) // (wide + gap))
    barred = blocked(scene)
    if -(-len(view.hand) // each) * high > box.height:
        choosing = bool(scene.legal) and view.phase not in ("gift-ask", "answer")
        _strip(canvas, box, view.hand, picking, barred, choosing=choosing)
        return
    for number, card in enumerate(view.hand):
        row, column = divmod(number, each)
        place = Box(box.x + 1 + column * (wide + gap), box.y + row * high, wide, high)
        if place.end > box.end:
            break
        on = (
            bool(scene.legal)
            and view.phase not in ("gift-ask", "answer")
            and number == min(picking.cursor, len(view.hand) - 1)
        )
        picked = number in picking.picked or (picking.aiming and number == picking.cursor)
        cards.paint_card(
            canvas,
            place,
            card,
            number + 1,
            on=on,
            picked=bool(scene.legal) and picked,
            blocked=card in barred,
        )
        canvas.click(place, f"card:{number}")


def blocked(scene: Scene) -> frozenset[str]:
    """Return the cards that may not be laid in this round."""
    phases = ("scandals", "answer", "promises")
    return frozenset(controls.blocked(scene)) if scene.view.phase in phases else frozenset()


def text(card: str, number: int, *, picked: bool = False, blocked: bool = False) -> str:
    """Write a card with its number from 1: `✓` if picked, `!` for a scandal, `×` if blocked."""
    marks = ("!" if is_scandal(card) else "") + ("×" if blocked else "")
    return f"{number}{'✓' if picked else ' '}{colour(colour_of(card))[:_LONGEST]}{marks}"


def rows(hand: Sequence[str], blocked: frozenset[str], width: int) -> list[list[int]]:
    """Break a hand into rows of places, two columns between two cards."""
    found: list[list[int]] = [[]]
    x = 0
    for place, card in enumerate(hand):
        wide = width_of(text(card, place + 1, blocked=card in blocked))
        if found[-1] and x + wide > width:
            found.append([])
            x = 0
        found[-1].append(place)
        x += wide + 2
    return found


def _strip(
    canvas: Canvas,
    box: Box,
    hand: Sequence[str],
    picking: Picking,
    blocked: frozenset[str],
    *,
    choosing: bool,
) -> None:
    """Paint as many rows as there is room for, that of the cursor among them; each card can be clicked."""
    lines = rows(hand, blocked, box.width - 1)
    cursor = min(picking.cursor, len(hand) - 1)
    at = next((number for number, line in enumerate(lines) if cursor in line), 0)
    first = max(0, min(at - box.height + 1, len(lines) - box.height))
    for y, line in enumerate(lines[first : first + box.height], box.y):
        x = box.x + 1
        for place in line:
            card = hand[place]
            picked = choosing and (place in picking.picked or (picking.aiming and place == cursor))
            shown = text(card, place + 1, picked=picked, blocked=card in blocked)
            on = choosing and place == cursor
            end = canvas.put(x, y, shown, "class:row" if on else cards.style(colour_of(card)))
            canvas.click(Box(x, y, end - x, 1), f"card:{place}")
            x = end + 2
