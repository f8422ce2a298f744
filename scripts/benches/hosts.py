"""Servers to be measured, as processes of their own: this tree's host, another commit's, the echo."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MANY = 100_000
GENEROUS = {
    "limits": {
        "requests_a_second": MANY,
        "requests_at_once": MANY,
        "sessions": MANY,
        "sessions_an_address": MANY,
        "tables": MANY,
        "tables_a_key": MANY,
    },
    "bounds": {
        "connections": MANY,
        "connections_of_loopback": MANY,
        "frames_a_second": MANY,
        "frames_at_once": MANY,
        "flood": MANY,
    },
}
"""Limits of the measured host: its rate limit would be what we measure otherwise."""
ENTRIES = {"host/sheep_host/process/main.py": "sheep_host.process.main"}
"""The host process's module, by where its file is; older commits have it at `OLD`."""
OLD = "sheep_host.shell.process"
LAWS = {"common/sheep_common/laws/tiny_game.py": "sheep_common.laws.tiny_game"}
OLD_LAWS = "sheep_common.testing.tiny_game"


@dataclass(frozen=True)
class Tree:
    """The files of a commit."""

    path: Path = ROOT

    def environment(self, extra: Path | None = None) -> dict[str, str]:
        """Return an environment in which Python finds this tree's packages, and the tiny game in `extra`."""
        places = [*([extra] if extra else []), self.path / "common", self.path / "host", ROOT / "scripts"]
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))}

    @property
    def host(self) -> str:
        """The module of the host process."""
        return _there(self.path, ENTRIES, OLD)

    @property
    def tiny(self) -> str:
        """The module of the tiny game."""
        return _there(self.path, LAWS, OLD_LAWS)


@dataclass(frozen=True)
class Server:
    """A running server: where it is, and how to end it or ask it for its CPU."""

    port: int
    key: str
    process: subprocess.Popen[str] = field(repr=False)

    def where(self) -> dict[str, Any]:
        """Return what a load generator has to know."""
        return {"port": self.port, "key": self.key, "pid": self.process.pid}


@contextlib.contextmanager
def checked_out(revision: str | None) -> Iterator[Tree]:
    """Give the files of a commit in a temporary worktree; None is this tree. CalledProcessError."""
    if revision is None:
        yield Tree()
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "--quiet", str(path), revision], check=True)
        try:
            yield Tree(path)
        finally:
            subprocess.run([*git, "remove", "--force", str(path)], check=False)


@contextlib.contextmanager
def host(folder: Path, tree: Tree | None = None, module: str | None = None) -> Iterator[Server]:
    """Run a host process with its store below a folder; it also plays the tiny game."""
    tree = tree or Tree()
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data:
        guests = _guest_game(Path(data) / "guests", tree.tiny)
        serve = {"data": data, "bind": "127.0.0.1", "port": 0, "host_name": "bench", **GENEROUS}
        command = [sys.executable, "-m", module or tree.host]
        with _started(command, tree.environment(guests), Path(data) / "host.log") as server:
            _write(server, {"serve": serve})
            yield _listening(server, Path(data) / "host.log")


@contextlib.contextmanager
def echo(folder: Path | None) -> Iterator[Server]:
    """Run the bare echo, with a durable commit a batch below a folder, or with none."""
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data:
        log = Path(data) / "echo.log"
        command = [sys.executable, "-m", "benches.echo", *([data] if folder else [])]
        with _started(command, Tree().environment(), log) as server:
            yield _listening(server, log)


def cpu(pid: int) -> float | None:
    """Return the CPU seconds of a process so far; None where the system has no /proc."""
    if sys.platform == "win32":
        return None
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float | None:
    """Return the KiB of memory that a process has for itself or shares; None where there is no /proc."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next((float(line.split()[1]) for line in lines if line.startswith("VmRSS:")), None)


@contextlib.contextmanager
def _started(command: list[str], environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a server that ends when its stdin does."""
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment,
        ) as process,
    ):
        try:
            yield process
        finally:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _write(process: subprocess.Popen[str], line: dict[str, Any]) -> None:
    if process.stdin is None:
        raise RuntimeError("the server has no stdin")
    process.stdin.write(json.dumps(line) + "\n")
    process.stdin.flush()


def _listening(process: subprocess.Popen[str], log: Path) -> Server:
    line = process.stdout.readline() if process.stdout is not None else ""
    if not line:
        raise RuntimeError(f"the server did not start: {log.read_text()[-500:]}")
    where = json.loads(line)
    return Server(where["port"], where["key"], process)


def _guest_game(folder: Path, module: str) -> Path:
    """Make what tells Python of the tiny game, as an installed distribution would."""
    there = folder / "tiny_game-1.dist-info"
    there.mkdir(parents=True)
    (there / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-game\nVersion: 1\n")
    (there / "entry_points.txt").write_text(f"[sheep.games]\ntiny = {module}:GAME\n")
    return folder


def _there(root: Path, files: dict[str, str], old: str) -> str:
    return next((module for file, module in files.items() if (root / file).exists()), old)
