"""Short ways to states of the two games, and counts of games."""
