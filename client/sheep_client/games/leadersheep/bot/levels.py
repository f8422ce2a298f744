"""The levels of Leadersheep: how hard each looks, and the engines made of that."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from sheep_client.game_api.bot import Choice, Comparison, Engine, Plain, TimeLimit
from sheep_client.game_api.easy_bot import easy

from .evaluation import Judgement
from .heuristics import habit
from .known import source
from .memory import Memory, begin, remember
from .player_types import CASUAL, SHREWD, Players
from .reasons import explain
from .search import Effort, search

GAME = "leadersheep"
Choose = Callable[[Memory, Plain, Sequence[str], TimeLimit, Random], Choice]
Judge = Callable[[Memory, Plain, Sequence[str], str, TimeLimit, Random], Comparison | None]

ALL_PHASES = frozenset({"gift-ask", "gift-give", "scandals", "answer", "promises"})

HARD = Effort(
    phases=frozenset({"answer", "promises"}),
    rate=4_000,
    chunk=200,
    finish=0,
    inferring=False,
    players=Players(SHREWD),
    judgement=Judgement(counted=0),
)
"""Tries its promises and dodges, whatever hands are possible; throws, asks and gives by instinct."""

EXPERT = Effort(
    phases=ALL_PHASES,
    rate=8_000,
    chunk=800,
    finish=2,
    inferring=True,
    players=Players(SHREWD),
    judgement=Judgement(),
)
"""Tries everything, in likely worlds, and counts the ways in which the last regions may be won."""


def by_instinct(players: Players) -> Choose:
    """Return a choice without looking ahead."""

    def choose(memory: Memory, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random) -> Choice:
        del legal, time, rng
        known = source(memory, view)
        action = habit(known, players)
        reason, values = explain(known, players, action)
        return Choice(action=action, reason=reason, values=values)

    return choose


def by_search(effort: Effort) -> Choose:
    """Return a choice by search, as hard as an effort says; by instinct where it does not look."""
    instinct = by_instinct(effort.players)

    def choose(memory: Memory, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random) -> Choice:
        known = source(memory, view)
        if view["phase"] not in effort.phases:
            return instinct(memory, view, legal, time, rng)
        found = search(known, legal, effort, time, np.random.default_rng(rng.getrandbits(64)))
        best = found.tried[0]
        reason, values = explain(known, effort.players, best.action, best.region)
        return Choice(
            action=best.action, reason=reason, values=values, worth=best.worth, hurried=found.hurried
        )

    return choose


def by_comparison(effort: Effort) -> Judge:
    """Return a way to judge: one search for the choice, another of it and the action in the same worlds."""
    choose = by_search(effort)

    def judge(
        memory: Memory, view: Plain, legal: Sequence[str], action: str, time: TimeLimit, rng: Random
    ) -> Comparison | None:
        if len(legal) == 1 or view["phase"] not in effort.phases:
            return None
        half = replace(time, seconds=time.seconds / 2)
        best = choose(memory, view, legal, half, rng)
        dice = np.random.default_rng(rng.getrandbits(64))
        both = sorted({best.action, action})
        found = search(source(memory, view), both, effort, half, dice)
        worth = {tried.action: tried.worth for tried in found.tried}
        return Comparison(best=replace(best, worth=worth[best.action]), worth=worth[action])

    return judge


def engine(level: str, choose: Choose, seconds: float, judge: Judge | None = None) -> Engine:
    """Make an engine of a way to choose."""
    return Engine(
        game=GAME,
        level=level,
        begin=begin,
        remember=remember,
        choose=choose,
        seconds=seconds,
        judge=judge,
    )


ENGINES: tuple[Engine, ...] = (
    easy(GAME),
    engine("normal", by_instinct(Players(CASUAL)), 0.0),
    engine("hard", by_search(HARD), 1.0),
    engine("expert", by_search(EXPERT), 3.0, by_comparison(EXPERT)),
)
"""The engines, the weakest first."""
