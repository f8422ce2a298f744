"""`sheep-join --plain`: the terminal of the plain face. A prompt below, and lines that come above it."""

import asyncio
import shutil
import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.shortcuts import CompleteStyle

from sheep_client.connection import identity
from sheep_client.connection.errors import ClientError
from sheep_client.connection.finder import Finder
from sheep_client.connection.join import Joining, Wish, join, model_of
from sheep_client.core import Model
from sheep_client.core.effects import Quit
from sheep_client.core.events import Goodbye, Interrupted, Line
from sheep_client.core.model import Goal
from sheep_client.core.reports import Told
from sheep_client.i18n import _
from sheep_client.session import Session, run_loop, status_of
from sheep_client.system.signals import on_signals
from sheep_client.terminal import mouse_reports
from sheep_client.terminal.prompt import KeptHistory, LineCompleter, pasted, typed
from sheep_client.text_layout import wrap
from sheep_client.text_ui.line_view import Page, PlainFace

NARROWEST, WIDEST = 40, 100


class Terminal:
    """A prompt and the lines above it, for one plain face."""

    def __init__(self, face: PlainFace, history: Path | None, source: Input | None = None) -> None:
        self.face = face
        self.session: Session | None = None
        self._begun: Model | None = None
        """What was known when the line was begun that stands at the prompt."""
        self._prompt: PromptSession[str] = PromptSession(
            history=InMemoryHistory() if history is None else KeptHistory(str(history)),
            completer=LineCompleter(lambda: None if self.session is None else self.session.model),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            key_bindings=_bindings(),
            input=source,
        )
        self._prompt.default_buffer.on_text_changed += self._changed

    def tell(self, told: Told, model: Model) -> None:
        """Print what the core tells."""
        self.face.width = width()
        self.show(self.face.tell(told, model))

    def show(self, page: Page) -> None:
        """Print a page, and ring where it is the player's turn."""
        self.print(page.lines)
        if page.bell:
            self._prompt.output.bell()
            self._prompt.output.flush()

    def print(self, lines: Iterable[str]) -> None:
        """Print lines above the prompt."""
        text = "".join(f"{line}\n" for line in lines)
        sys.stdout.write(text)
        sys.stdout.flush()

    async def run(self, session: Session) -> Quit:
        """Serve the player until the session ends."""
        self.session = session
        with patch_stdout(raw=True):
            running = asyncio.ensure_future(session.run())
            typing = asyncio.ensure_future(self._read(session))
            try:
                await asyncio.wait([running, typing], return_when=asyncio.FIRST_COMPLETED)
                if typing.done() and (error := typing.exception()) is not None:
                    raise error
                return await running
            finally:
                typing.cancel()
                await asyncio.gather(typing, return_exceptions=True)
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    async def _read(self, session: Session) -> None:
        """Take line after line; the end of the input and Ctrl-C end it."""
        for number in count(1):
            try:
                text = await self._prompt.prompt_async(
                    lambda: self.face.prompt(session.model), handle_sigint=True
                )
            except EOFError:
                session.feed(Goodbye())
                return
            except KeyboardInterrupt:
                session.feed(Interrupted())
                return
            if text.strip() == "/quit":
                session.feed(Goodbye())
                return
            self._take(session, number, text)

    def _changed(self, line: Buffer) -> None:
        """Keep what was known when a line was begun: its numbers are of the list that was read then."""
        if not line.text:
            self._begun = None
        elif self._begun is None and self.session is not None:
            self._begun = self.session.model

    def _take(self, session: Session, number: int, text: str) -> None:
        begun, self._begun = self._begun, None
        meant = self.face.meant(text, session.model, begun)
        if isinstance(meant, Page):
            self.show(meant)
        elif meant:
            session.feed(Line(number, meant))
            self.show(self.face.kept(session.model))


def _bindings() -> KeyBindings:
    """Let pasted lines be as if they were typed: each is taken, the last one stays to be gone on with."""
    bindings = mouse_reports.add(KeyBindings())

    @bindings.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        event.key_processor.feed_multiple(typed(pasted(event.data)), first=True)

    return bindings


def width() -> int:
    """Return the columns to write in."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def main(wish: Wish) -> int:
    """Join a host and play in this terminal; return the exit status. Raise `ClientError`."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ClientError(
            1, _("There is no terminal here to play in; start it in one, or use --headless in scripts.")
        )
    return run_loop(_run(wish, join(wish)))


async def _run(wish: Wish, joining: Joining) -> int:
    face = PlainFace(width())
    terminal = Terminal(face, identity.history_file(joining.profile))

    def say(lines: Iterable[str]) -> None:
        terminal.print(part for line in lines for part in wrap(line, width() - 1, "  "))

    say(joining.warnings)
    finder = Finder(joining, say)
    goal = Goal(table=wish.table, watch=wish.watch, alone=wish.table is None)
    model = model_of(joining.name, goal, wish.age, joining.proof)
    session = Session(model, joining.pair, finder.find, terminal.tell, proven=finder.proven)
    return await play(terminal, session)


async def play(terminal: Terminal, session: Session) -> int:
    """Play to the end and return the exit status; raise `ClientError`."""
    on_signals(lambda: session.feed(Interrupted()))
    return status_of(await terminal.run(session))


def terminal_input() -> Input:
    """Return the terminal's keys, also where stdin is something else."""
    return create_input(always_prefer_tty=True)
