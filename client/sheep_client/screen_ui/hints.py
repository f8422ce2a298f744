"""Hints on the full screen: the key, the wait, the suggestion laid where Enter follows it. Thinks of none."""

from dataclasses import replace

from sheep_client.core import hints, reports
from sheep_client.core.model import Model
from sheep_client.game_api.screen import Keys
from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import screen_of
from sheep_client.i18n import _
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.state import Entry, Result, Ui, with_state
from sheep_client.text_ui import hint_text

KEY = "H"
_FIRST = 3
"""How many keys of the game come before it: on a narrow screen the last ones are not shown."""


def waits(model: Model) -> bool:
    """Tell whether a hint is being thought of."""
    return model.advice is not None and model.advice.thought is None


def among(model: Model, keys: Keys) -> Keys:
    """Return the keys that work now, with the one to ask for a hint, or to wait for it no more."""
    if waits(model):
        return [("escape", _("no hint")), *(pair for pair in keys if pair[0] != "escape")]
    if not model.thinks or hints.problem(model) is not None:
        return keys
    return [*keys[:_FIRST], (KEY, _("hint")), *keys[_FIRST:]]


def note(model: Model) -> Entry | None:
    """Say that a hint is being thought of."""
    if model.advice is None or not waits(model):
        return None
    return Entry("note", hint_text.thinking(model.advice.ticks))


def press(ui: Ui, model: Model, key: str) -> Result | None:
    """Return what a key does about hints; also where there is none, which the core says."""
    if key == KEY:
        return Result(ui, ("/hint",))
    return Result(ui, ("/hint no",)) if key == "escape" and waits(model) else None


def begun(ui: Ui, painter: GameText) -> Ui:
    """Remember where the player is with their move, who asks for a hint."""
    return replace(ui, asked=scenes.state_of(ui, painter.game, screen_of(painter)))


def come(ui: Ui, news: reports.Advised, painter: GameText, scene: Scene) -> tuple[Ui, Entry]:
    """Lay a hint where Enter follows it, as the game does; return what to say."""
    said = hint_text.hint(news.thought, painter, scene)
    if news.thought is None:
        return replace(ui, asked=None, note=Entry("wrong-note", said)), Entry("note", said)
    if not ui.sent:
        screen = screen_of(painter)
        state = scenes.state_of(ui, painter.game, screen)
        ui = with_state(ui, painter.game, screen.follow(state, scene, news.thought.action, ui.asked))
    return replace(ui, asked=None, note=None), Entry("hint", said)
