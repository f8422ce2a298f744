"""`sheep-join` on a full screen: the terminal, the loop and time, around the same core and link as ever.

What is painted and what keys mean is in `sheep_client.screen_ui`, what becomes of them in `player_screen`.
"""

import asyncio
import contextlib
import gc
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, ConditionalContainer, Float, FloatContainer, Layout, Window
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.styles import Style

from sheep_client.connection import identity
from sheep_client.connection.finder import Finder
from sheep_client.connection.join import Joining, Wish, join, model_of
from sheep_client.core import Model
from sheep_client.core.effects import Quit
from sheep_client.core.events import Goodbye, Interrupted
from sheep_client.core.model import Goal
from sheep_client.core.reports import Told
from sheep_client.game_api import style
from sheep_client.game_api.canvas import SMALLEST, Frame, Mouse, splash
from sheep_client.game_api.style import Styles
from sheep_client.i18n import _
from sheep_client.session import Session, run_loop, status_of
from sheep_client.system.signals import on_signals
from sheep_client.terminal import key_names, mouse_reports
from sheep_client.terminal.prompt import KeptHistory, LineCompleter, pasted
from sheep_client.terminal.surface import Surface
from sheep_client.terminal.turn_alert import Caller

if TYPE_CHECKING:
    from sheep_client.game_api.screen import Look
    from sheep_client.terminal.player_screen import Desk

ESCAPE_SECONDS = 0.05
"""How long Esc is waited on to see whether it begins the sequence of another key."""


