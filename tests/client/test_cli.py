"""`sheep-join` from outside: one line for what is wrong, and the exit status."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest


def join(home: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run `sheep-join` without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "sheep_client", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(home),
        check=False,
    )


def environment(home: Path) -> dict[str, str]:
    """Return an environment with a player's folder of its own, in English."""
    return {**os.environ, "SHEEP_HOME": str(home), "LC_ALL": "C.UTF-8"}


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((), 1, "terminal"),
        (("--headless", "--no-discovery"), 2, "Give the address"),
        (("--nonsense",), 2, "--help"),
        (("127.0.0.1:1", "--headless"), 1, "cannot be reached"),
        (("127.0.0.1:x", "--headless"), 2, "no port"),
        (("", "--headless"), 2, "'' is no address"),
        (("127.0.0.1", "--headless", "--name", "x" * 30), 2, "--name"),
        (("127.0.0.1", "--headless", "--age", "old"), 2, "age"),
        (("127.0.0.1", "--headless", "--table", "T 1"), 2, "/tables"),
        (("127.0.0.1", "--headless", "--plain"), 2, "not allowed"),
        (("no-such-host.invalid", "--headless"), 1, "no machine called"),
        (("--granted",), 2, "sheep-host"),
    ],
)
def test_what_is_wrong_is_one_line(
    tmp_path: Path, arguments: tuple[str, ...], status: int, words: str
) -> None:
    """On stderr, with what to do, and the contract's status."""
    done = join(tmp_path, *arguments)
    assert done.returncode == status
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no shell to close a stream with")
@pytest.mark.parametrize("command", ["sheep_client.cli", "sheep_client.replay_cli"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_fault(command: str, closed: str) -> None:
    """A service may be started so; what would be said there is lost, and nothing else."""
    program = f"import sys, {command}; sys.exit({command}.main(['--help']))"
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {closed}', sys.executable, program],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_it_is_said_in_the_language_asked_for(tmp_path: Path) -> None:
    """Also before there is a host."""
    done = join(tmp_path, "127.0.0.1:1", "--headless", "--lang", "fr")
    assert "est injoignable" in done.stderr


def test_a_home_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    """A file where the folder should be."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = join(tmp_path / "file", "127.0.0.1:1", "--headless", "--name", "Ana")
    assert done.returncode == 1
    assert "SHEEP_HOME" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_help_is_complete_and_needs_nothing(tmp_path: Path) -> None:
    """Every flag of the contract that is there, and no sockets or terminals."""
    done = join(tmp_path, "--help")
    assert done.returncode == 0
    for flag in ("--name", "--age", "--table", "--watch", "--profile", "--lang", "--plain", "--headless"):
        assert flag in done.stdout
    assert "--granted" not in done.stdout


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    """A player waits for none of it."""
    code = (
        "import sys, sheep_client.cli as c\n"
        "heavy = {'zmq', 'prompt_toolkit', 'asyncio', 'sheep_common.games'} & set(sys.modules)\n"
        "print(sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_while_looking_for_the_host_is_130(tmp_path: Path) -> None:
    """And no traceback."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1] - 1
        child = subprocess.Popen(
            [sys.executable, "-m", "sheep_client", f"127.0.0.1:{port}", "--headless", "--name", "Ana"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
        )
        connection, _ = silent.accept()  # from now on it waits for the line
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
        connection.close()
    assert (child.returncode, out, err) == (130, "", "")
