"""Playing Battle Sheep by keys and mouse: what each means now, as pure functions from state to state.

Keys are named as the screen names them; nothing here paints or sends.
"""

from dataclasses import dataclass, replace

from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.actions import Split, Start, Tile
from sheep_common.games.battle_sheep.hexes import DIRECTIONS, Hex, add, by_row
from sheep_common.games.battle_sheep.splits import default_split

from sheep_client.game_api.screen import Pressed
from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep import choices
from sheep_client.games.battle_sheep.choices import Way
from sheep_client.games.battle_sheep.screen import geometry
from sheep_client.games.battle_sheep.text import REASONS
from sheep_client.i18n import N_, _

WALK = {"y": "NW", "u": "NE", "h": "W", "l": "E", "b": "SW", "n": "SE", "left": "W", "right": "E"}
"""Keys that go one hex in a direction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveState:
    """Where the player is with their move: the cursor, the ghost's shape, the split so far."""

    cursor: Hex | None = None
    idle: bool = False
    """Whether the cursor is not shown: it is not the player's turn, and they have not moved it since."""
    shape: int = 0
    chosen: Hex | None = None
    """The stack that is to be split."""
    way: Way | None = None
    """Where its sheep are to go."""
    count: int = 0
    typed: str = ""
    advised: frozenset[Hex] = frozenset()
    """What a hint for this turn is about."""


def begin(state: MoveState, scene: Scene) -> MoveState:
    """Return the state with which a turn begins: the cursor near where it was, at what can be done."""
    fresh = MoveState(cursor=state.cursor, shape=state.shape)
    found = targets(fresh, scene)
    if not found:
        return replace(fresh, idle=True)
    here = state.cursor if state.cursor is not None else _middle(scene)
    return replace(fresh, cursor=min(found, key=lambda at: (geometry.distance(at, here), by_row(at))))


