"""The full screen, without a terminal: what is painted, and what keys and the mouse mean. All of it pure."""
