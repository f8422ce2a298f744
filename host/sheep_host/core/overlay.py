"""The maps of a host while a batch changes them: copied at their first change, and led back to any mark."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, ValuesView
from typing import Any, TypeVar

from msgspec.structs import replace

from sheep_host.core.state.indexes import Entry, Indexed, Indexes

K = TypeVar("K")
V = TypeVar("V")

Journal = list[tuple["Overlay[Any, Any]", Any, Any]]
"""What to do, last entry first, so that maps are what they were: a map, a key, and what was there."""

_NOTHING = object()
_ALL = object()
_EMPTY: frozenset[Any] = frozenset()


class Overlay(Mapping[K, V]):
    """A map that is not changed itself; its changes are written into a journal, which several share."""

    __slots__ = ("_journal", "_own", "now")

    def __init__(self, base: Mapping[K, V], journal: Journal) -> None:
        self.now: Mapping[K, V] = base
        """The map as it is now; the very one from before while nothing has changed."""
        self._own: dict[K, V] | None = None
        self._journal = journal

    def __getitem__(self, key: K) -> V:
        return self.now[key]

    def __contains__(self, key: object) -> bool:
        return key in self.now

    def __iter__(self) -> Iterator[K]:
        return iter(self.now)

    def __len__(self) -> int:
        return len(self.now)

    def values(self) -> ValuesView[V]:
        """Return the values; as fast as the map's own."""
        return self.now.values()

    def put(self, key: K, value: V) -> None:
        """Let a key have a value."""
        own = self._changing()
        self._journal.append((self, key, own.get(key, _NOTHING)))
        own[key] = value

    def drop(self, key: K) -> None:
        """Let a key, which must be there, have none."""
        own = self._changing()
        # All of it is kept, for whoever is put back must stand where it stood.
        self._journal.append((self, _ALL, dict(own)))
        del own[key]

    def undo(self, key: Any, before: Any) -> None:
        """Take a change back, as the journal has it; those after it have been."""
        own = self._changing()
        if key is _ALL:
            self.now = self._own = before
        elif before is _NOTHING:
            del own[key]
        else:
            own[key] = before

    def _changing(self) -> dict[K, V]:
        if self._own is None:
            self.now = self._own = dict(self.now)
        return self._own


class IndexOverlay:
    """The indexes of a host, which change with what they are made of."""

    def __init__(self, base: Indexes, journal: Journal) -> None:
        self._base = base
        self._journal = journal
        self._changed: dict[str, Overlay[Any, frozenset[Any]]] = {}

    def get(self, name: Indexed, key: Hashable) -> frozenset[Any]:
        """Return what an index has under a key."""
        return self._now(name).get(key, _EMPTY)

    def count(self, name: Indexed) -> int:
        """Return how much an index has under all its keys."""
        return sum(map(len, self._now(name).values()))

    def change(self, before: Iterable[Entry], after: Iterable[Entry]) -> None:
        """Take entries out, and others in; those that are in both stay."""
        out, into = dict.fromkeys(before), dict.fromkeys(after)
        for name, key, value in out:
            if (name, key, value) not in into:
                self._set(name, key, self.get(name, key) - {value})
        for name, key, value in into:
            if (name, key, value) not in out:
                self._set(name, key, self.get(name, key) | {value})

    def now(self) -> Indexes:
        """Return the indexes as they are now."""
        changed = {name: index.now for name, index in self._changed.items()}
        return replace(self._base, **changed) if changed else self._base

    def _now(self, name: Indexed) -> Mapping[Any, frozenset[Any]]:
        changed = self._changed.get(name)
        now: Mapping[Any, frozenset[Any]] = getattr(self._base, name) if changed is None else changed.now
        return now

    def _set(self, name: Indexed, key: Hashable, values: frozenset[Any]) -> None:
        if name not in self._changed:
            self._changed[name] = Overlay(getattr(self._base, name), self._journal)
        if values:
            self._changed[name].put(key, values)
        else:
            self._changed[name].drop(key)
