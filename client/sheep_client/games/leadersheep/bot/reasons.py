"""Why an action: a code and the values for its sentence, worked out from the view and what a search found."""

from collections.abc import Callable, Mapping

import numpy as np

from .deck_arrays import MOST
from .known import Source, in_sight
from .player_types import Players
from .table_batch import Tables, best_votes, win_chance

Values = dict[str, int | str]
Reason = tuple[str, Values]

REASONS: Mapping[str, tuple[str, ...]] = {
    "wins-region": ("region", "votes", "chance"),
    "cheap-win": ("region", "votes", "chance"),
    "tries-region": ("region", "votes", "chance"),
    "saves-cards": ("region", "chance"),
    "best-left": ("region", "votes", "chance"),
    "discards": ("region", "cards"),
    "nothing-to-promise": (),
    "blocks-leader": ("seat", "colour", "region"),
    "blocks-strongest": ("seat", "colour", "region"),
    "blocks-rival": ("seat", "colour", "region"),
    "clears-hand": ("seat", "colour"),
    "keeps-scandals": ("scandals",),
    "no-scandal": (),
    "harmless": ("colour", "region"),
    "dodge-too-dear": ("colour", "region"),
    "dodge-worth-it": ("colour", "traded", "region"),
    "takes-from-strongest": ("seat",),
    "takes-cards": ("seat",),
    "gives-least": ("cards",),
}
"""Every code, and the names of its values: regions by id, chances to win the region in percent."""

LIKELY, POSSIBLE = 50, 20
_HERE = np.zeros(1, np.int64)


def explain(source: Source, players: Players, action: str, region_chance: float | None = None) -> Reason:
    """Say why an action was chosen; the chance to win the region as a search found it, or by instinct."""
    verb, *words = action.split(" ")
    return _TELLS[verb](source, players, words, region_chance)


def _promise(source: Source, players: Players, words: list[str], found: float | None) -> Reason:
    tables, region = in_sight(source, 1), source.view["row"][0]
    chart, me = source.chart, np.array([source.seat])
    votes = int(sum(chart.votes[chart.region[region], chart.place[colour]] for colour in words))
    if found is None:
        found = float(win_chance(tables, players, _HERE, me, np.array([votes], np.float32))[0])
    chance = round(100 * found)
    told: Values = {"region": region, "votes": votes, "chance": chance}
    if chance >= LIKELY:
        spare = len(words) < min(MOST, len(_playable(source)))
        return ("cheap-win" if spare else "wins-region"), told
    if chance >= POSSIBLE:
        return "tries-region", told
    if votes < int(best_votes(tables, _HERE, me)[0]) and len(source.view["row"]) > 1:
        return "saves-cards", {"region": region, "chance": chance}
    if votes == 0:
        return "discards", {"region": region, "cards": len(words)}
    return "best-left", told


def _playable(source: Source) -> set[str]:
    barred = source.view["before"][source.seat]
    return {card for card in source.view["hand"] if not card.endswith("!") and card not in barred}


def _scandal(source: Source, _players: Players, words: list[str], _found: float | None) -> Reason:
    colour, seat = words[0], int(words[1])
    view, chart = source.view, source.chart
    region = view["row"][0]
    told: Values = {"seat": seat, "colour": colour, "region": region}
    if not chart.votes[chart.region[region], chart.place[colour]]:
        return "clears-hand", {"seat": seat, "colour": colour}
    if seat == view["leader"]:
        return "blocks-leader", told
    return ("blocks-strongest" if _is_strongest(source, seat) else "blocks-rival"), told


def _is_strongest(source: Source, seat: int) -> bool:
    rivals = [score for other, score in enumerate(source.view["scores"]) if other != source.seat]
    return bool(0 < max(rivals) == source.view["scores"][seat])


def _done(source: Source, _players: Players, _words: list[str], _found: float | None) -> Reason:
    scandals = sum(card.endswith("!") for card in source.view["hand"])
    return ("keeps-scandals", {"scandals": scandals}) if scandals else ("no-scandal", {})


def _accept(source: Source, _players: Players, _words: list[str], _found: float | None) -> Reason:
    tables, me = in_sight(source, 1), np.array([source.seat])
    colour = source.view["pending"]["colour"]
    harmless = _votes_without(source, tables, colour) == int(best_votes(tables, _HERE, me)[0])
    told: Values = {"colour": colour, "region": source.view["row"][0]}
    return ("harmless" if harmless else "dodge-too-dear"), told


def _votes_without(source: Source, tables: Tables, colour: str) -> int:
    barred = tables.blocked[:, source.seat].copy()
    barred[0, source.chart.place[colour]] = True
    return int(best_votes(tables, _HERE, np.array([source.seat]), barred)[0])


def _trade(source: Source, _players: Players, words: list[str], _found: float | None) -> Reason:
    colour = source.view["pending"]["colour"]
    return "dodge-worth-it", {"colour": colour, "traded": words[0], "region": source.view["row"][0]}


def _ask(source: Source, _players: Players, words: list[str], _found: float | None) -> Reason:
    seat = int(words[0])
    return ("takes-from-strongest" if _is_strongest(source, seat) else "takes-cards"), {"seat": seat}


def _give(_source: Source, _players: Players, words: list[str], _found: float | None) -> Reason:
    return "gives-least", {"cards": len(words)}


def _pass(_source: Source, _players: Players, _words: list[str], _found: float | None) -> Reason:
    return "nothing-to-promise", {}


_TELLS: dict[str, Callable[[Source, Players, list[str], float | None], Reason]] = {
    "promise": _promise,
    "pass": _pass,
    "scandal": _scandal,
    "done": _done,
    "accept": _accept,
    "trade": _trade,
    "ask": _ask,
    "give": _give,
}
