"""From a key press to the painted frame: Battle Sheep's largest board, 64 pastures and 4 players.

The real application paints to an output that keeps the bytes; what a terminal then needs is not in it.
"""

import gc
import io
import time
from typing import Any

from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output.vt100 import Vt100_Output
from sheep_client.core import Model
from sheep_client.terminal.full_screen import FullTerminal
from sheep_support.screens.stage import SIZES, Stage

from benches.figures import Figure, Run, percentile

KEYS = (
    "left", "right", "up", "down", "tab", "enter", "tab", "+", "-", "escape", "escape", "+", "-",
    "f1", "down", "escape", "m", "escape", "<", ">",
)  # fmt: skip


class _Session:
    """What the terminal needs of a session; lines go nowhere."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def feed(self, event: object) -> None:
        """Take an event."""


def measure(quick: bool) -> list[Figure]:
    """Measure each size of a terminal."""
    figures: list[Figure] = []
    for width, height in SIZES:
        run = _measure(width, height, 2 if quick else 60)
        name, p99 = f"screen {width}x{height}", percentile(run.waits, 0.99)
        figures.append(Figure(name, percentile(run.waits, 0.5), "ms", note=f"p99 {p99:.3g} ms"))
    return figures


def _measure(width: int, height: int, rounds: int) -> Run:
    stage = Stage("battle-sheep", "Ana", "Bo", "Cléo", "Dan").turn("splits", 44)
    written = io.StringIO()
    output = Vt100_Output(written, lambda: Size(rows=height, columns=width), term="xterm-256color")
    terminal = FullTerminal(source=DummyInput(), output=output)
    session: Any = _Session(stage.client.model)
    terminal.sit_at(session)
    desk: Any = terminal.desk
    desk.ui = stage.ui
    run = Run()
    with set_app(terminal.app):
        terminal.app.renderer.render(terminal.app, terminal.app.layout)
        gc.collect()
        gc.freeze()  # as the terminal does by itself a second after its start
        for key in KEYS * rounds:
            before = time.perf_counter()
            desk.press(key)
            terminal.app.renderer.render(terminal.app, terminal.app.layout)
            run.waits.append((time.perf_counter() - before) * 1000)
            written.truncate(0)
            written.seek(0)
        gc.unfreeze()
    return run
