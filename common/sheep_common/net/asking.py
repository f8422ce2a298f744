"""Asking an information port from within a loop. The blocking way is `info.ask`."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Sequence

from sheep_common.net.info import LIMIT, Info, parse

STAGGER = 0.15
"""Seconds that one address has before the next is asked as well."""


async def ask(address: str, port: int, timeout: float) -> Info:
    """Ask the information port at an address (a number, not a name).

    OSError when it cannot be reached within `timeout` seconds, all in all; ValueError when it is no host's.
    """
    loop = asyncio.get_running_loop()
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    family, kind, number, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=flags)[
        0
    ]
    with socket.socket(family, kind, number) as connection:
        connection.setblocking(False)
        data = b""
        async with asyncio.timeout(timeout):
            await loop.sock_connect(connection, where)
            while not data.endswith(b"\n") and len(data) < LIMIT:
                part = await loop.sock_recv(connection, LIMIT - len(data))
                if not part:
                    break
                data += part
    return parse(data)


async def each(
    addresses: Sequence[str], port: int, timeout: float
) -> AsyncGenerator[tuple[str, Info | Exception], None]:
    """Ask several addresses, one a moment after the other; yield each with its answer, as they come.

    What went wrong, an OSError or a ValueError, is an answer too. Close it with `contextlib.aclosing`.
    """
    waiting: dict[asyncio.Task[Info], str] = {}
    left = list(addresses)
    try:
        while left or waiting:
            if left:
                address = left.pop(0)
                waiting[asyncio.ensure_future(ask(address, port, timeout))] = address
            done, _ = await asyncio.wait(
                waiting, timeout=STAGGER if left else None, return_when=asyncio.FIRST_COMPLETED
            )
            for question in done:
                address = waiting.pop(question)
                try:
                    answer: Info | Exception = question.result()
                except (OSError, ValueError) as problem:
                    answer = problem
                yield address, answer
    finally:
        for question in waiting:
            question.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
