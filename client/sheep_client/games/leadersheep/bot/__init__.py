"""Engines for Leadersheep: `ENGINES` by level. Everything here is pure; numpy makes the simulations fast."""

from .levels import ENGINES
from .reasons import REASONS

__all__ = ["ENGINES", "REASONS"]
