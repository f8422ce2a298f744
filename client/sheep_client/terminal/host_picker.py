"""`sheep-join` without an address: the hosts on the network, live, above a prompt. Joins none itself."""

import asyncio
import sys
from contextlib import aclosing

from prompt_toolkit import PromptSession
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.patch_stdout import patch_stdout

from sheep_client.connection import address
from sheep_client.connection.errors import ClientError
from sheep_client.discovery import browser
from sheep_client.discovery.found import Found
from sheep_client.discovery.host_list import HostList
from sheep_client.i18n import _
from sheep_client.session import run_loop
from sheep_client.system.signals import on_signals
from sheep_client.terminal import mouse_reports
from sheep_client.terminal.line_prompt import width


def choose() -> str | None:
    """Let the player choose a host in this terminal; return its address, None when they leave."""
    chosen: list[str | None] = []

    async def run() -> int:
        chosen.append(await choosing())
        return 0

    run_loop(run())
    return chosen[0]


async def choosing(source: Input | None = None) -> str | None:
    """Show hosts as they come and go until one is chosen; return its address, None for the end."""
    face = HostList(width())
    prompt: PromptSession[str] = PromptSession(input=source, key_bindings=mouse_reports.add(KeyBindings()))
    on_signals(lambda: _interrupt(prompt))
    with patch_stdout(raw=True):
        _print(face.begin())
        watching = asyncio.ensure_future(_watch(face))
        try:
            return await _read(prompt, face)
        except EOFError:
            return None
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)


def _interrupt(prompt: "PromptSession[str]") -> None:
    if prompt.app.is_running:
        prompt.app.exit(exception=KeyboardInterrupt)


async def _watch(face: HostList) -> None:
    async with aclosing(browser.watch()) as lists:
        async for found in lists:
            face.width = width()
            _print(face.tell(found))


async def _read(prompt: "PromptSession[str]", face: HostList) -> str | None:
    """Take lines until one of them is a host's."""
    while True:
        text = await prompt.prompt_async(_("host> "), handle_sigint=True)
        if text.strip() == "/quit":
            return None
        meant = face.meant(text)
        if isinstance(meant, Found):
            return meant.place
        if isinstance(meant, str):
            try:
                return str(address.parse(meant))
            except ClientError as error:
                meant = [str(error)]
        _print(meant)


def _print(lines: list[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
