"""Cells of a hex board painted on a canvas, with rulers. What a cell shows is somebody else's to say."""

from collections.abc import Mapping
from typing import NamedTuple

from sheep_common.games.battle_sheep.hexes import Hex

from sheep_client.game_api.canvas import Box, Canvas
from sheep_client.games.battle_sheep.hex_text import Field, letters
from sheep_client.games.battle_sheep.screen.hex_layout import LARGE, SIZES, Port, extent, place

RULER = 3
"""Columns that the row numbers take."""


class Cell(NamedTuple):
    """What a hex shows: its ground (a style), at most three characters, and a mark before them."""

    ground: str
    text: str = ""
    lead: str = ""
    ink: str = ""
    """A style for the text where it differs from the ground's."""
    framed: bool = False
    """Whether the cursor is there."""


def paint_board(
    canvas: Canvas,
    box: Box,
    field: Field,
    names: Field,
    shown: Port,
    cells: Mapping[Hex, Cell],
    *,
    colour: bool,
) -> None:
    """Paint cells and rulers into a box; the board's room is `room(box)`."""
    width, height = room(box)
    sheet = Canvas(width, height)
    for at, cell in cells.items():
        _cell(sheet, field, names, shown, at, cell, cells if colour else {})
    for at, cell in cells.items():
        if cell.framed:
            _brackets(sheet, field, shown, at, cell)
    canvas.paste(sheet, box.x + RULER, box.y + 1)
    _rulers(canvas, box, field, names, shown)


def room(box: Box) -> tuple[int, int]:
    """Return the columns and rows that a box leaves to the board itself."""
    return max(1, box.width - RULER), max(1, box.height - 1)


def _cell(
    sheet: Canvas, field: Field, names: Field, shown: Port, at: Hex, cell: Cell, around: Mapping[Hex, Cell]
) -> None:
    size = SIZES[shown.size]
    x, y = place(field, size, at)
    x, y = x - shown.x, y - shown.y
    if x >= sheet.width or x + size.width < 0 or y >= sheet.height or y + size.pitch + size.shared < 0:
        return
    ground = f"class:{cell.ground}"
    ink = f"{ground} class:{cell.ink}" if cell.ink else ground
    if size.shared and around:
        _points(sheet, at, x, y, shown.size, around)
    room = size.width - 2 if size.shared else size.width - 1
    line = f"{cell.lead or ' '}{cell.text:^{room}}"
    sheet.put(x, y + size.shared, line.ljust(size.width), ink)
    if shown.size == LARGE:
        sheet.put(x, y + 2, f"{_name(names, at):^{size.width}}", f"{ground} class:name")


def _name(names: Field, at: Hex) -> str:
    column, row = (2 * at.q + at.r - names.west) // 2, at.r - names.north
    return names.name(at) if 0 <= column < names.columns and 0 <= row < names.rows else ""


def _points(sheet: Canvas, at: Hex, x: int, y: int, size: int, around: Mapping[Hex, Cell]) -> None:
    """Paint the points of a hex; a column of which half is its neighbour's gets both colours."""
    width, pitch = SIZES[size].width, SIZES[size].pitch
    own = around[at].ground
    quarter, rest = divmod(width, 4)
    start, end = x + quarter, x + width - quarter
    style = f"class:{own}"
    for row, r in ((y, -1), (y + pitch, 1)):
        if not rest:
            sheet.put(start, row, " " * (end - start), style)
            continue
        sheet.put(start + 1, row, " " * (end - start - 2), style)
        left, right = around.get(Hex(at.q - (r > 0), at.r + r)), around.get(Hex(at.q + (r < 0), at.r + r))
        # Of two that share a column the lower one paints it.
        if r < 0 or left is None:
            sheet.put(start, row, "▐", _two(own, left))
        if r < 0 or right is None:
            sheet.put(end - 1, row, "▌", _two(own, right))


def _two(ground: str, beside: Cell | None) -> str:
    return f"class:{beside.ground} class:{ground}-ink" if beside is not None else f"class:{ground}-ink"


def _brackets(sheet: Canvas, field: Field, shown: Port, at: Hex, cell: Cell) -> None:
    """Put the cursor's brackets around a cell; in the smallest size the right one lies on its neighbour."""
    size = SIZES[shown.size]
    x, y = place(field, size, at)
    x, y = x - shown.x, y - shown.y + size.shared
    style = f"class:{cell.ground} class:cursor"
    right = x + size.width - (1 if size.shared else 0)
    sheet.put(x, y, "[", style)
    sheet.put(right, y, "]", style)


def _rulers(canvas: Canvas, box: Box, field: Field, names: Field, shown: Port) -> None:
    """Write the letters of the columns above and the numbers of the rows on the left."""
    size = SIZES[shown.size]
    width, height = room(box)
    canvas.fill(Box(box.x, box.y, box.width, 1), "class:ruler")
    shift = (names.west - field.west) * size.width // 2 - shown.x
    for column in range(names.columns):
        x = shift + column * size.width + size.width * 3 // 4 - 1
        if 0 <= x < width - 1:
            canvas.put(box.x + RULER + x, box.y, letters(column), "class:ruler")
    if shown.y > 0:
        canvas.put(box.x, box.y, "▲", "class:ruler")
    if shown.y + height < extent(field, size)[1]:
        canvas.put(box.x + 2, box.end - 1, "▼", "class:ruler")
    for row in range(names.rows):
        y = (names.north - field.north + row) * size.pitch + size.shared - shown.y
        if 0 <= y < height:
            canvas.put(box.x, box.y + 1 + y, f"{row + 1:>2}", "class:ruler")
