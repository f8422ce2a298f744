"""Every program with a stream that cannot be written: no words of Python's, no status 120, no signal.

Each with and without PYTHONUNBUFFERED, which decides when Python notices that something cannot be written.
"""

import fcntl
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sheep_support.fake_terminal import PseudoTerminal
from sheep_support.host_processes import RunningHost

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full and pipes of a known size")

RECORD = str(Path(__file__).parents[1] / "common" / "cases" / "records" / "battle-sheep-00.jsonl")
REPLAY = ("-c", "import sys; from sheep_client.replay_cli import main; sys.exit(main())")
JOIN = ("-m", "sheep_client")
HOST = (
    "-m",
    "sheep_host.cli",
    "--bind",
    "127.0.0.1",
    "--port",
    "0",
    "--no-discovery",
    "--data",
    "{home}/data",
)
THINKER = ("-m", "sheep_client.thinkers.pool")
BOTS = ("-m", "sheep_client.bots")

STDOUT: dict[str, tuple[tuple[str, ...], str | None]] = {
    "host --help": ((*HOST, "--help"), "sheep-host: the output cannot be written"),
    "host --json": ((*HOST, "--json"), "the events cannot be written"),
    "host process": (("-m", "sheep_host.process.main"), None),
    "join --help": ((*JOIN, "--help"), "sheep-join: The output cannot be written"),
    "join --headless": (
        (*JOIN, "--headless", "--name", "Ana", "127.0.0.1:{port}"),
        "sheep-join: The output cannot be written",
    ),
    "replay --help": ((*REPLAY, "--help"), "sheep-replay: the output cannot be written"),
    "replay --check": ((*REPLAY, "--check", RECORD), "sheep-replay: the output cannot be written"),
    "replay": ((*REPLAY, RECORD), "sheep-replay: the output cannot be written"),
    "bots --help": ((*BOTS, "--help"), "sheep_client.bots: the output cannot be written"),
    "thinker": (THINKER, "sheep_client.thinker: the output cannot be written"),
}
"""Programs that write to stdout, and what they say where it is full."""

STDERR: dict[str, tuple[tuple[str, ...], int]] = {
    "host, wrong usage": ((*HOST, "--port", "x"), 2),
    "host, no data": ((*HOST, "--data", "/proc/sheep"), 1),
    "join, wrong usage": ((*JOIN, "--age", "x"), 2),
    "join, no host": ((*JOIN, "--headless", "--name", "Ana", "127.0.0.1:9"), 1),
    "replay, wrong usage": ((*REPLAY, "--seat", "x"), 2),
    "replay, no file": ((*REPLAY, "{home}/missing"), 1),
    "replay, no seat": ((*REPLAY, RECORD, "--seat", "9"), 1),
    "bots, a line that is none": (BOTS, 0),
    "thinker, a task that is none": (THINKER, 0),
}
"""Programs that have something to say on stderr, and the status that they end with."""

TERMINAL: dict[str, tuple[tuple[str, ...], str]] = {
    "join": ((*JOIN, "127.0.0.1:{port}", "--name", "Ana"), "new table"),
    "join --plain": ((*JOIN, "127.0.0.1:{port}", "--name", "Ana", "--plain"), "You are Ana"),
    "join without an address": (JOIN, "host>"),
    "replay": ((*REPLAY, RECORD), "leave"),
    "console": (HOST, "/help"),
    "host --play": ((*HOST, "--game", "battle-sheep", "--bots", "1", "--play", "Ana"), "Ana"),
}
"""Programs that have a terminal, and what is on it before its window is closed."""

PYTHONS_WORDS = ("Traceback", "Exception ignored", "Fatal Python error", "Warning")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run a host and return its port."""
    with RunningHost(tmp_path_factory.mktemp("host"), "--no-discovery") as running:
        yield running.listening().port


@pytest.fixture(params=["buffered", "unbuffered"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """Return what differs from this process's environment."""
    home = str(tmp_path)
    places = {"HOME": home, "SHEEP_HOME": home, "SHEEP_DATA": home, "LC_ALL": "C.UTF-8"}
    return places | ({"PYTHONUNBUFFERED": "1"} if request.param == "unbuffered" else {})


@contextmanager
def sink(kind: str) -> Iterator[int]:
    """Give a descriptor that cannot be written: `full`, or its reader has `gone` or `stands still`."""
    if kind == "full":
        reader = None
        descriptor = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, descriptor = os.pipe()
    if kind == "gone" and reader is not None:
        os.close(reader)
        reader = None
    if reader is not None:
        size = fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 4096)
        os.write(descriptor, b"\n" * size)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
        if reader is not None:
            os.close(reader)


