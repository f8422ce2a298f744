"""How bots play Battle Sheep: a fast board, what it is worth, and searches over it. `MINDS` is all that others need."""
