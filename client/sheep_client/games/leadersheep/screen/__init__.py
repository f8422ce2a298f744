"""The full screen of Leadersheep, as pure functions."""
