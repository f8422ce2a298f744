"""Laws of a game's bots: the record says which there are; a choice is legal and repeatable, with a reason."""

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

import msgspec
from sheep_common.laws.laws import hold
from sheep_common.laws.play import Table
from sheep_common.messages import LEVELS

from sheep_client.game_api.bot import Engine, TimeLimit
from sheep_client.game_api.game import ClientGame
from sheep_client.game_api.text import GameText
from sheep_client.laws.scenes import printable, scene_of

S = TypeVar("S")


def levels_are_as_the_record_says(game: ClientGame) -> None:
    """See that the levels known without loading them are those that there are, with their seconds."""
    engines = list(game.engines())
    found = {engine.level: engine.seconds for engine in engines if engine.level != "easy"}
    said = {level: seconds for level, seconds in game.levels.items() if level != "easy"}
    hold(found == said, "other levels than the record says", found, said)
    hold(set(game.levels) <= set(LEVELS), "a level that no host takes", *game.levels)
    hold(len({engine.level for engine in engines}) == len(engines), "a level twice")
    hold({engine.game for engine in engines} <= {game.name}, "an engine of another game")


def choices_are_legal_and_repeatable(
    engine: Engine, text: GameText, table: Table[S], rng: Random, *, seconds: float = 0.01, most: int = 60
) -> None:
    """At every seat of a whole game, with a clock that stands still: the same dice choose the same.

    Each choice is one of `legal`, with a reason that can be said; what the engine is given stays as it is.
    """
    for seat, view, legal, memory, state in _turns(engine, table, rng, seconds, most):
        before = msgspec.json.encode(view)
        seed = rng.getrandbits(64)
        one, other = (
            engine.choose(memory, view, legal, _still(seconds), Random(seed))  # noqa: S311 - repeatable
            for _ in range(2)
        )
        hold(one.action in legal, "not legal", one.action)
        hold(one.action == other.action, "the same dice, another choice", one.action, other.action)
        hold(msgspec.json.encode(view) == before, "the view was changed", one.action)
        scene = scene_of(text, table, state, seat)
        why = text.why(one.reason, one.values, scene)
        hold(bool(why) or not one.reason, "a reason without words", one.reason, one.values)
        printable([why], "a reason")
        _judged(engine, memory, view, legal, seconds, seed)


def _judged(
    engine: Engine, memory: Any, view: Any, legal: tuple[str, ...], seconds: float, seed: int
) -> None:
    if engine.judge is None:
        return
    rng = Random(seed)  # noqa: S311 - repeatable
    compared = engine.judge(memory, view, legal, legal[seed % len(legal)], _still(seconds), rng)
    if compared is not None:
        hold(compared.best.action in legal, "compared with what is not legal", compared.best.action)
        hold(0 <= compared.worth <= 1, "a chance from 0 to 1", compared.worth)


def _still(seconds: float) -> TimeLimit:
    return TimeLimit(clock=lambda: 0.0, deadline=1.0, seconds=seconds)


def _turns(
    engine: Engine, table: Table[S], rng: Random, seconds: float, most: int
) -> Iterator[tuple[int, Any, tuple[str, ...], Any, S]]:
    """Play a game at random, and give each turn of a seat with what the engine remembers there."""
    game, state = table.game, table.start()
    options = game.resolve(table.seats, table.options)
    memories = [engine.begin(seat, options) for seat in range(table.seats)]
    for _ in range(most):
        acting = sorted(game.to_act(state))
        if acting:
            seat = rng.choice(acting)
            legal = game.legal_actions(state, seat)
            yield seat, msgspec.to_builtins(game.view(state, seat)), legal, memories[seat], state
            actor, action = seat, rng.choice(legal)
        else:
            drawn = game.chance(state, rng)
            if drawn is None:
                return
            actor, action = None, drawn
        step = game.apply(state, actor, action)
        state = step.state
        for seat in range(table.seats):
            view = msgspec.to_builtins(game.view(state, seat))
            told = [msgspec.to_builtins(event) for event in step.seen_by(seat)]
            memories[seat] = engine.remember(memories[seat], view, told)
