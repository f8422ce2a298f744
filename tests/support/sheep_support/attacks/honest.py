"""An honest player and newcomers, and how long they wait for answers; the host's memory meanwhile.

For tests and scripts alone.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count

from sheep_common import messages

from sheep_support.attacks.served import Served
from sheep_support.host_processes import Player

EACH = 0.02
"""Seconds between two questions."""


def percentile(values: list[float], share: float) -> float:
    """Return the value that this share (0 to 1) of all stays under, by nearest rank; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Honest:
    """Somebody who was there before, and asks; `newcomers` too, one for every ten questions."""

    def __init__(self, make: Callable[..., Player], name: str = "Ana") -> None:
        self._make = make
        self._numbers = count()
        self._name = name
        self._player = make()
        self._welcome(self._player, name)

    def ask_for(self, seconds: float) -> tuple[list[float], list[float]]:
        """Ask for a while; return the milliseconds that the answers took, and that the newcomers took."""
        waits: list[float] = []
        comings: list[float] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.monotonic()
            request = messages.Tables(id=self._player.next_id())
            if not isinstance(self._player.ask(request), messages.TableList):
                raise AssertionError(f"{self._name} got no answer")  # noqa: TRY004 - a test has failed
            waits.append((time.monotonic() - began) * 1000)
            if len(waits) % 10 == 1:
                comings.append(self._come())
            time.sleep(EACH)
        return waits, comings

    def _come(self) -> float:
        began = time.monotonic()
        player = self._make()
        self._welcome(player, f"{self._name} {next(self._numbers)}")
        took = (time.monotonic() - began) * 1000
        player.ask(messages.Bye(id=player.next_id()))
        player.close()
        return took

    def _welcome(self, player: Player, name: str) -> None:
        answer = player.hello(name)
        if not isinstance(answer, messages.Welcome):
            raise AssertionError(f"{name} is not let in: {answer}")  # noqa: TRY004 - a test has failed


class Most:
    """The largest of some numbers."""

    def __init__(self) -> None:
        self.value = 0.0


@contextlib.contextmanager
def memory_of(host: Served) -> Iterator[Most]:
    """Watch a host's memory for the length of the block; the value is in megabytes."""
    most, done = Most(), threading.Event()

    def look() -> None:
        while not done.wait(0.01):
            most.value = max(most.value, host.resident())

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield most
    finally:
        done.set()
        thread.join()
