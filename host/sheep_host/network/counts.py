"""What happens at the link, counted for the host's owner: how much, how fast, what was refused and why.

No names, addresses, keys or texts. Sends nothing.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

EACH = 2.0
"""Seconds between two looks."""
LOGGED_EACH = 60.0
"""Seconds between two lines of the log about what was refused."""
LOG = logging.getLogger("sheep_host")


class Counts:
    """Totals since the start of the host process."""

    def __init__(self) -> None:
        self.received = 0
        """Messages, whatever they were."""
        self.unheard = 0
        """Those that were not looked at, for their connection sent too many."""
        self.sent = 0
        self.refused: Counter[str] = Counter()
        """By code."""
        self.ended: Counter[str] = Counter()
        """Connections that the host ended, by reason."""


class Status:
    """Tells the supervisor every few seconds what there is and what was counted.

    `look_at`: what else there is, as numbers.
    """

    def __init__(
        self,
        counts: Counts,
        look_at: Callable[[], Mapping[str, int]],
        tell: Callable[[dict[str, object]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._counts = counts
        self._look_at = look_at
        self._tell = tell
        self._began = self._last = clock()
        self._before = (0, 0)
        self._told: dict[str, Any] = {}
        self._logged_at = self._began
        self._logged: Counter[str] = Counter()

    def look(self, now: float) -> None:
        """Tell, if it is time and there is anything new."""
        passed = now - self._last
        if passed < EACH:
            return
        counts = self._counts
        received, sent = counts.received - self._before[0], counts.sent - self._before[1]
        self._last, self._before = now, (counts.received, counts.sent)
        status: dict[str, Any] = {
            **self._look_at(),
            "received": counts.received,
            "unheard": counts.unheard,
            "sent": counts.sent,
            "received_a_second": round(received / passed, 1),
            "sent_a_second": round(sent / passed, 1),
            "refused": dict(counts.refused),
            "ended": dict(counts.ended),
        }
        if status != self._told:
            self._told = status
            self._tell({"status": {**status, "seconds": int(now - self._began)}})
        if now - self._logged_at >= LOGGED_EACH:
            self._logged_at = now
            self.log()

    def log(self) -> None:
        """Log what was refused and ended since the last such line; the last time when the host ends."""
        now = self._counts.refused + Counter({f"ended, {why}": n for why, n in self._counts.ended.items()})
        since = now - self._logged
        self._logged = now
        if since:
            LOG.info("refused: %s", ", ".join(f"{what} {number}" for what, number in since.most_common()))
