"""One turn of the host: stimuli into the core, what is to be stored into the store, then everything else.

The order is the promise: nothing is told to anybody before it is on disk. Waits for nothing itself.
"""

import logging
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from sheep_common.messages import Message

from sheep_host.core.state.effects import (
    Announce,
    Cut,
    DropBot,
    Effect,
    Log,
    Send,
    Stored,
    WantBot,
    WriteRecord,
)
from sheep_host.core.state.events import Route, Stimulus
from sheep_host.store.store import StoreError

LOG = logging.getLogger("sheep_host")
PATIENCE = 1.0
"""Seconds until time alone leads to a turn again, after one that came to nothing."""
_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


class Core(Protocol):
    """What the shell knows of the core; `sheep_host.core` itself, and doubles in tests."""

    def handle(
        self, host: Any, stimuli: Sequence[Stimulus], now: float, rng: Random
    ) -> tuple[Any, Sequence[Effect]]:
        """Return the next host and what is to be done."""

    def next_deadline(self, host: Any) -> float | None:
        """Return when time alone will change something."""

    def refuse_storage(self, host: Any, stimuli: Sequence[Stimulus]) -> Sequence[Effect]:
        """Return the refusals for a turn that could not be stored."""

    def still_due(self, stimuli: Sequence[Stimulus]) -> list[Stimulus]:
        """Return what is to come again after it could not be stored, for nobody repeats it."""


class Outlet(Protocol):
    """Where messages go."""

    def send(self, name: Route, message: Message) -> Stimulus | None:
        """Send, and say what went wrong."""

    def cut(self, name: Route, now: float) -> None:
        """End a connection."""


class Ledger(Protocol):
    """Where things are kept."""

    def commit(self, effects: Sequence[Stored]) -> None:
        """Store all or nothing; `StoreError` when it cannot be done."""


class UndecidedError(Exception):
    """The core failed where it must not: nothing has changed."""


class Teller(Protocol):
    """Whom the supervisor is told through."""

    def __call__(self, line: dict[str, object], /) -> None:
        """Tell the supervisor."""


class Turns:
    """The host's values over time. `write_record` lets the file of a finished game be written."""

    def __init__(
        self,
        core: Core,
        host: Any,
        rng: Random,
        *,
        ledger: Ledger,
        outlet: Outlet,
        tell: Teller,
        write_record: Callable[[WriteRecord], None],
    ) -> None:
        self.host = host
        self._core = core
        self._rng = rng
        self._ledger = ledger
        self._outlet = outlet
        self._tell = tell
        self._write_record = write_record
        self._patient_until = float("-inf")
        self._still: list[Stimulus] = []
        """What could not be stored and has to be."""

    def deadline(self) -> float | None:
        """Return when a turn is due though nothing comes."""
        due = float("-inf") if self._still else self._core.next_deadline(self.host)
        return None if due is None else max(due, self._patient_until)

    def take(self, stimuli: list[Stimulus], now: float) -> list[Stimulus]:
        """Do one turn; return what sending has shown, for the next one."""
        stimuli, self._still = [*self._still, *stimuli], []
        try:
            return self._do(self._decide(stimuli, now), now)
        except UndecidedError as error:
            # A bug in the core must cost no more than the message that wakes it.
            LOG.error("a turn failed: %s", error)  # noqa: TRY400 - the core's values are no log's matter
        again: list[Stimulus] = []
        for stimulus in stimuli:
            try:
                again += self._do(self._decide([stimulus], now), now)
            except UndecidedError:
                LOG.error("ignored: %s", type(stimulus).__name__)  # noqa: TRY400
        self._patient_until = now + PATIENCE
        return again

    def _decide(self, stimuli: list[Stimulus], now: float) -> Sequence[Effect]:
        """Ask the core, store, adopt; return what is to be done now that it is on disk."""
        try:
            host, effects = self._core.handle(self.host, stimuli, now, self._rng)
        except Exception as error:
            raise UndecidedError(place(error)) from error
        stored = [effect for effect in effects if isinstance(effect, Stored)]
        if stored:
            try:
                self._ledger.commit(stored)
            except StoreError as error:
                LOG.error("nothing was done, for it could not be stored: %s", error)  # noqa: TRY400
                self._patient_until = now + PATIENCE
                self._still += self._core.still_due(stimuli)
                return self._core.refuse_storage(self.host, stimuli)
        self.host = host
        return effects

    def _do(self, effects: Sequence[Effect], now: float) -> list[Stimulus]:
        again: list[Stimulus] = []
        for effect in effects:
            match effect:
                case Send(route, message):
                    problem = self._outlet.send(route, message)
                    if problem is not None:
                        again.append(problem)
                case Cut(route):
                    self._outlet.cut(route, now)
                case WantBot(table, seat, level):
                    self._tell({"want": "bot", "table": table, "seat": seat, "level": level})
                case DropBot(key):
                    self._tell({"drop": key})
                case Announce(event):
                    self._tell(event)
                case Log(level, text):
                    LOG.log(_LEVELS.get(level, logging.INFO), "%s", text)
                case WriteRecord():
                    self._write_record(effect)
                case _:  # stored already
                    pass
        return again


def place(error: Exception) -> str:
    """Return what was raised and where, in one line and without the values that a traceback may show."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
