"""What a seat remembers of a campaign beyond its view: certain cards, likelihoods, the order of a pile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from sheep_common.errors import OptionError
from sheep_common.games.leadersheep.decks import find_deck

from sheep_client.game_api.bot import Plain

from .beliefs import Belief

UNLAID = 0.45
"""How likely a seat keeps, against chance, a colour that had more sheep than one that it laid."""

UNTHROWN = (0.5, 0.25)
"""How likely a seat that is done holds, against chance, a scandal: of a colour without sheep, and with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What one seat knows. `pile` is None while its order is a secret; None elsewhere: not known."""

    seat: int
    promises: int | None = None
    scandals: int | None = None
    turn_over: bool = False
    pile: tuple[str, ...] | None = None
    latest: int | None = None
    gone: tuple[str, ...] = ()
    others: tuple[Belief, ...] = ()
    seen: Plain | None = None
    """The view before the events that come next."""


def begin(seat: int, options: Mapping[str, int | str]) -> Memory:
    """Return the memory before anything was seen; `options` as resolved, as far as they are known."""
    promises = scandals = None
    deck = options.get("deck")
    if isinstance(deck, str):
        try:
            found = find_deck(deck)
        except OptionError:  # not installed here: the cards are estimated from what is seen
            pass
        else:
            promises, scandals = found.promises_per_colour, found.scandals_per_colour
    turn_over = options.get("trash") == "turn-over"
    return Memory(seat=seat, promises=promises, scandals=scandals, turn_over=turn_over)


def remember(memory: Memory, view: Plain, events: Sequence[Plain]) -> Memory:
    """Return the memory after an update."""
    seats = len(view["hands"])
    if len(memory.others) != seats:
        memory = replace(memory, others=(Belief(),) * seats)
    hands = _hands_before(view, events)
    trash = list(memory.seen["trash"]) if memory.seen else []
    scribe = _Scribe(memory, view, hands, trash)
    for event in events:
        scribe.note(event)
    return replace(scribe.memory, seen=view)


class _Scribe:
    """Reads the events of one update in order; mutable, for one `remember`."""

    def __init__(self, memory: Memory, view: Plain, hands: list[int], trash: list[str]) -> None:
        self.memory, self.view, self.hands, self.trash = memory, view, hands, trash
        self.before: list[list[str]] = [list(b) for b in (memory.seen or view)["before"]]
        self.starter: int = (memory.seen or view)["starter"]
        self.row: list[str] = list((memory.seen or view)["row"] or view["row"])

    def note(self, event: Plain) -> None:
        """Take in what an event says."""
        reads: Callable[[Plain], None] | None = getattr(self, f"_{event['type']}", None)
        if reads is not None:
            reads(event)

    def _believe(self, seat: int, belief: Belief) -> None:
        if seat != self.memory.seat:
            others = self.memory.others
            self.memory = replace(self.memory, others=(*others[:seat], belief, *others[seat + 1 :]))

    def _of(self, seat: int) -> Belief:
        return self.memory.others[seat]

    def _dealt(self, _event: Plain) -> None:
        nothing = (Belief(),) * len(self.hands)
        self.memory = replace(self.memory, others=nothing, pile=None, latest=None, gone=())
        self.trash = []

    def _round(self, event: Plain) -> None:
        self.starter = event["starter"]

    def _drew(self, event: Plain) -> None:
        seat, count, pile = event["seat"], event["count"], self.memory.pile
        self.hands[seat] += count
        if pile is not None:
            self._believe(seat, self._of(seat).with_cards(pile[:count]))
            self.memory = replace(self.memory, pile=pile[count:])

    def _recycled(self, event: Plain) -> None:
        turned = event["how"] == "turn-over"
        known = turned and len(self.trash) == event["count"]
        self.memory = replace(self.memory, turn_over=turned, pile=tuple(self.trash) if known else None)
        self.trash = []

    def _gave(self, event: Plain) -> None:
        giver, leader, count, cards = event["giver"], event["leader"], event["count"], event["cards"]
        self.hands[giver] -= count
        self.hands[leader] += count
        belief = self._of(giver)
        if cards is None:
            self._believe(giver, belief.without_some(count))
            return
        for card in cards:
            belief = belief.without(card)
        self._believe(giver, belief)
        self._believe(leader, self._of(leader).with_cards(cards))

    def _scandal(self, event: Plain) -> None:
        thrower, colour = event["thrower"], event["colour"]
        self.hands[thrower] -= 1
        self._believe(thrower, self._of(thrower).without(f"{colour}!"))
        if not event["asked"]:
            self.before[event["target"]].append(colour)

    def _accepted(self, event: Plain) -> None:
        self.before[event["target"]].append(event["colour"])

    def _traded(self, event: Plain) -> None:
        self.trash.append(f"{event['colour']}!")

    def _done(self, event: Plain) -> None:
        seat = event["seat"]
        sheep = self._sheep()
        factors = {f"{colour}!": UNTHROWN[count > 0] for colour, count in sheep.items()}
        self._believe(seat, self._of(seat).weighed(factors))

    def _laid(self, event: Plain) -> None:
        self.hands[event["seat"]] -= event["count"]

    def _passed(self, event: Plain) -> None:
        seat = event["seat"]
        self._believe(seat, self._of(seat).passed(self.hands[seat], self.before[seat]))

    def _count(self, event: Plain) -> None:
        sheep = self._sheep()
        for seat, shown in enumerate(event["shown"]):
            belief = self._of(seat)
            for colour in shown:
                belief = belief.without(colour)
            if shown:
                belief = belief.weighed(self._unlaid(seat, shown, sheep))
            self._believe(seat, belief.counted(self.hands[seat]))
        self._clear(event["shown"])
        self.row = self.row[1:] or self.view["row"]
        winner = event["winner"]
        if winner is None:
            self.memory = replace(self.memory, gone=(*self.memory.gone, event["region"]))
        else:
            self.memory = replace(self.memory, latest=winner)

    def _unlaid(self, seat: int, shown: Sequence[str], sheep: Mapping[str, int]) -> dict[str, float]:
        least = min(sheep[colour] for colour in shown) if len(shown) == 3 else 0
        blocked = self.before[seat]
        return {
            colour: UNLAID
            for colour, count in sheep.items()
            if count > least and colour not in shown and colour not in blocked
        }

    def _sheep(self) -> dict[str, int]:
        """Return the sheep of the region in play."""
        deck = self.view["deck"]
        sheep = next((r["sheep"] for r in deck["regions"] if r["id"] in self.row[:1]), None)
        return dict(zip(deck["colours"], sheep or [0] * len(deck["colours"]), strict=True))

    def _clear(self, shown: Sequence[Sequence[str]]) -> None:
        seats = len(shown)
        for step in range(seats):
            seat = (self.starter + step) % seats
            self.trash += [f"{colour}!" for colour in self.before[seat]]
            self.trash += shown[seat]
        self.before = [[] for _ in range(seats)]


def _hands_before(view: Plain, events: Sequence[Plain]) -> list[int]:
    """Return how many cards each hand had before these events."""
    hands = list(view["hands"])
    for event in events:
        match event["type"]:
            case "drew":
                hands[event["seat"]] -= event["count"]
            case "gave":
                hands[event["giver"]] += event["count"]
                hands[event["leader"]] -= event["count"]
            case "scandal":
                hands[event["thrower"]] += 1
            case "laid":
                hands[event["seat"]] += event["count"]
    return hands
