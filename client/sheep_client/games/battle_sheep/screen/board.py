"""The pasture: what each hex shows, from the board, the player's move so far, and the others' last ones."""

from collections.abc import Mapping, Sequence

from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.actions import Tile
from sheep_common.games.battle_sheep.hexes import Hex
from sheep_common.games.battle_sheep.tiles import cells as tile_cells
from sheep_common.messages import Plain

from sheep_client.game_api.canvas import Box, Canvas
from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep import choices
from sheep_client.games.battle_sheep.choices import stack_letters
from sheep_client.games.battle_sheep.hex_text import Field
from sheep_client.games.battle_sheep.screen import controls, geometry
from sheep_client.games.battle_sheep.screen.controls import MoveState
from sheep_client.games.battle_sheep.screen.hex_layout import MEDIUM, Port, fitting, port
from sheep_client.games.battle_sheep.screen.hex_paint import Cell, paint_board, room
from sheep_client.games.battle_sheep.screen.state import Sight

_FEW = 8
"""With so few pastures a board soon needs a smaller size."""

ARROWS = {"E": "→", "NE": "↗", "NW": "↖", "W": "←", "SW": "↙", "SE": "↘"}


def fields(view: BattleSheepView) -> tuple[Field, Field]:
    """Return the field that is shown and the one in which hexes have names."""
    laying = view.phase == "tiles"
    return geometry.shown_field(view.pastures, laying=laying), geometry.named_field(
        view.pastures, laying=laying
    )


def port_of(scene: Scene, state: MoveState, sight: Sight, box: Box, recent: Sequence[Plain] = ()) -> Port:
    """Choose what part of the board is shown in a box: the cursor, or what was done last, is in it."""
    focus = state.cursor if scene.legal or not recent else _landing(recent[-1])
    focus = None if sight.free else focus
    size = sight.size
    if size is None and scene.view.phase == "tiles" and len(scene.view.pastures) < _FEW:
        size = min(MEDIUM, fitting(fields(scene.view)[0], *room(box)))  # it is about to grow
    return port(fields(scene.view)[0], room(box), size, sight.scroll, focus)


def paint(
    canvas: Canvas,
    box: Box,
    scene: Scene,
    state: MoveState,
    shown: Port,
    recent: Sequence[Plain],
    *,
    colour: bool,
) -> None:
    """Paint the board into a box."""
    field, names = fields(scene.view)
    paint_board(canvas, box, field, names, shown, cells(scene, state, recent), colour=colour)


def cells(scene: Scene, state: MoveState, recent: Sequence[Plain] = ()) -> Mapping[Hex, Cell]:
    """Say what each hex shows."""
    view: BattleSheepView = scene.view
    found = {at: Cell("hole", "( )") for at in geometry.holes_of(view.pastures)}
    found |= {at: Cell(f"grass{(at.q - at.r) % 3}", "·") for at in view.pastures}
    if view.phase == "starts" and scene.legal:
        found |= dict.fromkeys(choices.anchors(scene), Cell("rim", "o"))
    _put_stacks(found, scene)
    for event in recent:
        _mark(found, event)
    if scene.legal:
        for at in state.advised:
            _change(found, at, lead="!")
        _put_move(found, scene, state)
    _put_cursor(found, scene, state)
    return found


def _put_stacks(found: dict[Hex, Cell], scene: Scene) -> None:
    view: BattleSheepView = scene.view
    letters = stack_letters(scene.names)
    free = geometry.mobile(view.pastures, view.stacks) if view.phase == "splits" else frozenset()
    for at, stack in geometry.stacks_at(view.stacks).items():
        moves = at in free or view.phase in ("tiles", "starts", "over")
        kind = "stack" if moves else "blocked"
        found[at] = Cell(f"{kind}{stack.seat % 6}", f"{letters[stack.seat]}{stack.sheep}")


def _mark(found: dict[Hex, Cell], event: Plain) -> None:
    """Mark what was done, and the way it took."""
    match event:
        case {"type": "tile", "at": at, "orientation": k, "owner": owner}:
            for cell in tile_cells(Tile(at=Hex(*at), orientation=k)):
                _change(found, cell, ink=f"path{owner % 6}", text="•")
        case {"type": "start", "at": at}:
            _change(found, Hex(*at), lead="›")
        case {"type": "split", "at": at, "direction": direction, "to": to, "seat": seat}:
            for cell in geometry.path(Hex(*at), direction, Hex(*to)):
                _change(found, cell, ink=f"path{seat % 6}", text=ARROWS[direction])
            _change(found, Hex(*to), lead=ARROWS[direction])
            _change(found, Hex(*at), lead="˙")


def _change(found: dict[Hex, Cell], at: Hex, *, lead: str = "", ink: str = "", text: str = "") -> None:
    """Change a hex that is still there; the text of a stack stays."""
    cell = found.get(at)
    if cell is not None:
        free = cell.ground.startswith(("grass", "rim"))
        shown = text if text and free else cell.text
        found[at] = cell._replace(lead=lead or cell.lead, text=shown, ink=ink if free else cell.ink)


def _put_move(found: dict[Hex, Cell], scene: Scene, state: MoveState) -> None:
    if scene.view.phase == "tiles" and state.cursor is not None:
        tile = Tile(at=state.cursor, orientation=state.shape)
        fits = geometry.tile_problem(scene.view, tile) is None
        for at in tile_cells(tile):
            found[at] = Cell("ghost" if fits else "wrong", "+" if fits else "×")
    elif state.chosen is not None and scene.view.phase == "splits":
        _put_split(found, scene, state)


def _put_split(found: dict[Hex, Cell], scene: Scene, state: MoveState) -> None:
    letter = stack_letters(scene.names)[scene.seat or 0]
    for open_way in controls.ways_from(scene, state.chosen or Hex(0, 0)):
        found[open_way.to] = Cell("landing", ARROWS[open_way.direction])
    if state.chosen in found:
        found[state.chosen] = Cell("chosen", found[state.chosen].text)
    way = state.way
    if way is None:
        return
    for at in geometry.path(way.at, way.direction, way.to):
        found[at] = Cell("way", ARROWS[way.direction])
    found[way.at] = Cell("chosen", f"{letter}{way.sheep - state.count}")
    found[way.to] = Cell("aim", f"{letter}{state.count}")


def _put_cursor(found: dict[Hex, Cell], scene: Scene, state: MoveState) -> None:
    at = state.cursor
    if at is None or state.idle or (scene.view.phase == "tiles" and not scene.legal):
        return
    cell = found.get(at, Cell("void", ""))
    plain = cell.ground.startswith(("grass", "rim", "void"))
    found[at] = cell._replace(framed=True, ground="here" if plain else cell.ground)


def _landing(event: Plain) -> Hex | None:
    at = event.get("to") or event.get("at")
    return None if at is None else Hex(*at)
