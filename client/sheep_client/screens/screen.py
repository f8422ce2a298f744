"""The whole full screen as pure functions: `paint` what is there, `press` a key, `mouse` where it is.

Keys have names: a character, or a word such as `enter`, `up`, `f1`; a click is the key of what lies there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec
from sheep_common.messages import TableInfo

from sheep_client.core.model import Model
from sheep_client.faces import news
from sheep_client.games.painter import Scene
from sheep_client.i18n import _
from sheep_client.layout import width_of, wrap
from sheep_client.screens import battle, campaign, finishing, lobby, overlays, plainly, telling
from sheep_client.screens import scene as scenes
from sheep_client.screens.canvas import SMALLEST, Box, Canvas, Frame, Mouse
from sheep_client.screens.frame import (
    WIDE,
    Parts,
    clock,
    paint_ask,
    paint_footer,
    paint_header,
    paint_log,
    parts,
)
from sheep_client.screens.ui import Ask, Keys, Look, Result, Ui


@dataclass(frozen=True, slots=True)
class Game:
    """The screen of a game: how it is painted, what is asked, which keys there are and what they do."""

    paint: Callable[[Canvas, Parts, Ui, Scene, Look], None]
    ask: Callable[[Ui, Scene], Ask]
    keys: Callable[[Ui, Scene], Keys]
    press: Callable[[Ui, Scene, str, Look, Parts], Result | None]
    title: Callable[[Scene], str]
    aside: bool = False


GAMES = {
    "battle-sheep": Game(
        battle.paint, battle.ask, battle.keys, battle.press, lambda _s: "Battle Sheep", aside=True
    ),
    "leadersheep": Game(campaign.paint, campaign.ask, campaign.keys, campaign.press, campaign.title),
}


def game_of(name: str) -> Game:
    """Return the screen of a game; one that has none is shown in plain text."""
    return GAMES.get(name) or Game(plainly.paint, plainly.ask, plainly.keys, plainly.press, plainly.title)


# --- painting -----------------------------------------------------------------------------------


def paint(ui: Ui, model: Model, look: Look, typed: str | None = None) -> Frame:
    """Paint the screen; `typed` is what stands at the prompt while one types."""
    canvas = Canvas(look.width, look.height)
    if look.width < SMALLEST[0] or look.height < SMALLEST[1]:
        canvas.block(
            Box(0, 0, look.width, look.height), [_("Make this window larger."), _("It needs 40 × 12.")]
        )
        return canvas.done()
    where = paint_place(canvas, ui, model, look)
    _header(canvas, ui, model, look)
    paint_log(canvas, where.log, ui)
    paint_ask(canvas, where.ask, _ask(ui, model), ui.note, typed if ui.typing else None)
    paint_footer(canvas, where.foot, keys(ui, model, look))
    if ui.overlay is not None:
        overlays.paint(canvas, ui, model, look)
    return canvas.done()


def paint_place(canvas: Canvas, ui: Ui, model: Model, look: Look) -> Parts:
    """Paint what is between header and log, and return where everything is."""
    where = _where(ui, model, look)
    _paint_body(canvas, where, ui, model, look)
    if where.side is not None or look.width >= WIDE:
        _rule(canvas, where)
    return where


def _where(ui: Ui, model: Model, look: Look) -> Parts:
    found = scenes.shown(ui, model)
    aside = found is not None and scenes.place(model) == "game" and game_of(found[0].game).aside
    return parts(look, aside=aside)


def _paint_body(canvas: Canvas, where: Parts, ui: Ui, model: Model, look: Look) -> None:
    found, place = scenes.shown(ui, model), scenes.place(model)
    if place == "hall":
        lobby.paint_hall(canvas, where, ui, model)
    elif place == "table" or found is None:
        lobby.paint_table(canvas, where, ui, model)
    else:
        game_of(found[0].game).paint(canvas, where, ui, found[1], look)
        _ending(canvas, where, ui, model)


def _rule(canvas: Canvas, where: Parts) -> None:
    for y in range(where.body.y, where.body.end):
        canvas.put(where.body.x + where.body.width, y, "│", "class:border")


def _ending(canvas: Canvas, where: Parts, ui: Ui, model: Model) -> None:
    """Lay the end with its reason over the lower part of the game."""
    at = model.at
    if at is None or at.update is None or not at.ended or ui.looking is not None or ui.overlay is not None:
        return
    painter, scene = scenes.made_of(at.update, at.info)
    lines = [_("The game was broken off.")] if ui.broken_off else []
    if ui.outcome is not None:
        lines = painter.ending(scene, ui.outcome)
    if not lines:
        return
    info = at.info
    if info is not None and info.campaign > 1 and any(info.series):
        points = ", ".join(f"{name} {n}" for name, n in zip(scene.names, info.series, strict=False))
        lines.append(_("The series so far: {points}.").format(points=points))
    box = _ending_box(where, scene, lines)
    canvas.fill(box, "class:over")
    canvas.frame(box, "class:title", _("The end"))
    canvas.block(Box(box.x + 2, box.y + 1, box.width - 4, box.height - 2), lines, "class:over")


def _ending_box(where: Parts, scene: Scene, lines: list[str]) -> Box:
    """Put the end beside the board where there is room, so that the board can still be seen; else below."""
    side, taken = where.side, 2 * len(scene.names) + 2
    if side is not None:
        need = 2 + sum(len(wrap(line, side.width - 4, "  ")) for line in lines)
        if need <= side.height - taken:
            return Box(side.x, side.y + taken, side.width, need)
    wide = min(where.body.width, max(36, *(width_of(line) + 4 for line in lines)))
    high = min(where.body.height, len(lines) + 2)
    return Box(where.body.x + (where.body.width - wide) // 2, where.body.end - high, wide, high)


def _header(canvas: Canvas, ui: Ui, model: Model, look: Look) -> None:
    if ui.cut or not model.greeted:
        text = _("No connection: trying to get it back…") if model.welcome is not None else _("Connecting…")
        canvas.fill(Box(0, 0, canvas.width, 1), "class:banner")
        canvas.put(1, 0, text, "class:banner")
        return
    paint_header(
        canvas,
        turn(ui, model),
        scenes.my_turn(model) and ui.looking is None,
        title(ui, model),
        _time(ui, model, look),
    )


def turn(ui: Ui, model: Model) -> str:
    """Say whose turn it is."""
    at = model.at
    if scenes.place(model) != "game" or at is None or at.update is None:
        return ""
    if ui.looking is not None:
        return _("Looking back: step {n} of {last}").format(n=ui.looking + 1, last=len(ui.past))
    if at.ended:
        return _("The end")
    if at.update.legal:
        return _("YOUR TURN")
    acting = at.update.view.get("to_act", ())
    if not acting:
        return ""
    names = news.seat_names(at.info) if at.info is not None else ()
    return _("{names} to play").format(names=", ".join(names[seat] for seat in acting if seat < len(names)))


def title(ui: Ui, model: Model) -> str:
    """Say what is on the screen."""
    found, info = scenes.shown(ui, model), model.info(model.current)
    if found is None or scenes.place(model) != "game":
        return lobby.host(model)
    text = game_of(found[0].game).title(found[1])
    watching = " · " + _("you are watching") if found[1].seat is None else ""
    return text + (f" · {info.id}" if info is not None and len(model.listed) > 1 else "") + watching


def _time(ui: Ui, model: Model, look: Look) -> str:
    clocks = ui.clocks
    if clocks is None or clocks.move_ms is None or model.at is None or model.at.ended:
        return ""
    gone = max(0.0, look.now - ui.clocks_at) if ui.clocks_at else 0.0
    return "⏱ " + clock(int(clocks.move_ms - gone * 1000))


def _ask(ui: Ui, model: Model) -> Ask:
    found, place = scenes.shown(ui, model), scenes.place(model)
    if ui.looking is not None:
        return Ask(_("This is an earlier step; Esc goes back to the game."), (("escape", _("back")),))
    if ui.sent and place == "game":
        return Ask(_("Sent…"))
    info, own = model.info(model.current), scenes.own_seat(model.at)
    if info is not None and info.ballot is not None and own in info.ballot.waiting:
        return Ask(_proposal(info, own), (("v", _("answer")),))
    if place == "hall":
        return lobby.ask_hall(ui, model)
    if place == "table" or found is None:
        return lobby.ask_table(ui, model)
    if model.at is not None and model.at.ended:
        return Ask(
            _("The game is over."), (("R", _("play again")), ("x", _("leave"))) if own is not None else ()
        )
    return game_of(found[0].game).ask(ui, found[1])


def _proposal(info: TableInfo, own: int | None) -> str:
    """Say what the others are asked, as when it was new."""
    said = news.changes(msgspec.structs.replace(info, ballot=None), info, own)
    return said[0] if said else ""


def keys(ui: Ui, model: Model, look: Look) -> Keys:
    """Return the keys that work now, as the last row shows them."""
    if ui.overlay is not None:
        return overlays.keys(ui, model, look)
    if ui.typing:
        return [("enter", _("send")), ("tab", _("complete")), ("escape", _("back to the game"))]
    found, place = scenes.shown(ui, model), scenes.place(model)
    common = [("t", _("talk")), ("m", _("menu")), ("f1", _("help")), ("f2", _("rules")), ("/", _("type"))]
    if ui.looking is not None:
        return [("past", _("step")), ("escape", _("back to the game"))]
    if place == "hall":
        return lobby.keys_hall(ui, model) + common
    if place == "table" or found is None:
        return lobby.keys_table(ui, model) + common
    info, own = model.info(model.current), scenes.own_seat(model.at)
    first: Keys = [("v", _("answer"))] if info and info.ballot and own in info.ballot.waiting else []
    if model.at is not None and model.at.ended:
        first = [("R", _("play again")), ("x", _("leave"))] if own is not None else [("x", _("leave"))]
    back = [("past", _("look back"))] if len(ui.past) > 1 else []
    return [*first, *game_of(found[0].game).keys(ui, found[1]), *common, *back]


# --- keys ---------------------------------------------------------------------------------------


def press(ui: Ui, model: Model, look: Look, key: str) -> Result:
    """Return what a key does. While one types only `escape` comes here."""
    ui = replace(ui, note=None) if ui.note is not None and key != "move" else ui
    if ui.typing:
        return Result(replace(ui, typing=False, draft="") if key == "escape" else ui)
    if ui.overlay is not None:
        return overlays.press(ui, model, key, look)
    for reader in (_press_anywhere, _press_past, _press_here):
        done = reader(ui, model, look, key)
        if done is not None:
            return done
    return Result(ui)


_OPENED = {"f1": "keys", "?": "keys", "f2": "rules", "m": "menu", "f10": "menu", "log": "log"}


def _press_anywhere(ui: Ui, model: Model, look: Look, key: str) -> Result | None:
    if key in _OPENED:
        return Result(replace(ui, overlay=_OPENED[key], top=10**6 if key == "log" else 0))
    if key in ("t", "/", ":"):
        return Result(replace(ui, typing=True, draft={"t": "/say ", "/": "/"}.get(key, "")))
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
    found, place = scenes.shown(ui, model), scenes.place(model)
    if place == "hall":
        return lobby.press_hall(ui, model, key)
    if place == "table" or found is None:
        return lobby.press_table(ui, model, key)
    if model.at is not None and model.at.ended and key in ("R", "x", "enter"):
        return Result(ui, ("/leave",) if key == "x" else ("/rematch",)) if key != "enter" else None
    return game_of(found[0].game).press(ui, found[1], key, look, _where(ui, model, look))


def finish(ui: Ui, model: Model) -> Result:
    """Make the player's next split for them, once they have asked for it and while nobody else can split."""
    found = scenes.shown(replace(ui, looking=None), model)
    if not ui.finishing or ui.sent or found is None or not scenes.my_turn(model):
        return Result(ui)
    action = finishing.choose(found[1]) if scenes.alone(found[1]) else None
    return (
        Result(replace(ui, sent=True), (action,))
        if action is not None
        else Result(replace(ui, finishing=False))
    )


