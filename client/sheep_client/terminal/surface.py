"""Painted frames in prompt_toolkit: a window that shows one as it is, and tells what the mouse did.

A frame goes to the renderer row by row, and a row that was there before is not made again: the usual
way over lines and characters takes longer than all the painting.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, ItemsView
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from sheep_client.game_api.canvas import Frame, Mouse, Row

_ASCII = str.maketrans(
    "│┃─━┌┐└┘┏┓┗┛▐▌·•˙×★✓…’‘“”«»▶▸›→◂←↑▲↓▼↗↖↘↙\xa0",
    '||--++++++++  .o\'x*v.\'\'"""">>>><<^^vv/\\\\/ ',
)
"""What stands for the screen's characters where a terminal takes no others than ASCII."""

_WHEEL = {MouseEventType.SCROLL_UP: "wheel-up", MouseEventType.SCROLL_DOWN: "wheel-down"}
_BLANK = Char(" ", "")


class _Line(defaultdict[int, Char]):
    """A row of the screen, never changed once made: column to character."""

    ends: tuple[tuple[int, Char], ...] = ()

    def items(self) -> Any:
        """Return the last column of each style, and of all text: the renderer asks for the last one seen."""
        return self.ends


def in_ascii(text: str) -> str:
    """Return a text of the same width in ASCII alone: letters lose their marks."""
    poor = (
        character if character.isascii() else _likeness(character) for character in text.translate(_ASCII)
    )
    return "".join(poor)


def _likeness(character: str) -> str:
    width = Char(character, "").width
    base = normalize("NFKD", character)[:1]
    return base if width == 1 and base.isascii() else "?" * width


def _takes_lines() -> bool:
    """Tell whether stdout takes the characters that lines are drawn with."""
    try:
        "│▐→".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@lru_cache(maxsize=512)
def _line(row: Row) -> _Line:
    """Make a row of a frame into the renderer's; the second column of a wide character is empty."""
    line = _Line(lambda: _BLANK)
    ends: dict[str, int] = {}
    column, text_end = 0, 0
    for style, text in row:
        for character in text:
            column = _add(line, column, character, style)
        ends[style] = column - 1
        if blank := len(text) - len(text.rstrip(" ")):
            text_end = column - 1 - blank if blank < len(text) else text_end
        else:
            text_end = column - 1
    line.ends = tuple((last, line[last]) for last in {*ends.values(), text_end} if last >= 0)
    return line


def _add(line: _Line, column: int, character: str, style: str) -> int:
    """Add a character and return the next column; a mark goes to the character before it."""
    char = Char(character, style)
    if char.width == 0 and column:
        place = column - 1 if line[column - 1].char else column - 2
        line[place] = Char(line[place].char + character, style)
        return column
    line[column] = char
    if char.width == 2:
        line[column + 1] = Char("", style)
    return column + max(1, char.width)


class _Keys(UIControl):
    """Takes the focus, so that keys come to the screen; what is shown is the window's."""

    def create_content(self, width: int, height: int) -> UIContent:
        """Return nothing: the window paints."""
        del width, height
        return UIContent(cursor_position=Point(0, 0), show_cursor=False)

    def is_focusable(self) -> bool:
        """Keys come here while nothing is typed."""
        return True


class Surface(Window):
    """The whole screen as one window. `shared`: others write over it, such as a prompt."""

    def __init__(
        self, paint: Callable[[int, int], Frame], mouse: Callable[[Mouse], None], shared: Callable[[], bool]
    ) -> None:
        super().__init__(_Keys(), always_hide_cursor=True)
        self._paint = paint
        self._mouse = mouse
        self._shared = shared
        self._poor = not _takes_lines()

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """Put a frame of the right size onto the screen."""
        del parent_style, erase_bg, z_index
        rows = self._paint(write_position.width, write_position.height).rows
        shared = self._shared()
        for y, row in enumerate(rows):
            line = _line(tuple((style, in_ascii(text)) for style, text in row) if self._poor else row)
            screen.data_buffer[y] = defaultdict(lambda: _BLANK, ItemsView(line)) if shared else line
        screen.width = max(screen.width, write_position.width)
        screen.height = max(screen.height, write_position.height)
        # One handler for every cell that no other window takes.
        mouse_handlers.mouse_handlers = defaultdict(lambda: defaultdict(lambda: self._moused))
        screen.visible_windows_to_write_positions[self] = write_position

    def _moused(self, event: MouseEvent) -> None:
        kind = _WHEEL.get(event.event_type)
        if event.event_type == MouseEventType.MOUSE_DOWN and event.button == MouseButton.LEFT:
            kind = "click"
        elif event.event_type == MouseEventType.MOUSE_MOVE:
            kind = "move"
        if kind is not None:
            self._mouse(Mouse(kind, event.position.x, event.position.y))
