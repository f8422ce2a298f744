"""How a player judges at once: the weights of its instinct, and two kinds of players."""

from dataclasses import astuple, dataclass

import numpy as np

from .deck_arrays import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Instinct:
    """The weights of a player's judgement; sheep are the unit where nothing else is said."""

    next_use: float = 0.45
    """A promise kept for the next region, as part of its use there."""
    second_use: float = 0.3
    """The same for the region after it."""
    later_use: float = 0.2
    """And for those that nobody has seen."""
    fresh: float = 0.36
    """What a card that may be drawn in its stead is worth, as part of what a promise is on average."""
    contest: float = 1.0
    """What a vote counts when the region can be won."""
    hopeless: float = 0.1
    """What a vote counts when it hardly can."""
    hope: float = 0.2
    """From which chance to win a region is contested."""
    spread: float = 0.25
    """How far a rival's votes lie from what is expected, as part of the most votes there are."""
    expected: float = 1.0
    """How much of the sum of its likely promises a rival is expected to lay."""
    block_own: float = 1.0
    """What a block is worth by my own chance to win the region."""
    block_lead: float = 1.0
    """What a block is worth by how far its target is ahead."""
    block_hold: float = 0.25
    """What a scandal kept for the next regions is worth, as part of the colour's use there."""
    block_fresh: float = 0.0
    """What throwing any scandal is worth, since a card is drawn in its stead."""
    dodge: float = 0.5
    """How many sheep of the region in play a traded sheep must save."""
    scandal: float = 1.0
    """What a scandal in the hand is worth, when cards are given away."""


CASUAL = Instinct(block_lead=0.25)
"""Plays for the region in play: keeps scandals that do not matter there, and hardly minds who leads."""

SHREWD = Instinct(
    later_use=0.14,
    fresh=0.54,
    hopeless=0.02,
    hope=0.18,
    spread=0.3,
    expected=1.08,
    block_own=1.5,
    block_lead=1.5,
    block_fresh=1.5,
    dodge=1.0,
    scandal=0.33,
)
"""Knows that a card thrown is a card drawn, and hinders who is ahead. Its weights come from some hundred
thousand games of such players against each other."""


class Players:
    """The judgement of the seats at a table: one for all, or one for each."""

    def __init__(self, *instincts: Instinct) -> None:
        self._weights = np.array([astuple(instinct) for instinct in instincts], np.float32)
        self._index = {name: at for at, name in enumerate(Instinct.__slots__)}

    def __call__(self, name: str, who: Array) -> Array:
        """Return a weight for some seats; where all seats are alike, one number for all."""
        if len(self._weights) == 1:
            return self._weights[:, self._index[name]]
        found: Array = self._weights[who, self._index[name]]
        return found
