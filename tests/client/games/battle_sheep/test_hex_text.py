"""The hex map: known geometry, names that mirror their cells, wide boards in parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_client.games.battle_sheep.hex_text import Field, letters, number, picture
from sheep_common.games.battle_sheep.hexes import DIRECTIONS, Hex, add

RHOMBUS = (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1))
"""A tile in orientation 0: the lower row lies half a cell to the right."""


def drawn(*cells: Hex) -> list[str]:
    """Draw cells as dots, without the heading."""
    return picture(Field.around(cells), dict.fromkeys(cells, "."), 80)[1:]


def test_a_row_lies_half_a_cell_beside_the_one_above() -> None:
    """Two characters, since a cell takes four."""
    assert drawn(*RHOMBUS) == ["  1  .   .", "  2    .   ."]


def test_it_is_the_same_wherever_the_board_lies() -> None:
    """Even and odd rows are not told apart: a tile looks the same one row further down."""
    moved = tuple(add(at, Hex(3, 5)) for at in RHOMBUS)
    assert drawn(*moved) == drawn(*RHOMBUS)


@pytest.mark.parametrize(
    ("direction", "rows"),
    [
        ("E", ["  1  @   ."]),
        ("W", ["  1  .   @"]),
        ("NE", ["  1    .", "  2  @"]),
        ("NW", ["  1  .", "  2    @"]),
        ("SE", ["  1  @", "  2    ."]),
        ("SW", ["  1    @", "  2  ."]),
    ],
)
def test_neighbours_lie_where_their_direction_says(direction: str, rows: list[str]) -> None:
    """`@` is the cell itself, the dot its neighbour."""
    home = Hex(2, 3)
    cells = {home: "@", add(home, DIRECTIONS[direction]): "."}
    assert picture(Field.around(cells), cells, 80)[1:] == rows


def test_columns_and_rows_are_named_from_the_north_west() -> None:
    """Letters for columns, numbers for rows; a row that lies half a cell to the right keeps the letter."""
    field = Field.around(RHOMBUS)
    assert [field.name(at) for at in RHOMBUS] == ["a1", "b1", "a2", "b2"]


def test_a_heading_stands_over_its_column() -> None:
    """The letter over the middle of the cell."""
    cells = {Hex(0, 0): "A16", Hex(1, 0): "B3"}
    assert picture(Field.around(cells), cells, 80) == ["     a   b", "  1 A16 B3"]


def test_a_field_knows_which_cells_it_names() -> None:
    """Cells beside it have no name."""
    field = Field.around(RHOMBUS)
    assert all(field.names(at) for at in RHOMBUS)
    assert not any(field.names(at) for at in (Hex(-1, 0), Hex(0, -1), Hex(2, 0), Hex(0, 2)))


@given(st.sets(st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20)), min_size=1, max_size=30))
def test_every_cell_of_a_field_is_found_by_its_name(cells: set[Hex]) -> None:
    """And no two share one."""
    field = Field.around(cells)
    assert [field.at(field.name(at)) for at in cells] == list(cells)


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "c1", "a3", "1a", "a1 ", "aaa1", "é1"])
def test_what_is_no_cell_has_no_hex(name: str) -> None:
    """The field around the rhombus ends at b2."""
    assert Field.around(RHOMBUS).at(name) is None


def test_names_are_read_in_capitals_too() -> None:
    """People write them so."""
    assert Field.around(RHOMBUS).at("B2") == Hex(1, 1)


@pytest.mark.parametrize(("column", "name"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba")])
def test_columns_go_on_after_z(column: int, name: str) -> None:
    """A board of 64 pastures can be wider than the alphabet."""
    assert letters(column) == name
    assert number(name) == column


def test_a_wide_board_comes_in_parts() -> None:
    """No line is wider than the terminal, and every cell is there once."""
    cells = {Hex(q, r): f"{q:03}" for q in range(40) for r in range(2)}
    lines = picture(Field.around(cells), cells, 80)
    assert max(map(len, lines)) <= 80
    words = [word for line in lines for word in line.split()[1:] if word.isdigit() and len(word) == 3]
    assert sorted(words) == sorted(cells.values())
