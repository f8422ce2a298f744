"""Playing on by instinct, for many tables at once: from any point of a round over some counts."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from . import heuristics
from .deck_arrays import Array
from .player_types import Players
from .table_batch import Tables

THROWS = 3
"""The most scandals that a simulated seat throws on its turn."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point in a round: the phase, and how many seats of its trip have had their turn."""

    phase: str
    step: int = 0


def play_on(tables: Tables, players: Players, rng: Generator, spot: Spot, rounds: int) -> Array:
    """Play to the end of the round, then whole rounds up to a number of counts in all, or to the end.

    Return who won the first count, a row.
    """
    winner = play_round(tables, players, spot)
    for _ in range(min(rounds - 1, tables.left)):
        next_round(tables, rng)
        play_round(tables, players, Spot("gift-ask"))
    return winner


def next_round(tables: Tables, rng: Generator) -> None:
    """Begin a round: leader, starter and draws."""
    tables.begin_round()
    tables.draw(rng)


def play_round(tables: Tables, players: Players, spot: Spot) -> Array:
    """Play a round from a point to its count; return the winners."""
    if spot.phase == "gift-ask":
        gift(tables, players)
        spot = Spot("scandals")
    if spot.phase == "scandals":
        for step in range(spot.step, tables.seats):
            throws(tables, players, tables.after(step), tables.every)
        spot = Spot("promises")
    for step in range(spot.step, tables.seats):
        who = tables.after(step)
        tables.lay(tables.every, who, heuristics.lay(tables, players, tables.every, who))
    return tables.count_votes()


def gift(tables: Tables, players: Players) -> None:
    """Let each leader ask, and the asked give."""
    at = np.flatnonzero(tables.leader >= 0)
    if len(at):
        leader = tables.leader[at]
        give(tables, players, at, heuristics.ask(tables, at, leader), leader)


def give(tables: Tables, players: Players, at: Array, giver: Array, leader: Array) -> None:
    """Let givers give the two cards worth least to them."""
    for _ in range(2):
        has = tables.size[at, giver] > 0
        at, giver, leader = at[has], giver[has], leader[has]
        card = heuristics.card_values(tables, players, at, giver).argmin(1)
        tables.move(at, giver, leader, card)


def throws(tables: Tables, players: Players, who: Array, at: Array) -> None:
    """Let a seat throw what it will, in some rows; targets answer at once."""
    for _ in range(THROWS):
        at = at[tables.hands[at, who[at], tables.chart.size :].sum(1) > 0]
        if not len(at):
            return
        does, colour, target = heuristics.throw(tables, players, at, who[at])
        at, colour, target = at[does], colour[does], target[does]
        tables.throw(at, who[at], colour)
        answer(tables, players, at, who[at], colour, target)


def answer(tables: Tables, players: Players, at: Array, thrower: Array, colour: Array, target: Array) -> None:
    """Let targets dodge or accept a scandal that has left its thrower's hand."""
    if not len(at):
        return
    region = heuristics.dodge(tables, players, at, target, colour)
    dodged = region >= 0
    no = ~dodged
    tables.lie(at[no], target[no], colour[no])
    tables.trade(at[dodged], target[dodged], thrower[dodged], colour[dodged], region[dodged])
