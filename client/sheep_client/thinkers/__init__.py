"""Programs that think beside the one that asks: for bots, for hints, and about a finished game."""
