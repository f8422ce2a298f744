"""For tests only, ours and those of other games: laws that every game keeps, games at random, a tiny game."""
