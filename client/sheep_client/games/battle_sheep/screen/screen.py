"""The screen of Battle Sheep: the board, the players beside it, and what the player is asked."""

from dataclasses import replace

from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.hexes import Hex

from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.game_api.screen import Ask, Finish, Keys, Parts, Pressed, Screen, Shown
from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep.choices import stack_letters
from sheep_client.games.battle_sheep.screen import auto_finish, board, controls, state
from sheep_client.games.battle_sheep.screen.controls import MoveState
from sheep_client.games.battle_sheep.screen.hex_layout import Port
from sheep_client.games.battle_sheep.screen.hex_paint import RULER
from sheep_client.games.battle_sheep.screen.state import State
from sheep_client.games.battle_sheep.screen.styles import STYLES
from sheep_client.i18n import _, ngettext
from sheep_client.text_layout import width_of


def board_box(where: Parts, scene: Scene) -> Box:
    """Return where the board is; without room beside it the players take rows above it."""
    if where.side is not None:
        return where.body
    rows = _player_rows(scene, where.body.width)
    return where.body._replace(y=where.body.y + rows, height=max(1, where.body.height - rows))


def port_of(shown: Shown[State]) -> Port:
    """Return the part of the board that is shown."""
    box = board_box(shown.where, shown.scene)
    return board.port_of(shown.scene, shown.state.move, shown.state.sight, box, shown.recent)


def paint(canvas: Canvas, shown: Shown[State]) -> None:
    """Paint board and players."""
    scene, where, move = shown.scene, shown.where, shown.state.move
    box = board_box(where, scene)
    board.paint(canvas, box, scene, move, port_of(shown), shown.recent, colour=shown.look.colour)
    canvas.click(box, "board")
    if where.side is None:
        _players_above(canvas, where.body, scene)
    else:
        _players_beside(canvas, where.side, scene)


# --- players ------------------------------------------------------------------------------------


def rows_beside(scene: Scene) -> int:
    """Return how many rows the players take beside the board, with their heading."""
    return 1 + sum(2 + bool(scene.note(seat)) for seat in range(len(scene.names)))


