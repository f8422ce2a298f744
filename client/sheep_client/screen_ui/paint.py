"""What the full screen shows: the parts around a game, what is asked, which keys there are. Pure."""

import msgspec
from sheep_common.messages import TableInfo

from sheep_client.core.model import Model
from sheep_client.game_api.canvas import SMALLEST, Box, Canvas, Frame
from sheep_client.game_api.screen import Ask, Keys, Look, Parts
from sheep_client.game_registry import screen_of
from sheep_client.i18n import _
from sheep_client.screen_ui import hints, lobby
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.frame import WIDE, clock, paint_ask, paint_footer, paint_header, paint_log, parts
from sheep_client.screen_ui.overlays import overlay
from sheep_client.screen_ui.state import Ui
from sheep_client.text_layout import width_of, wrap
from sheep_client.text_ui import table_text

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
    paint_ask(
        canvas, where.ask, _ask(ui, model, look), ui.note or hints.note(model), typed if ui.typing else None
    )
    paint_footer(canvas, where.foot, keys(ui, model, look))
    if ui.overlay is not None:
        overlay.paint(canvas, ui, model, look)
    return canvas.done()


def paint_place(canvas: Canvas, ui: Ui, model: Model, look: Look) -> Parts:
    """Paint what is between header and log, and return where everything is."""
    where = place_of(ui, model, look)
    _paint_body(canvas, where, ui, model, look)
    if where.side is not None or look.width >= WIDE:
        _rule(canvas, where)
    return where


def place_of(ui: Ui, model: Model, look: Look) -> Parts:
    """Return where everything is."""
    playing = scenes.playing(ui, model, look)
    return parts(look, aside=False) if playing is None else playing.shown.where


def _paint_body(canvas: Canvas, where: Parts, ui: Ui, model: Model, look: Look) -> None:
    playing = scenes.playing(ui, model, look)
    if scenes.place(model) == "hall":
        lobby.paint_hall(canvas, where, ui, model)
    elif playing is None:
        lobby.paint_table(canvas, where, ui, model)
    else:
        playing.screen.paint(canvas, playing.shown)
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
    box = _ending_box(where, screen_of(painter).beside(scene), lines)
    canvas.fill(box, "class:over")
    canvas.frame(box, "class:title", _("The end"))
    canvas.block(Box(box.x + 2, box.y + 1, box.width - 4, box.height - 2), lines, "class:over")


def _ending_box(where: Parts, beside: int | None, lines: list[str]) -> Box:
    """Put the end beside the board where there is room, so that the board can still be seen; else below."""
    side = where.side
    if side is not None and beside is not None:
        need = 2 + sum(len(wrap(line, side.width - 4, "  ")) for line in lines)
        if need <= side.height - beside - 1:
            return Box(side.x, side.y + beside + 1, side.width, need)
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
        turn(ui, model, look),
        scenes.my_turn(model) and ui.looking is None,
        title(ui, model),
        _time(ui, model, look),
    )


def turn(ui: Ui, model: Model, look: Look | None = None) -> str:
    """Say whose turn it is; on a screen also how long bots have been thinking."""
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
    info = at.info
    if info is None:
        return ""
    if (thought := _thought(ui, model, look)) is not None:
        return thought
    names = [
        name + _away(info, seat) for seat, name in enumerate(table_text.seat_names(info)) if seat in acting
    ]
    return _("{names} to play").format(names=", ".join(names))


def thinking(model: Model) -> tuple[int, ...]:
    """Return the seats that are to act, where bots play on all of them; none otherwise."""
    at = model.at
    if scenes.place(model) != "game" or at is None or at.update is None or at.info is None or at.ended:
        return ()
    acting = at.update.view.get("to_act", ())
    bots = tuple(
        number for number, seat in enumerate(at.info.seats) if number in acting and table_text.bot(seat)
    )
    return bots if len(bots) == len(acting) else ()


