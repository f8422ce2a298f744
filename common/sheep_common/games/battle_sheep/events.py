"""What can happen in a step. Nothing is secret here, so every receiver gets the same events."""

from sheep_common.game import Event, Outcome

from .hexes import Hex


class TileLaid(Event, frozen=True, kw_only=True, tag="tile"):
    """A tile was laid by `seat` (None: the table), as one of `owner`'s."""

    seat: int | None
    owner: int
    at: Hex
    orientation: int


class StackPut(Event, frozen=True, kw_only=True, tag="start"):
    """A seat put its whole stack on a pasture."""

    seat: int
    at: Hex
    count: int


class StackSplit(Event, frozen=True, kw_only=True, tag="split"):
    """A seat moved `count` sheep from the stack at `at` to the pasture `to`."""

    seat: int
    at: Hex
    direction: str
    count: int
    to: Hex


class SeatOut(Event, frozen=True, kw_only=True, tag="out"):
    """A seat cannot split any more (B5); told once."""

    seat: int


class TurnPassed(Event, frozen=True, kw_only=True, tag="passed"):
    """The turn of a seat that is out was passed over; told each time."""

    seat: int


class GameOver(Event, frozen=True, kw_only=True, tag="over"):
    """The game has ended: pastures and largest herds in seat order, and the winners."""

    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    winners: tuple[int, ...]


def game_over(end: Outcome) -> GameOver:
    """Tell how a game ended."""
    return GameOver(scores=end.scores, tiebreaks=end.tiebreaks, winners=end.winners)