def _players_beside(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Two rows a player: who, and what they hold; one more for a bot."""
    view: BattleSheepView = scene.view
    letters = stack_letters(scene.names)
    canvas.put(box.x, box.y, _("Players"), "class:title")
    y = box.y + 1
    for seat in range(len(view.scores)):
        note = scene.note(seat)
        if y + 1 + bool(note) >= box.end:
            return
        on = seat in view.to_act
        x = canvas.put(box.x, y, f" {letters[seat]} ", f"class:seat{seat % 6}")
        name = scene.name(seat) + (" " + _("(you)") if scene.mine(seat) else "")
        mark = "▶" if on else _("blocked") if seat in view.out else ""
        name = cut(name, box.width - 6 - width_of(mark))
        canvas.put(x, y, f" {name} {mark}", "class:picked" if on else "class:active")
        for text in (note, _holds(view, seat)):
            if text:
                y += 1
                canvas.put(box.x + 1, y, cut(text, box.width - 1), "class:dim")
        y += 1


def _holds(view: BattleSheepView, seat: int) -> str:
    if view.phase == "tiles":
        left = view.tiles_left[seat]
        return ngettext("{n} tile left", "{n} tiles left", left).format(n=left)
    held = view.scores[seat]
    text = ngettext("{n} pasture", "{n} pastures", held).format(n=held)
    return text + ", " + _("herd {n}").format(n=view.herds[seat])


def _chips(scene: Scene) -> list[tuple[int, str]]:
    view: BattleSheepView = scene.view
    found = []
    for seat in range(len(view.scores)):
        left = view.tiles_left[seat] if view.phase == "tiles" else view.scores[seat]
        blocked = "×" if seat in view.out else ""
        note = scene.note(seat)
        name = cut(scene.name(seat), 14) + (f" ({note})" if note else "")
        found.append((seat, f" {name} {left}{blocked}"))
    return found


def _player_rows(scene: Scene, width: int) -> int:
    used, rows = 0, 1
    for _seat, text in _chips(scene):
        need = width_of(text) + 6
        if used and used + need > width:
            used, rows = 0, rows + 1
        used += need
    return rows


def _players_above(canvas: Canvas, box: Box, scene: Scene) -> None:
    letters, x, y = stack_letters(scene.names), box.x, box.y
    for seat, text in _chips(scene):
        if x > box.x and x - box.x + width_of(text) + 6 > box.width:
            x, y = box.x, y + 1
        on = seat in scene.view.to_act
        x = canvas.put(x, y, f" {letters[seat]} ", f"class:seat{seat % 6}")
        x = canvas.put(x, y, text, "class:picked" if on else "class:active")
        x = canvas.put(x, y, "▶  " if on else "   ", "class:picked")


# --- what is asked ------------------------------------------------------------------------------


def ask(shown: Shown[State]) -> Ask:
    """Say what the player may do now."""
    scene, state = shown.scene, shown.state.move
    view: BattleSheepView = scene.view
    if not scene.legal:
        return Ask(_waiting(scene))
    if view.phase == "tiles":
        move = controls.press(state, scene, "enter")
        if move is not None and move.action is None and move.note:
            return Ask(move.note, (("r", _("turn")),))
        return Ask(_("Lay this tile here?"), (("r", _("turn")), ("enter", _("lay"))))
    if view.phase == "starts":
        return Ask(_("Put your stack of 16 sheep on the rim (o)."), (("enter", _("put")),))
    return _ask_split(state, scene)


def _ask_split(state: MoveState, scene: Scene) -> Ask:
    names = board.fields(scene.view)[1]
    if state.chosen is None:
        return Ask(_("Choose one of your stacks to split."))
    if state.way is None:
        text = _("Choose where the sheep of {cell} go.").format(cell=names.name(state.chosen))
        return Ask(text, (("escape", _("back")),))
    text = _("{cell} keeps {stay}, {go} go to {to}.").format(
        cell=names.name(state.way.at),
        stay=state.way.sheep - state.count,
        go=state.count,
        to=names.name(state.way.to),
    )
    return Ask(text, (("-", "-"), ("+", "+"), ("escape", _("back")), ("enter", _("split"))))


def _waiting(scene: Scene) -> str:
    view: BattleSheepView = scene.view
    if view.phase == "over":
        return _("The game is over.")
    if not view.to_act:
        return _("The table lays the tiles.")
    names = ", ".join(scene.name(seat) for seat in view.to_act)
    return _("Waiting for {names}.").format(names=names)


def keys(shown: Shown[State]) -> Keys:
    """Return the keys that work now."""
    scene, state = shown.scene, shown.state.move
    view: BattleSheepView = scene.view
    if not scene.legal:
        return [("walk", _("look")), ("plus", _("zoom"))]
    if view.phase == "tiles":
        fits = [("enter", _("lay"))] if controls.fits(state, view) else []
        return [*fits, ("r", _("turn")), ("walk", _("move")), ("tab", _("next place"))]
    if view.phase == "starts":
        return [("enter", _("put")), ("walk", _("move")), ("tab", _("next place")), ("plus", _("zoom"))]
    if state.way is not None:
        return [("enter", _("split")), ("plus", _("sheep")), ("digits", _("sheep")), ("escape", _("back"))]
    if state.chosen is not None:
        return [("tab", _("next")), ("walk", _("direction")), ("escape", _("back"))]
    return [("enter", _("choose")), ("tab", _("next stack")), ("walk", _("move")), ("plus", _("zoom"))]


# --- keys and mouse -----------------------------------------------------------------------------


def press(shown: Shown[State], key: str) -> Pressed[State] | None:
    """Return what a key does on the board."""
    moved = controls.press(shown.state.move, shown.scene, key)
    if moved is not None:
        return _moved(shown, moved)
    sight = shown.state.sight
    if key in ("+", "=", "-", "_"):
        size = max(0, min(2, port_of(shown).size + (1 if key in ("+", "=") else -1)))
        return Pressed(replace(shown.state, sight=replace(sight, size=size, free=False)))
    if key in ("wheel-up", "wheel-down"):
        port, rows = port_of(shown), -2 if key == "wheel-up" else 2
        return Pressed(replace(shown.state, sight=replace(sight, scroll=(port.x, port.y + rows), free=True)))
    return None


def _moved(shown: Shown[State], moved: Pressed[MoveState]) -> Pressed[State]:
    """Return the move so far, with the cursor in sight."""
    sight = replace(shown.state.sight, free=False)
    port = port_of(replace(shown, state=State(move=moved.state, sight=sight)))
    sight = replace(sight, scroll=(port.x, port.y))
    return Pressed(State(move=moved.state, sight=sight), moved.action, moved.note)


def point(shown: Shown[State], x: int, y: int, click: bool) -> Pressed[State] | None:
    """Return what the mouse does on the board."""
    at = hex_under(shown, x, y)
    return (
        None if at is None else _moved(shown, controls.point(shown.state.move, shown.scene, at, click=click))
    )


def hex_under(shown: Shown[State], x: int, y: int) -> Hex | None:
    """Return the hex under the mouse, None outside of the field."""
    box = board_box(shown.where, shown.scene)
    field = board.fields(shown.scene.view)[0]
    at = port_of(shown).under(field, x - box.x - RULER, y - box.y - 1)
    half = 2 * at.q + at.r - field.west
    inside = 0 <= half < 2 * field.columns and 0 <= at.r - field.north < field.rows
    return at if inside and x >= box.x + RULER and y > box.y else None


SCREEN = Screen(
    start=State(),
    title=lambda _scene: "Battle Sheep",
    paint=paint,
    ask=ask,
    keys=keys,
    press=press,
    point=point,
    begin=state.begin,
    follow=state.follow,
    beside=rows_beside,
    marks=frozenset({"tile", "start", "split"}),
    finish=Finish(
        label=lambda: _("Finish for me: only I can still split"),
        able=auto_finish.alone,
        choose=auto_finish.choose,
    ),
    help=lambda: [_("On the pasture: arrows, or y ↖ u ↗ h ← l → b ↙ n ↘; + and - zoom.")],
    walk_help=lambda: [("+ -", _("the size of the pasture"))],
    styles=STYLES,
)
