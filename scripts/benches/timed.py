"""The host process with a stopwatch on its parts, for `bench where`. A program, in the host's place.

Each part's own time is what is spent in it and in no part below it; the stopwatch itself is in the figures.
Writes `{"actions": N, "ns": {PART: NS}}` into the file that the environment names.
"""

import dataclasses
import functools
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

OUT = "SHEEP_BENCH_TIMES"
"""The variable that names the file."""
WARM = 200
"""Actions before anything counts."""
FUNCTIONS = (
    ("sheep_common.wire", "decode_to_host", "decode and check"),
    ("sheep_common.wire", "encode", "encode"),
    ("sheep_common.records", "write", "record line"),
    ("sheep_host.core.api", "handle", "core bookkeeping"),
    ("sheep_host.core.api", "next_deadline", "deadline"),
    ("sheep_host.core.table.updates", "tell_update", "update built"),
    ("sheep_host.core.table.updates", "answer_update", "update built"),
    ("sheep_host.core.requests.play", "ack", "ack"),
    ("sheep_host.store.record_files", "write_record", "record file"),
)
METHODS = (
    ("sheep_host.network.router", "Link", "receive", "receive"),
    ("sheep_host.network.router", "Link", "send", "send"),
    ("sheep_host.store.store", "Store", "commit", "commit"),
    ("sheep_host.process.commit", "Turns", "take", "turn"),
    ("sheep_host.process.loop", "Loop", "turn", "loop"),
)
RULES = {
    "legal_actions": "legal actions",
    "view": "view",
    "apply": "rules",
    "canonical": "rules",
    "to_act": "rules",
    "outcome": "rules",
    "chance": "rules",
}


class Stopwatch:
    """Times wrapped calls, each without those that it makes."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.actions = 0
        self._below = [0]

    def wrap(self, call: Callable[..., Any], part: str, counts: bool = False) -> Callable[..., Any]:
        """Return a call that is timed as a part; one that `counts` is an action."""
        clock = time.perf_counter_ns

        @functools.wraps(call)
        def timed(*arguments: Any, **named: Any) -> Any:
            if counts:
                self._count()
            self._below.append(0)
            before = clock()
            try:
                return call(*arguments, **named)
            finally:
                whole = clock() - before
                self.spent[part] += whole - self._below.pop()
                self._below[-1] += whole

        return timed

    def _count(self) -> None:
        self.actions += 1
        if self.actions == WARM:
            self.spent.clear()


def main() -> int:
    """Put the stopwatch in, and be a host."""
    watch = Stopwatch()
    from sheep_common import games  # before anything that keeps what is in it

    games.GAMES = {name: _timed_game(watch, game) for name, game in games.GAMES.items()}
    from sheep_host.process import main as process

    for module, name, part in FUNCTIONS:
        _replace(getattr(sys.modules[module], name), watch, part)
    for module, kind, name, part in METHODS:
        owner = getattr(sys.modules[module], kind)
        setattr(owner, name, watch.wrap(getattr(owner, name), part))
    try:
        return process.main()
    finally:
        told = {"actions": watch.actions - WARM, "ns": dict(watch.spent)}
        Path(os.environ[OUT]).write_text(json.dumps(told))


def _timed_game(watch: Stopwatch, game: Any) -> Any:
    """Return a game whose functions are timed."""
    timed = {
        name: watch.wrap(getattr(game, name), part, counts=name == "apply") for name, part in RULES.items()
    }
    return dataclasses.replace(game, **timed)


def _replace(call: Callable[..., Any], watch: Stopwatch, part: str) -> None:
    """Put a timed call wherever a module has the plain one."""
    timed = watch.wrap(call, part)
    for name, module in list(sys.modules.items()):
        if name.startswith(("sheep_common", "sheep_host")):
            for attribute, value in list(vars(module).items()):
                if value is call:
                    setattr(module, attribute, timed)


if __name__ == "__main__":
    sys.exit(main())
