"""Help for tests: decks, tables with hands of one's choice, and whole scripts of actions. No rules."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from sheep_common.errors import RuleError
from sheep_common.game import Step
from sheep_common.games.leadersheep.dealing import chance
from sheep_common.games.leadersheep.deck import Deck
from sheep_common.games.leadersheep.decks import find_deck
from sheep_common.games.leadersheep.options import initial
from sheep_common.games.leadersheep.rules import apply, legal_actions
from sheep_common.games.leadersheep.state import HAND, State
from sheep_common.games.leadersheep.view import view

PLAIN: dict[str, Any] = {
    "name": "plain",
    "colours": ["red", "blue", "green", "yellow"],
    "cards": {"promises_per_colour": 9, "scandals_per_colour": 4},
    "regions": [
        {"id": "alba", "name": "Alba", "sheep": {"red": 3, "blue": 1}},
        {"id": "brie", "name": "Brie", "sheep": {"blue": 2, "green": 2}},
        {"id": "caux", "name": "Caux", "sheep": {"green": 5}},
        {"id": "dore", "name": "Dore", "sheep": {"red": 1, "yellow": 4}},
        {"id": "elbe", "name": "Elbe", "sheep": {"blue": 1}},
    ],
}
"""A small deck with sums that fit in a head: 52 cards; 4, 4, 5, 5 and 1 sheep."""


def plain(**changes: Any) -> dict[str, Any]:
    """Return the form of the plain deck with some keys changed."""
    return {**PLAIN, **changes}


def canary_form(colours: int, *, scandals: int = 0, regions: int = 5) -> dict[str, Any]:
    """Return the form of a deck in which no two cards have the same text."""
    names = [f"canary-{number}" for number in range(colours)]
    return {
        "name": "canaries",
        "colours": names,
        "cards": {"promises_per_colour": 1, "scandals_per_colour": scandals},
        "regions": [
            {
                "id": f"region-{number}",
                "name": f"Region {number}",
                "sheep": {name: 1 + (at + number) % 3 for at, name in enumerate(names)},
            }
            for number in range(regions)
        ],
    }


def deck_from(form: dict[str, Any]) -> Deck:
    """Make a deck from its form."""
    return find_deck(json.dumps(form))


def table(
    *hands: str,
    deck: dict[str, Any] = PLAIN,
    pile: str = "",
    regions: str = "",
    first: int = 0,
    trash: str = "shuffle",
) -> State:
    """Return a table after a deal of such hands, draw pile and regions.

    Cards and regions are words with blanks between; where they are not all named, the deck's
    others follow in their order.
    """
    state = initial(
        len(hands), {"first": first, "trash": trash, "deck": json.dumps(deck, ensure_ascii=False)}
    )
    named = " ".join(_hand(hand) for hand in hands).split() + pile.split()
    cards = [*named, *_others(state.pile, named)]
    places = [*regions.split(), *_others(state.regions, regions.split())]
    return apply(state, None, f"deal {','.join(places)} {','.join(cards)}").state


def step(state: State, line: str) -> Step[State]:
    """Do one line, `SEAT ACTION`; the seat is `table` for chance."""
    who, _, action = line.partition(" ")
    return apply(state, None if who == "table" else int(who), action)


def play(state: State, *lines: str) -> State:
    """Do some lines, each as in `step`."""
    for line in lines:
        state = step(state, line).state
    return state


def skip_to(state: State, phase: str) -> State:
    """Do the first legal action (no scandal, no trade) until a phase is reached."""
    while state.phase.value != phase:
        if state.turn is None:
            raise ValueError(f"{state.phase.value} comes before {phase}")
        state = apply(state, state.turn, legal_actions(state, state.turn)[0]).state
    return state


def refusal(state: State, seat: int | None, action: str) -> tuple[str, str | None] | None:
    """Return code and reason of the rules' refusal; None when they have nothing against it."""
    try:
        apply(state, seat, action)
    except RuleError as error:
        return error.code, error.reason
    return None


def events(done: Step[State], seat: int | None) -> list[dict[str, Any]]:
    """Return what a receiver is told of a step, as it goes over the wire."""
    found: list[dict[str, Any]] = json.loads(msgspec.json.encode(done.seen_by(seat)))
    return found


def seen(state: State, seat: int | None) -> dict[str, Any]:
    """Return a receiver's view as a map."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(view(state, seat)))
    return found


def random_game(state: State, rng: Random) -> Iterator[tuple[State, int | None, str]]:
    """Play at random to the end; yield each state with the action that is done in it."""
    while True:
        seat, action = state.turn, chance(state, rng)
        if seat is not None:
            action = rng.choice(legal_actions(state, seat))
        if action is None:
            return
        yield state, seat, action
        state = apply(state, seat, action).state


def _hand(cards: str) -> str:
    if len(cards.split()) != HAND:
        raise ValueError(f"a hand of six, not {cards!r}")
    return cards


def _others(everything: Sequence[str], named: Sequence[str]) -> list[str]:
    left = list(everything)
    for one in named:
        left.remove(one)
    return left
