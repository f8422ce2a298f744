"""For the tests of every game's record at the client: laws of its text, its screen and its engines.

Public: a game in a distribution of its own runs them at the version that it plays with. What is played
imports none of them. Each raises `sheep_common.laws.laws.LawError`, which says what and where.
"""
