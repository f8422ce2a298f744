"""How bots think: from what a seat has seen to an action and its reason.

Pure: no link, no process and no clock of its own.
"""
