"""The colours of the full screen, and what stands for them where there are none. Names of styles only.

Most terminals take the nearest of 256 colours: a dark one must be strong enough not to become a grey.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Style(NamedTuple):
    """How a class of text looks, as prompt_toolkit writes it: in colour, and without any."""

    colour: str
    bare: str = ""


Styles = Mapping[str, Style]
"""By class."""

SEATS = (
    ("#c62f2f", "#ffffff", "#7d3a36"),
    ("#2459c4", "#ffffff", "#38507f"),
    ("#8a3fc4", "#ffffff", "#74487c"),
    ("#f1efe4", "#1b1b1f", "#a9a998"),
    ("#17a2a2", "#08201f", "#1f6a6a"),
    ("#d9822b", "#1b1b1f", "#8a6238"),
)
"""A seat's colour, what is written on it, and its colour when nothing can move there any more."""

_BLANKS = {"nbsp": "nounderline"}
"""prompt_toolkit underlines no-break spaces, and French has one before each colon."""

STYLES: Styles = {
    "header": Style("bg:#26352b #e8ece4", "reverse"),
    "turn": Style("bg:#f4d35e #1b1b1f bold", "bold underline"),
    "log": Style(""),
    "dim": Style("#8a9488"),
    "chat": Style("#7fc4e8"),
    "note": Style("#ffb000 bold", "bold"),
    "hint": Style("#9be07f"),
    "wrong-note": Style("#ff6b6b bold", "bold"),
    "ask": Style("bold", "bold"),
    "key": Style("bg:#3a4a40 #f4d35e bold", "reverse"),
    "footer": Style("bg:#26352b #c9d2c6"),
    "button": Style("bg:#f4d35e #1b1b1f bold", "reverse bold"),
    "button-off": Style("bg:#3a4a40 #c9d2c6"),
    "title": Style("#f4d35e bold", "bold"),
    "border": Style("#6b7a6e"),
    "active": Style("bold", "bold"),
    "picked": Style("#f4d35e bold", "bold reverse"),
    "over": Style("bg:#1c2621 #e8ece4"),
    "news": Style("#b9c4b4"),
    "banner": Style("bg:#a8404a #ffffff bold", "reverse bold"),
    "win": Style("#f4d35e bold", "bold"),
    "prompt": Style(""),
    "row": Style("bg:#f4d35e #1b1b1f", "reverse"),
    **{f"seat{n}": Style(f"bg:{back} {front} bold", "reverse") for n, (back, front, _) in enumerate(SEATS)},
}
"""What every screen has, games' among them; a game adds its own (`Screen.styles`)."""


def colours(*games: Styles) -> dict[str, str]:
    """Return the styles of a screen in colour, with those of games."""
    return _BLANKS | {name: style.colour for styles in (STYLES, *games) for name, style in styles.items()}


def shades(*games: Styles) -> dict[str, str]:
    """Return the styles of a screen without colours, with those of games."""
    return _BLANKS | {name: style.bare for styles in (STYLES, *games) for name, style in styles.items()}
