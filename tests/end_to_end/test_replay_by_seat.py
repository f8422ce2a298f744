"""A replay for one seat: what that seat could not know makes no difference to a byte of it."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sheep_common.games import GAMES
from sheep_common.laws.canaries import known_over_time
from sheep_support.games.leadersheep import canary_form

GAME = GAMES["leadersheep"]
SEATS = 3
MAIN = "import sys; from sheep_client.replay_cli import main; sys.exit(main())"


def record(seed: int) -> list[dict[str, Any]]:
    """Return the record of a game at random in which each card is the only one of its colour."""
    rng = Random(seed)
    deck = json.dumps(canary_form(6 * SEATS + 12, regions=3))
    options = {"first": 0, "deck": deck}
    lines: list[dict[str, Any]] = [
        {"record": "sheep/1", "game": "leadersheep", "seats": ["Ana", "Bo", "Cy"], "options": options}
    ]
    state = GAME.initial(SEATS, options)
    while GAME.outcome(state) is None:
        action, seat = GAME.chance(state, rng), None
        if action is None:
            seat = rng.choice(sorted(GAME.to_act(state)))
            action = rng.choice(GAME.legal_actions(state, seat))
        lines.append({"seat": seat, "action": action})
        state = GAME.apply(state, seat, action).state
    return lines


def swapped(lines: list[dict[str, Any]], one: str, other: str) -> list[dict[str, Any]]:
    """Return the record of the same game in which two cards had changed places from the deal on."""
    names = {one: other, other: one}

    def swap(action: str) -> str:
        return " ".join(
            ",".join(names.get(card, card) for card in word.split(",")) for word in action.split(" ")
        )

    return [line if "action" not in line else {**line, "action": swap(line["action"])} for line in lines]


def replayed(path: Path, lines: list[dict[str, Any]], seat: int) -> str:
    """Return all that a walk through a record for one seat prints."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    command = [sys.executable, "-c", MAIN, str(path), "--seat", str(seat), "--plain"]
    done = subprocess.run(command, input="\n" * 500, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_replay_for_a_seat_says_nothing_that_it_could_not_know(tmp_path: Path, seat: int) -> None:
    """Two cards that it never saw, one of them in another's hand, change places: not a byte differs."""
    lines = record(seat)
    course = known_over_time(lines[1:], SEATS, lines[0]["options"])
    dealt = lines[1]["action"].split()[2].split(",")
    never = [card for card in dealt if card not in course[seat][-1]]
    others = [card for card in never if any(card in course[o][-1] for o in range(SEATS) if o != seat)]
    assert others, "another game is needed: everything was shown"
    assert len(never) > len(others[:1])
    one = others[0]
    other = next(card for card in reversed(never) if card != one)
    told = replayed(tmp_path / "record.jsonl", lines, seat)
    assert told == replayed(tmp_path / "record.jsonl", swapped(lines, one, other), seat)
    assert len(told.splitlines()) > 50


def test_what_a_seat_could_know_does_make_a_difference(tmp_path: Path) -> None:
    """The comparison itself can fail."""
    lines = record(0)
    dealt = lines[1]["action"].split()[2].split(",")
    told = replayed(tmp_path / "record.jsonl", lines, 0)
    assert told != replayed(tmp_path / "record.jsonl", swapped(lines, dealt[0], dealt[1]), 0) or (
        told != replayed(tmp_path / "record.jsonl", swapped(lines, dealt[0], dealt[-1]), 0)
    )
