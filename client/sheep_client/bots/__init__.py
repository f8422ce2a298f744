"""Bots: choosing an action from what a seat sees. `python -m sheep_client.bots` runs many in one process."""
