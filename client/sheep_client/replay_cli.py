"""`sheep-replay FILE`: walk through a record, or with `--check` print what comes of it. Draws no screen."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sheep_common import streams
from sheep_common.check import check
from sheep_common.games import GAMES
from sheep_common.records import MAX_LINE, RecordError

from sheep_client.arguments import Parser, one_line
from sheep_client.i18n import LANGUAGES

PROGRAM = "sheep-replay"
DONE, FAILED, INTERRUPTED = 0, 1, 130


class UnreadableError(Exception):
    """The file itself cannot be read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return streams.settled(PROGRAM, lambda: _interruptible(arguments))


def _interruptible(arguments: Sequence[str] | None) -> int:
    try:
        return _main(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(arguments: Sequence[str] | None) -> int:
    _speak_utf8()
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.file is None:
        parser.error(f"give the FILE of a record; {_where()}")
    if chosen.check and chosen.seat is not None:
        parser.error("--seat is for walking through a record, --check is of all seats")
    if chosen.check and chosen.analyse:
        parser.error("--check and --analyse print different things: choose one")
    return _run(chosen)


def _parser() -> Parser:
    parser = Parser(prog=PROGRAM, description="Walk through the record of a game.", allow_abbrev=False)
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",  # when it is missing there is more to say than argparse does
        help="a record, as in DATA/records of the host",
    )
    parser.add_argument("--check", action="store_true", help="no screen: replay it and print one line a step")
    parser.add_argument(
        "--analyse",
        action="store_true",
        help="no screen: print the turns where most was lost, and what would have been better; with --seat "
        "of that seat alone",
    )
    parser.add_argument(
        "--seat", type=_seat, metavar="N", help="see what that seat saw and was told, nothing else"
    )
    parser.add_argument("--plain", action="store_true", help="lines of text, also for screen readers")
    parser.add_argument("--lang", choices=LANGUAGES, help="the language (default: the system's)")
    return parser


def _seat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise argparse.ArgumentTypeError(f"{text!r} is no seat; the first is 0")
    return int(text)


def _run(chosen: argparse.Namespace) -> int:
    file: Path = chosen.file
    try:
        if chosen.check:
            _print_check(file)
            return DONE
        if chosen.analyse:
            from sheep_client.terminal.analyse import analyse

            return analyse(_lines(file), chosen.seat, chosen.lang)
        return _walk(file, chosen.seat, chosen.lang, plain=chosen.plain)
    except RecordError as error:
        return _fail(f"{file}:{error.line}: {error}")
    except UnreadableError as error:
        return _fail(f"{PROGRAM}: {file} cannot be read ({error}); give the file of a record")
    except streams.UnwrittenError:
        raise
    except OSError as error:
        if error.filename is not None:  # something of our own is missing
            return _fail(f"{PROGRAM}: {error.strerror}: {error.filename}; install sheepfold again")
        return _fail(f"{PROGRAM}: {error.strerror or error}; start it again")


def _where() -> str:
    """Say where records are: the last game that ended on this computer, else the folder they will be in."""
    from sheep_common.net.paths import data_folder  # here, because whoever names a file needs none

    folder = data_folder() / "records"
    try:
        newest = max(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        newest = None
    if newest is not None:
        return f"the last game that ended here is {newest}"
    return f"a host here keeps those of finished games in {folder}"


def _print_check(file: Path) -> None:
    try:
        for line in check(_lines(file), GAMES):
            sys.stdout.write(f"{line}\n")
    finally:  # before what is said of a wrong line
        sys.stdout.flush()


def _walk(file: Path, seat: int | None, language: str | None, *, plain: bool) -> int:
    from sheep_client.replay_ui.text import walk  # here, because a check needs no face

    show = None
    if not plain and sys.stdin.isatty() and sys.stdout.isatty():
        from sheep_client.terminal import full_screen, replay

        show = replay.walk if full_screen.able() else None
    return walk(_lines(file), seat, language, show)


def _lines(file: Path) -> Iterator[bytes]:
    """Read a file line by line; a line without an end does not fill the memory."""
    try:
        with file.open("rb") as record:
            while line := record.readline(MAX_LINE + 2):
                yield line
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableError(getattr(error, "strerror", None) or error) from None


def _fail(text: str) -> int:
    streams.say(one_line(text) + "\n")
    return FAILED


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale says, and escape what cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
