"""Hints are thought of beside the client, in a program that is started for the first one."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from sheep_client.core.effects import Think
from sheep_client.core.events import Pondered

if TYPE_CHECKING:
    from sheep_client.thinkers.pool import Thinkers


class Adviser:
    """Does what the core asks to have thought about, and feeds it what came of it."""

    def __init__(self, feed: Callable[[Pondered], None]) -> None:
        self._feed = feed
        self._thinkers: Thinkers | None = None
        self._asked: set[asyncio.Task[None]] = set()

    def think(self, effect: Think) -> None:
        """Begin to think; the answer comes as an event, also when there is none."""
        asked = asyncio.ensure_future(self._think(effect))
        self._asked.add(asked)
        asked.add_done_callback(self._asked.discard)

    def desist(self) -> None:
        """End what is being thought: nobody waits for it, and the next thought is not to wait either."""
        if self._thinkers is not None:
            self._thinkers.stop()

    def close(self) -> None:
        """End the program that thinks."""
        for asked in self._asked:
            asked.cancel()
        if self._thinkers is not None:
            self._thinkers.close()

    async def _think(self, effect: Think) -> None:
        from sheep_client.thinkers.pool import Thinkers  # few games have a hint: most need no such program

        if self._thinkers is None:
            self._thinkers = Thinkers(1, quiet=True)
        try:
            thought = await self._thinkers.ask(effect.task, effect.seconds)
        except Exception:  # noqa: BLE001 - whatever keeps a program from starting, the player is told
            thought = None
        self._feed(Pondered(effect.number, thought))
