"""`sheep-join` on a full screen: a prompt_toolkit application around the same core and link as ever.

What is painted and what keys mean is in `sheep_client.screens`; here are the terminal, the loop and time.
"""

import asyncio
import contextlib
import gc
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, ConditionalContainer, Float, FloatContainer, Layout, Window
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.styles import Style

from sheep_client.core import Model
from sheep_client.core.effects import Quit
from sheep_client.core.events import Goodbye, Interrupted, Line
from sheep_client.core.events import Look as LookAgain
from sheep_client.core.model import Goal
from sheep_client.core.told import Told
from sheep_client.faces.plain import Page, PlainFace
from sheep_client.i18n import _
from sheep_client.screens import hearing, scene, screen, style
from sheep_client.screens.canvas import Frame
from sheep_client.screens.ui import Entry, Look, Result, Ui
from sheep_client.shell import keynames, profile
from sheep_client.shell.calling import Caller
from sheep_client.shell.joining import Joining, Wish, finder, join, model_of
from sheep_client.shell.prompting import KeptHistory, LineCompleter
from sheep_client.shell.session import Session, run_loop, status_of
from sheep_client.shell.signals import on_signals
from sheep_client.shell.surface import Surface

ESCAPE_SECONDS = 0.05
"""How long Esc is waited on to see whether it begins the sequence of another key."""
HALL_SECONDS = 2
"""How often a player at no table looks at the tables again."""


