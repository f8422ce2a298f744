"""Finishing a game of Battle Sheep for the one player who can still split: what is left is theirs alone.

The bots' solver finds the most pastures and the largest herd; where it has too much to do, an estimate does.
"""

from collections.abc import Iterable, Mapping

from msgspec import to_builtins
from sheep_common.games.battle_sheep import BattleSheepView
from sheep_common.games.battle_sheep.actions import Split
from sheep_common.games.battle_sheep.hexes import Hex, neighbours
from sheep_common.games.battle_sheep.splits import default_split

from sheep_client.game_api.text import Scene
from sheep_client.games.battle_sheep import choices
from sheep_client.games.battle_sheep.choices import Way

WORK = 12_000
"""What the solver may do before each split: less than half a second."""


def alone(scene: Scene) -> bool:
    """Tell whether all others are blocked for good, so that only one's own splits are left."""
    others = set(range(len(scene.names))) - {scene.seat}
    return scene.seat is not None and scene.seat not in scene.view.out and others <= set(scene.view.out)


def choose(scene: Scene) -> str | None:
    """Return the next split of the best end; None where there is none."""
    from sheep_client.games.battle_sheep.bot.budget import Budget, SpentError
    from sheep_client.games.battle_sheep.bot.endgame import Filler
    from sheep_client.games.battle_sheep.bot.position import position_of

    if scene.seat is None or not choices.ways(scene):
        return None
    position = position_of(to_builtins(scene.view))
    try:
        return position.text(Filler(scene.seat).plan(position, Budget(WORK)))
    except SpentError:
        return estimated(scene)


def estimated(scene: Scene) -> str | None:
    """Return the split after which the most pastures might still be had."""
    view: BattleSheepView = scene.view
    own = {Hex(s.q, s.r): s.sheep for s in view.stacks if s.seat == scene.seat}
    free = set(view.pastures) - {Hex(s.q, s.r) for s in view.stacks}
    splits = [(way, count) for way in choices.ways(scene) for count in _counts(way)]
    if not splits:
        return None
    way, count = max(splits, key=lambda split: _worth(own, free, *split))
    return str(Split(at=way.at, direction=way.direction, count=count))


def _counts(way: Way) -> Iterable[int]:
    return sorted({default_split(way.sheep), 1, way.sheep - 1})


def _worth(own: Mapping[Hex, int], free: set[Hex], way: Way, count: int) -> tuple[int, int]:
    """Return what can be had after a split at most, and how evenly it leaves the sheep."""
    stacks = {**own, way.at: way.sheep - count, way.to: count}
    return _reachable(stacks, free - {way.to}), -abs(way.sheep - 2 * count)


def _reachable(stacks: Mapping[Hex, int], free: set[Hex]) -> int:
    """Count free pastures, in each piece no more than the sheep around it could settle."""
    total, seen = 0, set[Hex]()
    for start in free:
        if start in seen:
            continue
        piece, todo, around = {start}, [start], set[Hex]()
        while todo:
            for near in neighbours(todo.pop()):
                if near in free and near not in piece:
                    piece.add(near)
                    todo.append(near)
                elif near in stacks:
                    around.add(near)
        seen |= piece
        total += min(len(piece), sum(stacks[at] - 1 for at in around))
    return total
