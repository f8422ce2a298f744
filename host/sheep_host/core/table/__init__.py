"""What happens at one table, whoever wants it: the game, its bots, ballots and time."""
