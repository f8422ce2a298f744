"""The level `normal`: what instinct says for one view, as an action of the table."""

from collections.abc import Callable

import numpy as np

from . import heuristics
from .known import Source, in_sight
from .player_types import Players
from .table_batch import Tables

_HERE = np.zeros(1, np.int64)


def habit(source: Source, players: Players) -> str:
    """Return the action that a sensible player takes at once."""
    tables = in_sight(source, 1)
    return _HABITS[source.view["phase"]](source, tables, players)


def _ask(source: Source, tables: Tables, _players: Players) -> str:
    return f"ask {heuristics.ask(tables, _HERE, _me(source))[0]}"


def _give(source: Source, tables: Tables, players: Players) -> str:
    cards = []
    for _ in range(min(2, len(source.view["hand"]))):
        card = int(heuristics.card_values(tables, players, _HERE, _me(source)).argmin(1)[0])
        tables.hands[0, source.seat, card] -= 1
        cards.append(card)
    names = list(source.chart.place)
    return " ".join(["give", *(names[card] for card in sorted(cards))])


def _throw(source: Source, tables: Tables, players: Players) -> str:
    does, colour, target = heuristics.throw(tables, players, _HERE, _me(source))
    return f"scandal {source.chart.colours[colour[0]]} {target[0]}" if does[0] else "done"


def _answer(source: Source, tables: Tables, players: Players) -> str:
    colour = np.array([source.chart.place[source.view["pending"]["colour"]]])
    region = int(heuristics.dodge(tables, players, _HERE, _me(source), colour)[0])
    return "accept" if region < 0 else f"trade {source.chart.regions[region]}"


def _lay(source: Source, tables: Tables, players: Players) -> str:
    chosen = heuristics.lay(tables, players, _HERE, _me(source))[0]
    colours = [colour for colour, laid in zip(source.chart.colours, chosen, strict=True) if laid]
    return " ".join(["promise", *colours]) if colours else "pass"


def _me(source: Source) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([source.seat])


_HABITS: dict[str, Callable[[Source, Tables, Players], str]] = {
    "gift-ask": _ask,
    "gift-give": _give,
    "scandals": _throw,
    "answer": _answer,
    "promises": _lay,
}
