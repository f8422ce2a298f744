"""Text in terminal columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_client.text_layout import columns, pad, table, width_of, wrap


def test_a_short_line_is_left_as_it_is() -> None:
    """Blanks in front and inside are part of a picture."""
    assert wrap("   a   b", 20) == ["   a   b"]


def test_a_long_line_is_broken_at_blanks() -> None:
    """Later lines begin with the indent."""
    assert wrap("one two three four", 10, "  ") == ["one two", "  three", "  four"]


def test_a_no_break_space_holds_words_together() -> None:
    """French signs stay with their word."""
    assert wrap("abc def ghi\u00a0!", 9) == ["abc def", "ghi\u00a0!"]


def test_a_word_that_does_not_fit_stands_alone() -> None:
    """Nothing is lost."""
    assert wrap("a extraordinary b", 6) == ["a", "extraordinary", "b"]


@given(st.text(alphabet="ab \u00e9\u4e2d", max_size=60), st.integers(4, 30))
def test_wrapping_keeps_every_word(text: str, width: int) -> None:
    """In order, and nothing is added."""
    assert " ".join(wrap(text, width)).split() == text.split()


def test_wide_letters_take_two_columns() -> None:
    """As a terminal shows them."""
    assert width_of("中文") == 4
    assert pad("中", 4) == "中  "


def test_columns_fill_the_width() -> None:
    """Row by row, each as wide as the widest."""
    assert columns(["a", "bbb", "c"], 9) == ["a     bbb", "c"]


@pytest.mark.parametrize("width", [1, 3, 80])
def test_columns_show_everything_in_any_width(width: int) -> None:
    """At least one a line."""
    assert " ".join(columns(["aa", "bb", "cc"], width)).split() == ["aa", "bb", "cc"]


def test_numbers_stand_to_the_right() -> None:
    """Words to the left."""
    assert table([["", "sheep"], ["Ana", "7"], ["Bo", "12"]]) == ["     sheep", "Ana      7", "Bo      12"]


def test_a_column_of_dashes_stands_to_the_left() -> None:
    """It may hold words the next time."""
    assert table([["", "x", "word"], ["A", "-", "-"]]) == ["   x  word", "A  -  -"]


def test_a_last_column_that_is_too_narrow_for_its_words_goes_on_below_the_first() -> None:
    """No ladder of pieces at the right edge."""
    assert table([["", "regions"], ["Ana Lou", "Corse, Bourgogne-Franche-Comté"]], 28) == [
        "         regions",
        "Ana Lou  Corse,",
        "    Bourgogne-Franche-Comté",
    ]


def test_a_long_last_cell_goes_on_under_its_column() -> None:
    """As a list of regions does."""
    assert table([["", "n", "regions"], ["Ana", "7", "Corse, Bretagne, Occitanie"]], 24) == [
        "     n  regions",
        "Ana  7  Corse, Bretagne,",
        "        Occitanie",
    ]
