"""The text of a game that has none of its own: its view as it came, its actions as they are written."""

import json
from collections.abc import Hashable

from sheep_common.messages import Plain
from sheep_common.names import clean

from sheep_client.game_api.text import GameText, Hint, Menu, Play, Reading, Scene
from sheep_client.i18n import _

SHOWN = 20
"""Choices that are listed by themselves."""


def game_text(game: str) -> GameText:
    """Make the text for a game of this name."""
    return GameText(
        game=game,
        view_type=None,
        title=lambda: clean(game),
        verbs=frozenset(),
        seat_words=frozenset(),
        board=_board,
        words=_board,
        mark=_mark,
        sentences=_sentences,
        menu=_menu,
        read=_read,
        ending=_ending,
        rules=lambda: [_("There is no text about the rules of this game.")],
        typing=lambda: [_("Type an action, or the number of one.")],
        reasons={},
        example=f"/new {clean(game)} 2",
        completions=lambda scene: list(scene.legal),
    )


def _board(scene: Scene) -> list[str]:
    return [f"{key}: {_short(value)}" for key, value in scene.view.items()]


def _short(value: object) -> str:
    text = clean(json.dumps(value, ensure_ascii=False), 200)
    return text if len(text) < 200 else text[:199] + "…"


def _mark(scene: Scene) -> Hashable:
    return json.dumps(scene.view, sort_keys=True)


def _sentences(event: Plain, scene: Scene) -> list[str]:
    rest = ", ".join(f"{key} {_short(value)}" for key, value in event.items() if key != "type")
    kind = clean(str(event.get("type")))
    return [f"{kind}: {rest}" if rest else kind]


def _menu(scene: Scene) -> Menu:
    lines = tuple(f"{number:>3} {clean(action)}" for number, action in enumerate(scene.legal, 1))
    asked = [_("Your turn. Type an action or its number.")]
    if len(lines) > SHOWN:
        asked.append(_("There are {count} choices; /options lists them all.").format(count=len(lines)))
    return Menu(tuple(asked), lines[:SHOWN], lines)


def _read(scene: Scene, text: str) -> Reading:
    if text.isascii() and text.isdigit():
        if 1 <= int(text) <= len(scene.legal):
            return Play(scene.legal[int(text) - 1])
        return Hint((_("There is no choice {number}.").format(number=int(text)),))
    return Play(text)


def _ending(scene: Scene, outcome: Plain) -> list[str]:
    winners = ", ".join(scene.name(seat) for seat in outcome["winners"])
    points = ", ".join(f"{scene.name(seat)} {score}" for seat, score in enumerate(outcome["scores"]))
    return [_("Won by: {names}. Scores: {points}.").format(names=winners, points=points)]
