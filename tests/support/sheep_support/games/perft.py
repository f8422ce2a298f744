"""Counting games: how many ways there are to play on for so many actions (perft). For tests.

A wrong count says that a rule is wrong; `divide` says after which first action.
"""

from collections.abc import Mapping

import msgspec
from sheep_common.games.battle_sheep.rules import apply, initial, legal_actions, to_act
from sheep_common.games.battle_sheep.state import State


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A position and its known counts by depth."""

    name: str
    seats: int
    options: dict[str, str]
    counts: dict[int, int]


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` actions from a state; games that end sooner do not count."""
    if depth == 0:
        return 1
    if depth == 1:  # the last action need not be carried out to be counted
        return sum(len(legal_actions(state, seat)) for seat in to_act(state))
    return sum(divide(state, depth).values())


def divide(state: State, depth: int) -> Mapping[str, int]:
    """Return the count of `perft` after each first action, sorted; depth is at least 1."""
    return {
        action: perft(apply(state, seat, action).state, depth - 1)
        for seat in to_act(state)
        for action in legal_actions(state, seat)
    }


def read_cases(text: str) -> tuple[Case, ...]:
    """Read a perft file: lines `name`, `seats`, `KEY VALUE` of options, and `perft DEPTH COUNT`.

    A `name` line begins a case; blank lines and lines that begin with # are left out.
    """
    cases: list[Case] = []
    for line in text.splitlines():
        key, _, value = line.strip().partition(" ")
        if not key or key.startswith("#"):
            continue
        if key == "name":
            cases.append(Case(name=value, seats=2, options={}, counts={}))
        elif key == "seats":
            cases[-1] = msgspec.structs.replace(cases[-1], seats=int(value))
        elif key == "perft":
            depth, count = value.split()
            cases[-1].counts[int(depth)] = int(count)
        else:
            cases[-1].options[key] = value
    return tuple(cases)


def mismatch(case: Case, depth: int) -> str | None:
    """Compare a case with its count at a depth: None, or what to print, by first action."""
    by_action = divide(initial(case.seats, case.options), depth)
    total = sum(by_action.values())
    if total == case.counts[depth]:
        return None
    lines = [f"{case.name}: perft {depth} is {total}, not {case.counts[depth]}"]
    lines += [f"  {action}: {count}" for action, count in by_action.items()]
    return "\n".join(lines)
