"""`sheep-host` itself: keeps a host process alive, and runs the console, the player and the bots beside it.

It has no socket and knows no game: it passes on what it hears, and makes the keys of its children.
"""

import contextlib
import logging
import queue
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sheep_common.net.keys import KeyPair, new_pair

from sheep_host.core.state.events import Granted, Key, TableId
from sheep_host.network import addresses
from sheep_host.network.wakeup import stopping_signals
from sheep_host.pipes import lines, log_file
from sheep_host.supervisor import held_output, memory, secrecy, terminal
from sheep_host.supervisor.bots import Bots
from sheep_host.supervisor.children import BOTS, CLIENT, Child, end
from sheep_host.supervisor.host_process import PATIENCE, Keeper
from sheep_host.supervisor.invitation import Invitation
from sheep_host.supervisor.report import Event, Report, public
from sheep_host.supervisor.settings import Settings

if TYPE_CHECKING:
    from sheep_host.announce.announcer import Announcer

LOG = logging.getLogger("sheep_host")
LOOK = 1.0
"""Seconds between two looks at what is due by itself."""


class Supervisor:
    """One host, from its first start to the end of its last child."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._on_said = held_output.log if settings.terminal and settings.play is not None else None
        """What children write to stderr; None where it tears no screen apart."""
        self._host = Keeper(
            settings, lambda line: self._events.put(("line", line)), self._on_said, self._ended
        )
        self._bots = Bots(self._start_bots)
        self._seat: Child | None = None
        """The client in this terminal, which has the pair of keys."""
        self._pair: KeyPair | None = None
        self._where: dict[str, object] = {}
        """The host's key, address and port, for its clients here; nothing before it listens."""
        self._invitation = Invitation(settings.bind)
        self._announcer: Announcer | None = None
        self._exposed: Path | None = None
        """What others on this computer can read, and should not."""
        self._status: int | None = None
        """The exit status once the end has begun."""

    def run(self) -> int:
        """Host until it is time to end; return the exit status. ShellError when it cannot go on."""
        addresses.must_be_here(self._settings.bind)
        log = held_output.handler(screen=self._on_said is not None)
        logging.basicConfig(handlers=[log], level=logging.ERROR if self._settings.terminal else logging.INFO)
        for number in stopping_signals():
            signal.signal(number, lambda _number, _frame: self._events.put(("signal", None)))
        if self._settings.terminal:
            self._vouch_for_terminal()
        report = Report(self._settings, lambda error: self._events.put(("unread", error)))
        with contextlib.closing(log), terminal.kept(there=self._settings.terminal):
            try:
                self._host.start()
                while not self._host.is_over:
                    self._step(report)
            finally:
                self._end()
                if self._where:
                    report.tell({"event": "closed"})
                report.close()
                log_file.end()
        return self._status or 0

    # --- what happens -----------------------------------------------------------------------

    def _step(self, report: Report) -> None:
        """Wait for one thing to happen, a moment at most, and see to it."""
        with contextlib.suppress(queue.Empty):
            kind, value = self._events.get(timeout=self._wait())
            if kind == "line":
                self._hear(value, report)
            elif kind == "ended":
                self._see_end(value)
            elif kind == "signal":
                self._stop(0)
            elif self._status is None:
                LOG.error("%s: the host ends", _unread(value))
                self._stop(1)
        now = time.monotonic()
        self._host.look(now)
        if self._status is None and self._bots.look(now):
            LOG.warning("the bots hang: they are ended")
        if self._where and self._status is None and self._invitation.look(self._host.port or 0, now):
            self._invite_anew(report)

    def _wait(self) -> float:
        now = time.monotonic()
        due = [moment for moment in (self._host.start_at, self._bots.start_at) if moment is not None]
        return min([LOOK, *(max(0.0, moment - now) for moment in due)])

    def _hear(self, line: bytes, report: Report) -> None:
        """See to a line of the host process."""
        try:
            told = lines.told(line)
        except ValueError:
            return
        match told:
            case {"want": "bot", "table": str(table), "seat": int(seat), "level": str(level)}:
                self._host.grant(self._bots.want(TableId(table), seat, level))
            case {"drop": str(key)}:
                self._host.forget(key)
                self._bots.drop(key)
            case {"granted": str(key)}:
                self._granted(key)
            case {"opened": True}:
                self._host.table = None
            case {"status": dict(status)}:
                self._show(status)
            case {"fatal": str(text)}:
                self._host.fatal = text
            case {"event": "closed"}:  # said once, when everything has ended
                pass
            case {"event": str()}:
                self._hear_event(told, report)

    def _show(self, status: dict[str, Any]) -> None:
        """Give the console, if there is one, what it shows on /status."""
        process = self._host.process
        if self._seat is not None and process is not None:
            self._seat.tell({"status": {**status, "memory": memory.resident(process.pid)}})

    def _hear_event(self, event: Event, report: Report) -> None:
        listening = event["event"] == "listening"
        if listening:
            self._host.port = int(event["port"])
            self._log_to_disk()
            address = addresses.local(self._settings.bind)
            self._where = {"server": event["key"], "address": address, "port": event["port"]}
            self._invitation.begin(self._host.port)
            event = {**event, "join": list(self._invitation.lines)}
        report.tell(event)
        if self._seat is not None:
            self._seat.tell(public(event))
        if not listening:
            if self._announcer is not None:
                self._announcer.look()
            return
        if not self._settings.json:  # in a terminal its client says it, and this is below the log's level
            here = addresses.join_line(addresses.local(self._settings.bind), int(event["port"]))
            alone = f"{here}, on this machine alone" if self._invitation.alone else f"{here}, for now"
            LOG.info("others join with: %s", " or ".join(self._invitation.lines) or alone)
        self._announce(int(event["info_port"]))

    def _log_to_disk(self) -> None:
        """Log to a file too, from the moment on at which the data folder is there for sure."""
        if not self._where:
            level = logging.ERROR if self._settings.terminal else logging.INFO
            log_file.begin(level, self._settings.data, "sheep-host")
            self._exposed = secrecy.exposed(self._settings.data)
            if self._exposed is not None:
                text = "others on this computer can read %s: keep them out with chmod 700 %s"
                LOG.warning(text, self._exposed, self._settings.data)

    def _announce(self, info_port: int) -> None:
        if self._announcer is None and self._settings.discovery:
            # Late: asyncio takes its time, and the host is there already.
            from sheep_host.announce.announcer import Announcer

            self._announcer = Announcer(self._settings.bind)
        if self._announcer is not None:
            self._announcer.listening(info_port)

    def _invite_anew(self, report: Report) -> None:
        """Say how others join now that the machine has other addresses."""
        lines = list(self._invitation.lines)
        report.tell({"event": "addresses", "join": lines})
        if self._seat is not None:
            self._seat.tell({"join": lines})
        if self._announcer is not None:
            self._announcer.look()

    # --- the client in this terminal, and the bots ----------------------------------------------

    def _vouch_for_terminal(self) -> None:
        """Make the key of the client here: it owns the host, and with --play it has a seat."""
        self._pair = new_pair()
        grant = Granted(Key(self._pair.public), owner=True, name=self._settings.play)
        self._host.grant(grant)
        if self._host.table is not None and self._settings.play is not None:
            self._host.table = replace(self._host.table, play=grant)

    def _granted(self, key: str) -> None:
        """Let a child begin: the host has taken its key."""
        if self._pair is None or key != self._pair.public:
            self._bots.granted(key, self._where)
        elif self._seat is None and self._status is None:
            self._start_seat(self._pair)

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
                "join": list(self._invitation.lines),
                "alone": self._invitation.alone,
                "exposed": None if self._exposed is None else str(self._exposed),
            }
        )

    def _start_bots(self, on_line: Callable[[bytes], None]) -> Child:
        delay = self._settings.bot_delay
        arguments = ["--beat", *([] if delay is None else ["--delay", str(delay)])]
        return Child(
            BOTS, *arguments, apart=True, on_exit=self._ended, on_line=on_line, on_said=self._on_said
        )

    # --- the end ----------------------------------------------------------------------------

    def _ended(self, child: Child) -> None:
        """Note the end of a child; called from its own thread."""
        self._events.put(("ended", child))

    def _see_end(self, child: Child) -> None:
        if child is self._host.process:
            self._host.process = None
            if self._status is None and child.status == 0:
                self._status = 0  # somebody told it to end, and it did so in order
            elif self._status is None:
                self._host.died(child.status)
        elif child is self._seat:
            self._seat = None
            if self._status is None:
                self._stop(0 if child.status in (0, 130, -signal.SIGINT) else 1)
        elif child is self._bots.process:
            again = self._bots.died()
            if self._status is None:
                LOG.warning("the bots ended%s", ": they are started again" if again else " for good")

    def _stop(self, status: int) -> None:
        """Begin the end: the host tells everyone, and stores; the second time, it ends at once."""
        if self._status is None:
            self._status = status
        self._host.stop()

    def _end(self) -> None:
        """End whatever still runs."""
        if self._announcer is not None:
            self._announcer.stop()
        running = (self._host.process, self._seat, self._bots.process)
        end([child for child in running if child is not None], PATIENCE)
        if self._announcer is not None:
            self._announcer.close()


def _unread(error: OSError) -> str:
    if isinstance(error, BrokenPipeError):
        return "nobody reads the events any more"
    return f"the events cannot be written ({error.strerror})"
