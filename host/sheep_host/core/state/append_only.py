"""A sequence that only grows: each longer one shares its items with the shorter, and costs no copy."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class AppendOnly(Sequence[T], Generic[T]):
    """The first so many items of a list that its successors go on with; a value never changes."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def then(self, item: T) -> "AppendOnly[T]":
        """Return these items and one more: at once for the newest, by a copy for one that has a successor."""
        longer: AppendOnly[T] = AppendOnly.__new__(AppendOnly)
        longer._items = self._items if len(self._items) == self._length else self._items[: self._length]
        longer._items.append(item)
        longer._length = self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self._items[i] for i in range(*index.indices(self._length)))
        return self._items[range(self._length)[index]]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AppendOnly):
            return NotImplemented
        return self is other or (len(self) == len(other) and all(map(_same, self, other)))

    __hash__ = None  # type: ignore[assignment]  # compared by its items, which may have no hash

    def __repr__(self) -> str:
        return f"AppendOnly({list(self)!r})"


def _same(one: object, other: object) -> bool:
    return one is other or one == other
