"""A search for cards in what somebody is sent or shown, in games whose every card is a colour of its own.

So a card that shows anywhere, in whatever field, says which it is. For tests alone.
"""

from typing import Any

import msgpack

from sheep_common.games import GAMES

GAME: Any = GAMES["leadersheep"]
Known = dict[int | None, list[set[str]]]
"""For every seat and for spectators (None), by number of actions: the cards that they may know."""


def cards_in(frame: bytes, colours: frozenset[str]) -> set[str]:
    """Return the cards that are named anywhere in a frame, the deck's own list left out."""
    found: set[str] = set()

    def look(value: object, key: object = None) -> None:
        if key in {"deck", "options"}:
            return  # the palette and the regions, which everyone knows
        if isinstance(value, dict):
            for inner, each in value.items():
                look(inner)
                look(each, inner)
        elif isinstance(value, list | tuple):
            for each in value:
                look(each)
        elif isinstance(value, str | bytes):
            text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
            found.update(word for word in text.replace(",", " ").split() if word.rstrip("!") in colours)

    look(msgpack.unpackb(frame))
    return found


def known_over_time(record: list[dict[str, Any]], seats: int, options: dict[str, Any]) -> Known:
    """Return, for every reader and number of actions, the cards that it has had cause to know by then."""
    state = GAME.initial(seats, options)
    known: dict[int | None, set[str]] = {seat: set() for seat in [*range(seats), None]}
    course: Known = {seat: [set()] for seat in known}
    for entry in record:
        if "action" not in entry:
            continue
        words = entry["action"].split()
        state = GAME.apply(state, entry["seat"], entry["action"]).state
        for seat, cards in known.items():
            cards |= _public(words, state)
            if seat is not None:
                view = GAME.view(state, seat)
                cards |= _named([*view.hand, *view.mine])
            if words[0] == "give" and seat in {entry["seat"], state.leader}:
                cards |= _named(words[1:])
            course[seat].append(set(cards))
    return course


def _named(cards: list[str] | tuple[str, ...]) -> set[str]:
    """Return cards as they may be named: a scandal by its colour too, as in `scandal COLOUR SEAT`."""
    return {*cards, *(card.rstrip("!") for card in cards)}


def _public(words: list[str], state: Any) -> set[str]:
    """Return what everyone may read after a step: the scandal thrown, the trash, what the count showed."""
    view = GAME.view(state, None)
    cards = _named(view.trash)
    if words[0] == "scandal":
        cards |= _named([f"{words[1]}!"])
    if view.last is not None:
        cards |= {card for shown in view.last.shown for card in shown}
    return cards
