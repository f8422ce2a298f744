"""A piece of the plane as the bits of one integer, row by row: many hexes are looked at in one operation."""

from collections.abc import Collection

from .hexes import Hex


class Raster:
    """The hexes around a board, up to `margin` (at least 1) beyond it on each side; the board is not empty.

    A step over the east or west edge comes out at the other, a row on: the margin is there so that this
    never ends on the board.
    """

    def __init__(self, ground: Collection[Hex], margin: int) -> None:
        rows, columns = [at.r for at in ground], [at.q for at in ground]
        self._west, self._north = min(columns) - margin, min(rows) - margin
        self._width = max(columns) + margin + 1 - self._west
        height = max(rows) + margin + 1 - self._north
        self.everything = (1 << self._width * height) - 1
        self.ground = sum(1 << (at.r - self._north) * self._width + at.q - self._west for at in ground)

    def near(self, mask: int) -> int:
        """Return all that shares a side with a hex of the mask."""
        width = self._width
        upwards = mask << 1 | mask << width | mask << width - 1
        return (upwards | mask >> 1 | mask >> width | mask >> width - 1) & self.everything

    def before(self, mask: int, step: Hex) -> int:
        """Return the hexes from which a step onwards in the reading order leads into the mask."""
        return mask >> step.r * self._width + step.q

    def places(self, mask: int) -> list[tuple[int, int]]:
        """List the hexes of a mask in the reading order, as bare numbers (q, r): there are many of them."""
        bits = f"{mask:b}"[::-1]
        found, at = [], bits.find("1")
        while at >= 0:
            found.append((at % self._width + self._west, at // self._width + self._north))
            at = bits.find("1", at + 1)
        return found
