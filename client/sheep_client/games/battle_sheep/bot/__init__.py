"""How bots play Battle Sheep: a fast board, its worth, searches over it. `MINDS` is all that others need."""

from .levels import MINDS
from .reasons import REASONS

__all__ = ["MINDS", "REASONS"]
