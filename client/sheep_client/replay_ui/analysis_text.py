"""Where most was lost, in words: how far the analysis of a record has come, and what it has found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sheep_common.messages import Update
from sheep_common.names import clean
from sheep_common.replay import Reached

from sheep_client.game_api.text import GameText, Scene
from sheep_client.i18n import _, labelled, ngettext
from sheep_client.text_ui.scene import scene_of
from sheep_client.thinking.review import Judged, Loss

WORST = 10
"""How many turns are named."""
LEAST = 0.01
"""What costs less is not worth a word: as much comes of the dice of the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What is known so far: `done` of `total` decisions looked at, of which some could not be judged."""

    total: int
    done: int = 0
    failed: int = 0
    losses: tuple[Loss, ...] = ()
    """The worst, the worst first."""
    over: bool = False
    """Whether nothing more will come."""

    def after(self, judged: Judged) -> "Analysis":
        """Return it with one more decision."""
        found = self.losses
        if judged.loss is not None and judged.loss.cost >= LEAST:
            found = tuple(sorted((*found, judged.loss), key=_worst_first)[:WORST])
        return replace(self, done=self.done + 1, failed=self.failed + judged.failed, losses=found)

    def ended(self) -> "Analysis":
        """Return it when no more is coming; what is missing could not be judged."""
        return replace(self, failed=self.failed + self.total - self.done, done=self.total, over=True)

    def of(self, number: int) -> Loss | None:
        """Return what was lost with a step, None when it is none of the worst."""
        return next((loss for loss in self.losses if loss.number == number), None)


def _worst_first(loss: Loss) -> tuple[float, float, int]:
    return -points(loss), -loss.cost, loss.number  # as they are written: -1% does not come before -2%


def standing(analysis: Analysis) -> str:
    """Say how far it has come, or how it ended."""
    if not analysis.over:
        return _("Looked at {done} of {total} turns…").format(done=analysis.done, total=analysis.total)
    if not analysis.total:
        return _("There is no turn to look at.")
    if analysis.failed:
        n = analysis.failed
        text = ngettext("{n} turn could not be looked at.", "{n} turns could not be looked at.", n)
        return text.format(n=n)
    if not analysis.losses:
        return _("No turn cost as much as 1%.")
    return ngettext("{n} turn looked at.", "{n} turns looked at.", analysis.total).format(n=analysis.total)


def percent(chance: float) -> str:
    """Write a chance."""
    return _("{n}%").format(n=round(100 * chance))


def points(loss: Loss) -> int:
    """Return what a turn cost in hundredths: the difference of the two chances as they are written."""
    return round(100 * loss.could) - round(100 * loss.had)


def cost(loss: Loss) -> str:
    """Write what a turn cost."""
    return "-" + _("{n}%").format(n=points(loss))


def player(loss: Loss, reached: Sequence[Reached[Any]]) -> str:
    """Name who lost."""
    return clean(reached[0].header.seats[loss.seat])


def done(number: int, seat: int, action: str, reached: Sequence[Reached[Any]]) -> str:
    """Say who did what at a step, in the words of advice."""
    painter, scene = _scene(number, seat, reached)
    return labelled(clean(reached[0].header.seats[seat]), painter.suggestion(action, scene))


def played(loss: Loss, reached: Sequence[Reached[Any]]) -> str:
    """Say what was played."""
    painter, scene = _scene(loss.number, loss.seat, reached)
    return painter.suggestion(loss.played, scene)


def better(loss: Loss, reached: Sequence[Reached[Any]]) -> str:
    """Say what would have been better."""
    painter, scene = _scene(loss.number, loss.seat, reached)
    return painter.suggestion(loss.best, scene)


def sentences(loss: Loss, reached: Sequence[Reached[Any]]) -> list[str]:
    """Say what was played, what would have been better and why, and what it cost."""
    painter, scene = _scene(loss.number, loss.seat, reached)
    text = _("Better: {what}. {why}").format(
        what=better(loss, reached), why=painter.why(loss.reason, loss.values, scene)
    )
    chances = _("The chance to win: {had}; it would have been {could}.")
    return [
        _("Played: {what}.").format(what=played(loss, reached)),
        text.strip(),
        chances.format(had=percent(loss.had), could=percent(loss.could)),
    ]


def warning(loss: Loss, reached: Sequence[Reached[Any]]) -> str:
    """Say in one sentence what is about to be lost."""
    text = _("{name} loses {cost} now. Better: {what}.")
    lost = cost(loss).removeprefix("-")
    return text.format(name=player(loss, reached), cost=lost, what=better(loss, reached))


def lines(analysis: Analysis, reached: Sequence[Reached[Any]]) -> list[list[str]]:
    """Say everything: a paragraph for each of the worst turns, the last for how it ended."""
    heading = _("Step {number}, {name}: {cost}")
    found = [
        [
            heading.format(number=loss.number, name=player(loss, reached), cost=cost(loss)),
            *sentences(loss, reached),
        ]
        for loss in analysis.losses
    ]
    return [*found, [standing(analysis)]]


def _scene(number: int, seat: int, reached: Sequence[Reached[Any]]) -> tuple[GameText, Scene]:
    """Return the game before a step as a seat saw it; the sentences are for others, who have no seat."""
    before = reached[number - 1]
    view = msgspec.to_builtins(before.game.view(before.state, seat))
    names = tuple(clean(name) for name in before.header.seats)
    return scene_of(Update(table="record", version=before.number, seat=None, view=view), None, 80, names)
