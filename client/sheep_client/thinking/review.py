"""A game looked at afterwards: each decision that stands, judged from what its seat had seen by then. Pure.

A record holds everything; an engine gets the views and events of the seat that decided, and nothing else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from sheep_common.records import Action, Undo
from sheep_common.replay import Reached

from sheep_client.game_api.bot import Engine, Plain, TimeLimit

SECONDS = 1.0
"""What a decision gets, its comparison included: a third of what the level has to choose at a table."""
PATIENCE = 30.0
"""Seconds after which the clock ends it all the same: nobody waits, and the same work is the same verdict."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's choice: the step of the record that it led to, and what their engine would know."""

    number: int
    seat: int
    action: str
    memory: Any
    view: Plain
    legal: tuple[str, ...]


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision cost: chances to win, of its seat, after the best action and after the one played."""

    number: int
    seat: int
    played: str
    best: str
    could: float
    had: float
    reason: str = ""
    values: dict[str, int | str] = {}

    @property
    def cost(self) -> float:
        """Return by how much the chance to win fell."""
        return max(0.0, self.could - self.had)


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was looked at: what it cost, None where there was nothing to compare."""

    number: int
    loss: Loss | None = None
    failed: bool = False


def standing(reached: Sequence[Reached[Any]]) -> frozenset[int]:
    """Return the numbers of the steps that were not taken back."""
    kept: list[int] = []
    for each in reached:
        if isinstance(each.entry, Undo):
            del kept[-each.entry.undo :]
        elif isinstance(each.entry, Action):
            kept.append(each.number)
    return frozenset(kept)


def count(reached: Sequence[Reached[Any]], seat: int | None) -> int:
    """Return how many decisions there are to judge, of one seat or of all (None)."""
    return sum(1 for _ in _chosen(reached, seat))


def decisions(reached: Sequence[Reached[Any]], engine: Engine, seat: int | None) -> Iterator[Decision]:
    """Give the decisions of one seat, or of all (None), in order, with what each seat remembers by then."""
    header, game = reached[0].header, reached[0].game
    seats = range(len(header.seats)) if seat is None else [seat]
    memories = {each: engine.begin(each, header.options) for each in seats}
    chosen = {now.number: (before, actor, action) for before, now, actor, action in _chosen(reached, seat)}
    for now in reached:
        if now.number in chosen:
            before, actor, action = chosen[now.number]
            yield Decision(
                number=now.number,
                seat=actor,
                action=action,
                memory=memories[actor],
                view=_view(before, actor),
                legal=game.legal_actions(before.state, actor),
            )
        for each in seats:
            events = [msgspec.to_builtins(event) for event in now.seen_by(each)]
            memories[each] = engine.remember(memories[each], _view(now, each), events)


def judged(decision: Decision, engine: Engine, seconds: float, clock: Callable[[], float]) -> Loss | None:
    """Judge a decision; None where there was nothing to compare. The dice are the step's own."""
    if engine.judge is None:
        return None
    given = TimeLimit(clock=clock, deadline=clock() + PATIENCE, seconds=seconds)
    rng = Random(decision.number)  # noqa: S311 - nothing secret
    verdict = engine.judge(decision.memory, decision.view, decision.legal, decision.action, given, rng)
    if verdict is None:
        return None
    best = verdict.best
    return Loss(
        number=decision.number,
        seat=decision.seat,
        played=decision.action,
        best=best.action,
        could=best.worth or 0.0,
        had=verdict.worth,
        reason=best.reason,
        values=best.values,
    )


def judge_of(engines: Mapping[str, Engine]) -> Engine | None:
    """Return the engine that judges a game, the strongest one; None where that compares nothing."""
    engine = list(engines.values())[-1]
    return engine if engine.judge is not None else None


def _chosen(
    reached: Sequence[Reached[Any]], seat: int | None
) -> Iterator[tuple[Reached[Any], Reached[Any], int, str]]:
    """Give the actions that stand and were chosen from several: before and after it, the seat, the action."""
    kept = standing(reached)
    for before, now in pairwise(reached):
        entry = now.entry
        if not isinstance(entry, Action) or entry.seat is None or now.number not in kept:
            continue
        if seat in (None, entry.seat) and len(now.game.legal_actions(before.state, entry.seat)) > 1:
            yield before, now, entry.seat, entry.action


def _view(reached: Reached[Any], seat: int) -> Plain:
    view: Plain = msgspec.to_builtins(reached.game.view(reached.state, seat))
    return view
