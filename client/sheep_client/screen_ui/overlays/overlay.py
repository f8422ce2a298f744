"""What lies over the screen for a while: keys, rules, menu, log, a form; a game's panels and steps."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from sheep_client.core.model import Model
from sheep_client.game_api.canvas import Box, Canvas
from sheep_client.game_api.screen import Keys, Look, Panel, Slowly
from sheep_client.game_api.text import GameText
from sheep_client.game_registry import game_texts, screen_of
from sheep_client.i18n import N_, _
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.overlays import menu
from sheep_client.screen_ui.state import PANEL, STEPS, Result, Ui
from sheep_client.text_layout import width_of, wrap
from sheep_client.text_ui import code_text, help_text

CHOICES = ("menu", "phrases", "ballot", "new", "leave")
"""Overlays of which a line is chosen."""

SCROLLS = MappingProxyType({
    "up": -1, "k": -1, "down": 1, "j": 1, "wheel-up": -3, "wheel-down": 3,
    "pageup": -10, "pagedown": 10, " ": 10, "home": -10**6, "end": 10**6,
})  # fmt: skip
"""How many lines a key scrolls."""


def title(ui: Ui, model: Model) -> str:
    """Name the overlay that is open."""
    if (panel := _panel(ui, model)) is not None:
        return panel.title()
    if (slowly := _slowly(ui, model)) is not None:
        return slowly.title()
    return {
        "keys": _("Keys"), "walk": _("Keys"), "rules": _("Rules in short"), "menu": _("Menu"),
        "log": _("What has happened"), "phrases": _("Say"), "ballot": _("A question"),
        "leave": _("Leave the table?"), "new": _("A new table"),
    }.get(ui.overlay or "", "")  # fmt: skip


def _panel(ui: Ui, model: Model) -> Panel | None:
    """Return the game's panel that is open."""
    found = scenes.shown(ui, model)
    if found is None or ui.overlay is None or not ui.overlay.startswith(PANEL):
        return None
    return screen_of(found[0]).panels.get(ui.overlay.removeprefix(PANEL))


def _slowly(ui: Ui, model: Model) -> Slowly | None:
    """Return how the event is told that is told slowly now."""
    found = scenes.shown(ui, model)
    if found is None or ui.told is None or ui.overlay != STEPS:
        return None
    return screen_of(found[0]).slowly.get(ui.told.get("type", ""))


def steps(ui: Ui, model: Model) -> list[str]:
    """Return the sentences of what is told slowly."""
    found, slowly = scenes.shown(ui, model), _slowly(ui, model)
    if found is None or slowly is None or ui.told is None:
        return []
    return slowly.steps(ui.told, found[1])


