"""A growing sequence: values stay what they were, whoever goes on from them; a game's cost does not grow."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.records import Header
from sheep_host.core.state.append_only import AppendOnly
from sheep_host.core.table import match


@given(st.lists(st.tuples(st.integers(0, 30), st.integers())))
def test_each_value_stays_what_it_was(steps: list[tuple[int, int]]) -> None:
    made: list[tuple[AppendOnly[int], tuple[int, ...]]] = [(AppendOnly(), ())]
    for back, item in steps:
        value, items = made[back % len(made)]
        made.append((value.then(item), (*items, item)))
    for value, items in made:
        assert (len(value), tuple(value), value[:]) == (len(items), items, items)
        assert value[-2:] == items[-2:]
        assert [value[index] for index in range(-len(items), len(items))] == [*items, *items]
        assert value == AppendOnly(items)


def test_no_item_of_a_successor_is_in_reach() -> None:
    short = AppendOnly("a")
    long = short.then("b")
    assert (short != long, len(short), list(short)) == (True, 1, ["a"])
    with pytest.raises(IndexError):
        short[1]


def _resumed_in(lines: list[str]) -> float:
    """Return the CPU seconds of playing a record again."""
    before = time.thread_time()
    assert len(match.resume({"tiny": TINY}, lines, 0, 0.0).log) == len(lines)
    return time.thread_time() - before


def test_a_long_record_is_played_again_in_linear_time() -> None:
    """Four times the lines: by turns with the fourth part, so that a machine that turns slow slows both."""
    options = TINY.resolve(2, {"heap": "90000"})
    play = match.begin({"tiny": TINY}, Header(game="tiny", seats=("A", "B"), options=options), 0, 0.0)
    play = match.step(play, None, "heap 90000", 0)
    for number in range(8000):
        play = match.step(play, number % 2, "bid 1", number)
    lines = list(play.lines)
    assert min(_resumed_in(lines) / _resumed_in(lines[:2002]) for _ in range(5)) < 6