def tick(ui: Ui, model: Model) -> Ui:
    """Let time pass: a count goes on by itself to its end, and is closed by a key."""
    found = scenes.shown(ui, model)
    if ui.overlay != "count" or ui.counted is None or found is None:
        return ui
    return replace(ui, top=min(ui.top + 1, len(telling.count(ui.counted, found[1])) - 1))


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
    if event.kind != "click" or key is None or key in ("walk", "yuhlbn", "digits", "updown", "leftright"):
        return Result(ui)
    return press(ui, model, look, {"plus": "+", "past": "<"}.get(key, key))


def _mouse_over(ui: Ui, model: Model, look: Look, key: str | None, event: Mouse) -> Result:
    if event.kind.startswith("wheel"):
        return press(ui, model, look, event.kind)
    if event.kind != "click" or key is None:
        return Result(ui)
    return press(ui, model, look, key)


def _mouse_board(ui: Ui, model: Model, look: Look, event: Mouse) -> Result:
    found = scenes.shown(ui, model)
    if found is None:
        return Result(ui)
    if event.kind.startswith("wheel"):
        return press(ui, model, look, event.kind)
    ui = replace(ui, note=None) if event.kind == "click" else ui
    return battle.point(ui, found[1], _where(ui, model, look), event.x, event.y, click=event.kind == "click")
