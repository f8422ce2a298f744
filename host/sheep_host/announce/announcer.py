"""Announcing the host by mDNS, in a thread of its own: zeroconf may take seconds over anything.

It says what the information port says, for it asks that port. What goes wrong is a line in the log.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from sheep_common.net import mdns

from sheep_host.announce.service import Voice

LOG = logging.getLogger("sheep_host")
GAP = 2.0
"""Seconds between two updates, at the least."""
LOOK = 5.0
"""Seconds between two looks at the machine's interfaces: a cable is plugged in, a network joined."""


class Announcer:
    """Announces a host from the moment it listens. Only `close` may take a moment.

    A host that is bound to loopback is for its own machine, and is not announced.
    """

    def __init__(self, bind: str | None) -> None:
        self._bind = bind
        self._wanted = bind is None or not ip_address(bind).is_loopback
        self._port = 0
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[Any] | None = None

    def listening(self, info_port: int) -> None:
        """Announce the host that answers at this information port; the same after a restart."""
        self._port = info_port
        if self._wanted and self._thread is None:
            self._loop = asyncio.SelectorEventLoop()
            self._task = self._loop.create_task(self._announce(Voice(self._bind)))
            self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)
            self._thread.start()
        self.look()

    def look(self) -> None:
        """Say that the host may have something new to say of itself."""
        self._call(self._news.set)

    def stop(self) -> None:
        """Begin to take the announcement back, for good."""
        if self._task is not None:
            self._call(self._task.cancel)
            self._task = None

    def close(self) -> None:
        """Stop, and wait until the announcement is taken back, little more than a second at the most."""
        self.stop()
        if self._thread is not None:
            self._thread.join(mdns.PATIENCE + 0.5)

    def _call(self, what: Callable[[], Any]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the thread has ended
                self._loop.call_soon_threadsafe(what)

    def _run(self) -> None:
        loop, task = self._loop, self._task
        assert loop is not None  # noqa: S101 - for the type checker
        assert task is not None  # noqa: S101
        mdns.quiet(loop)
        try:
            with contextlib.suppress(asyncio.CancelledError):
                loop.run_until_complete(task)
        except Exception as error:  # noqa: BLE001 - the host goes on without
            LOG.warning("the host is not announced any more (%s: %s)", type(error).__name__, error)
        finally:
            loop.close()

    async def _announce(self, voice: Voice) -> None:
        """Keep what is announced true until this is cancelled."""
        try:
            while True:
                fresh = self._news.is_set()
                self._news.clear()
                await voice.look(self._port, fresh=fresh)
                await asyncio.sleep(GAP)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK - GAP):
                        await self._news.wait()
        finally:
            await voice.fall_silent()