def able(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether stdout is a terminal on which a full screen can be shown."""
    if not sys.stdout.isatty():
        return False
    if sys.platform != "win32" and environment.get("TERM", "dumb") in ("dumb", "unknown", ""):
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns == 0 or (size.columns >= screen.SMALLEST[0] and size.lines >= screen.SMALLEST[1])


class FullTerminal:
    """A full screen for one player: the same doors as the plain terminal, `tell`, `print` and `run`."""

    def __init__(
        self,
        history: Path | None = None,
        source: Input | None = None,
        output: Output | None = None,
        on_turn: str | None = None,
    ) -> None:
        self.ui = Ui()
        self.session: Session | None = None
        self.model: Model | None = None
        self._numbers = count(1)
        self._frame = Frame(())
        self._drawn: tuple[Any, ...] = ()
        self._output = output or create_output()
        self._caller = Caller(self._output, on_turn)
        self._title = ""
        self._seconds = 0
        self.buffer = Buffer(
            history=InMemoryHistory() if history is None else KeptHistory(str(history)),
            completer=LineCompleter(lambda: self.model),
            multiline=False,
            accept_handler=self._accept,
        )
        self.app = self._application(source)

    # --- what the session asks of a terminal ------------------------------------------------------

    def tell(self, told: Told, model: Model) -> None:
        """Show what the core tells."""
        self.model = model
        heard = hearing.tell(self.ui, told, model)
        self.ui = heard.ui
        if self.ui.clocks is not None and self.ui.clocks is not getattr(self, "_clocks", None):
            self._clocks = self.ui.clocks
            self.ui = replace(self.ui, clocks_at=_now())
        if heard.call:
            self._caller.call()
        self._name_window()
        self._post(heard.lines)
        self.app.invalidate()

    def print(self, lines: Iterable[str]) -> None:
        """Add lines to the log."""
        self.ui = hearing.log(self.ui, "news", [line for line in lines if line.strip()])
        self.app.invalidate()

    async def run(self, session: Session) -> Quit:
        """Serve the player until the session ends; the terminal is whole again afterwards."""
        self.session, self.model = session, session.model
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._broken)
        running = asyncio.ensure_future(session.run())
        clock = asyncio.ensure_future(self._clock())
        self._caller.save_title()
        showing = asyncio.ensure_future(self.app.run_async(set_exception_handler=False, handle_sigint=False))
        # The screen is gone first when its window was closed, or by an error of ours.
        showing.add_done_callback(lambda _done: session.feed(Goodbye()))
        try:
            await asyncio.wait([running, showing], return_when=asyncio.FIRST_COMPLETED)
            return await running
        finally:
            clock.cancel()
            await self._close(showing)
            running.cancel()
            await asyncio.gather(running, clock, return_exceptions=True)

    async def _close(self, showing: "asyncio.Future[Any]") -> None:
        if not showing.done() and self.app.is_running:
            self.app.exit()
        done = await asyncio.gather(showing, return_exceptions=True)
        with contextlib.suppress(OSError, ValueError):
            self.app.renderer.reset(leave_alternate_screen=True)  # after an error nobody else does
        self._caller.restore_title()
        error = done[0]
        if isinstance(error, Exception) and not isinstance(error, EOFError | OSError):
            raise error

    def _broken(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the screen with what went wrong inside it, rather than write over it."""
        del loop
        error = context.get("exception")
        if error is None or isinstance(error, asyncio.CancelledError) or not self.app.is_running:
            return
        with contextlib.suppress(Exception):
            self.app.exit(exception=error)

    # --- time -----------------------------------------------------------------------------------

    async def _clock(self) -> None:
        gc.collect()
        gc.freeze()  # what is there now stays: fewer objects to look at in the middle of a frame
        while True:
            await asyncio.sleep(1.0)
            self._seconds += 1
            if self.model is None or self.session is None:
                continue
            before = self.ui
            self.ui = screen.tick(self.ui, self.session.model)
            if scene.place(self.session.model) == "hall" and self._seconds % HALL_SECONDS == 0:
                self.session.feed(LookAgain())
            if (
                self.ui is not before
                or self.ui.clocks is not None
                or scene.place(self.session.model) == "hall"
            ):
                self.app.invalidate()

    # --- painting -------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Frame:
        model = self.session.model if self.session is not None else self.model
        if model is None:
            return Frame(())
        colour = self.app.color_depth != ColorDepth.DEPTH_1_BIT
        look = Look(width, height, colour, _now() if self.ui.clocks is not None else 0.0)
        typed = "" if self.ui.typing else None
        drawn = (self.ui, model, look, typed)
        if (
            len(self._drawn) != len(drawn)
            or any(a is not b for a, b in zip(self._drawn[:2], drawn[:2], strict=True))
            or (self._drawn[2:] != drawn[2:])
        ):
            self._frame = screen.paint(self.ui, model, look, typed)
            self._drawn = drawn
        return self._frame

    def _look(self) -> Look:
        size = self.app.output.get_size()
        return Look(size.columns, size.rows, self.app.color_depth != ColorDepth.DEPTH_1_BIT)

    def _name_window(self) -> None:
        model = self.model
        if model is None:
            return
        turn, title = screen.turn(self.ui, model), screen.title(self.ui, model)
        mark = "● " if scene.my_turn(model) else ""
        text = f"{mark}{turn} - {title}" if turn else title
        if text != self._title:
            self._title = text
            self._caller.title(text)

    # --- keys and mouse -------------------------------------------------------------------------

    def _pressed(self, event: KeyPressEvent) -> None:
        key = keynames.name(event.key_sequence[-1].key)
        if key is not None:
            self.press(key)

    def press(self, key: str) -> None:
        """Let a key be pressed."""
        if self.session is not None:
            self._do(screen.press(self.ui, self.session.model, self._look(), key))

    def _moused(self, event: screen.Mouse) -> None:
        if self.session is None:
            return
        if self.ui.typing and event.kind == "click":
            self._do(Result(replace(self.ui, typing=False, draft="")))
            return
        self._do(screen.mouse(self.ui, self.session.model, self._look(), self._frame, event))

    def _do(self, result: Result) -> None:
        before, self.ui = self.ui, result.ui
        if self.ui.typing and not before.typing:
            self.buffer.reset()
            self.buffer.insert_text(self.ui.draft)
            self.app.layout.focus(self.buffer)
        elif before.typing and not self.ui.typing:
            self.app.layout.focus(self._surface)
        self._post(result.lines)
        self._go_on()
        if self.ui is not before:
            self._name_window()
            self.app.invalidate()

    def _go_on(self) -> None:
        if self.session is not None and self.ui.finishing:
            result = screen.finish(self.ui, self.session.model)
            self.ui = result.ui
            self._post(result.lines)

    def _post(self, lines: Iterable[str]) -> None:
        """Give lines to the core, after what is being done now."""
        for text in lines:
            asyncio.get_running_loop().call_soon(self._feed, text)

    def _feed(self, text: str) -> None:
        if self.session is None:
            return
        if text == "/quit":
            self.session.feed(Goodbye())
        else:
            self.session.feed(Line(next(self._numbers), text))
        self._go_on()
        self.app.invalidate()

    def _accept(self, buffer: Buffer) -> bool:
        """Take the line that was typed, as on the plain face."""
        text = buffer.text
        self._do(Result(replace(self.ui, typing=False, draft="")))
        if self.session is not None and text.strip() and text.strip() != "/say":
            meant = PlainFace(100_000).meant(text, self.session.model)
            if isinstance(meant, Page):
                lines = [line for line in meant.lines if line.strip()]
                self.ui = hearing.log(self.ui, "note", lines)
                self.ui = replace(self.ui, note=Entry("wrong-note", lines[0]) if lines else None)
            elif meant:
                self._post([meant])
        return False

    # --- the application ------------------------------------------------------------------------

    def _application(self, source: Input | None) -> "Application[None]":
        typing = Condition(lambda: self.ui.typing)
        self._surface = Surface(self._paint, self._moused, lambda: self.ui.typing)
        prompt = Window(BufferControl(self.buffer), height=1, style="class:prompt", wrap_lines=False)
        root = FloatContainer(
            self._surface,
            floats=[
                Float(ConditionalContainer(prompt, typing), left=2, right=0, bottom=1, height=1),
                Float(
                    ConditionalContainer(CompletionsMenu(max_height=8), typing), xcursor=True, ycursor=True
                ),
            ],
        )
        app: Application[None] = Application(
            layout=Layout(root, focused_element=self._surface),
            key_bindings=self._bindings(typing),
            style=Style.from_dict(style.colours()),
            full_screen=True,
            mouse_support=True,
            enable_page_navigation_bindings=False,
            input=source or create_input(),
            output=self._output,
            color_depth=depth(self._output),
        )
        if app.color_depth == ColorDepth.DEPTH_1_BIT:
            app.style = Style.from_dict(style.shades())
        app.ttimeoutlen = ESCAPE_SECONDS
        app.timeoutlen = ESCAPE_SECONDS
        return app

    def _bindings(self, typing: Condition) -> KeyBindings:
        bindings = KeyBindings()
        bindings.add("<any>", filter=~typing)(self._pressed)  # not eager: the mouse comes as a key too
        for key in keynames.NAMES:
            bindings.add(key, filter=~typing, eager=True)(self._pressed)
        bindings.add("escape", filter=typing, eager=True)(lambda _event: self.press("escape"))
        bindings.add("c-c", eager=True)(lambda _event: self._interrupt())
        bindings.add("<sigint>")(lambda _event: self._interrupt())
        bindings.add("c-l", eager=True)(lambda _event: self.app.renderer.clear())
        return bindings

    def _interrupt(self) -> None:
        if self.session is not None:
            self.session.feed(Interrupted())


def depth(output: Output, environment: Mapping[str, str] = os.environ) -> ColorDepth | None:
    """Take all colours where the terminal says that it has them; prompt_toolkit does not ask."""
    chosen = ColorDepth.from_env()
    if chosen is None and environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return chosen or output.get_default_color_depth()


def _now() -> float:
    return asyncio.get_running_loop().time()


def main(wish: Wish, on_turn: str | None = None) -> int:
    """Join a host and play on this terminal's full screen; return the exit status. Raise `ClientError`."""
    return run_loop(_run(wish, join(wish), on_turn))


async def _run(wish: Wish, joining: Joining, on_turn: str | None) -> int:
    terminal = FullTerminal(profile.history_file(joining.profile), on_turn=on_turn)
    if joining.new_host:
        text = _("A new host, its key is kept: {fingerprint}")
        terminal.print([text.format(fingerprint=joining.fingerprint)])
    goal = Goal(table=wish.table, watch=wish.watch, alone=wish.table is None)
    session = Session(model_of(joining.name, goal, wish.age, joining.proof), joining.pair, finder(joining), terminal.tell)
    on_signals(lambda: session.feed(Interrupted()))
    return status_of(await terminal.run(session))