def paint(canvas: Canvas, ui: Ui, model: Model, look: Look) -> None:
    """Paint the overlay that is open, in the middle of the screen."""
    room = _room(look)
    lines, heading = content(ui, model, room - 4), title(ui, model)
    wide = min(room, max([width_of(line) for line in lines] + [width_of(heading) + 2, 36]) + 4)
    high = min(look.height - 3, len(lines) + 2)
    box = Box((look.width - wide) // 2, max(1, (look.height - 2 - high) // 2), wide, high)
    canvas.fill(box, "class:over")
    canvas.frame(box, "class:title", heading)
    chosen = ui.overlay in CHOICES
    inner = high - 2
    top = max(0, min(ui.top - inner // 2 if chosen else ui.top, len(lines) - inner))
    canvas.click(Box(0, 0, look.width, look.height - 1), "escape" if ui.overlay != STEPS else "enter")
    canvas.click(box, "inside")
    for row, line in enumerate(lines[top : top + inner]):
        on = chosen and top + row == ui.top
        canvas.fit(box.x + 2, box.y + 1 + row, line, wide - 4, "class:row" if on else "class:over")
        if chosen:
            canvas.click(Box(box.x, box.y + 1 + row, wide, 1), f"line:{top + row}")
    if len(lines) > inner and not chosen:
        canvas.put(
            box.x + wide - 12, box.end - 1, f" {min(len(lines), top + inner)}/{len(lines)} ", "class:title"
        )


def _room(look: Look) -> int:
    return min(look.width - 4, 92)


def content(ui: Ui, model: Model, width: int) -> list[str]:
    """Return the lines of the overlay that is open."""
    match ui.overlay:
        case "menu":
            return [label for label, _line in menu.menu(ui, model)]
        case "phrases":
            return [code_text.phrase(code) for code in code_text.PHRASES]
        case "ballot":
            return [_("I agree"), _("I do not agree")]
        case "leave":
            return [_("Stay"), _("Leave: a bot takes your seat")]
        case "new":
            return menu.form_lines(ui.form)
    lines = _text(ui, model, width)
    return [part for line in lines for part in wrap(line, width, "  ")]


def _text(ui: Ui, model: Model, width: int) -> list[str]:
    found, panel = scenes.shown(ui, model), _panel(ui, model)
    if panel is not None and found is not None:
        return panel.lines(found[1])
    info = model.info(model.current)
    known = [painter for name, painter in game_texts().items() if info is None or name == info.game]
    match ui.overlay:
        case "rules":
            return [line for painter in known for line in [*painter.rules(), ""]]
        case "keys":
            return _keys(known, width)
        case "walk":
            return _walk_keys(None if found is None else found[0])
        case "steps":
            return steps(ui, model)[: ui.top + 1]
        case "log":
            return [entry.text for entry in ui.log]
    return []


MOUSE = N_("All of it works with the mouse too: click a button, a key below, a hex, a card, a player.")


def _keys(known: Sequence[GameText], width: int) -> list[str]:
    lines = [
        _("The last row shows the keys that work now. Besides:"),
        "H       " + _("a hint: what you might do, and why"),
        "t       " + _("talk to the table"),
        "/       " + _("type a command or an action"),
        "m       " + _("menu: take back, resign, leave, quick phrases"),
        "< >     " + _("look back at earlier steps, and forward again"),
        "PgUp PgDn  " + _("scroll the log"),
        "L       " + _("the whole log, chat included"),
        "F1 F2   " + _("keys, rules in short"),
        "Esc     " + _("a step back"),
        "Ctrl-C  " + _("leave; your seat is kept while the game runs"),
        "",
        *(line for painter in known for line in screen_of(painter).help()),
        _(MOUSE),
        "",
    ]
    for painter in known:
        lines += [painter.title(), *painter.typing(), ""]
    return [*lines, _("Commands:"), *help_text.commands(width)]


def _walk_keys(painter: GameText | None) -> list[str]:
    """Tell about the keys of a walk through a record."""
    own = [] if painter is None else screen_of(painter).walk_help()
    return [
        "← →     " + _("a step back, a step on; the wheel of the mouse does it too"),
        "↑ ↓     " + _("ten steps"),
        "1-9     " + _("to a step: type its number, then Enter"),
        "Home End  " + _("to the start, to the end"),
        "p       " + _("play it by itself, and stop"),
        "< >     " + _("slower, faster"),
        "Tab     " + _("whose eyes: a spectator's, or a player's with their cards"),
        "a       " + _("analysis: the turns where most was lost, and what would have been better"),
        *(f"{key:<7} {text}" for key, text in own),
        "F2      " + _("rules in short"),
        "q       " + _("leave"),
        "",
        _(
            "The analysis goes on beside the walk. For each turn the strongest bot looks at what that player"
            " had seen by then, and compares what was played with what it would have done."
        ),
    ]


# --- keys ---------------------------------------------------------------------------------------


def keys(ui: Ui, model: Model, look: Look) -> Keys:
    """Return the keys of the overlay that is open."""
    if ui.overlay == STEPS:
        return [("enter", _("next")), ("escape", _("close"))]
    if ui.overlay == "new":
        return [
            ("updown", _("line")),
            ("leftright", _("change")),
            ("enter", _("open")),
            ("escape", _("close")),
        ]
    if ui.overlay in CHOICES:
        return [("updown", _("choose")), ("enter", _("do it")), ("escape", _("close"))]
    scrolls = len(content(ui, model, _room(look) - 4)) > look.height - 5
    return [*([("updown", _("scroll"))] if scrolls else []), ("escape", _("close"))]


def press(ui: Ui, model: Model, key: str, look: Look) -> Result:
    """Return what a key does while an overlay is open; those it does not know do nothing."""
    if key in ("escape", "q"):
        return Result(replace(ui, overlay=None, top=0))
    if ui.overlay == STEPS:
        return _press_steps(ui, model, key)
    if ui.overlay in CHOICES:
        return _press_choice(ui, model, key)
    if key in SCROLLS:
        count = len(content(ui, model, _room(look) - 4))
        most = max(0, count - (look.height - 5))
        return Result(replace(ui, top=max(0, min(ui.top + SCROLLS[key], most))))
    if key in ("enter", ui.overlay):
        return Result(replace(ui, overlay=None, top=0))
    return Result(ui)


def _press_steps(ui: Ui, model: Model, key: str) -> Result:
    if key in ("enter", " ", "inside", "down", "wheel-down"):
        if ui.top + 1 < len(steps(ui, model)):
            return Result(replace(ui, top=ui.top + 1))
        return Result(replace(ui, overlay=None, top=0, told=None))
    return Result(ui)


def _press_choice(ui: Ui, model: Model, key: str) -> Result:
    if ui.overlay == "new" and (done := menu.press_form(ui, key)) is not None:
        return done
    count = len(content(ui, model, 80))
    if key in ("up", "down", "j", "k", "tab", "s-tab", "wheel-up", "wheel-down"):
        step = 1 if key in ("down", "j", "tab", "wheel-down") else -1
        return Result(replace(ui, top=(ui.top + step) % count))
    if key.startswith("line:"):
        ui, key = replace(ui, top=int(key.removeprefix("line:"))), "enter"
        if ui.overlay == "new":
            return menu.press_form(ui, key) or Result(ui)
    if key.isdigit() and 1 <= int(key) <= count:
        ui, key = replace(ui, top=int(key) - 1), "enter"
    return _choose(ui, model) if key == "enter" else Result(ui)


def _choose(ui: Ui, model: Model) -> Result:
    closed = replace(ui, overlay=None, top=0)
    if ui.overlay == "phrases":
        return Result(closed, (f"/phrase {list(code_text.PHRASES)[ui.top]}",))
    if ui.overlay == "ballot":
        return Result(closed, ("/vote yes" if ui.top == 0 else "/vote no",))
    if ui.overlay == "leave":
        return Result(closed, ("/leave",) if ui.top == 1 else ())
    line = menu.menu(ui, model)[ui.top][1]
    opened = {"f1": "keys", "f2": "rules", "phrases": "phrases", "leave": "leave"}.get(line)
    if opened is not None:
        return Result(replace(ui, overlay=opened, top=0))
    if line == "rematch":
        return Result(closed, menu.AGAIN)
    if line == "finish":
        return Result(replace(closed, finishing=True))
    return Result(closed, (line,))
