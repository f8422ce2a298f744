"""Battle Sheep for the client."""
