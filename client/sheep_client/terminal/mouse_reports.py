"""What a terminal says of the mouse, as far as it can be read: the library raises where it cannot.

Colours in pasted text and half a report look like one, and old terminals have buttons without a name.
"""

import re

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings, typical_mouse_events
from prompt_toolkit.keys import Keys

_OLD = "\x1b[M"
_FIRST = 33
"""What the first column and row are in an old report."""
_ESCAPED = 0xDC00
"""What is added to a byte that is no text."""
_NUMBERS = re.compile(r"\x1b\[<?\d{1,4};[1-9]\d{0,4};[1-9]\d{0,4}[mM]")


def add(bindings: KeyBindings) -> KeyBindings:
    """Let bindings of an application take only reports that can be read, and return them."""
    library = next(
        each.handler for each in load_mouse_bindings().bindings if each.keys == (Keys.Vt100MouseEvent,)
    )

    @bindings.add(Keys.Vt100MouseEvent)
    def _reported(event: KeyPressEvent) -> object:
        return library(event) if readable(event.data) else NotImplemented

    return bindings


def readable(report: str) -> bool:
    """Tell whether the library can read a report."""
    if not report.startswith(_OLD):
        return _NUMBERS.fullmatch(report) is not None
    button, *place = (ord(character) for character in report[len(_OLD) :])
    return button in typical_mouse_events and all(_unescaped(number) >= _FIRST for number in place)


def _unescaped(number: int) -> int:
    return number - _ESCAPED if number >= _ESCAPED else number
