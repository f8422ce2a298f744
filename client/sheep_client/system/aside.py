"""Work of others' in a thread that nobody has to wait for: neither the loop nor the end of the program."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Do something that may take long, and raise what it raises; who gives up waiting leaves it to itself."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: Callable[[], None]) -> None:
        if not future.done():
            result()

    def run() -> None:
        try:
            found = work()
        except Exception as error:  # noqa: BLE001 - it is raised where it is awaited
            caught = error
            _tell(loop, lambda: settle(lambda: future.set_exception(caught)))
        else:
            _tell(loop, lambda: settle(lambda: future.set_result(found)))

    threading.Thread(target=run, name="aside", daemon=True).start()
    return await future


def _tell(loop: asyncio.AbstractEventLoop, done: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
        loop.call_soon_threadsafe(done)
