"""What the screen remembers between two keys: the player's move so far, and how the board is looked at."""

from dataclasses import dataclass, field, replace

from sheep_common.games.battle_sheep.actions import Split, Start, Tile

from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep.screen import controls
from sheep_client.games.battle_sheep.screen.controls import MoveState


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """How the board is looked at: the size chosen (None: what fits) and where it was scrolled to."""

    size: int | None = None
    scroll: tuple[int, int] | None = None
    free: bool = False
    """Whether it was scrolled by hand, so that the cursor may be out of sight until it moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The move, and the sight of the board that goes on from game to game."""

    move: MoveState = field(default_factory=MoveState)
    sight: Sight = field(default_factory=Sight)


def begin(state: State, scene: Scene) -> State:
    """Begin the player's move anew."""
    return replace(state, move=controls.begin(state.move, scene))


def follow(state: State, scene: Scene, action: str, asked: State | None) -> State:
    """Lay a hint where Enter follows it; for who has gone on with their move it is only marked."""
    move = aim(state.move, scene, action)
    if asked is not None and asked.move != state.move:
        move = replace(state.move, advised=move.advised)
    return replace(state, move=move)


def aim(state: MoveState, scene: Scene, action: str) -> MoveState:
    """Return the state from which Enter does this action."""
    verb = action.partition(" ")[0]
    fresh = MoveState(cursor=state.cursor, shape=state.shape)
    if verb == "tile":
        tile = Tile.parse(action)
        return replace(fresh, cursor=tile.at, shape=tile.orientation)
    if verb == "start":
        at = Start.parse(action).at
        return replace(fresh, cursor=at, advised=frozenset({at}))
    split = Split.parse(action)
    ways = controls.ways_from(scene, split.at)
    way = next((way for way in ways if way.direction == split.direction), None)
    if way is None:
        return state
    marks = frozenset({way.at, way.to})
    return replace(fresh, cursor=way.to, chosen=way.at, way=way, count=split.count, advised=marks)
