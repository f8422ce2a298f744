"""Counts of games that other engines agree on; scripts/perft runs the deep ones too."""

from pathlib import Path

import pytest
from sheep_support.games.battle_sheep import ready
from sheep_support.games.perft import Case, divide, mismatch, perft, read_cases

FILE = Path(__file__).parent.parent / "perft" / "battle-sheep.txt"
CASES = read_cases(FILE.read_text(encoding="utf-8"))
QUICK = 300_000
"""A count up to this takes less than a second."""

KNOWN = [
    pytest.param(case, depth, id=f"{case.name}, {depth}")
    for case in CASES
    for depth, count in case.counts.items()
    if count <= QUICK
]


@pytest.mark.parametrize(("case", "depth"), KNOWN)
def test_the_count_is_the_known_one(case: Case, depth: int) -> None:
    """On a mismatch the counts after each first action are shown."""
    assert mismatch(case, depth) is None


def test_a_mismatch_shows_the_counts_by_first_action() -> None:
    """So that the wrong rule is found by going down one action at a time."""
    case = Case(name="two", seats=2, options={"position": "0,0:0x2 1,0 2,0:1x3"}, counts={1: 9})
    assert mismatch(case, 1) == "two: perft 1 is 1, not 9\n  split 0,0 E 1: 1"


def test_the_counts_by_first_action_add_up() -> None:
    """`divide` is `perft` in parts."""
    state = ready("0,0:0x4 1,0 2,0:1x3 0,1 2,1")
    assert sum(divide(state, 3).values()) == perft(state, 3) == 27


def test_a_file_says_seats_options_and_counts() -> None:
    """Comments and blank lines are left out."""
    text = "# a\n\nname x y\nseats 3\nend one-left\nperft 1 5\nperft 2 7\nname z\n"
    assert read_cases(text) == (
        Case(name="x y", seats=3, options={"end": "one-left"}, counts={1: 5, 2: 7}),
        Case(name="z", seats=2, options={}, counts={}),
    )