def _middle(scene: Scene) -> Hex:
    pastures = sorted(scene.view.pastures, key=lambda at: 2 * at.q + at.r)
    return pastures[len(pastures) // 2] if pastures else Hex(0, 0)


def targets(state: MoveState, scene: Scene) -> list[Hex]:
    """Return the hexes worth going to now, in reading order."""
    view: BattleSheepView = scene.view
    if not scene.legal:
        return []
    if view.phase == "tiles":
        found = {tile.at for tile in map(Tile.parse, scene.legal) if tile.orientation == state.shape}
    elif view.phase == "starts":
        found = set(choices.anchors(scene))
    elif state.chosen is not None:
        return [way.to for way in ways_from(scene, state.chosen)]
    else:
        found = {way.at for way in choices.ways(scene)}
    return sorted(found, key=by_row)


def ways_from(scene: Scene, at: Hex) -> list[Way]:
    """Return the ways out of a stack, clockwise from the east."""
    return [way for way in choices.ways(scene) if way.at == at]


def press(state: MoveState, scene: Scene, key: str) -> Pressed[MoveState] | None:
    """Return what a key does; None where it means nothing here."""
    if key in WALK or key in ("up", "down"):
        walked = _walk(state, scene, key)
        stuck = state.chosen is not None and bool(scene.legal) and walked is state
        return Pressed(walked, note=_(REASONS["no-room"]) if stuck else "")
    if key in ("tab", "s-tab"):
        return Pressed(_next(state, scene, 1 if key == "tab" else -1))
    if not scene.legal:
        return None
    phase = scene.view.phase
    if phase == "tiles":
        return _press_tile(state, scene, key)
    if phase == "starts":
        return _put(state, scene) if key == "enter" else None
    return _press_split(state, scene, key)


def point(state: MoveState, scene: Scene, at: Hex, *, click: bool) -> Pressed[MoveState]:
    """Return what the mouse does on a hex: it moves the cursor, and a click there is Enter."""
    if not scene.legal or scene.view.phase in ("tiles", "starts"):
        if click and state.cursor == at and scene.legal:
            return press(state, scene, "enter") or Pressed(state)
        return Pressed(replace(state, cursor=at, idle=False))
    if not click:
        return Pressed(state)
    if state.way is not None and at == state.way.to:
        return Pressed(_adjusted(state, state.count + 1))
    if state.way is not None and at == state.chosen:
        return Pressed(_adjusted(state, state.count - 1))
    return _enter_at(replace(state, cursor=at, way=None), scene)


# --- walking ------------------------------------------------------------------------------------


def _walk(state: MoveState, scene: Scene, key: str) -> MoveState:
    if state.chosen is not None and scene.legal:
        return _turn(state, scene, key)
    at = state.cursor if state.cursor is not None else _middle(scene)
    if key in ("up", "down"):
        # One up and one down lead back, and going on keeps the column.
        east = (at.r % 2 == 0) == (key == "up")
        direction = {"up": ("NW", "NE"), "down": ("SW", "SE")}[key][east]
    else:
        direction = WALK[key]
    there = add(at, DIRECTIONS[direction])
    field = geometry.shown_field(scene.view.pastures, laying=scene.view.phase == "tiles")
    half = 2 * there.q + there.r - field.west
    inside = 0 <= half < 2 * field.columns and 0 <= there.r - field.north < field.rows
    return replace(state, cursor=there if inside else at, idle=False)


def _turn(state: MoveState, scene: Scene, key: str) -> MoveState:
    """With a stack chosen, directions choose among its ways; up and down take turns between two."""
    wanted = {"up": ("NE", "NW"), "down": ("SE", "SW")}.get(key) or (WALK[key],)
    found = {way.direction: way for way in ways_from(scene, state.chosen or Hex(0, 0))}
    fitting = [found[direction] for direction in wanted if direction in found]
    if not fitting:
        return state
    way = fitting[1] if len(fitting) > 1 and state.way == fitting[0] else fitting[0]
    return _aimed(state, way)


def _next(state: MoveState, scene: Scene, step: int) -> MoveState:
    found = targets(state, scene)
    if not found:
        return state
    if state.cursor in found:
        place = found.index(state.cursor) + step
    else:
        here = state.cursor or Hex(0, 0)
        place = min(range(len(found)), key=lambda i: geometry.distance(found[i], here))
    at = found[place % len(found)]
    if state.chosen is not None:
        return _aimed(state, ways_from(scene, state.chosen)[place % len(found)])
    return replace(state, cursor=at)


# --- tiles and starts ---------------------------------------------------------------------------


def _press_tile(state: MoveState, scene: Scene, key: str) -> Pressed[MoveState] | None:
    if key in ("r", "wheel-down", " "):
        return Pressed(replace(state, shape=(state.shape + 1) % 3))
    if key in ("R", "wheel-up"):
        return Pressed(replace(state, shape=(state.shape - 1) % 3))
    if key != "enter" or state.cursor is None:
        return None
    tile = Tile(at=state.cursor, orientation=state.shape)
    problem = geometry.tile_problem(scene.view, tile)
    return Pressed(state, str(tile)) if problem is None else Pressed(state, note=_(REASONS[problem]))


def fits(state: MoveState, view: BattleSheepView) -> bool:
    """Tell whether the ghost lies where a tile may lie."""
    if state.cursor is None:
        return False
    return geometry.tile_problem(view, Tile(at=state.cursor, orientation=state.shape)) is None


def _put(state: MoveState, scene: Scene) -> Pressed[MoveState]:
    if state.cursor is None:
        return Pressed(state)
    action = str(Start(at=state.cursor))
    if action in scene.legal:
        return Pressed(state, action)
    return Pressed(state, note=_(REASONS[_start_problem(scene.view, state.cursor)]))


def _start_problem(view: BattleSheepView, at: Hex) -> str:
    if at not in view.pastures:
        return "no-pasture"
    return "taken" if at in geometry.stacks_at(view.stacks) else "not-rim"


# --- splits -------------------------------------------------------------------------------------


def _press_split(state: MoveState, scene: Scene, key: str) -> Pressed[MoveState] | None:
    if key == "enter":
        return _enter(state, scene)
    if key == "escape":
        return Pressed(_back(state)) if state.chosen is not None else None
    if state.way is None:
        return None
    if key in ("+", "=", "wheel-up"):
        return Pressed(_adjusted(state, state.count + 1))
    if key in ("-", "_", "wheel-down"):
        return Pressed(_adjusted(state, state.count - 1))
    if key == "backspace":
        return Pressed(_typed(state, state.typed[:-1]))
    if len(key) == 1 and key.isascii() and key.isdigit():
        longer = state.typed + key
        return Pressed(_typed(state, longer if int(longer) < state.way.sheep else key))
    return None


def _enter(state: MoveState, scene: Scene) -> Pressed[MoveState]:
    way = state.way
    if way is not None:
        return Pressed(state, str(Split(at=way.at, direction=way.direction, count=state.count)))
    return _enter_at(state, scene)


def _enter_at(state: MoveState, scene: Scene) -> Pressed[MoveState]:
    """Choose what lies under the cursor: a landing of the chosen stack, or a stack."""
    at = state.cursor
    if at is None:
        return Pressed(state)
    if state.chosen is not None:
        for way in ways_from(scene, state.chosen):
            if way.to == at or at in geometry.path(way.at, way.direction, way.to):
                return Pressed(_aimed(state, way))
    if ways_from(scene, at):
        return Pressed(replace(state, chosen=at, way=None, typed=""))
    problem = _split_problem(scene, at)
    if problem == "no-stack" and state.chosen is not None:
        return Pressed(state, note=_(NOT_A_LANDING))
    return Pressed(state, note=_(REASONS[problem]))


NOT_A_LANDING = N_("Sheep go straight on as far as they can: choose one of the lit pastures.")


def _split_problem(scene: Scene, at: Hex) -> str:
    stack = geometry.stacks_at(scene.view.stacks).get(at)
    if stack is None:
        return "no-stack"
    if stack.seat != scene.seat:
        return "not-your-stack"
    return "one-sheep" if stack.sheep < 2 else "no-room"


def _back(state: MoveState) -> MoveState:
    if state.way is not None:
        return replace(state, way=None, count=0, typed="", cursor=state.chosen)
    return replace(state, chosen=None, cursor=state.chosen)


def _aimed(state: MoveState, way: Way) -> MoveState:
    """Aim at a landing; half of the sheep go unless another number was set for this stack."""
    count = state.count if state.way is not None else default_split(way.sheep)
    return replace(state, way=way, cursor=way.to, count=count, typed=state.typed if state.way else "")


def _adjusted(state: MoveState, count: int) -> MoveState:
    if state.way is None:
        return state
    return replace(state, count=max(1, min(state.way.sheep - 1, count)), typed="")


def _typed(state: MoveState, digits: str) -> MoveState:
    adjusted = _adjusted(state, int(digits or 0))
    return replace(adjusted, typed=digits)