def _thought(ui: Ui, model: Model, look: Look | None) -> str | None:
    """Say that bots think, and since when; the notes beside their names give way to little room."""
    at, acting = model.at, thinking(model)
    if at is None or at.info is None or not acting:
        return None
    seconds = int(look.now - ui.moved_at) if look is not None and ui.moved_at else 0
    since = " " + _("{n} s").format(n=seconds) if seconds > 0 else ""
    names = table_text.seat_names(at.info)
    long = table_text.thinking([table_text.listed(at.info.seats[seat]) for seat in acting]) + since
    if look is None or width_of(long) + 2 <= look.width * 2 // 3:
        return long
    return table_text.thinking([names[seat] for seat in acting]) + since


def _away(info: TableInfo, seat: int) -> str:
    """Say of a player that they are not here; nothing where a bot plays for them."""
    there = info.seats[seat]
    if there is None or there.here or there.bot is not None or there.stand_in is not None:
        return ""
    return " " + _("(away)")


def title(ui: Ui, model: Model) -> str:
    """Say what is on the screen."""
    found, info = scenes.shown(ui, model), model.info(model.current)
    if found is None or scenes.place(model) != "game":
        return lobby.host(model)
    text = screen_of(found[0]).title(found[1])
    watching = " · " + _("you are watching") if found[1].seat is None else ""
    return text + (f" · {info.id}" if info is not None and len(model.listed) > 1 else "") + watching


def _time(ui: Ui, model: Model, look: Look) -> str:
    clocks = ui.clocks
    if clocks is None or model.at is None or model.at.ended:
        return ""
    left = clocks.move_ms
    if left is None and clocks.account_ms is not None and clocks.running:
        left = clocks.account_ms[clocks.running[0]]
    gone = max(0.0, look.now - ui.clocks_at) if ui.clocks_at else 0.0
    return "" if left is None else clock(int(left - gone * 1000))


def _ask(ui: Ui, model: Model, look: Look) -> Ask:
    playing, place = scenes.playing(ui, model, look), scenes.place(model)
    if ui.looking is not None:
        return Ask(_("This is an earlier step; Esc goes back to the game."), (("escape", _("back")),))
    if ui.sent and place == "game":
        return Ask(_("Sent…"))
    info, own = model.info(model.current), scenes.own_seat(model.at)
    if info is not None and info.ballot is not None and own in info.ballot.waiting:
        return Ask(_proposal(info, own), (("v", _("answer")),))
    if place == "hall":
        return lobby.ask_hall(ui, model)
    if playing is None:
        return lobby.ask_table(ui, model)
    if model.at is not None and model.at.ended:
        return Ask(
            _("The game is over."), (("R", _("play again")), ("x", _("leave"))) if own is not None else ()
        )
    return playing.screen.ask(playing.shown)


def _proposal(info: TableInfo, own: int | None) -> str:
    """Say what the others are asked, as when it was new."""
    said = table_text.changes(msgspec.structs.replace(info, ballot=None), info, own)
    return said[0] if said else ""


def keys(ui: Ui, model: Model, look: Look) -> Keys:
    """Return the keys that work now, as the last row shows them."""
    if ui.overlay is not None:
        return overlay.keys(ui, model, look)
    if ui.typing:
        return [("enter", _("send")), ("tab", _("complete")), ("escape", _("back to the game"))]
    playing, place = scenes.playing(ui, model, look), scenes.place(model)
    common = [("t", _("talk")), ("m", _("menu")), ("f1", _("help")), ("f2", _("rules")), ("/", _("type"))]
    if ui.looking is not None:
        return [("past", _("step")), ("escape", _("back to the game"))]
    if place == "hall":
        return lobby.keys_hall(ui, model) + common
    if playing is None:
        return lobby.keys_table(ui, model) + common
    info, own = model.info(model.current), scenes.own_seat(model.at)
    first: Keys = [("v", _("answer"))] if info and info.ballot and own in info.ballot.waiting else []
    if model.at is not None and model.at.ended:
        first = [("R", _("play again")), ("x", _("leave"))] if own is not None else [("x", _("leave"))]
    back = [("past", _("look back"))] if len(ui.past) > 1 else []
    keys = playing.screen.keys(playing.shown)
    return [*first, *hints.among(model, keys), *common, *back]
