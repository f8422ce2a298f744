"""Text in terminal columns: widths, wrapping, tables. Letters may be one or two columns wide, or none."""

from collections.abc import Iterable, Sequence

from wcwidth import wcswidth


def width_of(text: str) -> int:
    """Return how many columns a printable text takes."""
    return max(0, wcswidth(text)) if not text.isascii() else len(text)


def pad(text: str, width: int) -> str:
    """Fill a text up with blanks on the right."""
    return text + " " * (width - width_of(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text at its blanks, never at a no-break space; later lines begin with `indent`."""
    if width_of(text) <= width:
        return [text.rstrip()]
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word or " "
        if line.strip() and width_of(longer) > width:
            lines.append(line.rstrip())
            longer = indent + word
        line = longer
    return [*lines, line.rstrip()]


def columns(items: Iterable[str], width: int, gap: int = 3) -> list[str]:
    """Lay short texts out in columns of equal width, row by row."""
    items = list(items)
    if not items:
        return []
    wide = max(map(width_of, items))
    each = max(1, (width + gap) // (wide + gap))
    rows = [items[start : start + each] for start in range(0, len(items), each)]
    return [(" " * gap).join(pad(item, wide) for item in row).rstrip() for row in rows]


def table(rows: Sequence[Sequence[str]], width: int | None = None, gap: int = 2) -> list[str]:
    """Lay rows of cells out under each other; numbers stand to the right of their column.

    What is wider than `width` goes on below, under the last column where that is wide enough for its words.
    """
    wides = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    numeric = [_is_numeric(column[1:]) for column in zip(*rows, strict=True)]
    indent = " " * sum(wide + gap for wide in wides[:-1])
    words = [word for row in rows for word in row[-1].split()]
    if width is not None and width - len(indent) < max(map(width_of, words), default=0):
        indent = " " * 2 * gap
    lines = []
    for row in rows:
        cells = [
            " " * (wide - width_of(cell)) + cell if right else pad(cell, wide)
            for cell, wide, right in zip(row, wides, numeric, strict=True)
        ]
        line = (" " * gap).join(cells).rstrip()
        lines += [line] if width is None else wrap(line, width, indent)
    return lines


def _is_numeric(cells: Sequence[str]) -> bool:
    """Tell a column of numbers, with dashes for what is missing."""
    kinds = {cell.isdigit() for cell in cells if cell and cell != "-"}
    return kinds == {True}
