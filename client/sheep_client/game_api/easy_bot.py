"""The level `easy` of any game: any legal action, each as likely as the next. Looks at nothing else."""

from collections.abc import Sequence
from random import Random
from typing import Any

from sheep_client.game_api.bot import Mind, Options, Plain, Thought, Time


def easy(game: str) -> Mind:
    """Make the level `easy` of a game."""
    return Mind(game=game, level="easy", begin=_begin, remember=_remember, choose=_choose, seconds=0)


def _begin(seat: int, options: Options) -> None:
    del seat, options


def _remember(memory: Any, view: Plain, events: Sequence[Plain]) -> None:
    del memory, view, events


def _choose(memory: Any, view: Plain, legal: Sequence[str], time: Time, rng: Random) -> Thought:
    del memory, view, time
    return Thought(action=rng.choice(legal), reason="only-move" if len(legal) == 1 else "any")
