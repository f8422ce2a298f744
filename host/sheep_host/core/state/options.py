"""A table's options: which are the host's own, and which go to the game. Knows no game's options.

Of `first`, the seat that starts, a game knows only numbers; here it may also be drawn.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import msgspec
from sheep_common.errors import OptionError
from sheep_common.game import Game, OptionValue
from sheep_common.messages import GameInfo, OptionInfo

First = Literal["youngest", "random"] | int

LONGEST = 24 * 3600
"""The longest time that a clock takes, in seconds."""

OWN = ("first", "hints", "move-time", "clock", "watchers", "private")


class TableOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options that are the host's, with their values; times in seconds, 0 for none."""

    first: First
    hints: bool = True
    move_time: int = 0
    clock: int = 0
    watchers: bool = True
    private: bool = False

    @property
    def timed(self) -> bool:
        """Tell whether time runs for who is to act."""
        return bool(self.move_time or self.clock)


def describe(game: Game[Any]) -> GameInfo:
    """Return what a client must know of a game to open a table of it; `first` is the host's to take."""
    return GameInfo(
        name=game.name,
        seats=tuple(game.seats),
        offered=tuple(game.offered),
        options=tuple(
            OptionInfo(name=option.name, default=option.default, values=option.values)
            for option in game.options
            if option.name not in OWN
        ),
        first=game.first,
        undoable=game.undoable,
    )


def check(game: Game[Any], seats: int, options: Mapping[str, OptionValue]) -> TableOptions:
    """Read the options of a table of a game; raise `OptionError` for any that neither side takes."""
    settings = read(game, options)
    start = settings.first if isinstance(settings.first, int) else 0
    resolve(game, seats, options, start)
    return settings


def read(game: Game[Any], options: Mapping[str, OptionValue]) -> TableOptions:
    """Read the options that are the host's; raise `OptionError`. Who starts is the game's to say (B9, L3)."""
    return TableOptions(
        first=_first(options.get("first", game.first)),
        hints=_switch(options, "hints", default=True),
        move_time=_seconds(options, "move-time"),
        clock=_seconds(options, "clock"),
        watchers=_switch(options, "watchers", default=True),
        private=_switch(options, "private", default=False),
    )


def resolve(
    game: Game[Any], seats: int, options: Mapping[str, OptionValue], first: int
) -> dict[str, OptionValue]:
    """Return the game's options as the header of its record has them; raise `OptionError`."""
    of_game = {name: value for name, value in options.items() if name not in OWN}
    return game.resolve(seats, of_game | {"first": first})


def starter(first: First, ages: tuple[int | None, ...], rng: Random) -> int:
    """Say which seat starts; equal or unknown ages are settled by chance."""
    if isinstance(first, int):
        return first
    seats = list(range(len(ages)))
    known = [age for age in ages if age is not None]
    if first == "youngest" and len(known) == len(ages):
        seats = [seat for seat in seats if ages[seat] == min(known)]
    return rng.choice(seats)


def _first(value: OptionValue) -> First:
    if value == "youngest":
        return "youngest"
    if value == "random":
        return "random"
    seat = _number(value)
    if seat is None:
        raise OptionError("first: a seat, youngest or random")
    return seat


def _switch(options: Mapping[str, OptionValue], name: str, *, default: bool) -> bool:
    value = options.get(name)
    if value is None:
        return default
    if value not in ("on", "off"):
        raise OptionError(f"{name}: on or off")
    return value == "on"


def _seconds(options: Mapping[str, OptionValue], name: str) -> int:
    seconds = _number(options.get(name, 0))
    if seconds is None or seconds > LONGEST:
        raise OptionError(f"{name}: seconds, 0 for none, at most {LONGEST}")
    return seconds


def _number(value: OptionValue) -> int | None:
    """Return a number that is not negative, also from its text as a record would have it."""
    if isinstance(value, str):
        plain = value.isascii() and value.isdecimal() and len(value) < 10
        return int(value) if plain and str(int(value)) == value else None
    return value if value >= 0 else None