def command(arguments: tuple[str, ...], home: Path, port: int = 0) -> list[str]:
    """Return the whole command line."""
    filled = [
        part.format(home=home, port=port) if part.startswith(("{", "127")) else part for part in arguments
    ]
    return [sys.executable, *filled]


def run(
    arguments: list[str], environment: dict[str, str], words: bytes = b"", **streams: int
) -> tuple[int, str]:
    """Run a program to its end; return its status, and its stderr where that is no stream of ours."""
    done = subprocess.run(
        arguments,
        input=words,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
        **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams),
    )
    return done.returncode, (done.stderr or b"").decode()


@pytest.mark.parametrize("kind", ["full", "gone"])
@pytest.mark.parametrize("program", STDOUT)
def test_a_stdout_that_cannot_be_written_is_one_line_and_status_1(
    program: str, kind: str, environment: dict[str, str], port: int, tmp_path: Path
) -> None:
    """A reader who has gone needs no line."""
    arguments, said = STDOUT[program]
    words = pickle.dumps((None, 1.0)) if program == "thinker" else b""
    with sink(kind) as descriptor:
        status, err = run(command(arguments, tmp_path, port), environment, words, stdout=descriptor)
    lines = [line for line in err.splitlines() if line != "no thought came: AttributeError"]
    assert status == 1
    if program == "host --json" and kind == "gone":
        said = "nobody reads the events any more"
    elif kind == "gone":
        said = None
    assert [said in line for line in lines] == [True] if said else lines == []


def test_a_disk_that_fills_in_the_middle_of_a_line_is_noticed(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """The system takes a part of what is written, and says nothing of it until the next try."""
    small = ["/bin/sh", "-c", 'ulimit -f 1; exec "$@"', "sh"]  # half a kilobyte, or one
    output = tmp_path / "output"
    with output.open("wb") as file:
        arguments = [*small, *command((*REPLAY, "--check", RECORD), tmp_path)]
        status, err = run(arguments, environment, stdout=file.fileno())
    assert status == 1
    assert err.startswith("sheep-replay: the output cannot be written (")
    assert err.count("\n") == 1
    assert output.stat().st_size in (512, 1024)


@pytest.mark.parametrize("kind", ["full", "gone"])
@pytest.mark.parametrize("program", STDERR)
def test_a_stderr_that_cannot_be_written_changes_nothing(
    program: str, kind: str, environment: dict[str, str], tmp_path: Path
) -> None:
    """The status says it all the same."""
    arguments, expected = STDERR[program]
    words = pickle.dumps((None, 1.0)) if "thinker" in program else b"no line\n"
    with sink(kind) as descriptor:
        status, _ = run(command(arguments, tmp_path), environment, words, stderr=descriptor)
    assert status == expected


@pytest.mark.parametrize("kind", ["full", "gone", "stands still"])
def test_a_host_whose_log_cannot_be_written_serves_on_and_ends_in_order(
    kind: str, environment: dict[str, str], tmp_path: Path
) -> None:
    """Also where whoever reads it stands still."""
    with sink(kind) as descriptor:
        host: Any = subprocess.Popen(
            command((*HOST, "--json"), tmp_path),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=descriptor,
            env={**os.environ, **environment},
        )
        with host:
            try:
                assert b'"listening"' in host.stdout.readline()
                host.send_signal(signal.SIGTERM)
                assert host.wait(20) == 0
                assert b'"closed"' in host.stdout.readline()
            finally:
                host.kill()


@pytest.mark.parametrize("program", TERMINAL)
def test_a_window_that_is_closed_ends_every_program_in_silence(
    program: str, environment: dict[str, str], port: int, tmp_path: Path
) -> None:
    """Whatever still hears it on stderr."""
    arguments, shown = TERMINAL[program]
    said = tmp_path / "stderr"
    apart = ["/bin/sh", "-c", 'exec 2>"$0"; exec "$@"', str(said)]
    with PseudoTerminal([*apart, *command(arguments, tmp_path, port)], environment=environment) as terminal:
        terminal.wait_for(shown)
        terminal.hang_up()
        assert terminal.process.wait(20) in (0, 1, 130)
    assert not [word for word in PYTHONS_WORDS if word in said.read_text(encoding="utf-8")]
