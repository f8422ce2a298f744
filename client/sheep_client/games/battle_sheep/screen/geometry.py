"""What can be worked out of a Battle Sheep board before anything is painted: fields, holes, who can move.

Everything is remembered for the last few boards, so that a key press does not work it out again.
"""

from functools import lru_cache

from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.actions import Tile
from sheep_common.games.battle_sheep.board import Pastures, board_of
from sheep_common.games.battle_sheep.hexes import DIRECTIONS, Hex, add
from sheep_common.games.battle_sheep.tiles import cells, placements, touches
from sheep_common.games.battle_sheep.view import StackView

from sheep_client.games.battle_sheep.hex_text import Field
from sheep_client.games.battle_sheep.text import holes

Stacks = tuple[StackView, ...]


@lru_cache(maxsize=64)
def shown_field(pastures: Pastures, *, laying: bool) -> Field:
    """Return the part of the plane that is shown: the board, and all that a next tile could cover."""
    if not laying:
        return Field.around(pastures)
    tiles = placements(frozenset(pastures))
    return Field.around([*pastures, *(cell for tile in tiles for cell in cells(tile))])


@lru_cache(maxsize=64)
def named_field(pastures: Pastures, *, laying: bool) -> Field:
    """Return the field in which hexes have names: as the painter's for who is to act."""
    anchors = [tile.at for tile in placements(frozenset(pastures))] if laying else []
    return Field.around([*pastures, *anchors])


@lru_cache(maxsize=64)
def holes_of(pastures: Pastures) -> frozenset[Hex]:
    """Return the gaps that the board encloses."""
    return frozenset(holes(pastures))


@lru_cache(maxsize=64)
def stacks_at(stacks: Stacks) -> dict[Hex, StackView]:
    """Return the stacks by where they stand."""
    return {Hex(stack.q, stack.r): stack for stack in stacks}


@lru_cache(maxsize=64)
def mobile(pastures: Pastures, stacks: Stacks) -> frozenset[Hex]:
    """Return where the stacks stand that can still be split."""
    taken, near = stacks_at(stacks), board_of(pastures)
    return frozenset(
        at
        for at, stack in taken.items()
        if stack.sheep > 1 and any(near.pastures[i] not in taken for i in near.near[near.index[at]])
    )


def tile_problem(view: BattleSheepView, tile: Tile) -> str | None:
    """Say with the rules' own code why a tile cannot lie there, None where it can."""
    ground = frozenset(view.pastures)
    if tile in placements(ground):
        return None
    if not ground:
        return "first-tile"
    if not ground.isdisjoint(cells(tile)):
        return "overlap"
    return "not-touching" if not touches(ground, tile) else "overlap"


def path(start: Hex, direction: str, to: Hex) -> list[Hex]:
    """Return the hexes between two on a line."""
    found: list[Hex] = []
    step = DIRECTIONS[direction]
    at = add(start, step)
    while at != to and len(found) < 64:
        found.append(at)
        at = add(at, step)
    return found


def distance(one: Hex, other: Hex) -> int:
    """Return the steps from one hex to another."""
    q, r = one.q - other.q, one.r - other.r
    return (abs(q) + abs(r) + abs(q + r)) // 2
