"""The arena: levels of bots play each other, here or on many machines; see docs/bots.md."""
