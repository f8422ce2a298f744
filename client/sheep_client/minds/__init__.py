"""How bots think: pure functions from what a seat has seen to an action and its reason. No link, no clock of its own."""
