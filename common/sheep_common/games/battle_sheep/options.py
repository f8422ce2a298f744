"""The options of Battle Sheep: what there is, and what a table's choice resolves to."""

import re
from collections.abc import Mapping

from sheep_common.errors import OptionError
from sheep_common.game import Option, OptionValue

from .hexes import INTEGER, read_integer, words
from .position import parse_position

SEATS = range(2, 5)

OPTIONS = (
    Option(name="first", default=0),
    Option(name="end", default="all-blocked", values=("all-blocked", "one-left")),
    Option(name="starts", default="outer-rim", values=("outer-rim", "any-rim")),
    Option(name="board", default="players", values=("players", "random")),
    Option(name="position", default=None),
)

_NONE = "none"
"""No position, as text: a command line can say the default too."""


def resolve(seats: int, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return every option with its value; `position` is left out when there is none.

    Values may be resolved already, or text; None stands for the default. Raises `OptionError`.
    """
    if type(seats) is not int or seats not in SEATS:  # True is no number of seats, nor is 2.0
        raise OptionError(f"battle-sheep takes {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    known = [option.name for option in OPTIONS]
    for name in options:
        if name not in known:
            raise OptionError(f"unknown option {_short(name)}; battle-sheep has {', '.join(known)}")
    resolved: dict[str, OptionValue] = {"first": _seat(seats, options.get("first"))}
    for option in OPTIONS:
        if option.values:
            resolved[option.name] = _choice(option, options.get(option.name))
    position = options.get("position")
    if position is not None and position != _NONE:
        resolved["position"] = _position(seats, position)
    return resolved


def _seat(seats: int, value: object) -> int:
    if isinstance(value, str) and re.fullmatch(INTEGER, value):
        value = read_integer(value)
    if value is None:
        value = 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise OptionError(f"first={_short(value)}: it takes a seat, 0 to {seats - 1}")
    return value


def _choice(option: Option, value: object) -> OptionValue:
    if value is None and option.default is not None:
        return option.default
    if not isinstance(value, str) or value not in option.values:
        values = " or ".join(map(str, option.values))
        raise OptionError(f"{option.name}={_short(value)}: it takes {values}")
    return value


def _position(seats: int, value: object) -> str:
    if not isinstance(value, str):
        raise OptionError(f"position={_short(value)}: it takes text, Q,R or Q,R:SEATxN with blanks")
    parse_position(value, seats)
    return " ".join(words(value))


def _short(value: object) -> str:
    """Show a value, as far as it is fit to be shown: it may be anything that a peer sent."""
    if isinstance(value, str):
        return repr(value if len(value) <= 24 else f"{value[:24]}…")
    if isinstance(value, int) and abs(value) < 10**24:
        return str(value)
    return f"(a value of type {type(value).__name__})"
