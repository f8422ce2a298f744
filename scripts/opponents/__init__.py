"""Opponents from outside the family of levels, for the arena alone; frozen, so that numbers compare."""
