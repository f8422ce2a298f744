"""Minds for Leadersheep: `MINDS` by level. Everything here is pure; numpy makes the simulations fast."""

from .levels import MINDS
from .reasons import REASONS

__all__ = ["MINDS", "REASONS"]
