"""The list of the turns where most was lost, over a record that is walked through. Pure; judges nothing."""

from collections.abc import Sequence
from typing import Any

from sheep_common.replay import Reached

from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.game_api.screen import Keys, Look
from sheep_client.i18n import _
from sheep_client.replay_ui import analysis_text as words
from sheep_client.replay_ui.analysis_text import Analysis
from sheep_client.text_layout import table, wrap
from sheep_client.thinking.review import Loss

WIDEST = 92
LISTED = 3
"""Rows that the list keeps for itself where the sentences about a turn would take all."""
LOW = 10
"""With fewer rows one turn is listed at a time, so that what would have been better can be read."""
STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "tab": 1, "wheel-up": -1, "wheel-down": 1}


def paint(
    canvas: Canvas, analysis: Analysis, chosen: int, reached: Sequence[Reached[Any]], look: Look
) -> None:
    """Paint the list, and below it all about the turn that is on."""
    wide, high = min(look.width - 4, WIDEST), look.height - 3
    box = Box((look.width - wide) // 2, 1, wide, high)
    canvas.fill(box, "class:over")
    canvas.frame(box, "class:title", _("Where most was lost"))
    inner = Box(box.x + 2, box.y + 1, wide - 4, high - 2)
    canvas.click(Box(0, 0, look.width, look.height - 1), "escape")
    canvas.click(box, "inside")
    canvas.put(inner.x, inner.y, cut(words.standing(analysis), inner.width), "class:over")
    losses = analysis.losses
    if not losses:
        return
    on = _place(analysis, chosen)
    told = [part for text in words.sentences(losses[on], reached) for part in wrap(text, inner.width, "  ")]
    low = inner.height < LOW
    gap = 0 if low else 1
    room = max(1 if low else LISTED, inner.height - 1 - gap - len(told))
    first = max(0, min(on - room // 2, len(losses) - room))
    y = inner.y + 1
    rows = table([_cells(loss, reached) for loss in losses])
    for number in range(first, min(len(losses), first + room)):
        style = "class:row" if number == on else "class:over"
        canvas.fit(inner.x, y, rows[number], inner.width, style)
        canvas.click(Box(box.x, y, wide, 1), f"line:{number}")
        y += 1
    y += gap
    canvas.block(Box(inner.x, y, inner.width, max(0, inner.end - y)), told, "class:over")


def keys(analysis: Analysis) -> Keys:
    """Return the keys of the list."""
    found = [("updown", _("choose")), ("enter", _("go there"))] if analysis.losses else []
    return [*found, ("escape", _("close")), ("q", _("leave"))]


def meant(analysis: Analysis, chosen: int, key: str) -> Loss | None:
    """Return the turn that is on after a key, None for a key that is not the list's."""
    losses = analysis.losses
    if not losses:
        return None
    on = _place(analysis, chosen)
    if key.startswith("line:"):
        on = int(key.removeprefix("line:"))
    elif key != "enter" and key not in STEPS:
        return None
    return losses[max(0, min(len(losses) - 1, on + STEPS.get(key, 0)))]


def _place(analysis: Analysis, chosen: int) -> int:
    """Return where the turn that is on stands now: worse ones may have come before it."""
    return next((at for at, loss in enumerate(analysis.losses) if loss.number == chosen), 0)


def _cells(loss: Loss, reached: Sequence[Reached[Any]]) -> tuple[str, ...]:
    return (
        words.cost(loss),
        str(loss.number),
        words.player(loss, reached),
        words.played(loss, reached),
    )
