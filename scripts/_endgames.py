"""Make endgames of Battle Sheep with their known ends, by exhaustive search over the rules themselves.

`scripts/endgames` writes it anew into tests/client/games/battle_sheep/bot/endgames, always the same.
It shares no code with the bots: it is what they are tested against.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec
from sheep_common.games.battle_sheep import GAME, State
from sheep_common.streams import say, settled

BOT = Path(__file__).parent.parent / "tests" / "client" / "games" / "battle_sheep" / "bot"
FILE = BOT / "endgames" / "battle-sheep.txt"

End = tuple[tuple[int, int], ...]
"""Of each seat: pastures and largest herd when the game is over."""

HEAD = """\
# Endgames with their known ends, made by scripts/endgames (exhaustive search over the rules).
# seats, first (who is to act) and position are the game's options; `end` has pastures:herd of each seat
# when all play their best: the lead in pastures, or where there is none in the largest herd, over the best
# of the others.
# `of` is how many of the first splits there are, `good` how many of them keep that.
"""

# Red (seat 0) has closed a barrier in the west: five pastures are left inside, and its stacks of 4 and 3
# on the barrier have just the five sheep for them. Everyone else is blocked.
SHEPHERD = "0,0:0x1 1,0:0x1 2,0:0x1 -1,1 0,1 1,1:0x4 2,1:1x1 -2,2 -1,2 0,2:0x3 1,2:1x2 -2,3 -1,3:0x1 0,3:1x1"


class TooLargeError(Exception):
    """The tree of a position has too many states to be searched."""


@dataclass(slots=True)
class Solver:
    """Searches to the end: each seat wants the greatest lead over the best of the others."""

    most: int
    """How many states it looks at before it gives up."""
    known: dict[State, End] = field(default_factory=dict)

    def solve(self, state: State) -> End:
        """Return the end when all play their best; the first split by code point where several are."""
        outcome = GAME.outcome(state)
        if outcome is not None:
            return tuple(zip(outcome.scores, outcome.tiebreaks, strict=True))
        key = _place(state)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLargeError
            seat = state.turn
            self.known[key] = max((end for _, end in self.after(state)), key=lambda end: lead(end, seat))
        return self.known[key]

    def after(self, state: State) -> Iterator[tuple[str, End]]:
        """Yield each split of whose turn it is with the end it leads to."""
        for action in GAME.legal_actions(state, state.turn):
            yield action, self.solve(GAME.apply(state, state.turn, action).state)


def lead(end: End, seat: int) -> tuple[int, int]:
    """Return by how much a seat leads the best of the others: in pastures, in herds where these are equal."""
    best = max(each for other, each in enumerate(end) if other != seat)
    pastures = end[seat][0] - best[0]
    return pastures, 0 if pastures else end[seat][1] - best[1]


def _place(state: State) -> State:
    """Leave out what does not matter for what follows."""
    return msgspec.structs.replace(state, last=None)


def ready(position: str, seats: int, first: int) -> State:
    """Set up a position."""
    return GAME.initial(seats, {"position": position, "first": first})


def write_position(state: State) -> str:
    """Write the pastures and stacks of a state as the option has them."""
    return " ".join(
        f"{at}:{stack.seat}x{stack.sheep}" if stack else f"{at}"
        for at, stack in zip(state.pastures, state.stacks, strict=True)
    )


def late(seats: int, movers: int, rng: Random) -> State | None:
    """Play a random game until so many seats can move, with few sheep left to go over."""
    state = GAME.initial(seats, {"board": "random"})
    while GAME.outcome(state) is None:
        act = GAME.chance(state, rng)
        seat = None if act else state.turn
        state = GAME.apply(state, seat, act or rng.choice(GAME.legal_actions(state, state.turn))).state
        if state.phase == "splits" and seats - len(state.out) == movers and 4 <= to_go(state) <= 7:
            return state
    return None


def to_go(state: State) -> int:
    """Count the sheep that can still go over, at most, of all seats that are not out."""
    near = state.board.near
    return sum(
        stack.sheep - 1
        for at, stack in enumerate(state.stacks)
        if stack and any(state.stacks[each] is None for each in near[at])
    )


def case(name: str, state: State, most: int) -> str | None:
    """Write an endgame; None when it is too large, or when most splits are as good as the best."""
    solver = Solver(most)
    seat = state.turn
    try:
        end = solver.solve(state)
        leads = [lead(each, seat) for _, each in solver.after(state)]
    except TooLargeError:
        return None
    good = leads.count(max(leads))
    if name != "shepherd" and (good * 3 > len(leads) or len(leads) < 6):
        return None
    ends = " ".join(f"{pastures}:{herd}" for pastures, herd in end)
    return (
        f"name {name}\nseats {state.setup.seats}\nfirst {seat}\nposition {write_position(state)}\n"
        f"end {ends}\nof {len(leads)}\ngood {good}\n"
    )


def wanted() -> Iterator[tuple[str, int, int]]:
    """Yield name, seats, and how many can still move, of each endgame."""
    for number in range(12):
        yield f"alone {number}", 2 + number % 3, 1
    for number in range(24):
        yield f"duel {number}", 2, 2


def main() -> int:
    """Write the file."""
    texts = [case("shepherd", ready(SHEPHERD, 2, 0), 100_000) or ""]
    rng = Random(5)
    for name, seats, movers in wanted():
        text = None
        while text is None:
            state = late(seats, movers, rng)
            if state is not None:
                text = case(name, state, 1200)
        texts.append(text)
        say(f"{name}\n")
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(HEAD + "\n" + "\n".join(texts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(settled("scripts/endgames", main))
