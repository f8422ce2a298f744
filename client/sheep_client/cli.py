"""`sheep-join`: reads the arguments, chooses language and face. Each face is imported when it is needed."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sheep_common import streams

from sheep_client import i18n
from sheep_client.arguments import Parser
from sheep_client.i18n import _

if TYPE_CHECKING:
    from sheep_client.connection.join import Wish

PROGRAM = "sheep-join"
FAILED, INTERRUPTED = 1, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return streams.settled(PROGRAM, lambda: _interruptible(arguments), unwritten)


def unwritten(what: str) -> str:
    """Say that stdout cannot be written."""
    return _("The output cannot be written ({what}); send it elsewhere.").format(what=what)


def _interruptible(arguments: Sequence[str] | None) -> int:
    try:
        return _main(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(arguments: Sequence[str] | None) -> int:
    _write_anything()
    parser = _parser()
    chosen = parser.parse_args(arguments)
    i18n.use(chosen.lang or _system_language())
    from sheep_client.connection.errors import ClientError

    try:
        return _run(chosen)
    except ClientError as error:
        _say(str(error))
        return error.status
    except (KeyboardInterrupt, streams.UnwrittenError):
        raise
    except Exception as error:
        if os.environ.get("SHEEP_DEBUG"):
            raise
        text = _("internal error ({what}); please report it, and start sheep-join again")
        _say(text.format(what=f"{type(error).__name__}: {error}"[:200]))
        return FAILED


def _run(chosen: argparse.Namespace) -> int:
    if chosen.granted:
        from sheep_client.terminal import console

        return console.main(chosen.lang)
    if chosen.address is None and not chosen.no_discovery:
        if chosen.headless:
            from sheep_client.discovery import listing

            return listing.main()
        if sys.stdin.isatty() and sys.stdout.isatty():
            from sheep_client.terminal import host_picker

            chosen.address = host_picker.choose()
            if chosen.address is None:
                return 0
    return _join(chosen)


def _join(chosen: argparse.Namespace) -> int:
    from sheep_client.connection import passwords
    from sheep_client.connection.join import Wish

    wish = Wish(
        address=chosen.address,
        name=chosen.name,
        profile=chosen.profile,
        age=chosen.age,
        table=chosen.table,
        watch=chosen.watch,
        password=passwords.given(chosen.password_file),
        discovery=not chosen.no_discovery,
    )
    if chosen.headless:
        from sheep_client.terminal import headless

        return headless.main(wish)
    if not chosen.plain and sys.stdin.isatty():
        from sheep_client.terminal import full_screen

        if full_screen.able():
            return _played(wish, lambda wish: full_screen.main(wish, chosen.on_turn))
    from sheep_client.terminal import line_prompt

    return _played(wish, line_prompt.main)


def _played(wish: "Wish", play: "Callable[[Wish], int]") -> int:
    """Play with a person, who may be asked for a password, and whether a host is to be trusted."""
    from sheep_client.connection import passwords, trust

    return passwords.admitted(wish, lambda wish: trust.asked(wish, play))


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description="Join a sheep-host on your network and play Battle Sheep or Leadersheep.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "address",
        nargs="?",
        metavar="ADDRESS[:PORT]",
        help="where the host is, as it shows it (IPv6: [ADDRESS]:PORT); without, the hosts found are shown",
    )
    parser.add_argument("--name", metavar="TEXT", help="your name at the table (default: the last one used)")
    parser.add_argument("--age", metavar="N", type=_age, help="lets the youngest begin; shown to nobody")
    parser.add_argument("--table", metavar="ID", type=_table, help="take a seat at this table at once")
    parser.add_argument("--watch", action="store_true", help="watch instead of playing")
    parser.add_argument(
        "--profile", metavar="NAME", type=_profile, help="whose key to use (default: the name)"
    )
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        help="the host's password is FILE's first line (-: ask for it); or the variable SHEEP_PASSWORD",
    )
    parser.add_argument("--lang", choices=i18n.LANGUAGES, help="the language (default: the system's)")
    parser.add_argument(
        "--on-turn", metavar="COMMAND", help="a program to start whenever it becomes your turn (full screen)"
    )
    parser.add_argument(
        "--no-discovery",
        action="store_true",
        help="never look for hosts on the network: an address is given, and is where the host stays",
    )
    faces = parser.add_mutually_exclusive_group()
    faces.add_argument("--plain", action="store_true", help="lines of text, also for screen readers")
    faces.add_argument("--headless", action="store_true", help="lines in, JSON Lines out, for scripts")
    faces.add_argument("--granted", action="store_true", help=argparse.SUPPRESS)
    return parser


def _age(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= 150):
        raise argparse.ArgumentTypeError(f"{text!r} is no age in years")
    return int(text)


def _table(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]{1,16}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no table's id; /tables lists them")
    return text


def _profile(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a profile needs a name")
    return text


def _system_language() -> str:
    if sys.platform == "win32" and not any(os.environ.get(name) for name in i18n.VARIABLES):
        from sheep_client.system.windows import language

        return i18n.language_of({"LANG": language()})
    return i18n.language_of(os.environ)


def _write_anything() -> None:
    """Let no letter that the terminal cannot show end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say(text: str) -> None:
    streams.say(f"{PROGRAM}: {' '.join(text.split())}\n")
