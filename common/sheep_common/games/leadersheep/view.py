"""What a receiver may know of a table, built field by field; what is not named here stays hidden."""

import msgspec

from sheep_common.game import View

from .cards import Card, Colour
from .deck import Region
from .state import State

NAME = "leadersheep"


class DeckView(msgspec.Struct, frozen=True):
    """The palette and the regions in the deck's own order, which says nothing of the pile's."""

    colours: tuple[Colour, ...]
    regions: tuple[Region, ...]


class CountView(msgspec.Struct, frozen=True):
    """The last count; `votes` and `shown` a seat."""

    region: str
    votes: tuple[int, ...]
    shown: tuple[tuple[Colour, ...], ...]
    winner: int | None


class PendingView(msgspec.Struct, frozen=True):
    """The scandal that waits for an answer."""

    colour: Colour
    thrower: int
    target: int


class GiftView(msgspec.Struct, frozen=True):
    """The gift of this round; `cards` for leader and giver alone, once given."""

    giver: int
    cards: tuple[Card, ...] | None


class LeadersheepView(View, frozen=True, kw_only=True):
    """A table as one receiver sees it; the contract says what each field is and when it is null."""

    deck: DeckView
    round: int
    row: tuple[str, ...]
    pile: int
    draw: int
    trash: tuple[Card, ...]
    hands: tuple[int, ...]
    hand: tuple[Card, ...]
    before: tuple[tuple[Colour, ...], ...]
    laid: tuple[int | None, ...]
    mine: tuple[Colour, ...]
    last: CountView | None
    regions: tuple[tuple[str, ...], ...]
    leader: int | None
    starter: int
    pending: PendingView | None
    gift: GiftView | None


def view(state: State, seat: int | None) -> LeadersheepView:
    """Build what a seat may know; None is a spectator."""
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError(f"no seat {seat} at a table of {state.seats}")  # -1 would be the last hand
    return LeadersheepView(
        game=NAME,
        phase=state.phase.value,
        to_act=() if state.turn is None else (state.turn,),
        scores=state.scores,
        first=state.first,
        deck=DeckView(state.deck.colours, state.deck.regions),
        round=state.round,
        row=state.row,
        pile=len(state.regions) - len(state.row),
        draw=len(state.pile),
        trash=state.trash,
        hands=tuple(map(len, state.hands)),
        hand=() if seat is None else state.hands[seat],
        before=state.before,
        laid=tuple(None if laid is None else len(laid) for laid in state.laid),
        mine=() if seat is None else state.laid[seat] or (),
        last=_last(state),
        regions=state.held,
        leader=state.leader,
        starter=state.starter,
        pending=_pending(state),
        gift=_gift(state, seat),
    )


def _last(state: State) -> CountView | None:
    last = state.last
    if last is None:
        return None
    return CountView(last.region, last.votes, last.shown, last.winner)


def _pending(state: State) -> PendingView | None:
    pending = state.pending
    if pending is None:
        return None
    return PendingView(pending.colour, pending.thrower, pending.target)


def _gift(state: State, seat: int | None) -> GiftView | None:
    gift = state.gift
    if gift is None:
        return None
    party = seat is not None and seat in (gift.giver, state.leader)
    return GiftView(gift.giver, gift.cards if party else None)
