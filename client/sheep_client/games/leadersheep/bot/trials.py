"""The actions that a search compares, on the fast model: what each changes, and how the round goes on."""

from collections.abc import Sequence

import numpy as np

from . import playout
from .deck_arrays import Array
from .known import Source
from .player_types import Players
from .playout import Spot
from .table_batch import Tables


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
    playout.give(tables, players, tables.every, giver, _all(tables, source.seat))


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
    playout.answer(tables, players, at[asked], me[at[asked]], colour[at[asked]], target[at[asked]])
    free = at[~asked]
    tables.lie(free, target[free], colour[free])
    playout.throws(tables, players, me, at)


def _answer(source: Source, tables: Tables, words: Words, players: Players) -> Spot:
    """Accept or trade; then the thrower goes on."""
    pending = source.view["pending"]
    thrower, target = _all(tables, pending["thrower"]), _all(tables, source.seat)
    colour = _all(tables, source.chart.place[pending["colour"]])
    region = _each(tables, [source.chart.region[some[0]] if some else -1 for some in words])
    trades, lies = np.flatnonzero(region >= 0), np.flatnonzero(region < 0)
    tables.trade(trades, target[trades], thrower[trades], colour[trades], region[trades])
    tables.lie(lies, target[lies], colour[lies])
    playout.throws(tables, players, thrower, tables.every)
    return Spot("scandals", (pending["thrower"] - source.view["starter"]) % source.seats + 1)


def _lay(source: Source, tables: Tables, words: Words) -> None:
    promises = np.zeros((len(words), source.chart.size), bool)
    for row, colours in enumerate(words):
        promises[row, [source.chart.place[colour] for colour in colours]] = True
    all_promises = np.tile(promises, (tables.rows // len(words), 1))
    tables.lay(tables.every, _all(tables, source.seat), all_promises)
