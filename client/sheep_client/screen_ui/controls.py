"""The whole full screen as pure functions: `paint` what is there, `press` a key, `mouse` where it is.

Keys have names: a character, or a word such as `enter`, `up`, `f1`; a click is the key of what lies there.
"""

from collections.abc import Callable
from dataclasses import replace

from sheep_client.core.model import Model
from sheep_client.game_api.canvas import Frame, Mouse
from sheep_client.game_api.screen import Look
from sheep_client.game_registry import screen_of
from sheep_client.screen_ui import hints, lobby
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.hints import waits as hint_waits
from sheep_client.screen_ui.overlays import menu, overlay
from sheep_client.screen_ui.paint import keys, paint, thinking, title, turn
from sheep_client.screen_ui.state import STEPS, Result, Ui, taken

__all__ = [
    "finish",
    "hint_waits",
    "keys",
    "mouse",
    "paint",
    "press",
    "thinking",
    "tick",
    "title",
    "to_finish",
    "turn",
]


def press(ui: Ui, model: Model, look: Look, key: str) -> Result:
    """Return what a key does. While one types only `escape` comes here."""
    ui = replace(ui, note=None) if ui.note is not None and key != "move" else ui
    if ui.typing:
        return Result(replace(ui, typing=False, draft="") if key == "escape" else ui)
    if ui.overlay == STEPS and key in _PROMPTS:  # it opened by itself: who talks is not to play by letters
        ui = replace(ui, overlay=None, top=0, told=None)
    if ui.overlay is not None:
        return overlay.press(ui, model, key, look)
    for reader in (_press_anywhere, _press_past, _press_here):
        done = reader(ui, model, look, key)
        if done is not None:
            return done
    return Result(ui)


_PROMPTS = {"t": "/say ", "/": "/", ":": ""}
_OPENED = {"f1": "keys", "?": "keys", "f2": "rules", "m": "menu", "f10": "menu", "log": "log", "L": "log"}


def _press_anywhere(ui: Ui, model: Model, look: Look, key: str) -> Result | None:
    if key in _OPENED:
        return Result(replace(ui, overlay=_OPENED[key], top=10**6 if _OPENED[key] == "log" else 0))
    if key in _PROMPTS:
        return Result(replace(ui, typing=True, draft=_PROMPTS[key]))
    if key in ("pageup", "pagedown"):
        step = 5 if key == "pageup" else -5
        return Result(replace(ui, back=max(0, min(len(ui.log), ui.back + step))))
    info, own = model.info(model.current), scenes.own_seat(model.at)
    if key == "v" and info is not None and info.ballot is not None and own in info.ballot.waiting:
        return Result(replace(ui, overlay="ballot", top=0))
    del look
    return None


def _press_past(ui: Ui, model: Model, look: Look, key: str) -> Result | None:
    """Go through the earlier views."""
    del look
    if scenes.place(model) != "game" or key not in ("<", ">", "past", "escape", "home"):
        return None
    last = len(ui.past) - 1
    at = last if ui.looking is None else ui.looking
    if key == "home" and last > 0:
        return Result(replace(ui, looking=0))
    if key in ("<", "past") and at > 0:
        return Result(replace(ui, looking=at - 1))
    if ui.looking is None or key == "<":
        return None
    later = None if key == "escape" or at + 1 >= last else at + 1
    return Result(replace(ui, looking=later))


def _press_here(ui: Ui, model: Model, look: Look, key: str) -> Result | None:
    playing = scenes.playing(ui, model, look)
    if scenes.place(model) == "hall":
        return lobby.press_hall(ui, model, key)
    if playing is None:
        return lobby.press_table(ui, model, key)
    if (hint := hints.press(ui, model, key)) is not None:
        return hint
    if model.at is not None and model.at.ended and key in ("R", "x", "enter"):
        return {"x": Result(ui, ("/leave",)), "R": Result(ui, menu.AGAIN)}.get(key)
    pressed = playing.screen.press(playing.shown, key)
    return None if pressed is None else taken(ui, playing.game, pressed)


def to_finish(ui: Ui, model: Model) -> Callable[[], str | None] | None:
    """Return what chooses the player's next action for them; None where they have not asked for it, or wait.

    It may take its time: what comes of it goes to `finish`, where the game is still the same.
    """
    found = scenes.shown(replace(ui, looking=None), model)
    if not ui.finishing or ui.sent or found is None or not scenes.my_turn(model):
        return None
    painter, scene = found
    done = screen_of(painter).finish
    return lambda: done.choose(scene) if done is not None and done.able(scene) else None


def finish(ui: Ui, action: str | None) -> Result:
    """Play an action that was chosen for the player; without one the rest is theirs again."""
    if action is None:
        return Result(replace(ui, finishing=False))
    return Result(replace(ui, sent=True), (action,))


def tick(ui: Ui, model: Model) -> Ui:
    """Let time pass: what is told slowly goes on by itself to its end, and is closed by a key."""
    steps = overlay.steps(ui, model) if ui.overlay == STEPS else []
    return replace(ui, top=min(ui.top + 1, len(steps) - 1)) if steps else ui


def mouse(ui: Ui, model: Model, look: Look, frame: Frame, event: Mouse) -> Result:
    """Return what the mouse does: a click is the key of what lies there, the wheel turns what is under it."""
    key = frame.hit(event.x, event.y)
    if ui.overlay is not None:
        return _mouse_over(ui, model, look, key, event)
    if key == "log" and event.kind.startswith("wheel"):
        return press(ui, model, look, "pageup" if event.kind == "wheel-up" else "pagedown")
    if key == "board":
        return _mouse_board(ui, model, look, event)
    if event.kind.startswith("wheel"):
        return press(ui, model, look, event.kind)
    if event.kind != "click" or key is None or key in ("walk", "digits", "updown", "leftright"):
        return Result(ui)
    return press(ui, model, look, {"plus": "+", "past": "<"}.get(key, key))


def _mouse_over(ui: Ui, model: Model, look: Look, key: str | None, event: Mouse) -> Result:
    if event.kind.startswith("wheel"):
        return press(ui, model, look, event.kind)
    if event.kind != "click" or key is None:
        return Result(ui)
    return press(ui, model, look, key)


def _mouse_board(ui: Ui, model: Model, look: Look, event: Mouse) -> Result:
    if event.kind.startswith("wheel"):
        return press(ui, model, look, event.kind)
    playing = scenes.playing(ui, model, look)
    ui = replace(ui, note=None) if event.kind == "click" else ui
    if playing is None or playing.screen.point is None:
        return Result(ui)
    pressed = playing.screen.point(playing.shown, event.x, event.y, event.kind == "click")
    return Result(ui) if pressed is None else taken(ui, playing.game, pressed)
