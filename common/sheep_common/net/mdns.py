"""Opening zeroconf on this machine's interfaces: quietly, and only when somebody wants it."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

PATIENCE = 1.0
"""Seconds that closing may take; the goodbyes of a host take a quarter of one."""


async def open_on(speaking: Sequence[str | int]) -> "AsyncZeroconf":
    """Open zeroconf in the running loop, on what `places.speaking` has chosen.

    Where both versions of IP cannot be had, on IPv4 alone. OSError when there is no way.
    """
    problem: Exception = OSError("no network interface")
    for choice in (speaking, [address for address in speaking if isinstance(address, str)]):
        if choice:
            try:
                return await _started(choice)
            except (OSError, RuntimeError) as error:  # RuntimeError: an interface has just gone
                problem = error
    raise OSError(str(problem)) from problem


async def _started(choice: Sequence[str | int]) -> "AsyncZeroconf":
    # Late: it takes 65 ms.
    from zeroconf import NotRunningException
    from zeroconf.asyncio import AsyncZeroconf

    # What it has to say of single packets and sockets is for no player's terminal.
    logging.getLogger("zeroconf").propagate = False
    zeroconf = AsyncZeroconf(interfaces=list(choice))
    try:
        # Who is cancelled while waiting for its start cancels the start itself, and its sockets stay open.
        await asyncio.shield(asyncio.ensure_future(zeroconf.zeroconf.async_wait_for_start()))
    except NotRunningException:
        await close(zeroconf)
        raise OSError("zeroconf did not start") from None
    except asyncio.CancelledError:
        await close(zeroconf)
        raise
    return zeroconf


async def close(zeroconf: "AsyncZeroconf") -> None:
    """Close it, with goodbyes for what was announced, in `PATIENCE` seconds at most."""
    with contextlib.suppress(Exception):  # whatever it stumbles over, it is not needed any more
        async with asyncio.timeout(PATIENCE):
            await zeroconf.async_close()


def quiet(loop: asyncio.AbstractEventLoop) -> None:
    """Let what fails inside zeroconf's own callbacks be a line for debugging."""

    def note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        logging.getLogger(__name__).debug("mdns: %s", context.get("exception") or context.get("message"))

    loop.set_exception_handler(note)
