"""What a seat knows of a table, as numbers: the deck, the cards out of sight, tables as far as in sight."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from sheep_client.game_api.bot import Plain

from .beliefs import Belief
from .deck_arrays import Array, Chart
from .memory import Memory
from .table_batch import Tables


@dataclass(frozen=True, eq=False)
class Source:
    """A seat's view and memory; `pool` has the cards of which it does not know where they lie."""

    view: Plain
    memory: Memory
    chart: Chart
    pool: Array

    @property
    def seat(self) -> int:
        """The seat that looks."""
        return self.memory.seat

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.view["hands"])

    @property
    def left(self) -> int:
        """Regions still to be counted."""
        return len(self.view["row"]) + int(self.view["pile"])

    @property
    def step(self) -> int:
        """How many seats act before this one in a trip round the table."""
        return (self.seat - int(self.view["starter"])) % self.seats


def source(memory: Memory, view: Plain) -> Source:
    """Work out what a seat knows, as far as it is the same in every world."""
    chart = chart_of(view, memory)
    colours = view["deck"]["colours"]
    pool = Counter(dict.fromkeys(colours, chart.promises))
    pool.update({f"{colour}!": chart.scandals for colour in colours})
    pool.subtract(cards_in_sight(view))
    certain = Counter(card for belief in memory.others for card in belief.known)
    certain.update(memory.pile or ())
    if certain - pool or len(memory.others) != len(view["hands"]):
        # An update was missed: only what is in sight can be trusted.
        memory = replace(memory, others=(Belief(),) * len(view["hands"]), pile=None)
    else:
        pool.subtract(certain)
    numbers = [chart.place[card] for card, count in pool.items() for _ in range(count)]
    return Source(view, memory, chart, np.array(numbers, np.int64))


def cards_in_sight(view: Plain) -> Counter[str]:
    """Count the cards that a view shows: own ones, the trash, and scandals on the table."""
    lying = [f"{colour}!" for before in view["before"] for colour in before]
    if view["pending"]:
        lying.append(f"{view['pending']['colour']}!")
    return Counter([*view["hand"], *view["mine"], *view["trash"], *lying])


def chart_of(view: Plain, memory: Memory) -> Chart:
    """Return the deck as numbers; how many cards it has of a kind is estimated where it is not known."""
    promises, scandals = memory.promises, memory.scandals
    colours = tuple(view["deck"]["colours"])
    if promises is None or scandals is None:
        promises, scandals = _composition(view, len(colours))
    regions = tuple((region["id"], tuple(region["sheep"])) for region in view["deck"]["regions"])
    return _made(colours, regions, promises, scandals)


@lru_cache(maxsize=16)
def _made(
    colours: tuple[str, ...], regions: tuple[tuple[str, tuple[int, ...]], ...], promises: int, scandals: int
) -> Chart:
    sheep = np.array([row for _, row in regions], np.int32)
    return Chart(colours, tuple(region for region, _ in regions), sheep, promises, scandals)


def _composition(view: Plain, colours: int) -> tuple[int, int]:
    """Estimate how many promises and scandals of a colour a deck has, from what is in sight."""
    seen = cards_in_sight(view)
    cards = sum(view["hands"]) + view["draw"] + len(view["trash"]) + sum(map(len, view["before"]))
    cards += sum(laid or 0 for laid in view["laid"]) + bool(view["pending"])
    each = cards // colours
    least = max((count for card, count in seen.items() if card.endswith("!")), default=0)
    most = each - max((count for card, count in seen.items() if not card.endswith("!")), default=0)
    dark = sum(count for card, count in seen.items() if card.endswith("!"))
    share = (dark + 3) / (seen.total() + 11)  # the default deck's share, until more is seen
    scandals = min(max(round(each * share), least), most)
    return each - scandals, scandals


def in_sight(source: Source, rows: int) -> Tables:
    """Make tables with all that the seat can see and is certain of; the rest of the cards is nowhere yet.

    The others' hands have their sizes all the same, and the cards that they laid are counted.
    """
    view, chart, memory = source.view, source.chart, source.memory
    tables = Tables(chart, rows, source.seats, turn_over=memory.turn_over)
    for seat, belief in enumerate(memory.others):
        for card in view["hand"] if seat == source.seat else belief.known:
            tables.hands[:, seat, chart.place[card]] += 1
    tables.size[:] = view["hands"]
    for seat, regions in enumerate(view["regions"]):
        tables.owner[:, [chart.region[region] for region in regions]] = seat
    tables.scores[:] = view["scores"]
    tables.count[:] = [-1 if laid is None else laid for laid in view["laid"]]
    tables.laid[:, source.seat, [chart.place[colour] for colour in view["mine"]]] = True
    trash = [chart.place[card] for card in view["trash"]]
    tables.trash[:, : len(trash)], tables.used[:] = trash, len(trash)
    tables.starter[:] = view["starter"]
    tables.leader[:] = -1 if view["leader"] is None else view["leader"]
    tables.latest[:] = -1 if memory.latest is None else memory.latest
    row = [chart.region[region] for region in view["row"]]
    tables.coming = np.tile(np.array(row, np.int64), (rows, 1))
    tables.hidden = view["pile"]
    tables.reopen()
    for seat, colours in enumerate(view["before"]):
        for colour in colours:
            tables.lie(tables.every, np.full(rows, seat), np.full(rows, chart.place[colour]))
    return tables
