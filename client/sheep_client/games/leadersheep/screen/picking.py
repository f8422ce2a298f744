"""What the screen remembers of a player's cards between two keys."""

from dataclasses import dataclass

from sheep_client.game_api.text import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Picking:
    """Where the player is with their cards: the cursor, the cards picked, the scandal that is being aimed."""

    cursor: int = 0
    picked: frozenset[int] = frozenset()
    aiming: bool = False
    target: int = 0
    done: bool = False
    """Whether Enter says that no more scandals are thrown: a hint was to do so."""


def begin(state: Picking, scene: Scene) -> Picking:
    """Pick anew, with the cursor where it was."""
    del scene
    return Picking(cursor=state.cursor)
