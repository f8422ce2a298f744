"""What the command line asks for, checked as far as that goes before anything starts. Starts nothing."""

import contextlib
import getpass
import json
import socket
import tomllib
import unicodedata
from argparse import Namespace
from collections.abc import MutableMapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
from sheep_common import names
from sheep_common.errors import OptionError
from sheep_common.game import Game, OptionValue
from sheep_common.games import GAMES
from sheep_common.messages import LEVELS
from sheep_common.net import secret
from sheep_common.net.paths import data_folder

from sheep_host.core.state import options
from sheep_host.core.state.events import Opened
from sheep_host.errors import UsageError

MOST_BOTS = 8


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A host as it was asked for."""

    data: Path
    host_name: str
    bind: str | None
    port: int
    table: Opened | None
    """The table to open, without who plays: that is the supervisor's to say."""
    play: str | None
    """The name of the person who plays in this terminal."""
    json: bool
    terminal: bool
    discovery: bool = True
    """Whether it is announced on the network."""
    password: str | None = None
    bot_delay: float | None = None
    """Seconds that bots wait at least; None: as long as people need to follow."""


def read(asked: Namespace, *, terminal: bool, environment: MutableMapping[str, str]) -> Settings:
    """Check what was asked for; UsageError for what there is not. Takes the password out of `environment`."""
    terminal = terminal and not asked.json
    if asked.play is not None and not terminal:
        raise UsageError(
            "--play needs a terminal for input and output, and no --json: "
            "leave it out and join with sheep-join"
        )
    try:
        password = secret.given(asked.password_file, environment)
    except secret.PasswordError as error:
        raise UsageError(f"--password-file: {names.clean(str(error), 200)}") from None
    return Settings(
        data=Path(asked.data) if asked.data else data_folder(),
        host_name=_host_name(asked.host_name),
        bind=_address(asked.bind),
        port=asked.port,
        table=_table(asked),
        play=None if asked.play is None else _player(asked.play),
        json=asked.json,
        discovery=not asked.no_discovery,
        terminal=terminal,
        password=password,
        bot_delay=asked.bot_delay,
    )


def _table(asked: Namespace) -> Opened | None:
    if asked.game is None:
        for flag in ("seats", "option", "bots", "move_time"):
            if getattr(asked, flag) not in (None, []):
                raise UsageError(f"--{flag.replace('_', '-')} needs --game: {_games()}")
        return None
    game = GAMES.get(asked.game)
    if game is None:
        raise UsageError(f"there is no game {names.clean(asked.game, 40)!r}: --game takes {_games()}")
    seats = asked.seats if asked.seats is not None else game.offered[0]
    if seats not in game.seats:
        raise UsageError(
            f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players: give that with --seats"
        )
    bots, level = asked.bots or (0, LEVELS[0])
    _check_bots(bots, level, seats, playing=asked.play is not None)
    wanted = _options(asked)
    _check_options(game, seats, wanted)
    return Opened(game.name, seats, wanted, bots, level)


def _check_bots(bots: int, level: str, seats: int, *, playing: bool) -> None:
    if level not in LEVELS:
        there_are = ", ".join(LEVELS)
        raise UsageError(
            f"there is no level {names.clean(level, 20)!r}: --bots takes N:LEVEL, of {there_are}"
        )
    most = seats - playing
    if bots > most:
        yours = ", and one of them is yours" if playing else ""
        raise UsageError(
            f"{bots} bots do not fit: there are {seats} seats{yours}; give at most {most} with --bots"
        )


def _check_options(game: Game[Any], seats: int, wanted: dict[str, OptionValue]) -> None:
    try:
        options.check(game, seats, wanted)
    except OptionError as error:
        raise UsageError(f"--option for {game.name}: {error}") from None


def _options(asked: Namespace) -> dict[str, OptionValue]:
    wanted: dict[str, OptionValue] = {}
    for name, value in asked.option:
        if name in wanted:
            raise UsageError(f"--option {names.clean(name, 40)} is given twice: give it once")
        wanted[name] = _deck(value) if name == "deck" else value
    if asked.move_time is not None:
        wanted["move-time"] = asked.move_time
    return wanted


def _deck(value: str) -> str:
    """Return a deck's name, or the deck inline as JSON text where a file was named."""
    path = Path(value)
    with contextlib.suppress(OSError, ValueError):  # what no file can be named is none
        if value.lstrip().startswith("{") or not (path.suffix or path.name != value or path.is_file()):
            return value
    try:
        return json.dumps(tomllib.loads(path.read_text(encoding="utf-8")), ensure_ascii=False)
    except OSError as error:
        raise UsageError(f"the deck {value} cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError) as error:
        raise UsageError(f"the deck {value} is not TOML: {names.clean(str(error), 200)}") from None


def _games() -> str:
    return " or ".join(sorted(GAMES))


def _address(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return str(ip_address(text.removeprefix("[").removesuffix("]")))
    except ValueError:
        raise UsageError(
            f"{names.clean(text, 60)!r} is no address: give an IPv4 or IPv6 address with --bind"
        ) from None


def _host_name(text: str | None) -> str:
    if text is None:
        name = names.clean(socket.gethostname().partition(".")[0], 60)
        return name or "sheep"
    text = unicodedata.normalize("NFC", text)  # as some systems do not give it
    if not text.strip() or names.clean(text, 60) != text:
        raise UsageError("--host-name takes up to 60 printable characters")
    return text


def _player(text: str) -> str:
    """Return the name to play under: the one given, or the login name where it makes one ("")."""
    if text:
        text = unicodedata.normalize("NFC", text)
        problem = names.name_problem(text)
        if problem is not None:
            raise UsageError(f"--play: {problem}")
        return text
    with contextlib.suppress(Exception):  # getpass raises what the platform raises
        login = getpass.getuser()[: names.NAME_COLUMNS]
        if names.name_problem(login) is None:
            return login
    return "Player"
