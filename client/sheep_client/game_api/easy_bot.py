"""The level `easy` of any game: any legal action, each as likely as the next. Looks at nothing else."""

from collections.abc import Sequence
from random import Random
from typing import Any

from sheep_client.game_api.bot import Choice, Engine, Options, Plain, TimeLimit


def easy(game: str) -> Engine:
    """Make the level `easy` of a game."""
    return Engine(game=game, level="easy", begin=_begin, remember=_remember, choose=_choose, seconds=0)


def choose(legal: Sequence[str], rng: Random) -> str:
    """Return one of `legal`, which is not empty."""
    return rng.choice(legal)


def _begin(seat: int, options: Options) -> None:
    del seat, options


def _remember(memory: Any, view: Plain, events: Sequence[Plain]) -> None:
    del memory, view, events


def _choose(memory: Any, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random) -> Choice:
    del memory, view, time
    return Choice(action=choose(legal, rng), reason="only-move" if len(legal) == 1 else "any")
