"""`sheep-replay FILE --analyse`: the turns where most was lost, as lines of text."""

import sys
from collections.abc import Iterable, Sequence
from queue import SimpleQueue
from typing import Any

from sheep_common import streams
from sheep_common.replay import Reached

from sheep_client.game_registry import levels_of
from sheep_client.i18n import _
from sheep_client.replay_ui import analysis_text
from sheep_client.replay_ui import text as walk
from sheep_client.replay_ui.analysis_text import Analysis
from sheep_client.text_layout import width_of, wrap
from sheep_client.thinkers.reviewers import Reviewers
from sheep_client.thinking import review
from sheep_client.thinking.review import Judged

FAILED, DONE = 1, 0


def analyse(lines: Iterable[bytes], seat: int | None, language: str | None) -> int:
    """Analyse a record, of one seat or of all (None); return the exit status. Raise `RecordError`."""
    reached = walk.read(lines, seat, language)
    if reached is None:
        return FAILED
    game = reached[0].header.game
    if not levels_of(game):
        text = _("There are no bots for {game}, so that nobody can tell what was lost.").format(game=game)
        streams.say(f"sheep-replay: {text}\n")
        return FAILED
    paragraphs = analysis_text.lines(_watched(reached, seat), reached)
    text = "\n\n".join("\n".join(_wrapped(paragraph)) for paragraph in paragraphs)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
    return DONE


def _watched(reached: Sequence[Reached[Any]], seat: int | None) -> Analysis:
    """Wait for the analysis to end; where stderr is a terminal it shows how far it has come."""
    heard: SimpleQueue[Judged | None] = SimpleQueue()
    found, shown = Analysis(total=review.count(reached, seat)), 0
    reviewers = Reviewers(reached, seat, heard.put)
    try:
        while not found.over:
            if sys.stderr.isatty():
                text = analysis_text.standing(found)
                streams.say(f"\r{text}{' ' * (shown - width_of(text))}")
                shown = width_of(text)
            judged = heard.get()
            found = found.ended() if judged is None else found.after(judged)
    finally:
        reviewers.close()
        if shown:
            streams.say("\r" + " " * shown + "\r")
    return found


def _wrapped(paragraph: Sequence[str]) -> list[str]:
    head, *rest = paragraph
    return [
        *wrap(head, walk.WIDTH - 1, "  "),
        *("  " + part for line in rest for part in wrap(line, walk.WIDTH - 3, "  ")),
    ]
