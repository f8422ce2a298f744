"""Pure cores and thin shells, kept by reading every module: who may import which libraries.

That the packages know each other one way only is import-linter's, in pyproject.toml.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHELLS = (
    *("sheep_common.net", "sheep_common.streams"),
    *(
        f"sheep_client.{room}"
        for room in ("terminal", "connection", "discovery", "thinkers", "bots", "session", "system")
    ),
    *(f"sheep_host.{room}" for room in ("network", "process", "supervisor", "announce", "pipes")),
)
STORE = "sheep_host.store"
"""The package of the store."""
CORES = (
    *("sheep_common", "sheep_host.core", "sheep_client.core", "sheep_client.thinking"),
    *("sheep_client.games", "sheep_client.game_api", "sheep_client.fallback_game"),
)
"""What is pure; of `sheep_common` all but its net and its streams."""
SHELL_LESS = (
    *CORES,
    *(
        "sheep_client.text_ui",
        "sheep_client.screen_ui",
        "sheep_client.replay_ui",
        "sheep_client.game_registry",
    ),
)
"""What knows no shell: painters use the terminal's words, and no terminal."""

INPUT_OUTPUT = {
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "threading", "_thread"),
    *("ifaddr", "http", "socket", "socketserver", "ssl", "urllib", "zeroconf", "zmq"),
    *("ctypes", "fcntl", "msvcrt", "pty", "resource", "termios", "tty"),
    *("select", "selectors", "signal", "time"),
}
"""For the shells alone: the network, other processes, threads, the clock, the terminal."""
LAWS = ("sheep_common.laws", "sheep_client.laws")
"""For the tests of games, ours and others': in the wheel, and as pure as what they are laws of."""
SUPPORT = "sheep_support"
"""For our tests and scripts; in no wheel."""
SIDE_EFFECTS = {"datetime", "os", "secrets", "shutil", "sqlite3", "tempfile", "uuid"}
"""In no core: another clock, dice, and the disk."""


def within(module: str, *packages: str) -> bool:
    """Tell whether a module is one of these packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[str]:
    """Give the full name of everything that is imported, anywhere in the module's text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                kept = parts[: len(parts) - node.level + is_package]
                base = ".".join([*kept, base] if base else kept)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def refusal(module: str, imported: str) -> str | None:
    """Say why this module must not import that, or None."""
    top = imported.partition(".")[0]
    shell = within(module, *SHELLS)
    core = within(module, *CORES) and not shell
    if top == SUPPORT or (within(imported, *LAWS) and not within(module, *LAWS)):
        return "what tests need is for tests"
    if top in INPUT_OUTPUT and not shell:
        return "input and output are the shells'"
    if top == "sqlite3" and not module.startswith(STORE):
        return "the database is the store's"
    if top == "prompt_toolkit" and (core or not module.startswith("sheep_client")):
        return "the terminal is the client's, outside its core"
    if core and (top in SIDE_EFFECTS or imported == "random" or is_dice(imported)):
        return "a core has no clock, no dice and no disk"
    if within(module, *SHELL_LESS) and not shell and reaches_out(imported):
        return "cores and faces know no shell"
    return None


def reaches_out(imported: str) -> bool:
    """Tell what is or leads to a shell or the store."""
    return within(imported, *SHELLS) or imported.startswith(STORE)


def is_dice(imported: str) -> bool:
    """Tell a source of its own from `random.Random`, by which cores name what is given to them."""
    return imported.startswith("random.") and imported != "random.Random"


def modules() -> dict[str, Path]:
    """Return every module of the three packages, by name."""
    found = {}
    for side in ("common", "host", "client"):
        for path in sorted((ROOT / side).rglob("*.py")):
            parts = path.relative_to(ROOT / side).with_suffix("").parts
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


