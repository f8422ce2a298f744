"""`sheep-host` itself: keeps a host process alive, and runs the console, the player and the bots beside it.

It has no socket and knows no game: it passes on what it hears, and makes the keys of its children.
"""

import contextlib
import logging
import queue
import signal
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sheep_common.net.keys import KeyPair, new_pair

from sheep_host.core.stimuli import Granted
from sheep_host.shell import addresses, lines, memory, report
from sheep_host.shell.bots import Bots
from sheep_host.shell.children import CLIENT, HOST, Child, end
from sheep_host.shell.errors import ShellError
from sheep_host.shell.outbox import Outbox
from sheep_host.shell.restarts import Restarts
from sheep_host.shell.settings import Settings
from sheep_host.shell.wakeup import stopping_signals

if TYPE_CHECKING:
    from sheep_host.shell.announcer import Announcer

LOG = logging.getLogger("sheep_host")
PATIENCE = 5.0
"""Seconds that the host process has to end in order, and then everyone else."""
LAST_WORDS = 1.0
"""Seconds that a reader of the events has to take the last ones."""
AGAIN = 3.0
"""Seconds that a restarted host waits for its ports."""
LOOK = 1.0
"""Seconds between two looks at the host's memory."""


class Supervisor:
    """One host, from its first start to the end of its last child."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._host: Child | None = None
        self._restarts = Restarts()
        self._start_at: float | None = None
        self._where: dict[str, object] = {}
        self._announcer: Announcer | None = None
        self._fatal: str | None = None
        self._opened = settings.table is None
        self._bots = Bots(lambda module: Child(module, apart=True, on_exit=self._ended))
        self._seat: Child | None = None
        """The client in this terminal."""
        self._pair: KeyPair | None = new_pair() if settings.terminal else None
        self._grants: dict[str, Granted] = {}
        self._output: Outbox | None = None
        """Where events go as JSON Lines."""
        self._status: int | None = None
        """The exit status once the end has begun."""
        self._end_by = 0.0

    def run(self) -> int:
        """Host until it is time to end; return the exit status. ShellError when it cannot go on."""
        logging.basicConfig(
            stream=sys.stderr,
            level=logging.ERROR if self._settings.terminal else logging.INFO,
            format="%(asctime)s %(message)s",
        )
        for number in stopping_signals():
            signal.signal(number, lambda _number, _frame: self._events.put(("signal", None)))
        if self._settings.json and sys.stdout is not None:
            self._output = Outbox(sys.stdout.buffer, lambda: self._events.put(("unread", None)))
        if self._pair is not None:
            grant = Granted(self._pair.public, owner=True, name=self._settings.play)
            self._grants[grant.key] = grant
        with _terminal_kept(self._settings.terminal):
            try:
                self._start_host()
                while self._host is not None or self._start_at is not None:
                    self._step()
            finally:
                if self._announcer is not None:
                    self._announcer.stop()
                self._end_children()
                if self._announcer is not None:
                    self._announcer.close()
                if self._where:
                    self._report({"event": "closed"})
                if self._output is not None:
                    self._output.close(LAST_WORDS)
        return self._status or 0

    # --- what happens -----------------------------------------------------------------------

    def _step(self) -> None:
        """Wait for one thing to happen, a moment at most, and see to it."""
        with contextlib.suppress(queue.Empty):
            kind, value = self._events.get(timeout=self._wait())
            if kind == "line":
                self._hear(value)
            elif kind == "ended":
                self._see_end(value)
            elif kind == "signal":
                self._stop(0)
            elif self._status is None:
                LOG.error("nobody reads the events any more: the host ends")
                self._stop(1)
        self._see_time(time.monotonic())

    def _wait(self) -> float:
        now = time.monotonic()
        due = [moment for moment in (self._start_at, self._bots.start_at) if moment is not None]
        return min([LOOK, *(max(0.0, moment - now) for moment in due)])

    def _see_time(self, now: float) -> None:
        if self._start_at is not None and now >= self._start_at:
            self._start_host()
        if self._bots.start_at is not None and now >= self._bots.start_at:
            self._bots.run()
        if self._host is None:
            return
        if self._status is not None and now >= self._end_by:
            self._host.kill()
        size = memory.resident(self._host.pid)
        if size is not None and size > memory.LIMIT:
            LOG.error("the host takes too much memory (%d MB): it is started again", size >> 20)
            self._host.kill()

    def _hear(self, line: bytes) -> None:
        """See to a line of the host process."""
        try:
            told = lines.told(line)
        except ValueError:
            return
        match told:
            case {"want": "bot", "table": str(table), "seat": int(seat), "level": str(level)}:
                self._grant(self._bots.want(table, seat, level))
            case {"drop": str(key)}:
                self._grants.pop(key, None)
                self._bots.drop(key)
            case {"granted": str(key)}:
                self._granted(key)
            case {"opened": True}:
                self._opened = True
            case {"fatal": str(text)}:
                self._fatal = text
            case {"event": "closed"}:  # said once, when everything has ended
                pass
            case {"event": str()}:
                self._hear_event(told)

    def _hear_event(self, event: report.Event) -> None:
        if event["event"] == "listening":
            self._where = {
                "server": event["key"],
                "address": addresses.local(self._settings.bind),
                "port": event["port"],
            }
        self._report(report.public(event))
        if event["event"] == "listening":
            self._announce(int(event["info_port"]))
        elif self._announcer is not None:
            self._announcer.look()

    def _announce(self, info_port: int) -> None:
        if self._announcer is None and self._settings.discovery:
            # Late: asyncio takes its time, and the host is there already.
            from sheep_host.shell.announcer import Announcer

            self._announcer = Announcer(self._settings.bind)
        if self._announcer is not None:
            self._announcer.listening(info_port)

    def _report(self, event: report.Event) -> None:
        """Tell whoever started us what happens."""
        if self._seat is not None:
            self._seat.tell(event)
        if self._output is not None:
            self._output.tell(event)
        elif not self._settings.terminal:
            said = report.sentence(event)
            if said is not None:
                LOG.info("%s", said)
            if event["event"] == "listening":
                port = int(str(self._where["port"]))
                here = addresses.join_line(addresses.local(self._settings.bind), port)
                LOG.info(
                    "others join with: %s", " or ".join(self._join()) or f"{here}, on this machine alone"
                )

    def _join(self) -> list[str]:
        port = int(str(self._where["port"]))
        return addresses.join_lines(self._settings.bind, port, addresses.lan())

    # --- the host process -------------------------------------------------------------------

    def _start_host(self) -> None:
        self._start_at = None
        self._fatal = None
        settings = self._settings
        again = bool(self._where)
        serve = lines.Serve(
            data=str(settings.data),
            host_name=settings.host_name,
            bind=settings.bind,
            port=int(str(self._where["port"])) if again else settings.port,
            patience=AGAIN if again else 0.0,
            level="ERROR" if settings.terminal else "INFO",
        )
        self._restarts.started(time.monotonic())
        self._host = Child(
            HOST,
            apart=True,
            on_exit=self._ended,
            on_line=lambda line: self._events.put(("line", line)),
        )
        self._host.tell(lines.Order(serve=serve))
        for grant in self._grants.values():
            self._host.tell(lines.Order(grant=grant))
        if not self._opened and settings.table is not None:
            play = self._grants.get(self._pair.public) if self._pair and settings.play else None
            self._host.tell(lines.Order(open=replace(settings.table, play=play)))

    def _grant(self, grant: Granted) -> None:
        self._grants[grant.key] = grant
        if self._host is not None:
            self._host.tell(lines.Order(grant=grant))

    def _granted(self, key: str) -> None:
        """Let a child begin: the host has taken its key."""
        if self._pair is not None and key == self._pair.public and self._status is None:
            if self._seat is None:
                self._start_seat(self._pair)
        else:
            self._bots.granted(key, self._where)

    def _start_seat(self, pair: KeyPair) -> None:
        self._seat = Child(CLIENT, "--granted", apart=False, on_exit=self._ended)
        self._seat.tell(
            {
                "key": pair.secret,
                **self._where,
                "name": self._settings.play or "Host",
                "console": self._settings.play is None,
                "table": None,
                "seat": None,
                "lang": None,
                "join": self._join(),
            }
        )

    # --- the end ----------------------------------------------------------------------------

    def _ended(self, child: Child) -> None:
        """Note the end of a child; called from its own thread."""
        self._events.put(("ended", child))

    def _see_end(self, child: Child) -> None:
        if child is self._host:
            self._host = None
            self._see_host_end(child)
        elif child is self._seat:
            self._seat = None
            if self._status is None:
                self._stop(0 if child.status in (0, 130, -signal.SIGINT) else 1)
        elif child is self._bots.process:
            again = self._bots.died()
            if self._status is None:
                LOG.warning("the bots ended%s", ": they are started again" if again else " for good")

    def _see_host_end(self, child: Child) -> None:
        if self._status is not None:
            return
        if child.status == 0:  # somebody told it to end, and it did so in order
            self._status = 0
            return
        if self._fatal is not None and not self._where:
            raise ShellError(self._fatal)
        self._start_at = self._restarts.died(time.monotonic())
        if self._start_at is None:
            raise ShellError(
                self._fatal or "the host process ended at once again and again: see the log above"
            )
        LOG.error("the host process ended (%s): it is started again", self._fatal or _cause(child.status))

    def _stop(self, status: int) -> None:
        """Begin the end: the host tells everyone, and stores; the second time, at once."""
        if self._status is not None:
            self._end_by = 0.0
            return
        self._status = status
        self._start_at = None
        self._end_by = time.monotonic() + PATIENCE
        if self._host is not None:
            self._host.tell(lines.Order(stop=True))

    def _end_children(self) -> None:
        children = [child for child in (self._host, self._seat, self._bots.process) if child is not None]
        end(children, PATIENCE)


def _cause(status: int | None) -> str:
    return f"by signal {-status}" if status is not None and status < 0 else f"with status {status}"


@contextlib.contextmanager
def _terminal_kept(terminal: bool) -> Iterator[None]:
    """Give the terminal back as it was, also after a client that was killed."""
    if not terminal or sys.platform == "win32":
        yield
        return
    import termios

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
