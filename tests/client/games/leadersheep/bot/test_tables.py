"""The fast model of Leadersheep against the rules: whole games through both, step by step."""

import json
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from sheep_client.games.leadersheep.bot.deck_arrays import Chart
from sheep_client.games.leadersheep.bot.table_batch import Tables
from sheep_common.games.leadersheep import GAME, State
from sheep_common.games.leadersheep.state import Phase
from sheep_support.games.leadersheep import PLAIN, canary_form, random_game

HERE = np.zeros(1, np.int64)


class Stacked:
    """Stands for a source of chance: the trash comes out in the order of the real shuffle."""

    def __init__(self, tables: Tables, order: list[int]) -> None:
        self.tables, self.order = tables, order

    def random(self, shape: tuple[int, int]) -> Any:
        keys, trash = np.ones(shape), list(self.tables.trash[0, : self.tables.used[0]])
        for at, card in enumerate(self.order):
            place = trash.index(card)
            trash[place], keys[0, place] = -1, at / 10_000
        return keys


class Unasked:
    """A source of chance that must not be asked."""

    def random(self, shape: tuple[int, int]) -> Any:
        raise AssertionError(f"shuffled {shape} without need")


class Mirror:
    """Does on the fast model what was done at a real table."""

    def __init__(self, state: State) -> None:
        deck = state.deck
        sheep = np.array([region.sheep for region in deck.regions], np.int32)
        regions = tuple(region.id for region in deck.regions)
        self.chart = Chart(deck.colours, regions, sheep, deck.promises_per_colour, deck.scandals_per_colour)
        turn_over = state.recycling.value == "turn-over"
        self.tables = Tables(self.chart, 1, state.seats, turn_over=turn_over, first=state.first)

    def do(self, before: State, seat: int | None, action: str, after: State) -> None:
        """Follow one step."""
        verb, *words = action.split()
        if verb == "deal":
            self._deal(words, before.seats)
        elif verb == "shuffle":
            order = [self.chart.place[card] for card in words[0].split(",")]
            self.tables.draw(Stacked(self.tables, order))
        else:
            assert seat is not None
            self._seat(before, seat, verb, words)
        if before.phase is Phase.PROMISES and before.after(before.turn or 0) is None:
            self.tables.count_votes()
            if self.tables.left:
                self.tables.begin_round()
                if after.phase is not Phase.DRAW:
                    self.tables.draw(Unasked())
                # where a shuffle is due, all draws are done after it: the order is the same

    def _deal(self, words: list[str], seats: int) -> None:
        regions, cards = (text.split(",") for text in words)
        numbers = [self.chart.place[card] for card in cards]
        tables = self.tables
        tables.coming[0] = [self.chart.region[region] for region in regions]
        for at, card in enumerate(numbers[: 6 * seats]):
            tables.hands[0, at // 6, card] += 1
        tables.size[:] = 6
        rest = numbers[6 * seats :]
        tables.pile[0, : len(rest)], tables.end[0] = rest, len(rest)
        tables.reopen()

    def _seat(self, before: State, seat: int, verb: str, words: list[str]) -> None:
        tables, me, pending = self.tables, np.array([seat]), before.pending
        colour = np.array([self.chart.place[word] for word in words[:1] if word in self.chart.place])
        if verb == "give":
            for card in words:
                tables.move(HERE, me, np.array([before.leader]), np.array([self.chart.place[card]]))
        elif verb == "scandal":
            tables.throw(HERE, me, colour)
            if not before.held[int(words[1])]:
                tables.lie(HERE, np.array([int(words[1])]), colour)
        elif pending is not None:
            colour, thrower = np.array([self.chart.place[pending.colour]]), np.array([pending.thrower])
            if verb == "accept":
                tables.lie(HERE, me, colour)
            else:
                tables.trade(HERE, me, thrower, colour, np.array([self.chart.region[words[0]]]))
        elif verb in ("promise", "pass"):
            laid = np.zeros((1, self.chart.size), bool)
            laid[0, [self.chart.place[word] for word in words]] = True
            tables.lay(HERE, me, laid)

    def shown(self) -> dict[str, Any]:
        """Return the table as the rules would write it."""
        tables, names = self.tables, list(self.chart.place)
        seats = range(tables.seats)
        return {
            "hands": tuple(tuple(np.repeat(names, tables.hands[0, seat])) for seat in seats),
            "sizes": tuple(tables.size[0]),
            "pile": tuple(names[card] for card in tables.pile[0, tables.top[0] : tables.end[0]]),
            "trash": tuple(names[card] for card in tables.trash[0, : tables.used[0]]),
            "regions": tuple(self.chart.regions[region] for region in tables.coming[0, tables.at :]),
            "before": tuple(
                tuple(names[c] for c in tables.before[0, seat, : tables.lying[0, seat]]) for seat in seats
            ),
            "laid": tuple(tuple(np.array(names[: self.chart.size])[tables.laid[0, seat]]) for seat in seats),
            "counts": tuple(tables.count[0]),
            "held": tuple(
                tuple(sorted(np.array(self.chart.regions)[tables.owner[0, :-1] == seat])) for seat in seats
            ),
            "scores": tuple(tables.scores[0]),
            "starter": tables.starter[0],
            "leader": None if tables.leader[0] < 0 else tables.leader[0],
        }

    def legal(self, state: State, seat: int) -> tuple[str, ...]:
        """Return a seat's legal actions as the arrays have them."""
        tables, colours = self.tables, self.chart.colours
        hand = tables.hands[0, seat]
        names = list(self.chart.place)
        others = [other for other in range(tables.seats) if other != seat]
        found: set[str] = set()
        if state.phase is Phase.GIFT_ASK:
            found = {f"ask {other}" for other in others if tables.size[0, other]}
        elif state.phase is Phase.GIFT_GIVE:
            cards = np.repeat(names, hand)
            found = {" ".join(["give", *some]) for some in combinations(cards, min(2, len(cards)))}
        elif state.phase is Phase.SCANDALS:
            thrown = [colour for at, colour in enumerate(colours) if hand[len(colours) + at]]
            found = {f"scandal {colour} {other}" for colour in thrown for other in others} | {"done"}
        elif state.phase is Phase.ANSWER:
            mine = np.flatnonzero(tables.owner[0, :-1] == seat)
            found = {f"trade {self.chart.regions[region]}" for region in mine} | {"accept"}
        elif state.phase is Phase.PROMISES:
            can = [c for at, c in enumerate(colours) if hand[at] and not tables.blocked[0, seat, at]]
            sets = (some for size in (1, 2, 3) for some in combinations(can, size))
            found = {" ".join(["promise", *some]) for some in sets} or {"pass"}
        return tuple(sorted(found))


def written(state: State) -> dict[str, Any]:
    """Return what `Mirror.shown` must show."""
    return {
        "hands": state.hands,
        "sizes": tuple(map(len, state.hands)),
        "pile": state.pile,
        "trash": state.trash,
        "regions": state.regions,
        "before": state.before,
        "laid": tuple(laid or () for laid in state.laid),
        "counts": tuple(-1 if laid is None else len(laid) for laid in state.laid),
        "held": tuple(tuple(sorted(regions)) for regions in state.held),
        "scores": state.scores,
        "starter": state.starter,
        "leader": state.leader,
    }


CANARIES = json.dumps(canary_form(40, scandals=1, regions=9))
SMALL = json.dumps(PLAIN)
DARK = json.dumps({**PLAIN, "cards": {"promises_per_colour": 3, "scandals_per_colour": 6}})


@pytest.mark.parametrize("trash", ["shuffle", "turn-over"])
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(
    "deck", ["france", SMALL, DARK, CANARIES], ids=["france", "small", "dark", "canaries"]
)
def test_the_fast_model_follows_the_rules_through_whole_games(deck: str, seats: int, trash: str) -> None:
    """Hands, piles, trash, regions, scores, order and legal actions are the same after every step."""
    for seed in range(2):
        rng = Random(f"{deck} {seats} {trash} {seed}")
        state = GAME.initial(seats, {"deck": deck, "trash": trash, "first": rng.randrange(seats)})
        mirror = Mirror(state)
        for before, seat, action in random_game(state, rng):
            after = GAME.apply(before, seat, action).state
            mirror.do(before, seat, action, after)
            if after.phase is Phase.DRAW:  # hands are partly refilled there, and whole after the shuffle
                continue
            assert mirror.shown() == written(after), action
            if after.turn is not None:
                assert mirror.legal(after, after.turn) == GAME.legal_actions(after, after.turn)
