"""`sheep-host`: reads the command line and runs the supervisor. What the flags mean is checked elsewhere."""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from sheep_common import streams
from sheep_common.net.paths import data_folder

PROGRAM = "sheep-host"
DESCRIPTION = "Hosts Battle Sheep and Leadersheep for friends on one network."
EPILOG = """\
Others type `sheep-join ADDRESS`; in a terminal this program shows what exactly,
and takes the owner's commands. Elsewhere it logs to stderr, or says what
happens as JSON Lines with --json. It ends in order on /quit, Ctrl-C and
SIGTERM: everyone is told, and everything is stored.

options of every table:
  first=SEAT|youngest|random  hints=on|off  move-time=S  clock=S
  watchers=on|off  private=on|off
of battle-sheep:
  end=all-blocked|one-left  starts=outer-rim|any-rim
  board=players|random  position=PASTURES
of leadersheep:
  trash=shuffle|turn-over  deck=NAME|FILE

examples:
  sheep-host --game battle-sheep --seats 3
  sheep-host --game leadersheep --bots 2 --play Ana
  sheep-host --game leadersheep --option trash=turn-over --option deck=mine.toml

exit status: 0 done, 1 it failed, 2 wrong usage."""
LINE = 300
"""The longest line about what is wrong, in characters: arguments may be long."""
MOST_DELAY = 30
"""Seconds; the host plays for bots that take far longer."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(_usage(message))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    return streams.settled(PROGRAM, lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    asked = parser().parse_args(argv)
    # Late, so that --help and a slip of the finger are answered at once.
    try:
        return _host(asked)
    except KeyboardInterrupt:  # before the signals are ours
        return 0
    except Exception as error:  # noqa: BLE001 - told in one line, which is what people are promised
        # A bug: still one line, and the place for who mends it.
        last = traceback.extract_tb(error.__traceback__)[-1]
        _say(f"a fault in {PROGRAM} itself: {error!r} in {last.filename}, line {last.lineno}")
        return 1


def _host(asked: argparse.Namespace) -> int:
    from sheep_host.errors import ShellError, UsageError
    from sheep_host.supervisor.settings import read

    try:
        settings = read(asked, terminal=_is_terminal(), environment=os.environ)
    except UsageError as error:
        return _usage(str(error))
    from sheep_host.supervisor.supervisor import Supervisor

    try:
        return Supervisor(settings).run()
    except ShellError as error:
        _say(str(error))
        return 1


def _usage(problem: str) -> int:
    _say(f"{problem[:LINE]} (see {PROGRAM} --help)")
    return 2


def _say(text: str) -> None:
    """Write one line to stderr, whatever somebody may have put into it."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    streams.say(f"{PROGRAM}: {line}\n")


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    made = Parser(
        prog=PROGRAM,
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_table_flags(made)
    _add_host_flags(made)
    made.add_argument(
        "--play",
        nargs="?",
        const="",
        metavar="NAME",
        help="play in this terminal too, under your login name or NAME",
    )
    made.add_argument("--json", action="store_true", help="write what happens to stdout as JSON Lines")
    return made


def _add_table_flags(made: argparse.ArgumentParser) -> None:
    table = made.add_argument_group("the table to open (without --game the players open their own)")
    table.add_argument("--game", metavar="NAME", help="battle-sheep or leadersheep")
    table.add_argument("--seats", type=_whole, metavar="N", help="default 2, leadersheep 3")
    table.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the table, see below; may be given again",
    )
    table.add_argument(
        "--bots",
        type=_bots,
        metavar="N[:LEVEL]",
        help="the last N seats are for bots; level easy (the default), normal, hard or expert",
    )
    table.add_argument(
        "--move-time", type=_whole, metavar="S", help="seconds for a move; 0, the default, for none"
    )


def _add_host_flags(made: argparse.ArgumentParser) -> None:
    host = made.add_argument_group("the host")
    host.add_argument("--bind", metavar="ADDRESS", help="listen on this address alone; default all")
    host.add_argument(
        "--port",
        type=_port,
        default=7437,
        metavar="N",
        help="the port, and the next one; default 7437; 0: any pair that is free",
    )
    kept = str(data_folder()).replace("%", "%%")
    host.add_argument(
        "--data", metavar="DIR", help=f"where tables, records and the host's key are kept; default {kept}"
    )
    host.add_argument("--host-name", metavar="TEXT", help="what others see; default this machine's name")
    host.add_argument(
        "--password-file",
        metavar="FILE",
        help="let in who has the password of FILE (-: ask for it), or of the variable SHEEP_PASSWORD",
    )
    host.add_argument(
        "--bot-delay",
        type=_seconds,
        metavar="S",
        help="seconds that bots wait before they act, so that people can follow; default about 1 where "
        "people are; some think longer",
    )
    host.add_argument(
        "--no-discovery", action="store_true", help="do not announce it: others need the address to join"
    )


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no number from 0 on")
    return int(text)


def _seconds(text: str) -> float:
    whole, point, rest = text.partition(".")
    digits = whole + rest
    if not (
        digits.isascii() and digits.isdecimal() and whole and bool(point) == bool(rest) and len(text) < 8
    ):
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no number of seconds, such as 0 or 1.5")
    if float(text) > MOST_DELAY:
        raise argparse.ArgumentTypeError(f"the most is {MOST_DELAY} seconds")
    return float(text)


def _port(text: str) -> int:
    port = _whole(text)
    if port > 65534:
        raise argparse.ArgumentTypeError("the highest is 65534, for the next port is used too")
    return port


def _bots(text: str) -> tuple[int, str]:
    number, _, level = text.partition(":")
    return _whole(number), level.lower() or "easy"


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is not KEY=VALUE")
    return name, value


if __name__ == "__main__":
    sys.exit(main())
