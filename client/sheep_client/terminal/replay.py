"""`sheep-replay FILE` on a full screen: the terminal, the keys and the time of a walk through a record."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.styles import Style
from sheep_common.replay import Reached

from sheep_client import game_registry
from sheep_client.game_api.canvas import Frame, Mouse
from sheep_client.game_api.screen import Look
from sheep_client.replay_ui import screen
from sheep_client.replay_ui.analysis_text import Analysis
from sheep_client.replay_ui.screen import Walk
from sheep_client.session import run_loop
from sheep_client.system.signals import on_signals
from sheep_client.terminal import key_names, mouse_reports
from sheep_client.terminal.full_screen import ESCAPE_SECONDS, depth, styles
from sheep_client.terminal.surface import Surface
from sheep_client.thinkers.reviewers import Reviewers
from sheep_client.thinking import review
from sheep_client.thinking.review import Judged

DONE, INTERRUPTED = 0, 130
_MEANT = {"leftright": "right", "updown": "down", "past": ">", "digits": ""}


class Reader:
    """A walk on a terminal."""

    def __init__(self, walk: Walk, source: Input | None = None, output: Output | None = None) -> None:
        self.walk = walk
        self._frame = Frame(())
        self._reviewers: Reviewers | None = None
        self._drawn: tuple[Walk, Look] | None = None
        self._output = output or create_output()
        self.app = self._application(source or create_input())

    async def run(self) -> int:
        """Show the walk until it is left; the terminal is whole again afterwards."""
        on_signals(lambda: self._leave(INTERRUPTED))
        clock = asyncio.ensure_future(self._clock())
        try:
            return await self.app.run_async(set_exception_handler=False, handle_sigint=False)
        except EOFError:
            return INTERRUPTED
        finally:
            clock.cancel()
            if self._reviewers is not None:
                self._reviewers.close()
            await asyncio.gather(clock, return_exceptions=True)
            with contextlib.suppress(OSError, ValueError):
                self.app.renderer.reset(leave_alternate_screen=True)  # after an error nobody else does

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(self.walk.pause)
            if self.walk.playing:
                self.walk = screen.tick(self.walk)
                self.app.invalidate()

    def press(self, key: str) -> None:
        """Let a key be pressed."""
        after = screen.press(self.walk, key, self._look())
        if after is None:
            self._leave(DONE)
            return
        self.walk = after
        if after.listing and self._reviewers is None:
            self._analyse()
        self.app.invalidate()

    def _analyse(self) -> None:
        """Begin to look at the turns, beside the screen."""
        reached, seat = self.walk.reached, self.walk.seat if self.walk.fixed else None
        loop = asyncio.get_running_loop()

        def tell(judged: Judged | None) -> None:
            with contextlib.suppress(RuntimeError):  # the walk has been left
                loop.call_soon_threadsafe(self._judged, judged)

        self.walk = replace(self.walk, analysis=Analysis(total=review.count(reached, seat)))
        self._reviewers = Reviewers(reached, seat, tell)

    def _judged(self, judged: Judged | None) -> None:
        found = self.walk.analysis
        if found is not None:
            self.walk = replace(self.walk, analysis=found.ended() if judged is None else found.after(judged))
            self.app.invalidate()

    def _pressed(self, event: KeyPressEvent) -> None:
        key = key_names.name(event.key_sequence[-1].key)
        if key is not None:
            self.press(key)

    def _moused(self, event: Mouse) -> None:
        if event.kind.startswith("wheel"):
            self.press(event.kind)
            return
        key = self._frame.hit(event.x, event.y) if event.kind == "click" else None
        if key is not None and (meant := _MEANT.get(key, key)):
            self.press(meant)

    def _leave(self, status: int) -> None:
        with contextlib.suppress(Exception):  # it is on its way out already
            self.app.exit(result=status)

    def _look(self) -> Look:
        size = self._output.get_size()
        return Look(size.columns, size.rows, self.app.color_depth != ColorDepth.DEPTH_1_BIT)

    def _paint(self, width: int, height: int) -> Frame:
        look = Look(width, height, self.app.color_depth != ColorDepth.DEPTH_1_BIT)
        if self._drawn is None or self._drawn[0] is not self.walk or self._drawn[1] != look:
            self._frame, self._drawn = screen.paint(self.walk, look), (self.walk, look)
        return self._frame

    def _application(self, source: Input) -> "Application[int]":
        bindings = mouse_reports.add(KeyBindings())
        bindings.add("<any>")(self._pressed)
        for key in key_names.NAMES:
            bindings.add(key, eager=True)(self._pressed)
        bindings.add("c-c", eager=True)(lambda _event: self._leave(INTERRUPTED))
        chosen = depth(self._output)
        app: Application[int] = Application(
            layout=Layout(Surface(self._paint, self._moused, lambda: False)),
            key_bindings=bindings,
            style=Style.from_dict(styles(chosen, *game_registry.styles())),
            full_screen=True,
            mouse_support=True,
            input=source,
            output=self._output,
            color_depth=chosen,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_SECONDS
        return app


def walk(reached: Sequence[Reached[Any]], seat: int | None) -> int:
    """Walk through a record on this terminal; return the exit status."""
    return run_loop(Reader(screen.begin(reached, seat)).run())
