"""A walk through a record, for `sheep-replay`: each step as sentences and a board, from any seat."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from sheep_common.games import GAMES
from sheep_common.messages import Update
from sheep_common.names import clean
from sheep_common.records import Action, Undo
from sheep_common.replay import Reached, replay

from sheep_client import i18n
from sheep_client.game_api.text import GameText, Scene
from sheep_client.i18n import _
from sheep_client.text_layout import wrap
from sheep_client.text_ui.scene import scene_of

WIDTH = 80
FAILED, DONE = 1, 0


Show = Callable[[list[Reached[Any]], int | None], int]
"""Shows a record by hand, as a seat or a spectator sees it; returns the exit status."""


def walk(
    lines: Iterable[str | bytes], seat: int | None, language: str | None, show: Show | None = None
) -> int:
    """Show a record step by step in a terminal, or all of it elsewhere; return the exit status.

    `seat` None sees what a spectator sees; `show` is for a terminal that can do more than print lines.
    Raise `RecordError` where the record is wrong.
    """
    reached = read(lines, seat, language)
    if reached is None:
        return FAILED
    if sys.stdin.isatty() and sys.stdout.isatty():
        return (show or _by_hand)(reached, seat)
    for step in reached:
        _print(page(step, seat))
    _print(ending(reached[-1], seat))
    return DONE


def read(lines: Iterable[str | bytes], seat: int | None, language: str | None) -> list[Reached[Any]] | None:
    """Read a record, and speak a language from then on; say what is wrong and return None without the seat.

    Raise `RecordError` where the record is wrong.
    """
    i18n.use(language or i18n.language_of(os.environ))
    reached = list(replay(lines, GAMES))
    seats = len(reached[0].header.seats)
    if seat is not None and seat >= seats:
        text = _("There is no seat {seat} in this record; seats are 0 to {last}.")
        with contextlib.suppress(OSError):  # nobody is to be told
            sys.stderr.write("sheep-replay: " + text.format(seat=seat, last=seats - 1) + "\n")
        return None
    return reached


def page(reached: Reached[Any], seat: int | None) -> list[str]:
    """Show where a line of a record has led to: what happened, and the board."""
    painter, scene = _scene(reached, seat)
    events = [msgspec.to_builtins(event) for event in reached.seen_by(seat)]
    said = [sentence for event in events for sentence in painter.sentences(event, scene)]
    lines = [_heading(reached), *(part for sentence in said for part in wrap(sentence, WIDTH - 1, "  "))]
    return [*lines, "", *painter.board(scene), ""]


def ending(reached: Reached[Any], seat: int | None) -> list[str]:
    """Say how the game ended, where it did."""
    outcome = reached.game.outcome(reached.state)
    if outcome is None:
        return [_("The record ends here; the game was not finished.")]
    painter, scene = _scene(reached, seat)
    return painter.ending(scene, msgspec.to_builtins(outcome))


def _scene(reached: Reached[Any], seat: int | None) -> tuple[GameText, Scene]:
    view = msgspec.to_builtins(reached.game.view(reached.state, seat))
    names = tuple(clean(name) for name in reached.header.seats)
    update = Update(table="record", version=reached.number, seat=seat, view=view)
    return scene_of(update, None, WIDTH - 1, names)


def _heading(reached: Reached[Any]) -> str:
    if isinstance(reached.entry, Undo):
        return _("Step {number}: {n} taken back.").format(number=reached.number, n=reached.entry.undo)
    if isinstance(reached.entry, Action):
        return _("Step {number}.").format(number=reached.number)
    names = ", ".join(clean(name) for name in reached.header.seats)
    return _("The start. Seats: {names}.").format(names=names)


def _by_hand(reached: list[Reached[Any]], seat: int | None) -> int:
    """Go where the reader says: the terminal reads lines, so each ends with Enter."""
    last = len(reached) - 1
    _print([_("Enter goes on, p goes back, a number goes to that step, q ends.")])
    at = 0
    _print(page(reached[0], seat))
    for word in _typed(last):
        there = _there(word, at, last)
        if there is None:
            return DONE
        if there == at:
            _print(ending(reached[at], seat) if at == last and word in ("", "n") else [_("No such step.")])
            continue
        at = there
        _print(page(reached[at], seat))
        if at == last:
            _print(ending(reached[at], seat))
    return DONE


def _there(word: str, at: int, last: int) -> int | None:
    """Return the step that a word leads to; None for the end of the walk."""
    if word in ("", "n"):
        return min(at + 1, last)
    if word == "p":
        return max(at - 1, 0)
    if word == "q":
        return None
    if word.isascii() and word.isdigit() and len(word) < 10 and int(word) <= last:
        return int(word)
    return at


def _typed(last: int) -> Iterator[str]:
    with contextlib.suppress(EOFError):
        while True:
            yield input(_("0 to {last} > ").format(last=last)).strip().lower()


def _print(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
