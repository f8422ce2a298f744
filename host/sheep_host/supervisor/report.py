"""What happens at a host, told to whoever started it: JSON Lines on stdout, or sentences in the log."""

import logging
import sys
from collections.abc import Callable
from typing import Any

from sheep_host.pipes.outbox import Outbox, standard
from sheep_host.supervisor.settings import Settings

LOG = logging.getLogger("sheep_host")
LAST_WORDS = 1.0
"""Seconds that a reader of the events has to take the last ones."""

Event = dict[str, Any]


class Report:
    """Where events go. `on_unread` is called, from another thread, once they cannot be written."""

    def __init__(self, settings: Settings, on_unread: Callable[[OSError], None]) -> None:
        self._output: Outbox | None = None
        self._disk = settings.json or settings.terminal
        if settings.json:
            self._output = Outbox(standard(sys.stdout), on_unread)

    def tell(self, event: Event) -> None:
        """Tell an event; where a client or a program is told, only the log on disk has it too."""
        if self._output is not None:
            self._output.tell(public(event))
        said = sentence(event)
        if said is not None:
            LOG.info("%s", said, extra={"disk": self._disk})

    def close(self) -> None:
        """Tell no more; what was told goes out."""
        if self._output is not None:
            self._output.close(LAST_WORDS)


def public(event: Event) -> Event:
    """Return an event as it may be printed: without the host's key, which children alone need."""
    return {name: value for name, value in event.items() if name != "key"}


def sentence(event: Event) -> str | None:
    """Say an event in words; None for one that needs none."""
    kind = event.get("event")
    name = event.get("name")
    table = event.get("table")
    match kind:
        case "listening":
            return f"listening on port {event.get('port')}, fingerprint {event.get('fingerprint')}"
        case "addresses":
            join = " or ".join(event.get("join", ()))
            return f"others join with: {join}" if join else "this machine is on no network now"
        case "joined":
            return f"{name} is here"
        case "left":
            return f"{name} is gone"
        case "seated":
            return f"{name} has seat {event.get('seat')} of table {table}"
        case "started":
            return f"the game at table {table} begins"
        case "over":
            return f"the game at table {table} is over{_result(event.get('outcome'))}"
        case "closed":
            return "closed"
        case _:
            return None


def _result(outcome: object) -> str:
    if not isinstance(outcome, dict):
        return ""
    scores = " ".join(str(score) for score in outcome.get("scores", ()))
    winners = " ".join(str(seat) for seat in outcome.get("winners", ()))
    return f": scores {scores}, won by seat {winners}"
