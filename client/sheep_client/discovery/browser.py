"""Looking for hosts on the network, live, in a thread of its own. Joins none and shows nothing.

mDNS tells where a host may be; what the host's information port then says is what is shown. So a host
that was killed, or that only an announcement speaks of, is not on the list.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncGenerator, Callable

from sheep_common.net import mdns

from sheep_client.discovery.found import Hosts
from sheep_client.discovery.search import Search

QUICK = 1.5
"""Seconds in which a host that is there has been found."""


class Browser:
    """Looks from `start` to `close`, and calls `on_change` in its own thread with every new list.

    With a key, `wanted`, it looks for the host that has it and for nothing else, as `Search` says.
    """

    def __init__(self, on_change: Callable[[Hosts], None], wanted: str | None = None) -> None:
        self._on_change = on_change
        self._wanted = wanted
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look, once."""
        self._loop = asyncio.SelectorEventLoop()
        self._task = self._loop.create_task(Search(self._on_change, self._wanted).run())
        self._thread = threading.Thread(
            target=_run, args=(self._loop, self._task), name="browser", daemon=True
        )
        self._thread.start()

    def close(self, patience: float = 0.0) -> None:
        """Stop looking, and wait so many seconds for that; without, the thread ends by itself."""
        if self._loop is not None and self._task is not None:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._task.cancel)
            self._task = None  # a second time would end the ending
        if self._thread is not None:
            self._thread.join(patience)


def _run(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    mdns.quiet(loop)
    try:
        # Whatever fails in there, hosts can be joined by their address.
        with contextlib.suppress(asyncio.CancelledError, Exception):
            loop.run_until_complete(task)
    finally:
        loop.close()


async def watch() -> AsyncGenerator[Hosts, None]:
    """Give the list of hosts whenever it changes, an empty one first; looks until it is closed.

    Close it with `contextlib.aclosing`, or by cancelling the task that iterates over it.
    """
    loop = asyncio.get_running_loop()
    lists: asyncio.Queue[Hosts] = asyncio.Queue()

    def post(hosts: Hosts) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody watches any more
            loop.call_soon_threadsafe(lists.put_nowait, hosts)

    browser = Browser(post)
    browser.start()
    try:
        yield ()
        while True:
            yield await lists.get()
    finally:
        browser.close()


def find(seconds: float = QUICK) -> Hosts:
    """Look for so many seconds and return the hosts found. Blocks."""
    newest: list[Hosts] = [()]
    browser = Browser(newest.append)
    browser.start()
    try:
        time.sleep(seconds)
    finally:
        browser.close()
    return newest[-1]
