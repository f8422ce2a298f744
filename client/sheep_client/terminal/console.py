"""`python -m sheep_client --granted`: the console of a host, or the seat of `--play`.

The supervisor starts it and says on stdin who it is: key and address first, then a line for each
announcement. When stdin ends the supervisor is gone, and so is this.
"""

import os
import sys
from collections.abc import Iterator

import msgspec
from sheep_common.net.info import fingerprint
from sheep_common.net.keys import pair_of

from sheep_client import i18n
from sheep_client.connection.errors import ClientError
from sheep_client.connection.join import model_of
from sheep_client.connection.link import Find, Target
from sheep_client.core.events import Interrupted, Look
from sheep_client.core.model import Goal
from sheep_client.i18n import _
from sheep_client.session import Session, run_loop, status_of
from sheep_client.system.signals import on_signals
from sheep_client.system.stdin import StandardInput
from sheep_client.terminal.full_screen import FullTerminal, able
from sheep_client.terminal.line_prompt import Terminal, terminal_input, width
from sheep_client.text_layout import wrap
from sheep_client.text_ui import announcements, host_status
from sheep_client.text_ui.line_view import PlainFace


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: whose key this is, where the host is, and what the terminal is for."""

    key: str
    server: str
    address: str
    port: int
    name: str
    console: bool = False
    table: str | None = None
    seat: int | None = None
    lang: str | None = None
    join: tuple[str, ...] = ()
    """What others type to join."""
    alone: bool = False
    """Whether the host listens on this machine alone."""
    exposed: str | None = None
    """A file of the host's that other users of this machine can read."""


class Joins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A later line: the machine has other addresses now."""

    join: tuple[str, ...]


def main(language: str | None) -> int:
    """Serve the terminal until the host stops; return the exit status. Raise `ClientError`."""
    stdin = StandardInput()
    line = stdin.read_line()
    try:
        grant = msgspec.json.decode((line or "").encode(), type=Grant)
    except msgspec.DecodeError:
        raise ClientError(
            2, _("--granted is for sheep-host alone; start sheep-join ADDRESS instead")
        ) from None
    chosen = language or grant.lang
    if chosen in i18n.LANGUAGES:
        i18n.use(chosen)
    if not sys.stdout.isatty():
        raise ClientError(
            1, _("There is no terminal here to play in; start it in one, or use --headless in scripts.")
        )
    return run_loop(_run(grant, stdin))


def finder(grant: Grant) -> Find:
    """Return where the host is: the supervisor has said it, and who it is."""
    target = Target(grant.address, grant.port, grant.server)

    async def find(attempt: int) -> Target:
        del attempt
        return target

    return find


async def _run(grant: Grant, stdin: StandardInput) -> int:
    terminal = _terminal(grant)
    if grant.exposed is not None:
        warning = _(
            "Other users of this computer can read {file}, and so everybody's cards; keep them out with:"
            " chmod 700 {folder}"
        ).format(file=grant.exposed, folder=os.path.dirname(grant.exposed))  # noqa: PTH120 - shown, not used
        terminal.print(_wrapped([warning]))
    _invite(terminal, _heading(grant))
    # The console sits nowhere and looks at the tables there are; the seat of --play is granted.
    goal = Goal(listing=grant.console)
    session = Session(model_of(grant.name, goal), pair_of(grant.key), finder(grant), terminal.tell)

    def announced(text: str) -> None:
        stands = host_status.read(text)
        if stands is not None:
            if isinstance(terminal, Terminal):
                terminal.face.standing = stands
            return
        joins = _joins(text)
        if joins is not None:
            _invite(terminal, _heading(msgspec.structs.replace(grant, join=joins.join)))
            return
        lines = announcements.sentences(text, session.model, console=grant.console)
        terminal.print(lines if isinstance(terminal, FullTerminal) else _wrapped(lines))
        if grant.console:
            session.feed(Look())

    stdin.start(announced, lambda: session.feed(Interrupted()))
    on_signals(lambda: session.feed(Interrupted()))
    return status_of(await terminal.run(session))


def _wrapped(lines: list[str]) -> Iterator[str]:
    return (part for line in lines for part in wrap(line, width() - 1, "  "))


def _terminal(grant: Grant) -> Terminal | FullTerminal:
    """Return the full screen for a player whose terminal is able to show it; lines for the host's console."""
    if not grant.console and able():
        return FullTerminal(source=terminal_input())
    return Terminal(PlainFace(width(), console=grant.console), None, terminal_input())


def _joins(text: str) -> Joins | None:
    try:
        return msgspec.json.decode(text, type=Joins)
    except msgspec.DecodeError:
        return None


def _invite(terminal: Terminal | FullTerminal, lines: list[str]) -> None:
    (terminal.invite if isinstance(terminal, FullTerminal) else terminal.print)(lines)


def _heading(grant: Grant) -> list[str]:
    """Say how others join: the first thing that everybody in the room needs."""
    if grant.alone:
        return [_("Others on this network cannot join: the host listens on this machine alone.")]
    if not grant.join:
        return [_("This computer is on no network: how others join is shown here as soon as it is.")]
    key = _("The key of this host: {fingerprint}").format(fingerprint=fingerprint(grant.server))
    return [_("Others join with:"), *(f"    {line}" for line in grant.join), key, ""]
