"""A pair of ports for tests that must know it beforehand, or have it again after it was let go."""

import contextlib
import random
import socket

ANY = range(10_000, 20_000, 2)
"""Below what systems give to outgoing connections and to whoever asks for any port, and beside what hosts
take by themselves: what is free here stays free while other tests run."""


def free_pair() -> int:
    """Return a port that nobody uses on this machine's loopback, with the next one."""
    for port in random.sample(ANY, 100):
        with contextlib.suppress(OSError):
            for one in (port, port + 1):
                socket.create_server(("127.0.0.1", one)).close()
            return port
    raise OSError("no pair of ports is free")
