"""The lines by which two programs compare what they make of a record: `sheep-replay FILE --check`.

Prints nothing itself and opens no file.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from sheep_common.game import Game, Outcome, View
from sheep_common.records import Action, Header, Undo
from sheep_common.replay import Reached, replay


def check(lines: Iterable[str | bytes], games: Mapping[str, Game[Any]]) -> Iterator[str]:
    """Replay a record: yield a line for the start, one a step, and one for the outcome of a finished game.

    Raise `RecordError` with the first line that is wrong, after yielding all that was right before it.
    """
    reached: Reached[Any] | None = None
    for reached in replay(lines, games):
        yield check_line(reached)
    outcome = None if reached is None else reached.game.outcome(reached.state)
    if outcome is not None:
        yield outcome_line(outcome)


def check_line(reached: Reached[Any]) -> str:
    """Print where a record has led to: the step, who is to act, and hashes of legal actions and views."""
    game, state = reached.game, reached.state
    acting = sorted(game.to_act(state))
    legal = [action for seat in acting for action in game.legal_actions(state, seat)]
    seats = range(len(reached.header.seats))
    views = [f"view{seat}={view_hash(game.view(state, seat))}" for seat in seats]
    return " ".join([
        f"{reached.number} {_what(reached.entry)} |",
        f"to_act={_who(reached, acting)}",
        f"legal={len(legal)}:{_hash(chr(10).join(legal))}",
        *views,
        f"spectator={view_hash(game.view(state, None))}",
    ])  # fmt: skip


def outcome_line(outcome: Outcome) -> str:
    """Print the end of a game."""
    return (
        f"outcome scores={_list(outcome.scores)} tiebreaks={_list(outcome.tiebreaks)}"
        f" winners={_list(outcome.winners)}"
    )


def view_hash(view: View) -> str:
    """Hash a view as JSON with sorted keys and no blanks."""
    plain = msgspec.to_builtins(view)
    return _hash(json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _what(entry: Header | Action | Undo) -> str:
    match entry:
        case Header():
            return "- start"
        case Undo(undo=count):
            return f"- undo {count}"
        case Action(seat=None, action=action):
            return f"table {action}"
        case Action(seat=seat, action=action):
            return f"{seat} {action}"


def _who(reached: Reached[Any], acting: list[int]) -> str:
    if acting:
        return _list(acting)
    return "table" if reached.game.outcome(reached.state) is None else "-"


def _list(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
