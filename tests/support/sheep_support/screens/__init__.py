"""Screens without a terminal: played to where they are to be seen, and written as text."""