def able(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether stdout is a terminal on which a full screen can be shown."""
    if not sys.stdout.isatty():
        return False
    if sys.platform != "win32" and environment.get("TERM", "dumb") in ("dumb", "unknown", ""):
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns == 0 or (size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1])


class FullTerminal:
    """A full screen for one player: the same doors as the plain terminal, `tell`, `print` and `run`.

    As a context (`async with`) it shows itself before there is a session.
    """

    def __init__(
        self,
        history: Path | None = None,
        source: Input | None = None,
        output: Output | None = None,
        on_turn: str | None = None,
    ) -> None:
        self.desk: Desk | None = None
        self._early: list[str] = []
        self._invitation: list[str] = []
        self._interrupted = False
        self._showing: asyncio.Future[None] | None = None
        self._output = output or create_output()
        self.caller = Caller(self._output, on_turn)
        self.buffer = Buffer(
            history=InMemoryHistory() if history is None else KeptHistory(str(history)),
            completer=LineCompleter(lambda: None if self.desk is None else self.desk.model),
            multiline=False,
            accept_handler=self._accept,
        )
        self.app = self._application(source)

    # --- what the session asks of a terminal ------------------------------------------------------

    def tell(self, told: Told, model: Model) -> None:
        """Show what the core tells."""
        if self.desk is not None:
            self.desk.tell(told, model)

    def print(self, lines: Iterable[str]) -> None:
        """Add lines to the log."""
        if self.desk is None:
            self._early += lines
        else:
            self.desk.log(lines)

    def invite(self, lines: list[str]) -> None:
        """Say how others join: in the log, and beside free seats."""
        self._invitation = [line for line in lines if line.strip()]
        if self.desk is not None:
            self.desk.invite(self._invitation)
        self.print(lines)

    def interrupt(self) -> None:
        """End in order, also when that is asked for before there is a session."""
        self._interrupted = True
        if self.desk is not None:
            self.desk.session.feed(Interrupted())

    async def run(self, session: Session) -> Quit:
        """Serve the player until the session ends."""
        async with self:
            self.sit_at(session)
            running = asyncio.ensure_future(session.run())
            clock = asyncio.ensure_future(self._clock())
            if self._showing is not None:
                # The screen is gone first when its window was closed, or by an error of ours.
                self._showing.add_done_callback(lambda _done: session.feed(Goodbye()))
            if self._interrupted:
                session.feed(Interrupted())
            try:
                return await running
            finally:
                clock.cancel()
                running.cancel()
                await asyncio.gather(running, clock, return_exceptions=True)

    def sit_at(self, session: Session) -> None:
        """Load all screens and show a session on them."""
        from sheep_client import game_registry
        from sheep_client.terminal.player_screen import Desk, Doors

        self.app.style = Style.from_dict(styles(self.app.color_depth, *game_registry.styles()))
        self.desk = Desk(session, Doors(self.app.invalidate, self.look, self._prompt, self.caller))
        self.desk.invite(self._invitation)
        self.desk.log(self._early)

    async def __aenter__(self) -> Self:
        if self._showing is None:
            asyncio.get_running_loop().set_exception_handler(self._broken)
            self.caller.save_title()
            up = asyncio.Event()
            self.app.after_render += lambda _app: up.set()
            showing = self.app.run_async(set_exception_handler=False, handle_sigint=False)
            self._showing = asyncio.ensure_future(showing)
            waiting = asyncio.ensure_future(up.wait())
            await asyncio.wait([self._showing, waiting], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the terminal back whole, and raise what went wrong on the screen."""
        showing = self._showing
        if showing is None or (showing.done() and not self.app.renderer.full_screen):
            return
        if not showing.done() and self.app.is_running:
            self.app.exit()
        done = await asyncio.gather(showing, return_exceptions=True)
        with contextlib.suppress(OSError, ValueError):
            self.app.renderer.reset(leave_alternate_screen=True)  # after an error nobody else does
        self.caller.restore_title()
        broken = done[0]
        if isinstance(broken, Exception) and not isinstance(broken, EOFError | OSError):
            raise broken

    def _broken(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the screen with what went wrong inside it, rather than write over it."""
        del loop
        error = context.get("exception")
        if error is None or isinstance(error, asyncio.CancelledError) or not self.app.is_running:
            return
        with contextlib.suppress(Exception):
            self.app.exit(exception=error)

    async def _clock(self) -> None:
        gc.collect()
        gc.freeze()  # what is there now stays: fewer objects to look at in the middle of a frame
        while True:
            await asyncio.sleep(1.0)
            if self.desk is not None:
                self.desk.second()

    # --- painting, keys and mouse -----------------------------------------------------------------

    def look(self) -> "Look":
        """Return how the screen is."""
        size = self._output.get_size()
        return self._look(size.columns, size.rows)

    def _look(self, width: int, height: int) -> "Look":
        from sheep_client.game_api.screen import Look

        return Look(width, height, self.app.color_depth != ColorDepth.DEPTH_1_BIT)

    def _paint(self, width: int, height: int) -> Frame:
        if self.desk is None:
            return splash(width, height, _("Connecting…"))
        return self.desk.paint(self._look(width, height))

    def _pressed(self, event: KeyPressEvent) -> None:
        key = key_names.name(event.key_sequence[-1].key)
        if key is not None and self.desk is not None:
            self.desk.press(key)

    def _pasted(self, event: KeyPressEvent) -> None:
        """Take pasted lines as typed ones, also where no prompt was open; the last stays in the prompt."""
        if self.desk is None:
            return
        first, *rest = pasted(event.data)
        if not self.desk.ui.typing:
            self.desk.open_prompt("")
        if self.buffer.text == "/" and first.startswith("/"):  # the prompt was opened with it
            self.buffer.reset()
        self.buffer.insert_text(first)
        for line in rest:
            self.buffer.validate_and_handle()
            self.desk.open_prompt(line)
        if rest and not rest[-1]:
            self.desk.press("escape")

    def _moused(self, event: Mouse) -> None:
        if self.desk is not None:
            self.desk.mouse(event)

    def _prompt(self, draft: str | None) -> None:
        """Open the prompt with a text, or close it."""
        self.buffer.reset()
        if draft is None:
            self.app.layout.focus(self._surface)
        else:
            self.buffer.insert_text(draft)
            self.app.layout.focus(self.buffer)

    def _accept(self, buffer: Buffer) -> bool:
        text = buffer.text
        buffer.append_to_history()
        if self.desk is not None:
            self.desk.accept(text)
        return True

    # --- the application ------------------------------------------------------------------------

    def _application(self, source: Input | None) -> "Application[None]":
        typing = Condition(lambda: self.desk is not None and self.desk.ui.typing)
        self._surface = Surface(self._paint, self._moused, typing)
        prompt = Window(BufferControl(self.buffer), height=1, style="class:prompt", wrap_lines=False)
        menu = ConditionalContainer(CompletionsMenu(max_height=8), typing)
        root = FloatContainer(
            self._surface,
            floats=[
                Float(ConditionalContainer(prompt, typing), left=2, right=0, bottom=1, height=1),
                Float(menu, xcursor=True, ycursor=True),
            ],
        )
        chosen = depth(self._output)
        app: Application[None] = Application(
            layout=Layout(root, focused_element=self._surface),
            key_bindings=self._bindings(typing),
            style=Style.from_dict(styles(chosen)),
            full_screen=True,
            mouse_support=True,
            enable_page_navigation_bindings=False,
            input=source or create_input(),
            output=self._output,
            color_depth=chosen,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_SECONDS
        return app

    def _bindings(self, typing: Condition) -> KeyBindings:
        bindings = mouse_reports.add(KeyBindings())
        bindings.add("<any>", filter=~typing)(self._pressed)  # not eager: the mouse comes as a key too
        for key in key_names.NAMES:
            bindings.add(key, filter=~typing, eager=True)(self._pressed)
        bindings.add("escape", filter=typing, eager=True)(self._pressed)
        bindings.add(Keys.BracketedPaste, eager=True)(self._pasted)
        bindings.add("c-c", eager=True)(lambda _event: self.interrupt())
        bindings.add("<sigint>")(lambda _event: self.interrupt())
        bindings.add("c-l", eager=True)(lambda _event: self.app.renderer.clear())
        return bindings


def styles(chosen: ColorDepth | None, *games: Styles) -> dict[str, str]:
    """Return the styles of a screen with so many colours, and of the games that are loaded."""
    return style.shades(*games) if chosen == ColorDepth.DEPTH_1_BIT else style.colours(*games)


_COLOURLESS = ("vt1", "vt2", "vt3", "vt4", "vt5", "dumb", "xterm-mono")
"""What the names of terminals without colours begin with."""


def depth(output: Output, environment: Mapping[str, str] = os.environ) -> ColorDepth | None:
    """Take all colours where the terminal says that it has them, and none where it has none."""
    chosen = ColorDepth.from_env()
    if chosen is None and environment.get("TERM", "").lower().startswith(_COLOURLESS):
        return ColorDepth.DEPTH_1_BIT
    if chosen is None and environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return chosen or output.get_default_color_depth()


def main(wish: Wish, on_turn: str | None = None) -> int:
    """Join a host and play on this terminal's full screen; return the exit status. Raise `ClientError`."""
    return run_loop(_run(wish, join(wish), on_turn))


async def _run(wish: Wish, joining: Joining, on_turn: str | None) -> int:
    terminal = FullTerminal(identity.history_file(joining.profile), on_turn=on_turn)
    on_signals(terminal.interrupt)
    terminal.print(joining.warnings)
    finder = Finder(joining, terminal.print)
    async with terminal:  # it is seen before the games are loaded
        goal = Goal(table=wish.table, watch=wish.watch, alone=wish.table is None)
        model = model_of(joining.name, goal, wish.age, joining.proof)
        session = Session(model, joining.pair, finder.find, terminal.tell, proven=finder.proven)
        return status_of(await terminal.run(session))
