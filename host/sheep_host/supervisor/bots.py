"""The supervisor's bots: which keys play where, and the one process that plays for all of them."""

import time
from collections.abc import Callable

from sheep_common.net.keys import KeyPair, new_pair

from sheep_host.core.state.events import Granted, Key, TableId
from sheep_host.supervisor.children import Child, end
from sheep_host.supervisor.restarts import Restarts

HANGS = 15.0
"""Seconds without a sign of life after which the process counts as hanging; it gives one a second."""
ASLEEP = 5.0
"""Seconds without a look after which nothing can be said: this program, or the machine, stood still."""

Line = dict[str, object]


class Bots:
    """All bots of a host. `start` starts their process; nothing runs while there are none."""

    def __init__(self, start: Callable[[Callable[[bytes], None]], Child]) -> None:
        self._start = start
        self._asked: dict[str, tuple[KeyPair, Granted]] = {}
        self._playing: dict[str, Line] = {}
        self._process: Child | None = None
        self._restarts = Restarts()
        self._alive = 0.0
        """When the process gave a sign of life, or could have."""
        self._looked = 0.0
        self.start_at: float | None = None
        """When the process is started again, None when that is not due."""

    @property
    def process(self) -> Child | None:
        """The process, None while there is none."""
        return self._process

    def want(self, table: TableId, seat: int, level: str) -> Granted:
        """Make a bot for a seat; it plays once the host has taken the grant."""
        pair = new_pair()
        granted = Granted(Key(pair.public), table=table, seat=seat, level=level)
        self._asked[pair.public] = (pair, granted)
        return granted

    def granted(self, key: str, where: Line) -> None:
        """Let a bot play: the host knows its key. `where`: the host's key, address and port."""
        asked = self._asked.pop(key, None)
        if asked is None:
            return
        pair, granted = asked
        line: Line = {
            "key": pair.secret,
            **where,
            "name": f"Bot {len(self._playing) + 1}",
            "table": granted.table,
            "seat": granted.seat,
            "level": granted.level,
        }
        self._playing[key] = line
        if self._process is not None:
            self._process.tell(line)
        elif self.start_at is None:
            self.run()

    def drop(self, key: str) -> None:
        """Send a bot away."""
        self._asked.pop(key, None)
        if self._playing.pop(key, None) is not None and self._process is not None:
            self._process.tell({"drop": key})

    def run(self) -> None:
        """Start the process and tell it of all bots; without any, do nothing."""
        self.start_at = None
        if self._playing and self._process is None:
            self._alive = time.monotonic()
            self._restarts.started(self._alive)
            self._process = self._start(self._lives)
            self._process.stand_back()
            for line in self._playing.values():
                self._process.tell(line)

    def look(self, now: float) -> bool:
        """Do what is due: a start, or the end of a process that hangs; tell of the latter."""
        if now - self._looked > ASLEEP:
            self._alive = now
        self._looked = now
        if self.start_at is not None and now >= self.start_at:
            self.run()
        if self._process is None or now - self._alive < HANGS:
            return False
        self._alive = now
        self._process.kill()
        return True

    def _lives(self, _line: bytes) -> None:
        """Note a sign of life; called from the thread that reads the process."""
        self._alive = time.monotonic()

    def died(self) -> bool:
        """Note that the process has ended; return whether it will be started again."""
        self._process = None
        self.start_at = self._restarts.died(time.monotonic())
        return self.start_at is not None

    def end(self, patience: float) -> None:
        """End the process."""
        if self._process is not None:
            end([self._process], patience)
