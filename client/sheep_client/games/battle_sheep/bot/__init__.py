"""How bots play Battle Sheep: a fast board, its worth, searches over it. Others need only `ENGINES`."""

from .levels import ENGINES
from .reasons import REASONS

__all__ = ["ENGINES", "REASONS"]
