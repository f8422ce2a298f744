"""The information port: plain TCP that says one line to whoever connects. Reads nothing, waits for nobody."""

import contextlib
import socket
from collections.abc import Callable

from sheep_host.bounds import Bounds


class Information:
    """The listener and the connections that it has answered and that are not closed yet."""

    def __init__(self, listener: socket.socket, line: Callable[[], bytes], bounds: Bounds) -> None:
        self.listener = listener
        listener.setblocking(False)
        self._line = line
        self._bounds = bounds
        self._open: list[tuple[socket.socket, float]] = []

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self._open)

    def serve(self, now: float) -> None:
        """Answer those who wait; the oldest connections make room for them."""
        for _ in range(self._bounds.askers_a_turn):
            try:
                connection, _address = self.listener.accept()
            except OSError:  # nobody waits, or they went away, or no descriptor is left
                return
            while len(self._open) >= self._bounds.askers:
                self._open.pop(0)[0].close()
            self._tell(connection, now)

    def sweep(self, now: float) -> None:
        """Close what the other side has closed, and what has been open for too long."""
        kept: list[tuple[socket.socket, float]] = []
        for connection, since in self._open:
            if now - since < self._bounds.asker_seconds and not _ended(connection):
                kept.append((connection, since))
            else:
                connection.close()
        self._open = kept

    def close(self) -> None:
        """Close everything."""
        self.listener.close()
        for connection, _since in self._open:
            connection.close()
        self._open.clear()

    def _tell(self, connection: socket.socket, now: float) -> None:
        try:
            connection.setblocking(False)
            # A line fits a new connection's buffer whole; who cannot take it has lost it.
            connection.send(self._line())
            # Only our half ends now: closing with something unread would take the line back.
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            connection.close()
            return
        self._open.append((connection, now))


def _ended(connection: socket.socket) -> bool:
    with contextlib.suppress(BlockingIOError, InterruptedError):
        try:
            return not connection.recv(4096)
        except ConnectionError:
            return True
    return False
