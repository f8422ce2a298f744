"""A whole game as text for people to read and to keep: every step, from everyone's eyes.

The first line is a JSON object with the game, seats, options and seed; all else follows from it. Each
step shows what was told and which fields of whose view changed, for all at once where it is the same.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from random import Random
from textwrap import wrap
from typing import Any

import msgspec

from sheep_common.check import outcome_line
from sheep_common.game import Game, OptionValue
from sheep_common.laws.laws import receivers
from sheep_common.laws.play import Table, play

WIDTH = 110
SHOWN = 24
"""A longer list of legal actions is cut; its hash stands for all of it."""

Seen = dict[int | None, dict[str, Any]]


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """What a playthrough is made from; its first line."""

    game: str
    seats: int
    options: dict[str, OptionValue] = {}
    seed: int = 0


def recipe_of(text: str) -> Recipe:
    """Read the first line of a playthrough."""
    return msgspec.json.decode(text.partition("\n")[0], type=Recipe)


def playthrough(recipe: Recipe, games: Mapping[str, Game[Any]]) -> str:
    """Play the game of a recipe and write it down."""
    first = json.dumps(msgspec.to_builtins(recipe), ensure_ascii=False)
    game = games[recipe.game]
    table = Table(game, recipe.seats, recipe.options)
    return "\n".join([first, *_lines(table, Random(recipe.seed))]) + "\n"  # noqa: S311 - seeded, to be the same


def _lines(table: Table[Any], rng: Random) -> Iterator[str]:
    state = table.start()
    seen: Seen = {receiver: {} for receiver in receivers(table.seats)}
    told: Seen = {receiver: {} for receiver in seen}
    yield from ("", "# 0 start")
    for number, move in enumerate(play(table, rng), 1):
        yield from _state(table, state, seen, told)
        seen = _views(table, state)
        told = {who: {"events": msgspec.to_builtins(move.step.seen_by(who))} for who in seen}
        actor = "table" if move.actor is None else f"seat {move.actor}"
        yield from ("", f"# {number} {actor}: {move.action}")
        state = move.step.state
    yield from _state(table, state, seen, told)
    outcome = table.game.outcome(state)
    yield from ("", "unfinished" if outcome is None else outcome_line(outcome))


def _state(table: Table[Any], state: Any, before: Seen, told: Seen) -> Iterator[str]:
    """Write what was told on the way to a state, what its views have new, and who may do what."""
    for event in _zipped({who: found.get("events", []) for who, found in told.items()}):
        yield from _for_each("told", event, len(event))
    views = _views(table, state)
    for field in table.game.view_type.__struct_fields__:
        new = {who: seen[field] for who, seen in views.items() if seen[field] != before[who].get(field, ...)}
        yield from _for_each(field, new, len(views))
    for seat in sorted(table.game.to_act(state)):
        yield from _legal(seat, table.game.legal_actions(state, seat))


def _views(table: Table[Any], state: Any) -> Seen:
    return {
        who: msgspec.to_builtins(table.game.view(state, who), builtin_types=())
        for who in receivers(table.seats)
    }


def _zipped(told: dict[int | None, list[Any]]) -> Iterator[dict[int | None, Any]]:
    """Go through the events of all receivers side by side; each is told of as many."""
    for events in zip(*told.values(), strict=True):
        yield dict(zip(told, events, strict=True))


def _for_each(name: str, values: dict[int | None, Any], everyone: int) -> Iterator[str]:
    """Write a value once for all when it is everyone's, else for those who share it."""
    groups: dict[str, list[str]] = {}
    for who, value in values.items():
        groups.setdefault(json.dumps(value, ensure_ascii=False), []).append(
            "spectator" if who is None else str(who)
        )
    for text, sharing in groups.items():
        to = "" if len(sharing) == everyone else f" [{' '.join(sharing)}]"
        yield from _wrapped(f"{name}{to}: {text}")


def _legal(seat: int, legal: tuple[str, ...]) -> Iterator[str]:
    shown = ", ".join(legal[:SHOWN])
    if len(legal) > SHOWN:
        rest = hashlib.sha256("\n".join(legal).encode()).hexdigest()[:12]
        shown += f", … {len(legal)} in all, {rest}"
    yield from _wrapped(f"seat {seat} may: {shown}")


def _wrapped(text: str) -> list[str]:
    return wrap(
        text,
        WIDTH,
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )
