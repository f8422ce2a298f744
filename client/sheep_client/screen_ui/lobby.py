"""Before a game: the tables of the host, and the seats of a table. Paints, and says what keys mean there."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import UNSET
from sheep_common.messages import SeatInfo, TableInfo
from sheep_common.names import clean

from sheep_client.core.model import Model
from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.game_api.screen import Ask, Keys, Parts
from sheep_client.i18n import _, ngettext
from sheep_client.screen_ui import option_text
from sheep_client.screen_ui.seen import own_seat
from sheep_client.screen_ui.state import Result, Ui
from sheep_client.text_ui import code_text, table_text
from sheep_client.thinking.task import Levels, offered

# --- the hall: all tables ----------------------------------------------------------------------


def host(model: Model) -> str:
    """Name the host and oneself."""
    welcome = model.welcome
    if welcome is None:
        return _("Looking for the host…")
    return _("{host}, you are {name}").format(host=clean(welcome.host), name=clean(welcome.name))


def paint_hall(canvas: Canvas, where: Parts, ui: Ui, model: Model) -> None:
    """Paint the tables of the host."""
    box = where.body
    canvas.put(box.x + 1, box.y, _("Tables"), "class:title")
    if model.welcome is not None and not model.listed:
        lines = [_("There is no table here yet."), "", _("Press n to open one.")]
        canvas.block(Box(box.x + 3, box.y + 2, box.width - 4, box.height - 2), lines)
        return
    on = min(ui.line, len(model.listed) - 1)
    first = max(0, min(on - box.height // 2 + 1, len(model.listed) - (box.height - 1) // 2))
    y = box.y + 1
    for number, info in enumerate(model.listed):
        if number < first or y + 1 >= box.end:
            continue
        _table(canvas, Box(box.x, y, box.width, 2), info, on=number == on)
        canvas.click(Box(box.x, y, box.width, 2), f"line:{number}")
        y += 2


def _table(canvas: Canvas, box: Box, info: TableInfo, *, on: bool) -> None:
    style = "class:row" if on else ""
    canvas.fill(box, style)
    free = sum(seat is None for seat in info.seats)
    state = ngettext("{n} free seat", "{n} free seats", free).format(n=free) if info.state == "open" else None
    state = state or code_text.state(info.state)
    if info.state == "playing" and not any(
        seat is not None and seat.here and not seat.bot for seat in info.seats
    ):
        state = _("asleep: its players are away")
    canvas.put(
        box.x + 1,
        box.y,
        cut(f"{info.id}  {table_text.title(info.game)}  ({state})", box.width - 2),
        f"{style} bold",
    )
    names = ", ".join(map(table_text.listed, info.seats))
    canvas.put(box.x + 5, box.y + 1, cut(names, box.width - 6), style or "class:dim")


def ask_hall(ui: Ui, model: Model) -> Ask:
    """Say what may be done in the hall."""
    if model.welcome is None:
        return Ask(_("Connecting…") if model.trouble is None else code_text.trouble(model.trouble))
    info = _on(ui, model)
    if info is None:
        return Ask(_("Open a table to play."), (("n", _("new table")),))
    return Ask(_("Choose a table."), (("n", _("new table")), ("enter", _enters(info))))


def _enters(info: TableInfo) -> str:
    return _("sit down") if info.state == "open" and None in info.seats else _("watch")


def _on(ui: Ui, model: Model) -> TableInfo | None:
    return model.listed[min(ui.line, len(model.listed) - 1)] if model.listed else None


def keys_hall(ui: Ui, model: Model) -> Keys:
    """Return the keys of the hall."""
    info = _on(ui, model)
    if info is None:
        return [("n", _("new table"))]
    enters = _enters(info)
    looks = [("w", _("watch"))] if enters != _("watch") else []
    return [("updown", _("choose")), ("enter", enters), *looks, ("n", _("new table"))]


def press_hall(ui: Ui, model: Model, key: str) -> Result | None:
    """Return what a key does in the hall."""
    if key == "n":
        return Result(replace(ui, overlay="new", top=0))
    info = _on(ui, model)
    if info is None:
        return None
    if key in ("up", "down", "j", "k", "tab", "wheel-up", "wheel-down"):
        step = 1 if key in ("down", "j", "tab", "wheel-down") else -1
        return Result(replace(ui, line=(min(ui.line, len(model.listed) - 1) + step) % len(model.listed)))
    if key.startswith("line:"):
        line = int(key.removeprefix("line:"))
        return press_hall(ui, model, "enter") if line == ui.line else Result(replace(ui, line=line))
    if key == "enter":
        free = info.state == "open" and None in info.seats
        return Result(ui, (f"/sit {info.id}" if free else f"/watch {info.id}",))
    return Result(ui, (f"/watch {info.id}",)) if key == "w" else None


# --- a table -----------------------------------------------------------------------------------


def paint_table(canvas: Canvas, where: Parts, ui: Ui, model: Model) -> None:
    """Paint the seats of a table that has not begun, and its options."""
    info = model.info(model.current)
    if info is None:
        return
    box, own = where.body, own_seat(model.at)
    heading = _("Table {id}: {game}").format(id=info.id, game=table_text.title(info.game))
    canvas.put(box.x + 1, box.y, cut(heading, box.width - 1), "class:title")
    y = box.y + 1
    for number, seat in enumerate(info.seats):
        _seat(
            canvas, Box(box.x, y, box.width, 1), info, number, seat, mine=number == own, on=number == ui.line
        )
        canvas.click(Box(box.x, y, box.width, 1), f"line:{number}")
        y += 1
    lines = option_text.options(info)
    if ui.invitation and not _full(info):
        canvas.block(Box(box.x + 2, y + 1, box.width - 3, max(0, box.end - y - 1)), ui.invitation)
        y += len(ui.invitation) + 1
    if any(info.series):
        points = ", ".join(
            f"{name} {n}" for name, n in zip(table_text.seat_names(info), info.series, strict=False)
        )
        lines.insert(0, _("The series so far: {points}.").format(points=points))
    if info.watchers:
        n = info.watchers
        lines.append(ngettext("{n} person is watching.", "{n} people are watching.", n).format(n=n))
    canvas.block(Box(box.x + 2, y + 1, box.width - 3, max(0, box.end - y - 1)), lines, "class:dim")


def _seat(
    canvas: Canvas, box: Box, info: TableInfo, number: int, seat: SeatInfo | None, *, mine: bool, on: bool
) -> None:
    style = "class:row" if on else ""
    canvas.fill(box, style)
    x = canvas.put(box.x + 1, box.y, f" {number} ", f"class:seat{number % 6}")
    if seat is None:
        canvas.put(x + 1, box.y, _("free"), style or "class:dim")
        return
    name = clean(seat.name) + (" " + _("(you)") if mine else "")
    x = canvas.put(x + 1, box.y, cut(name, 30), f"{style} bold")
    notes = [note] if (note := table_text.bot(seat)) else []
    if seat.bot is None and not seat.here:
        notes.append(_("away"))
    elif seat.bot is None:
        notes.append("✓ " + _("ready") if seat.ready else _("not ready yet"))
    if info.owner == seat.name:
        notes.append(_("runs the table"))
    canvas.put(x + 2, box.y, cut(", ".join(notes), box.x + box.width - x - 3), style or "class:dim")


def owns(model: Model) -> bool:
    """Tell whether the player may command the table."""
    info, welcome = model.info(model.current), model.welcome
    return welcome is not None and info is not None and (welcome.owner or info.owner == welcome.name)


def _full(info: TableInfo) -> bool:
    return None not in info.seats


def ask_table(ui: Ui, model: Model) -> Ask:
    """Say what is to be done before the game."""
    del ui
    info, own = model.info(model.current), own_seat(model.at)
    if info is None:
        return Ask("")
    if own is None:
        seated = model.at is not None and model.at.seat is UNSET
        text = (
            _("Take a seat?")
            if seated and not _full(info)
            else _("You are watching; the game has not begun.")
        )
        return Ask(text, () if _full(info) else (("enter", _("sit down")),))
    me = info.seats[own]
    if me is not None and not me.ready:
        return Ask(_("Are you ready? The game begins when everybody is."), (("r", _("ready")),))
    if not _full(info):
        return Ask(
            _("Waiting for somebody to take the free seats."), (("b", _("bot")),) if owns(model) else ()
        )
    return Ask(_("Waiting for everybody to be ready."), (("r", _("not ready")),))


def keys_table(ui: Ui, model: Model) -> Keys:
    """Return the keys of a table that has not begun."""
    info, own = model.info(model.current), own_seat(model.at)
    if info is None:
        return []
    me = None if own is None else info.seats[own]
    found: Keys = [] if me is None else [("r", _("not ready") if me.ready else _("ready"))]
    on = info.seats[ui.line] if ui.line < len(info.seats) else None
    if ui.line != own and not (on is not None and on.bot is None):
        found.append(("enter", _("sit here")))
    if owns(model):
        found += [("b", _("bot")), *([("s", _("start"))] if _full(info) else [])]
        found += [("K", _("send away"))] if on is not None and ui.line != own else []
    return [*found, ("updown", _("seat")), ("x", _("leave"))]


def press_table(ui: Ui, model: Model, key: str) -> Result | None:
    """Return what a key does at a table that has not begun."""
    info, own = model.info(model.current), own_seat(model.at)
    if info is None:
        return None
    line = min(ui.line, len(info.seats) - 1)
    if key in ("up", "down", "j", "k", "tab", "wheel-up", "wheel-down"):
        step = 1 if key in ("down", "j", "tab", "wheel-down") else -1
        return Result(replace(ui, line=(line + step) % len(info.seats)))
    if key.startswith("line:"):
        return Result(replace(ui, line=int(key.removeprefix("line:"))))
    lines = _command(info, own, line, key, model.levels.get(info.game))
    return None if lines is None else Result(ui, lines)


def _command(
    info: TableInfo, own: int | None, line: int, key: str, levels: Levels | None
) -> tuple[str, ...] | None:
    on = info.seats[line]
    me = info.seats[own] if own is not None else None
    match key:
        case "enter" if on is None:
            return (f"/sit {info.id} {line}",)
        case "enter" if own is None and not _full(info):
            return (f"/sit {info.id}",)
        case "enter" | "r" if me is not None:
            return ("/ready no" if me.ready else "/ready",)
        case "b":
            return _bot(info, line, offered(levels))
        case "s":
            return ("/start",)
        case "K" if on is not None and line != own:
            return (f"/kick {line}",)
        case "x":
            return ("/leave",)
    return None


def _bot(info: TableInfo, line: int, levels: Sequence[str]) -> tuple[str, ...]:
    """Put a bot on the seat that is on, or on a free one; again and again: better ones, then none."""
    on = info.seats[line]
    if on is not None and on.bot is not None:
        choices = [*levels, "none"]
        level = choices[(choices.index(on.bot) + 1) % len(choices)] if on.bot in choices else "none"
        return (f"/bot {line} {level}",)
    free = line if on is None else next((n for n, seat in enumerate(info.seats) if seat is None), None)
    return () if free is None else (f"/bot {free} {levels[0]}",)
