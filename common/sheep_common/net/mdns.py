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


def open_on(speaking: Sequence[str | int]) -> "AsyncZeroconf":
    """Open zeroconf in the running loop, on what `places.speaking` has chosen.

    Where both versions of IP cannot be had, on IPv4 alone. OSError when there is no way.
    """
    # Late: it takes 65 ms.
    from zeroconf.asyncio import AsyncZeroconf

    # What it has to say of single packets and sockets is for no player's terminal.
    logging.getLogger("zeroconf").propagate = False
    problem: Exception = OSError("no network interface")
    for choice in (list(speaking), [address for address in speaking if isinstance(address, str)]):
        if choice:
            try:
                return AsyncZeroconf(interfaces=choice)
            except (OSError, RuntimeError) as error:  # RuntimeError: an interface has just gone
                problem = error
    raise OSError(str(problem)) from problem


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
