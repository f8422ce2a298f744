"""The parts that every screen shares and where they are: header, log, the line that asks, footer."""

from collections.abc import Sequence

from sheep_common.names import clean

from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.game_api.screen import Ask, Keys, Look, Parts
from sheep_client.i18n import _
from sheep_client.screen_ui.state import STEPS, Entry, Ui
from sheep_client.text_layout import width_of, wrap

WIDE = 100
"""From so many columns on the log stands beside the game and not below it."""
NARROW = 72
"""With fewer columns there is no room beside a board."""


def parts(look: Look, *, aside: bool = True) -> Parts:
    """Lay a screen out; `aside`: the game has something to show beside it, also where that is not wide."""
    width, height = look.width, look.height
    foot, ask = height - 1, height - 2
    rows = max(1, ask - 1)
    if width >= WIDE:
        wide = max(28, min(60, width // 4))
        body = Box(0, 1, width - wide - 1, rows)
        return _beside(body, Box(width - wide, 1, wide, rows), ask, foot, aside=aside)
    below = 2 if height < 24 else 4
    body = Box(0, 1, width, max(1, rows - below - 1))
    log = Box(0, body.end + 1, width, below)
    if aside and width >= NARROW:
        return Parts(body._replace(width=width - 27), Box(width - 26, 1, 26, body.height), log, ask, foot)
    return Parts(body, None, log, ask, foot)


def _beside(body: Box, right: Box, ask: int, foot: int, *, aside: bool) -> Parts:
    upper = min(right.height // 2, 18) if aside else 0
    log = Box(right.x, right.y + upper + 1, right.width, right.height - upper - 1)
    side = Box(right.x, right.y, right.width, upper) if aside else None
    return Parts(body, side, log, ask, foot)


def paint_header(canvas: Canvas, turn: str, mine: bool, title: str, right: str = "") -> None:
    """Paint the first row: whose turn it is where nobody can miss it, what is played, the time."""
    canvas.fill(Box(0, 0, canvas.width, 1), "class:header")
    x = 0
    if turn:
        text = cut(f" {turn} ", canvas.width * 2 // 3)
        x = canvas.put(0, 0, text, "class:turn" if mine else "class:header class:active")
    room = canvas.width - x - 1
    end = canvas.put(x + 1, 0, cut(title, room), "class:header")
    if right and end + width_of(right) + 2 <= canvas.width:
        canvas.put(canvas.width - width_of(right) - 1, 0, right, "class:header")


def paint_log(canvas: Canvas, box: Box, ui: Ui, *, ruled: bool = True) -> None:
    """Paint the newest sentences, or those that were scrolled back to; a rule above says so."""
    lines = log_lines(_shown(ui), box.width - 1, box.height + ui.back)
    end = max(0, len(lines) - ui.back) if len(lines) > box.height else len(lines)
    first = max(0, end - box.height)
    if ruled:
        label = _("log, {n} lines further down").format(n=ui.back) if ui.back and first else _("log")
        rule = "─" * 2 + f" {label} "
        canvas.put(
            box.x, box.y - 1, cut(rule + "─" * (box.width - width_of(rule)), box.width), "class:border"
        )
    canvas.fill(box, "")  # whatever a game has painted below its place
    for row, (kind, text) in enumerate(lines[first:end]):
        canvas.put(box.x, box.y + row, text, f"class:{kind}")
    canvas.click(box._replace(y=box.y - 1, height=box.height + 1), "log")


def _shown(ui: Ui) -> Sequence[Entry]:
    """Return the log without what tells the end of what is still being told slowly."""
    if ui.overlay != STEPS or not ui.held:
        return ui.log
    spoken = [entry for entry in ui.log[-ui.held :] if entry.kind not in ("log", "win")]
    return (*ui.log[: -ui.held], *spoken)


def log_lines(entries: Sequence[Entry], width: int, wanted: int) -> list[Entry]:
    """Break the last sentences into lines, as many as are wanted; no more are looked at."""
    lines: list[Entry] = []
    for entry in reversed(entries):
        parts = [piece for part in wrap(entry.text, width, "  ") for piece in _pieces(part, width)]
        broken = [Entry(entry.kind, part) for part in parts]
        lines = [*broken, *lines]
        if len(lines) >= wanted:
            break
    return lines


def _pieces(text: str, width: int) -> list[str]:
    """Break what has no blank to break it at, such as a fingerprint."""
    pieces = []
    while width_of(text) > width > 1:
        head = cut(text, width).removesuffix("…")
        pieces.append(head)
        text = text[len(head) :].lstrip() if head else ""
    return [*pieces, text]


def paint_ask(canvas: Canvas, y: int, ask: Ask, note: Entry | None, typed: str | None) -> None:
    """Paint the line that asks; or the prompt, while one types; what was wrong goes before what is asked."""
    canvas.fill(Box(0, y, canvas.width, 1), "")
    if typed is not None:
        x = canvas.put(0, y, "> ", "class:ask")
        canvas.prompt = (x, y)
        canvas.put(x, y, typed, "class:prompt")
        return
    room = canvas.width - sum(width_of(text) + 3 for _, text in ask.buttons)
    text, style = (note.text, note.kind) if note is not None else (ask.text, "ask")
    canvas.put(0, y, cut(f" {text}", room - 1), f"class:{style}")
    x = room
    for key, label in ask.buttons:
        end = canvas.put(x, y, f" {label} ", "class:button")
        canvas.click(Box(x, y, end - x, 1), key)
        x = end + 1


def paint_footer(canvas: Canvas, y: int, keys: Keys) -> None:
    """Paint the keys that work now; each can be clicked."""
    canvas.fill(Box(0, y, canvas.width, 1), "class:footer")
    x = 0
    for key, label in keys:
        name = key_name(key)
        need = width_of(name) + width_of(label) + 4
        if x + need > canvas.width + 1:
            continue
        end = canvas.put(x, y, f" {name} ", "class:key")
        end = canvas.put(end, y, f" {label}", "class:footer")
        canvas.click(Box(x, y, end - x, 1), key)
        x = end + 1


def key_name(key: str) -> str:
    """Return a key as it is called; several that do much alike are joined by blanks."""
    names = {
        "enter": _("Enter"), "escape": _("Esc"), "tab": _("Tab"), " ": _("Space"), "walk": "↑↓←→",
        "updown": "↑↓", "leftright": "←→", "plus": "+ -", "f1": "F1", "f2": "F2", "past": "< >",
        "digits": "1-9", "pageup": _("PgUp"),
    }  # fmt: skip
    return names.get(key, key)


def clock(milliseconds: int) -> str:
    """Write a time that is left."""
    seconds = max(0, (milliseconds + 999) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def safe(text: str) -> str:
    """Return foreign text as it may be shown."""
    return clean(text)
