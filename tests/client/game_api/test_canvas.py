"""The sheet on which everything is painted: every row is as wide as the sheet, whatever is written on it."""

from hypothesis import given
from hypothesis import strategies as st
from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.text_layout import width_of

TEXT = st.text(st.sampled_from("ab 羊🐑é\u0301\u0302─▐Ωл"), max_size=12)


def widths(canvas: Canvas) -> set[int]:
    """Return how wide the rows are."""
    return {sum(width_of(text) for _, text in row) for row in canvas.done().rows}


@given(st.lists(st.tuples(st.integers(-6, 14), st.integers(-1, 3), TEXT, st.sampled_from(["", "class:a"]))))
def test_every_row_is_as_wide_as_the_sheet(writings: list[tuple[int, int, str, str]]) -> None:
    """Also where wide characters are cut by the edges or by each other."""
    canvas = Canvas(10, 3)
    for x, y, text, style in writings:
        canvas.put(x, y, text, style)
    assert widths(canvas) == {10}


def test_a_wide_character_is_not_cut_in_two() -> None:
    """Its other half is blanked."""
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "羊羊羊")
    canvas.put(1, 0, "x")
    assert canvas.done().text() == " x羊羊"


def test_neighbours_of_one_style_are_one_fragment() -> None:
    """Few, long fragments are fast to show."""
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "ab", "class:a")
    canvas.put(2, 0, "cd", "class:a")
    assert canvas.done().rows == ((("class:a", "abcd"), ("", "  ")),)


def test_a_mark_stays_with_its_letter() -> None:
    """It takes no column of its own."""
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "e\u0301x")
    assert canvas.done().text() == "e\u0301x "


@given(TEXT, st.integers(0, 12))
def test_a_text_is_cut_to_its_columns(text: str, width: int) -> None:
    """And never wider."""
    assert width_of(cut(text, width)) <= width


def test_what_lies_on_top_is_what_is_clicked() -> None:
    """The last to be put."""
    canvas = Canvas(10, 3)
    canvas.click(Box(0, 0, 10, 3), "under")
    canvas.click(Box(2, 1, 3, 1), "over")
    frame = canvas.done()
    assert (frame.hit(3, 1), frame.hit(3, 2), frame.hit(20, 1)) == ("over", "under", None)
