"""Why a split, in a code and its values, for hints: what it changed on the board. Chooses nothing."""

from dataclasses import dataclass

from .endgame import SURE
from .evaluation import grounds
from .grid import bits
from .position import OVER, Position, Split

REASONS = (
    "any",
    "only-move",
    "wins",
    "blocks-opponent",
    "frees-stack",
    "fills-region",
    "takes-land",
    "claims-territory",
    "keeps-options",
    "start-with-room",
    "opens-board",
    "closes-board",
)
"""Every code that a Battle Sheep engine gives; painters have a sentence for each.

Values: `wins` lead; `blocks-opponent` seat, sheep; `frees-stack` sheep; `fills-region` pastures, sheep;
`takes-land` seat, pastures; `claims-territory` pastures; `keeps-options` ways; `start-with-room` pastures;
the others none. `pastures`, `sheep`, `ways` and `lead` are numbers, at least 1.
"""

_MANY = 3
"""From how many pastures on land is worth a word."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A code of `REASONS` and the values for its sentence."""

    code: str
    values: dict[str, int | str]


def why(position: Position, split: Split, value: float) -> Reason:
    """Say what speaks most for a split of whose turn it is; `value` is what a duel's search found, else 0."""
    seat = position.turn
    after = position.copy()
    after.split(split)
    if value >= SURE and after.turn != seat:
        lead = round(value - SURE)
        if lead >= 1:
            return Reason("wins", {"lead": lead})
    return (
        _blocks(position, after, seat)
        or _frees(position, split, seat)
        or _fills(position, split, seat)
        or _takes(position, after, seat)
        or Reason("keeps-options", {"ways": max(1, _ways(after, seat))})
    )


def stuck(position: Position, seat: int) -> int:
    """Count the sheep that a seat can move no more, beyond the one that every stack leaves."""
    shut = position.big[seat] & ~position.grid.near(position.free)
    return sum(position.count[at] - 1 for at in bits(shut))


def _blocks(before: Position, after: Position, seat: int) -> Reason | None:
    gains = [
        (stuck(after, other) - stuck(before, other), -other) for other in range(before.seats) if other != seat
    ]
    sheep, other = max(gains)
    return Reason("blocks-opponent", {"seat": -other, "sheep": sheep}) if sheep > 0 else None


def _frees(before: Position, split: Split, seat: int) -> Reason | None:
    """Tell of a big stack that had one way out and used it."""
    at, _, sheep = split
    if len(before.grid.ends(at, before.free)) == 1 and before.count[at] > 2 and before.big[seat]:
        return Reason("frees-stack", {"sheep": sheep})
    return None


def _fills(before: Position, split: Split, seat: int) -> Reason | None:
    """Tell of a split to where nobody else can come."""
    near, free = before.grid.near, before.free
    region = 1 << split[1]
    while (more := (region | near(region)) & free) != region:
        region = more
    reach = near(region)
    if any(big & reach for other, big in enumerate(before.big) if other != seat):
        return None
    sheep = sum(before.count[at] - 1 for at in bits(before.big[seat] & reach))
    return Reason("fills-region", {"pastures": region.bit_count(), "sheep": sheep})


def _takes(before: Position, after: Position, seat: int) -> Reason | None:
    """Tell of land that changed hands: an opponent lost some, or the seat won some."""
    then, now = grounds(before), grounds(after)
    lost = [(round(then[other] - now[other]), -other) for other in range(before.seats) if other != seat]
    most, other = max(lost)
    won = round(now[seat] - then[seat])
    if most >= _MANY and most >= won:
        return Reason("takes-land", {"seat": -other, "pastures": most})
    return Reason("claims-territory", {"pastures": won}) if won >= 1 else None


def _ways(position: Position, seat: int) -> int:
    if position.turn == OVER:
        return 0
    return sum(len(position.grid.ends(at, position.free)) for at in bits(position.big[seat]))
