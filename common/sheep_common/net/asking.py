"""Asking an information port from within a loop. The blocking way is `info.ask`."""

import asyncio
import socket

from sheep_common.net.info import LIMIT, Info, parse


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
