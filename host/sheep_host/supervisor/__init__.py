"""`sheep-host` itself: it keeps the host process, the bots and the player here alive."""
