"""Hexes as blocks of cells: where each lies, what is under the mouse, what part of a board is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_client.games.battle_sheep.hex_text import Field
from sheep_client.games.battle_sheep.screen.hex_layout import (
    LARGE,
    MEDIUM,
    SIZES,
    SMALL,
    Size,
    extent,
    place,
    port,
    under,
)
from sheep_common.games.battle_sheep.hexes import Hex

FIELD = Field(-5, -3, 9, 7)


@pytest.mark.parametrize("size", SIZES)
@given(q=st.integers(-9, 9), r=st.integers(-3, 3), x=st.integers(0, 7), y=st.integers(0, 3))
def test_the_mouse_finds_the_hex_that_is_painted_there(size: Size, q: int, r: int, x: int, y: int) -> None:
    """Everywhere on the body of a hex."""
    left, top = place(FIELD, size, Hex(q, r))
    assert under(FIELD, size, left + x % size.width, top + size.shared + y % size.body) == Hex(q, r)


def test_points_belong_to_the_upper_and_the_lower_hex_in_turns() -> None:
    """In the row that two rows of hexes share."""
    field, size = Field(0, 0, 3, 2), SIZES[LARGE]
    found = [under(field, size, x, size.pitch) for x in range(4, 12)]
    assert found == [Hex(0, 0)] * 2 + [Hex(0, 1)] * 4 + [Hex(1, 0)] * 2


@pytest.mark.parametrize(("room", "size"), [((40, 8), SMALL), ((60, 16), MEDIUM), ((90, 30), LARGE)])
def test_the_largest_size_that_fits_is_taken(room: tuple[int, int], size: int) -> None:
    """And what fits is in the middle."""
    shown = port(FIELD, room, None, None, None)
    wide, high = extent(FIELD, SIZES[size])
    assert (shown.size, shown.x, shown.y) == (size, -((room[0] - wide) // 2), -((room[1] - high) // 2))


@given(
    q=st.integers(0, 30), r=st.integers(0, 30), scroll=st.tuples(st.integers(-9, 200), st.integers(-9, 200))
)
def test_a_board_that_is_too_large_is_scrolled_so_that_the_cursor_is_seen(
    q: int, r: int, scroll: tuple[int, int]
) -> None:
    """Wherever it was scrolled to before."""
    field, room = Field(0, 0, 46, 31), (30, 12)
    shown = port(field, room, MEDIUM, scroll, Hex(q, r))
    x, y = place(field, SIZES[MEDIUM], Hex(q, r))
    assert 0 <= x - shown.x <= room[0] - SIZES[MEDIUM].width
    assert 0 <= y + 1 - shown.y < room[1]
