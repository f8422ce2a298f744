"""A tiny game, for tests of all that knows only `Game`: with chance, secrets, and seats that act at once.

The table draws a heap. Each round every seat puts a secret bid of 1 to 3, in any order; the last bid
shows all. If the heap has so many, each scores its bid and the heap shrinks; else the game is over. The
option `heap` takes a number too: with a seat that bids 1, a game has as many steps as one wishes.
"""

import re
from collections.abc import Mapping
from random import Random

import msgspec

from sheep_common.errors import NotationError, OptionError, RuleError, not_your_turn
from sheep_common.game import Event, Events, Game, Option, OptionValue, Outcome, Step, View

NAME = "tiny"
SEATS = range(1, 5)
BIDS = range(1, 4)
HEAPS = ("small", "big")
_SIZE = re.compile(r"[1-9][0-9]{0,5}")
_ACTION = re.compile(r"(bid|heap) (0|-?[1-9][0-9]{0,8})")


class State(msgspec.Struct, frozen=True):
    """The whole game: `heap` is None before it is drawn, a bid None before it is put."""

    size: str
    first: int
    heap: int | None
    bids: tuple[int | None, ...]
    scores: tuple[int, ...]
    over: bool = False


class TinyView(View, frozen=True, kw_only=True):
    """What one may know: the heap, one's own bid, and who has bidden."""

    heap: int | None
    bidden: tuple[bool, ...]
    mine: int | None


class Drawn(Event, frozen=True, kw_only=True, tag="drawn"):
    """The table drew a heap."""

    heap: int


class Bidden(Event, frozen=True, kw_only=True, tag="bidden"):
    """A seat put its bid; `bid` is null for the others."""

    seat: int
    bid: int | None


class Shown(Event, frozen=True, kw_only=True, tag="shown"):
    """All bids were shown."""

    bids: tuple[int, ...]


def resolve(seats: int, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return `first` and `heap` with their values; raise `OptionError`."""
    if seats not in SEATS or options.keys() - {"first", "heap"}:
        raise OptionError("tiny takes 1 to 4 seats and the options first and heap")
    first, heap = str(options.get("first", 0)), str(options.get("heap", HEAPS[0]))
    if first not in map(str, range(seats)) or not (heap in HEAPS or _SIZE.fullmatch(heap)):
        raise OptionError("first is a seat, heap is small, big or a number")
    return {"first": int(first), "heap": heap}


def initial(seats: int, options: Mapping[str, object]) -> State:
    """Return the game before the heap is drawn; raise `OptionError`."""
    chosen = resolve(seats, options)
    return State(str(chosen["heap"]), int(chosen["first"]), None, (None,) * seats, (0,) * seats)


def to_act(state: State) -> frozenset[int]:
    """Return all seats that have not bidden."""
    if state.over or state.heap is None:
        return frozenset()
    return frozenset([seat for seat, bid in enumerate(state.bids) if bid is None])


def chance(state: State, rng: Random) -> str | None:
    """Draw the heap."""
    return f"heap {rng.choice(_heaps(state))}" if state.heap is None else None


def legal_actions(state: State, seat: int) -> tuple[str, ...]:
    """Return the bids."""
    return tuple(f"bid {bid}" for bid in BIDS) if seat in to_act(state) else ()


def canonical(state: State, text: str) -> str:
    """Print the one form; raise `NotationError`."""
    del state
    return " ".join(map(str, _parse(text)))


def apply(state: State, seat: int | None, text: str) -> Step[State]:
    """Draw the heap (seat None) or put a bid; raise `NotationError` or `RuleError`."""
    verb, number = _parse(text)
    if seat is None:
        if state.heap is not None:
            raise not_your_turn(None)
        if verb != "heap" or number not in _heaps(state):
            raise RuleError("illegal", "no such heap")
        told: Events = (Drawn(heap=number),)
        return Step(msgspec.structs.replace(state, heap=number), (told,) * (len(state.bids) + 1))
    if seat not in to_act(state):
        raise not_your_turn(seat)
    if verb != "bid" or number not in BIDS:
        raise RuleError("illegal", "a bid is 1 to 3", "bad-bid")
    return _bid(state, seat, number)


def _bid(state: State, seat: int, number: int) -> Step[State]:
    seats = len(state.bids)
    bids = (*state.bids[:seat], number, *state.bids[seat + 1 :])
    told: list[Events] = [
        (Bidden(seat=seat, bid=number if receiver == seat else None),) for receiver in range(seats + 1)
    ]
    shown = tuple(bid for bid in bids if bid is not None)
    after = msgspec.structs.replace(state, bids=bids)
    if len(shown) == seats:
        told = [(*events, Shown(bids=shown)) for events in told]
        after = _close(after, shown)
    return Step(after, tuple(told))


def _close(state: State, bids: tuple[int, ...]) -> State:
    left = (state.heap or 0) - sum(bids)
    if left < 0:
        return msgspec.structs.replace(state, over=True)
    scores = tuple(score + bid for score, bid in zip(state.scores, bids, strict=True))
    return msgspec.structs.replace(state, heap=left, bids=(None,) * len(bids), scores=scores, over=left == 0)


def view(state: State, seat: int | None) -> TinyView:
    """Return what a seat may know."""
    phase = "over" if state.over else "draw" if state.heap is None else "bids"
    return TinyView(
        game=NAME,
        phase=phase,
        to_act=tuple(sorted(to_act(state))),
        scores=state.scores,
        first=state.first,
        heap=state.heap,
        bidden=tuple(bid is not None for bid in state.bids),
        mine=None if seat is None else state.bids[seat],
    )


def outcome(state: State) -> Outcome | None:
    """Return the end; the highest score wins."""
    if not state.over:
        return None
    best = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
    return Outcome(scores=state.scores, tiebreaks=(0,) * len(state.scores), winners=winners)


def redeal(
    state: State, seat: int | None, rng: Random, step: tuple[int | None, str] | None
) -> tuple[State, str | None]:
    """Choose the others' bids again, but for a step that shows them all."""
    actor, action = step or (None, None)
    waiting = to_act(state)
    if state.over or (actor is not None and waiting == {actor}):
        return state, action
    bids = tuple(
        bid if bid is None or other == seat else rng.choice(BIDS) for other, bid in enumerate(state.bids)
    )
    if actor is not None and actor != seat:
        action = f"bid {rng.choice(BIDS)}"
    return msgspec.structs.replace(state, bids=bids), action


def _heaps(state: State) -> range:
    if state.size in HEAPS:
        return range(5, 10) if state.size == "small" else range(20, 30)
    return range(int(state.size), int(state.size) + 1)


def _parse(text: str) -> tuple[str, int]:
    found = _ACTION.fullmatch(" ".join([word for word in text.split(" ") if word]))
    if found is None:
        raise NotationError("write bid N or heap N")
    return found[1], int(found[2])


GAME: Game[State] = Game(
    name=NAME,
    seats=SEATS,
    offered=range(2, 5),
    options=(Option(name="first", default=0), Option(name="heap", default="small", values=HEAPS)),
    view_type=TinyView,
    resolve=resolve,
    initial=initial,
    to_act=to_act,
    chance=chance,
    legal_actions=legal_actions,
    canonical=canonical,
    apply=apply,
    view=view,
    outcome=outcome,
    redeal=redeal,
)
