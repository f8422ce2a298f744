"""The course of a game: whose turn it is, what it may do, and what follows from an action by rule."""

from collections.abc import Mapping
from random import Random

import msgspec

from sheep_common.errors import not_your_turn
from sheep_common.game import Event, Step

from .actions import Action, Split, Start, Tile, parse
from .board import Board
from .events import SeatOut, StackPut, StackSplit, TileLaid, TurnPassed, game_over
from .herds import standing
from .hexes import Hex, by_row
from .options import resolve
from .position import parse_position
from .refusals import refuse
from .splits import legal_splits, mobile_seats, move
from .state import SHEEP_PER_SEAT, Last, Setup, Stack, State, table_lays, tiles_in_all
from .tiles import ORIGIN, cells, legal_tiles, touches

Told = tuple[Event, ...]


def initial(seats: int, options: Mapping[str, object]) -> State:
    """Return the state before the first action, or a ready position, which may be over at once."""
    chosen = resolve(seats, options)
    setup = Setup(
        seats=seats,
        first=int(chosen["first"]),
        end=str(chosen["end"]),
        starts=str(chosen["starts"]),
        board=str(chosen["board"]),
    )
    state = State(
        setup=setup,
        phase="tiles",
        turn=setup.first,
        board=Board(),
        stacks=(),
        laid=0,
        out=frozenset(),
        last=None,
    )
    if "position" not in chosen:
        return state
    pastures, stacks = parse_position(str(chosen["position"]), seats)
    ready = msgspec.structs.replace(state, board=Board(pastures), stacks=stacks, laid=tiles_in_all(seats))
    return _next_split(ready, after=setup.first - 1)[0]


def to_act(state: State) -> frozenset[int]:
    """Return the seat whose turn it is, if any."""
    if state.phase == "over" or table_lays(state):
        return frozenset()
    return frozenset((state.turn,))


def chance(state: State, rng: Random) -> str | None:
    """Draw the tile that the table is to lay: any that may lie, all alike."""
    if not table_lays(state):
        return None
    return rng.choice(legal_tiles(state.pastures))


def legal_actions(state: State, seat: int) -> tuple[str, ...]:
    """Return the text of all that a seat may do now, sorted by code point."""
    if seat not in to_act(state):
        return ()
    if state.phase == "splits":
        return legal_splits(state, seat)
    if state.phase == "starts":
        return tuple(sorted(str(Start(at=at)) for at in _free_rim(state)))
    return legal_tiles(state.pastures)


def apply(state: State, seat: int | None, text: str) -> Step[State]:
    """Carry out an action and all that follows from it; the table is seat None."""
    action = parse(text)
    if not _is_due(state, seat):
        raise not_your_turn(seat)
    after, told = _carry_out(state, action)
    return Step(state=after, events=(told,) * (state.setup.seats + 1))


def _is_due(state: State, seat: int | None) -> bool:
    if table_lays(state):
        return seat is None
    return seat is not None and seat in to_act(state)


def _carry_out(state: State, action: Action) -> tuple[State, Told]:
    match action:
        case Tile() if state.phase == "tiles":
            return _lay(state, action)
        case Start() if state.phase == "starts":
            return _put(state, action)
        case Split() if state.phase == "splits":
            return _split(state, action)
    raise refuse("wrong-phase", f"now is the time for {state.phase}")


def _lay(state: State, tile: Tile) -> tuple[State, Told]:
    """Lay a tile (B2), by the seat on turn or by the table in its stead (B8)."""
    ground = frozenset(state.pastures)
    if not ground and tile.at != ORIGIN:
        raise refuse("first-tile", f"the first tile lies at {ORIGIN}")
    if not ground.isdisjoint(cells(tile)):
        raise refuse("overlap", "a tile lies there already")
    if ground and not touches(ground, tile):
        raise refuse("not-touching", "a tile shares at least one side with a tile that lies")
    setup, owner = state.setup, state.turn
    actor = None if setup.board == "random" else owner
    pastures = tuple(sorted(ground.union(cells(tile)), key=by_row))
    laid = state.laid + 1
    after = msgspec.structs.replace(
        state,
        phase="tiles" if laid < tiles_in_all(setup.seats) else "starts",
        turn=_clockwise(state, owner),
        board=Board(pastures),
        stacks=(None,) * len(pastures),
        laid=laid,
        last=Last(seat=actor, action=str(tile), to=None),
    )
    told = TileLaid(seat=actor, owner=owner, at=tile.at, orientation=tile.orientation)
    return after, (told,)


def _put(state: State, start: Start) -> tuple[State, Told]:
    """Put the whole stack of the seat on turn (B3)."""
    seat, at = state.turn, start.at
    index = state.board.index.get(at)
    if index is None:
        raise refuse("no-pasture", "there is no pasture there")
    if state.stacks[index] is not None:
        raise refuse("taken", "a stack stands there already")
    if at not in _rim(state):
        raise refuse("not-rim", f"a stack starts on the rim (starts={state.setup.starts})")
    stacks = list(state.stacks)
    stacks[index] = Stack(seat, SHEEP_PER_SEAT)
    last = Last(seat=seat, action=str(start), to=None)
    put = msgspec.structs.replace(state, stacks=tuple(stacks), last=last)
    told: Told = (StackPut(seat=seat, at=at, count=SHEEP_PER_SEAT),)
    following = _clockwise(state, seat)
    if following != state.setup.first:
        return msgspec.structs.replace(put, turn=following), told
    after, more = _next_split(put, after=seat)
    return after, told + more


def _split(state: State, split: Split) -> tuple[State, Told]:
    """Split a stack of the seat on turn (B4)."""
    seat = state.turn
    stacks, to = move(state, seat, split)
    last = Last(seat=seat, action=str(split), to=to)
    after, more = _next_split(msgspec.structs.replace(state, stacks=stacks, last=last), after=seat)
    told = StackSplit(seat=seat, at=split.at, direction=split.direction, count=split.count, to=to)
    return after, (told, *more)


def _next_split(state: State, after: int) -> tuple[State, Told]:
    """Find who splits next, clockwise after a seat: who is blocked is out and passed over (B5)."""
    seats = state.setup.seats
    mobile = mobile_seats(state)
    out = frozenset(range(seats)) - mobile
    told: list[Event] = [SeatOut(seat=seat) for seat in sorted(out - state.out)]
    if len(mobile) <= (1 if state.setup.end == "one-left" else 0):
        over = msgspec.structs.replace(state, phase="over", out=out)
        return over, (*told, game_over(standing(over)))
    turn = _clockwise(state, after)
    while turn not in mobile:
        told.append(TurnPassed(seat=turn))
        turn = _clockwise(state, turn)
    return msgspec.structs.replace(state, phase="splits", turn=turn, out=out), tuple(told)


def _clockwise(state: State, seat: int) -> int:
    return (seat + 1) % state.setup.seats


def _rim(state: State) -> frozenset[Hex]:
    return state.board.outer_rim if state.setup.starts == "outer-rim" else state.board.any_rim


def _free_rim(state: State) -> list[Hex]:
    index = state.board.index
    return [at for at in _rim(state) if state.stacks[index[at]] is None]
