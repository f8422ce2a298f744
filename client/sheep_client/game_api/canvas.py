"""A sheet of styled character cells that becomes few, long fragments; every row is equally wide.

Knows no screen. Styles are prompt_toolkit's class names; `hits` remembers what can be clicked where.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from wcwidth import wcwidth

from sheep_client.text_layout import width_of, wrap

Fragment = tuple[str, str]
"""A style and a text, as prompt_toolkit takes them."""
Row = tuple[Fragment, ...]


SMALLEST = (40, 12)
"""Columns and rows below which nothing can be shown."""


class Mouse(NamedTuple):
    """What the mouse did, and where: `click`, `move`, `wheel-up`, `wheel-down`."""

    kind: str
    x: int
    y: int


class Box(NamedTuple):
    """A part of the screen, in cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def end(self) -> int:
        """Return the row below it."""
        return self.y + self.height


class Hit(NamedTuple):
    """Where a click means something: as if `key` were pressed."""

    box: Box
    key: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A painted screen; `prompt` is the row and column where one types, None where one cannot."""

    rows: tuple[Row, ...]
    hits: tuple[Hit, ...] = ()
    prompt: tuple[int, int] | None = None

    def text(self) -> str:
        """Return it without styles, for tests and people."""
        return "\n".join("".join(text for _, text in row) for row in self.rows)

    def hit(self, x: int, y: int) -> str | None:
        """Return the key that a click there stands for; what was put last lies on top."""
        return next((hit.key for hit in reversed(self.hits) if hit.box.holds(x, y)), None)


class Canvas:
    """A sheet to paint on; what falls off its edges is cut."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = width, height
        self._texts = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]
        self._wide = False
        """Whether any character takes two columns, or none."""
        self.hits: list[Hit] = []
        self.prompt: tuple[int, int] | None = None

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a line of text and return the column behind it."""
        if text.isascii() or _is_narrow(text):
            end = x + len(text)
            if not 0 <= y < self.height:
                return end
            first, last = max(x, 0), min(end, self.width)
            if first < last:
                texts = self._texts[y]
                if self._wide:
                    self._mend(texts, first, last)
                texts[first:last] = text if last - first == len(text) else text[first - x : last - x]
                self._styles[y][first:last] = [style] * (last - first)
            return end
        self._wide = True
        end = x + width_of(text)
        if 0 <= y < self.height:
            for character in text:
                x = self._put_one(self._texts[y], self._styles[y], x, character, style)
        return end

    def _put_one(self, texts: list[str], styles: list[str], x: int, character: str, style: str) -> int:
        """Write a character of one or two columns, or a mark on the one before."""
        wide = max(0, wcwidth(character))
        if wide == 0:
            before = x - 1 if x < 1 or x > self.width or texts[x - 1] else x - 2
            if 0 <= before < self.width:
                texts[before] += character
        elif x >= 0 and x + wide <= self.width:
            self._mend(texts, x, x + wide)
            texts[x] = character
            styles[x] = style
            if wide == 2:
                texts[x + 1], styles[x + 1] = "", style
        return x + wide

    def _mend(self, texts: list[str], x: int, end: int) -> None:
        """Blank the other half of a wide character that is about to be cut in two."""
        if not texts[x] and x:
            texts[x] = texts[x - 1] = " "
        if end < self.width and not texts[end]:
            texts[end] = " "

    def fill(self, box: Box, style: str, character: str = " ") -> None:
        """Fill a part of the sheet."""
        x, end = max(0, box.x), min(self.width, box.x + box.width)
        for y in range(max(0, box.y), min(self.height, box.end)):
            if x < end:
                self._mend(self._texts[y], x, end)
                self._texts[y][x:end] = character * (end - x)
                self._styles[y][x:end] = [style] * (end - x)

    def paste(self, sheet: "Canvas", x: int, y: int) -> None:
        """Lay another sheet on this one; it must not stick out on the left or above."""
        self._wide = self._wide or sheet._wide
        width = min(sheet.width, self.width - x)
        for row in range(min(sheet.height, self.height - y)):
            self._texts[y + row][x : x + width] = sheet._texts[row][:width]
            self._styles[y + row][x : x + width] = sheet._styles[row][:width]

    def fit(self, x: int, y: int, text: str, width: int, style: str = "") -> int:
        """Write a text into so many columns: cut with an ellipsis, or filled up with blanks."""
        short = cut(text, width)
        end = self.put(x, y, short, style)
        if end < x + width:
            self.put(end, y, " " * (x + width - end), style)
        return x + width

    def block(self, box: Box, lines: Iterable[str], style: str = "") -> int:
        """Write lines, wrapped, from the top of a box; return the row below the last one."""
        y = box.y
        for line in lines:
            for part in wrap(line, box.width, "  "):
                if y >= box.end:
                    return y
                self.put(box.x, y, cut(part, box.width), style)
                y += 1
        return y

    def frame(self, box: Box, style: str, title: str = "", *, heavy: bool = False) -> None:
        """Draw a border."""
        corners, line, side = ("┏┓┗┛", "━", "┃") if heavy else ("┌┐└┘", "─", "│")
        self.put(box.x, box.y, corners[0] + line * (box.width - 2) + corners[1], style)
        for y in range(box.y + 1, box.end - 1):
            self.put(box.x, y, side, style)
            self.put(box.x + box.width - 1, y, side, style)
        self.put(box.x, box.end - 1, corners[2] + line * (box.width - 2) + corners[3], style)
        if title:
            self.put(box.x + 2, box.y, f" {cut(title, box.width - 6)} ", style)

    def click(self, box: Box, key: str) -> None:
        """Remember what a click means."""
        self.hits.append(Hit(box, key))

    def done(self) -> Frame:
        """Return what was painted."""
        rows = tuple(map(_merged, self._texts, self._styles))
        return Frame(rows, tuple(self.hits), self.prompt)


@lru_cache(maxsize=8192)
def _is_narrow(text: str) -> bool:
    """Tell whether every character takes just one column."""
    return all(wcwidth(character) == 1 for character in text)


def _merged(texts: Sequence[str], styles: Sequence[str]) -> Row:
    """Put neighbours of one style together."""
    row: list[Fragment] = []
    start, end = 0, len(styles)
    while start < end:
        style = styles[start]
        x = start + 1
        while x < end and (styles[x] is style or styles[x] == style):
            x += 1
        row.append((style, "".join(texts[start:x])))
        start = x
    return tuple(row)


def cut(text: str, width: int) -> str:
    """Shorten a text to so many columns, the last one an ellipsis where something is missing."""
    if width_of(text) <= width:
        return text
    if width < 1:
        return ""
    kept, used = "", 0
    for character in text:
        wide = max(0, wcwidth(character))
        if used + wide > width - 1:
            break
        kept, used = kept + character, used + wide
    return kept.rstrip() + "…"


def splash(width: int, height: int, text: str) -> Frame:
    """Paint the screen that is there before anything else is: a text in the first row."""
    canvas = Canvas(width, height)
    canvas.fill(Box(0, 0, width, 1), "class:banner")
    canvas.put(1, 0, cut(text, width - 1), "class:banner")
    return canvas.done()