def refusals(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Return a line for each import that the module must not have."""
    return [
        f"{module} imports {imported}: {why}"
        for imported in imports(module, source, is_package=is_package)
        if (why := refusal(module, imported))
    ]


def test_every_module_imports_only_what_its_place_allows() -> None:
    """Sockets, clocks, processes, databases and terminals stay where they belong."""
    wrong = [
        line
        for name, path in modules().items()
        for line in refusals(name, path.read_text(encoding="utf-8"), is_package=path.stem == "__init__")
    ]
    assert wrong == []


def test_a_host_draws_from_the_system_alone() -> None:
    """Chance from a seed could be guessed: no module has a source of its own, but to choose a free port."""
    made = [
        name
        for name, path in modules().items()
        if within(name, "sheep_host")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(("Random", "random.choice"))
        and not ast.unparse(node.func).endswith("SystemRandom")
    ]
    assert made == ["sheep_host.network.ports"]


def test_all_three_packages_are_read() -> None:
    """A moved folder does not make the check above vacuous."""
    assert {name.partition(".")[0] for name in modules()} == {
        "sheep_common",
        "sheep_host",
        "sheep_client",
    }


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sheep_common.wire", "import zmq"),
        ("sheep_common.names", "def f():\n    from time import monotonic"),
        ("sheep_common.records", "import os.path"),
        ("sheep_common.games.leadersheep.rules", "import random"),
        ("sheep_common.games.leadersheep.rules", "from random import SystemRandom"),
        ("sheep_common.wire", "from sheep_common import net"),
        ("sheep_common.wire", "from .net.keys import load"),
        ("sheep_common.net.keys", "import prompt_toolkit"),
        ("sheep_host.core.requests.tables", "from datetime import datetime"),
        ("sheep_host.core.requests.tables", "from ...process import loop"),
        ("sheep_host.core.requests.tables", "import sheep_host.store.store"),
        ("sheep_host.cli", "import signal"),
        ("sheep_host.process.loop", "import sqlite3"),
        ("sheep_host.process.console", "import prompt_toolkit"),
        ("sheep_host.store.store", "import threading"),
        ("sheep_client.core", "from prompt_toolkit.formatted_text import FormattedText"),
        ("sheep_client.text_ui.line_view", "import asyncio"),
        ("sheep_client.text_ui.line_view", "from sheep_client.connection import link"),
        ("sheep_client.game_api.easy_bot", "from time import sleep"),
        ("sheep_client.games.leadersheep.text", "import os"),
        ("sheep_client.games.battle_sheep.screen.board", "from prompt_toolkit.styles import Style"),
        ("sheep_client.games.battle_sheep.screen.screen", "from sheep_client.thinkers.pool import Thinkers"),
        ("sheep_client.fallback_game.screen", "from random import random"),
        ("sheep_client.screen_ui.paint", "from sheep_client.terminal import player_screen"),
        ("sheep_client.game_registry", "from sheep_client.connection import link"),
        ("sheep_client.connection.link", "from sheep_support.clients import Client"),
        ("sheep_client.cli", "from sheep_common import laws"),
        ("sheep_client.screen_ui.paint", "from sheep_client.laws import screen_laws"),
        ("sheep_client.laws.screen_laws", "import time"),
        ("sheep_common.games.leadersheep.rules", "from ...laws.play import Table"),
        ("sheep_common.laws.play", "import sheep_support"),
        ("sheep_common.laws.play", "import time"),
    ],
)
def test_an_import_in_the_wrong_place_is_refused(module: str, source: str) -> None:
    """Also inside a function, by a relative name, or of a package's submodule."""
    assert refusals(module, source) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sheep_common.net.sockets", "import zmq, ctypes, socket"),
        ("sheep_common.games.leadersheep.rules", "from random import Random"),
        ("sheep_common.laws.playthrough", "from sheep_common.laws.play import Table"),
        ("sheep_host.process.loop", "import time, signal, zmq\nfrom sheep_common.net import keys"),
        ("sheep_host.store.store", "import sqlite3, os"),
        ("sheep_host.store.rows", "import sqlite3"),
        ("sheep_client.text_ui.typed", "import prompt_toolkit.formatted_text"),
        ("sheep_client.connection.link", "import asyncio"),
    ],
)
def test_an_import_in_its_place_is_taken(module: str, source: str) -> None:
    """The shells, the store and the painters have what they are there for."""
    assert refusals(module, source) == []


def test_relative_imports_of_a_package_start_in_the_package_itself() -> None:
    """`from .net import x` in an `__init__` names the package's own submodule."""
    found = list(imports("sheep_common", "from .net import keys", is_package=True))
    assert found == ["sheep_common.net.keys"]
