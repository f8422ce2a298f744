"""Scenes for laws: a game as each receiver sees it, at any moment of a game that was played at random."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar
from unicodedata import category

import msgspec
from sheep_common.laws.laws import hold, receivers
from sheep_common.laws.play import Move, Table
from sheep_common.messages import Plain

from sheep_client.game_api.text import GameText, Scene

S = TypeVar("S")

NAMES = ("Ana", "Bo", "Cléo", "Dan", "Eve", "Finn", "Gus", "Hal")


def names_of(seats: int) -> tuple[str, ...]:
    """Return a name a seat."""
    return tuple(NAMES[seat] if seat < len(NAMES) else f"Seat {seat}" for seat in range(seats))


def scene_of(text: GameText, table: Table[S], state: S, seat: int | None, width: int = 80) -> Scene:
    """Return what a receiver sees, as its text is given it: through the wire's form of the view."""
    view: Any = msgspec.to_builtins(table.game.view(state, seat))
    if text.view_type is not None:
        view = msgspec.convert(view, text.view_type)
    legal = () if seat is None else table.game.legal_actions(state, seat)
    notes = ("", *("bot, hard" for _ in range(table.seats - 1)))
    return Scene(view=view, seat=seat, names=names_of(table.seats), legal=legal, width=width, notes=notes)


def scenes_of(text: GameText, table: Table[S], state: S) -> Iterator[Scene]:
    """Give what each seat and a spectator sees."""
    for seat in receivers(table.seats):
        yield scene_of(text, table, state, seat)


def events_of(move: Move[S], seat: int | None) -> list[Plain]:
    """Return what a receiver is told of a step, as it comes over the wire."""
    return [msgspec.to_builtins(event) for event in move.step.seen_by(seat)]


def printable(lines: Iterable[str], what: str) -> None:
    """Hold lines to be text that may be shown: no control character, no line break."""
    for line in lines:
        shown = all(category(each)[0] != "C" and category(each) not in ("Zl", "Zp") for each in line)
        hold(shown, f"{what} cannot be shown", line)
