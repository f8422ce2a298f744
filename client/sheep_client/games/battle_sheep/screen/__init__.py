"""The full screen of Battle Sheep, as pure functions."""
