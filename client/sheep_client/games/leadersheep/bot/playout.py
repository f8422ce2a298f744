"""Playing on by instinct, for many tables at once: from any point of a round over some counts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from . import heuristics
from .deck_arrays import Array
from .known import Source
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


# --- the actions that a search compares: what each changes, and how the round goes on -------------


def go_on(source: Source, tables: Tables, actions: Sequence[str], players: Players) -> Spot:
    """Do the seat's actions, one a row in turn, and play to where all tables are at one point again.

    `tables` has worlds as rows, each next to its copies, one for each action.
    """
    words = [action.split()[1:] for action in actions]
    match source.view["phase"]:
        case "gift-ask":
            _ask(source, tables, words, players)
            return Spot("scandals")
        case "gift-give":
            _give(source, tables, words)
            return Spot("scandals")
        case "scandals":
            _throw(source, tables, words, players)
            return Spot("scandals", source.step + 1)
        case "answer":
            return _answer(source, tables, words, players)
        case _:
            _lay(source, tables, words)
            return Spot("promises", source.step + 1)


Words = Sequence[Sequence[str]]
"""For each action, the words after its verb."""


def _each(tables: Tables, values: Sequence[int]) -> Array:
    """Repeat a value an action for all worlds."""
    return np.tile(np.array(values, np.int64), tables.rows // len(values))


def _all(tables: Tables, value: int) -> Array:
    return np.full(tables.rows, value)


def _ask(source: Source, tables: Tables, words: Words, players: Players) -> None:
    giver = _each(tables, [int(seat) for (seat,) in words])
    give(tables, players, tables.every, giver, _all(tables, source.seat))


def _give(source: Source, tables: Tables, words: Words) -> None:
    giver, leader = _all(tables, source.seat), _all(tables, source.view["leader"])
    for cards in zip(*words, strict=True):
        card = _each(tables, [source.chart.place[card] for card in cards])
        tables.move(tables.every, giver, leader, card)


def _throw(source: Source, tables: Tables, words: Words, players: Players) -> None:
    """Throw, or be done; who has thrown may throw more."""
    place, me = source.chart.place, _all(tables, source.seat)
    colour = _each(tables, [place[some[0]] if some else -1 for some in words])
    target = _each(tables, [int(some[1]) if some else -1 for some in words])
    at = np.flatnonzero(colour >= 0)
    tables.throw(at, me[at], colour[at])
    asked = (tables.owner[at] == target[at][:, None]).any(1)
    answer(tables, players, at[asked], me[at[asked]], colour[at[asked]], target[at[asked]])
    free = at[~asked]
    tables.lie(free, target[free], colour[free])
    throws(tables, players, me, at)


def _answer(source: Source, tables: Tables, words: Words, players: Players) -> Spot:
    """Accept or trade; then the thrower goes on."""
    pending = source.view["pending"]
    thrower, target = _all(tables, pending["thrower"]), _all(tables, source.seat)
    colour = _all(tables, source.chart.place[pending["colour"]])
    region = _each(tables, [source.chart.region[some[0]] if some else -1 for some in words])
    trades, lies = np.flatnonzero(region >= 0), np.flatnonzero(region < 0)
    tables.trade(trades, target[trades], thrower[trades], colour[trades], region[trades])
    tables.lie(lies, target[lies], colour[lies])
    throws(tables, players, thrower, tables.every)
    return Spot("scandals", (pending["thrower"] - source.view["starter"]) % source.seats + 1)


def _lay(source: Source, tables: Tables, words: Words) -> None:
    promises = np.zeros((len(words), source.chart.size), bool)
    for row, colours in enumerate(words):
        promises[row, [source.chart.place[colour] for colour in colours]] = True
    all_promises = np.tile(promises, (tables.rows // len(words), 1))
    tables.lay(tables.every, _all(tables, source.seat), all_promises)
