"""Calling the player when it is their turn: bell, title of the window, notice, a command of their own."""

import asyncio
import contextlib
import os
import shlex
from collections.abc import Mapping

from prompt_toolkit.output import Output

from sheep_client.i18n import _

_NOTICES = ("iTerm.app", "WezTerm", "ghostty")
"""Terminals that show an OSC 9 to the player; others could print it."""


class Caller:
    """Says once that it is the player's turn, in every way the terminal has."""

    def __init__(
        self, output: Output, command: str | None, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._output = output
        self._command = command
        self._notices = _takes_notices(environment)
        self._titles = environment.get("TERM", "") not in ("linux", "dumb", "")
        self._running: set[asyncio.Task[None]] = set()

    def call(self) -> None:
        """Ring, show a notice, and start the player's command."""
        self._output.bell()
        if self._notices:
            text = _("Your turn")
            self._output.write_raw(f"\x1b]9;sheepfold: {text}\x07")
        self._output.flush()
        if self._command:
            task = asyncio.ensure_future(_run(self._command))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def title(self, text: str) -> None:
        """Name the window; `text` is clean."""
        if self._titles:
            self._output.set_title(text)
            self._output.flush()

    def save_title(self) -> None:
        """Let the terminal remember its title."""
        if self._titles:
            self._output.write_raw("\x1b[22;2t")

    def restore_title(self) -> None:
        """Give the window its old title back, where the terminal can."""
        if self._titles:
            with contextlib.suppress(OSError, ValueError):
                self._output.clear_title()
                self._output.write_raw("\x1b[23;2t")
                self._output.flush()


def _takes_notices(environment: Mapping[str, str]) -> bool:
    if environment.get("TMUX") or environment.get("STY"):
        return False
    term = environment.get("TERM", "")
    return environment.get("TERM_PROGRAM") in _NOTICES or term.startswith(
        ("xterm-kitty", "foot", "xterm-ghostty")
    )


async def _run(command: str) -> None:
    """Start a program and wait for it, so that it leaves nothing behind; it has no terminal of ours."""
    nowhere = asyncio.subprocess.DEVNULL
    with contextlib.suppress(OSError, ValueError):
        child = await asyncio.create_subprocess_exec(
            *shlex.split(command), stdin=nowhere, stdout=nowhere, stderr=nowhere
        )
        await child.wait()
