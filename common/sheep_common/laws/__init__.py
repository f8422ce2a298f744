"""For the tests of every game, ours and others': laws that each keeps, games at random, a tiny game.

Public: a game in a distribution of its own runs them at the version that it plays with. What is played
imports none of them.
"""
