"""Painted frames in prompt_toolkit: a control that shows one and tells what the mouse did."""

from collections.abc import Callable

from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from sheep_client.screens.canvas import Frame
from sheep_client.screens.screen import Mouse

_WHEEL = {MouseEventType.SCROLL_UP: "wheel-up", MouseEventType.SCROLL_DOWN: "wheel-down"}


class Surface(UIControl):
    """The whole screen as one control."""

    def __init__(self, paint: Callable[[int, int], Frame], mouse: Callable[[Mouse], None]) -> None:
        self._paint = paint
        self._mouse = mouse

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the frame of this size."""
        rows = self._paint(width, height).rows
        lines: list[StyleAndTextTuples] = [list(row) for row in rows]
        return UIContent(lambda number: lines[number], len(lines), Point(0, 0), show_cursor=False)

    def is_focusable(self) -> bool:
        """Keys come here while nothing is typed."""
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Pass on what the mouse did."""
        where = mouse_event.position
        kind = _WHEEL.get(mouse_event.event_type)
        if mouse_event.event_type == MouseEventType.MOUSE_DOWN and mouse_event.button == MouseButton.LEFT:
            kind = "click"
        elif mouse_event.event_type == MouseEventType.MOUSE_MOVE:
            kind = "move"
        if kind is not None:
            self._mouse(Mouse(kind, where.x, where.y))
