"""How the rules of Battle Sheep say no: one code of the game's own for every kind of refusal."""

from typing import Literal, get_args

from sheep_common.errors import RuleError

Reason = Literal[
    "wrong-phase",
    "first-tile",
    "overlap",
    "not-touching",
    "no-pasture",
    "taken",
    "not-rim",
    "no-stack",
    "not-your-stack",
    "one-sheep",
    "too-many",
    "no-room",
]

REASONS: tuple[str, ...] = get_args(Reason)
"""Every reason there is, for clients that translate them."""


def refuse(reason: Reason, text: str) -> RuleError:
    """Make the refusal of a well-written action, by a seat that is to act."""
    return RuleError("illegal", text, reason)
