"""Why a host cannot be reached: which of its two ports answers, and whether it is the one that is meant.

What an information port says is not proved, so this is for the player to read and for nothing else.
"""

import asyncio
import contextlib
import socket

from sheep_common.net import asking

from sheep_client.core.events import Trouble

PATIENCE = 1.0
"""Seconds that each port has to answer."""


async def diagnose(address: str, port: int, key: str) -> Trouble:
    """Say what is wrong with the way to a host's game port; takes little more than a second."""
    open_, said = await asyncio.gather(answers(address, port), _key_at(address, port + 1))
    if said is not None and said != key:
        return Trouble("elsewhere", address, port)
    if open_:
        return Trouble("silent", address, port)
    if said is not None:
        return Trouble("blocked", address, port, port + 1)
    return Trouble("gone", address, port)


async def answers(address: str, port: int) -> bool:
    """Tell whether something takes connections at a port of an address (a number, not a name)."""
    loop = asyncio.get_running_loop()
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    with contextlib.suppress(OSError):
        (family, kind, number, _, where), *_rest = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM, flags=flags
        )
        with socket.socket(family, kind, number) as connection:
            connection.setblocking(False)
            async with asyncio.timeout(PATIENCE):
                await loop.sock_connect(connection, where)
            return True
    return False


async def _key_at(address: str, port: int) -> str | None:
    try:
        return (await asking.ask(address, port, PATIENCE)).key
    except (OSError, ValueError):
        return None
