"""The host process as the supervisor keeps it: started, told what it was told before, started again.

Where it listens, its grants and whether its table is open outlive each process. Hears nothing itself.
"""

import logging
import time
from collections.abc import Callable

from sheep_host.core.state.events import Granted, Opened
from sheep_host.errors import ShellError
from sheep_host.pipes import lines
from sheep_host.supervisor import memory
from sheep_host.supervisor.children import HOST, Child
from sheep_host.supervisor.restarts import Restarts
from sheep_host.supervisor.settings import Settings

LOG = logging.getLogger("sheep_host")
PATIENCE = 5.0
"""Seconds that the host process has to end in order."""
AGAIN = 3.0
"""Seconds that a restarted host waits for its ports."""


class Keeper:
    """One host over all its processes. `port` is where it listens, None before it ever did."""

    def __init__(
        self,
        settings: Settings,
        on_line: Callable[[bytes], None],
        on_said: Callable[[bytes], None] | None,
        on_exit: Callable[[Child], None],
    ) -> None:
        self._settings = settings
        self._on_line = on_line
        self._on_said = on_said
        self._on_exit = on_exit
        self._restarts = Restarts()
        self._grants: dict[str, Granted] = {}
        self._kill_at = float("inf")
        self.process: Child | None = None
        self.start_at: float | None = None
        """When the process is started again, None when that is not due."""
        self.port: int | None = None
        self.table: Opened | None = settings.table
        """The table that it has still to open."""
        self.fatal: str | None = None
        """Why the process cannot go on, in its own words."""

    @property
    def is_over(self) -> bool:
        """Whether there is no process and none will be started."""
        return self.process is None and self.start_at is None

    def start(self) -> None:
        """Start the process, and tell it everything that the one before knew."""
        self.start_at = None
        self.fatal = None
        self._kill_at = float("inf")
        self._restarts.started(time.monotonic())
        self.process = Child(
            HOST, apart=True, on_exit=self._on_exit, on_line=self._on_line, on_said=self._on_said
        )
        self.process.tell(lines.Order(serve=self._serve()))
        for grant in self._grants.values():
            self.process.tell(lines.Order(grant=grant))
        if self.table is not None:
            self.process.tell(lines.Order(open=self.table))

    def grant(self, grant: Granted) -> None:
        """Vouch for a key, to this process and to those after it."""
        self._grants[grant.key] = grant
        if self.process is not None:
            self.process.tell(lines.Order(grant=grant))

    def forget(self, key: str) -> None:
        """Vouch for a key no longer."""
        self._grants.pop(key, None)

    def look(self, now: float) -> None:
        """Do what is due: a start, or the end of a process that takes too long or too much."""
        if self.start_at is not None and now >= self.start_at:
            self.start()
        if self.process is None:
            return
        size = memory.resident(self.process.pid)
        if size is not None and size > memory.LIMIT and self._kill_at > now:
            LOG.error("the host takes too much memory (%d MB)", size >> 20)
            self._kill_at = now
        if now >= self._kill_at:
            self.process.kill()

    def stop(self) -> None:
        """Ask the process to end in order, and start none again; the second time, end it at once."""
        self.start_at = None
        asked_before = self._kill_at < float("inf")
        self._kill_at = 0.0 if asked_before else time.monotonic() + PATIENCE
        if self.process is not None:
            self.process.tell(lines.Order(stop=True))

    def died(self, status: int | None) -> None:
        """Note that the process ended unasked; ShellError when it is not to be started again."""
        if self.fatal is not None and self.port is None:
            raise ShellError(self.fatal)
        self.start_at = self._restarts.died(time.monotonic())
        if self.start_at is None:
            raise ShellError(
                self.fatal or "the host process ended at once again and again: see the log above"
            )
        LOG.error("the host process ended (%s): it is started again", self.fatal or _cause(status))

    def _serve(self) -> lines.Serve:
        settings = self._settings
        return lines.Serve(
            data=str(settings.data),
            host_name=settings.host_name,
            bind=settings.bind,
            port=settings.port if self.port is None else self.port,
            patience=0.0 if self.port is None else AGAIN,
            level="ERROR" if settings.terminal else "INFO",
            password=settings.password,
        )


def _cause(status: int | None) -> str:
    return f"by signal {-status}" if status is not None and status < 0 else f"with status {status}"
