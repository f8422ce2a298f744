"""What a game brings to the client: text, screen and bots, each as a record. Knows no game."""
