"""A record walked through, as lines of text and on the full screen, and what its turns cost. Pure."""
