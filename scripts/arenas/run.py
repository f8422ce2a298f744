"""Playing many games: in processes of this machine, or wherever an executor sends them."""

import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed

from sheep_common.streams import say

from . import pairs
from .code import same_code
from .play import Result, Task, play

Open = Callable[[], Executor]
BREAKS = 3
"""How often lost workers are replaced before that is taken for a fault of the games themselves."""


def checked(task: Task, code: str) -> Result:
    """Play a game, if this worker has the code that the arena has; RuntimeError otherwise."""
    same_code(code)
    return play(task)


def workers(number: int) -> Executor:
    """Return processes of this machine."""
    return ProcessPoolExecutor(max_workers=number, initializer=leave_interrupts_to_the_parent)


def leave_interrupts_to_the_parent() -> None:
    """Let Ctrl-C end the arena, and not each of its processes by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Arena:
    """The games of one run; `results` are in the order of the games, as far as there is no gap."""

    def __init__(self, todo: Sequence[Task], level: str, question: pairs.Question | None, code: str) -> None:
        self.todo, self.level, self.question, self.code = todo, level, question, code
        self.found: dict[int, Result] = {}
        self.results: list[Result] = []
        self.interrupted = False
        self.decided = False
        self._start = time.monotonic()

    def run(self, open_: Open) -> None:
        """Play until all games are played, the question has an answer, or somebody interrupts."""
        for attempt in range(BREAKS + 1):
            try:
                self._run(open_())
                break
            except BrokenExecutor:
                if attempt == BREAKS:
                    raise
                say("\narena: a worker died; its games are played again\n")
        say("\n")

    def _run(self, executor: Executor) -> None:
        left = [task for task in self.todo if task.number not in self.found]
        futures = {executor.submit(checked, task, self.code): task.number for task in left}
        try:
            for done in as_completed(futures):
                self._take(futures[done], done)
                if self.decided:
                    break
        except KeyboardInterrupt:
            self.interrupted = True
            say("\narena: interrupted; this is what was played")
        finally:
            for future in futures:
                future.cancel()
            executor.shutdown(wait=not self.interrupted)

    def _take(self, number: int, done: "Future[Result]") -> None:
        self.found[number] = done.result()
        while len(self.results) in self.found and not self.decided:
            self.results.append(self.found[len(self.results)])
            if self.question and len(self.results) % 2 == 0:
                self.decided = bool(self.question.answer(pairs.scores(self.results, self.level)))
        self._show()

    def _show(self) -> None:
        played, all_ = len(self.found), len(self.todo)
        took = time.monotonic() - self._start
        left = took / played * (all_ - played)
        line = f"\rarena: {played} of {all_} games, {took:.0f} s, about {left:.0f} s to go"
        if self.question:
            ratio = self.question.ratio(pairs.scores(self.results, self.level))
            line += f", log likelihood ratio {ratio:.2f}"
        say(f"{line} ")
