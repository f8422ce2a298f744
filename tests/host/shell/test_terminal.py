"""`sheep-host` in a terminal: how others join, the console's end is its end, the terminal stays whole."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sheep_common import messages
from sheep_common.net import info
from sheep_common.net.places import best_first, places
from sheep_support.host_processes import PATIENCE, children_of, is_running, kill, players, until
from sheep_support.ports import free_pair

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a pseudo-terminal and /proc")


class Terminal:
    """A pseudo-terminal with `sheep-host` in it."""

    def __init__(self, data: Path, *arguments: str) -> None:
        import pty
        import termios

        self._termios = termios
        self._master, self._slave = pty.openpty()
        self.before = termios.tcgetattr(self._slave)
        self.shown = ""
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "sheep_host.cli",
                "--port",
                "0",
                "--no-discovery",
                "--data",
                str(data),
                *arguments,
            ],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "LANG": "en_US.UTF-8", "LANGUAGE": "en", "COLUMNS": "80"},
        )

    def read(self, seconds: float) -> None:
        """Take in what is shown for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._master], [], [], left)[0]:
                self.shown += os.read(self._master, 65536).decode(errors="replace")

    def until(self, text: str) -> None:
        """Wait until something is shown."""
        end = time.monotonic() + 2 * PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            self.read(0.1)

    def type(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def wait(self) -> int:
        """Wait for the end, reading on, and return the exit status."""
        end = time.monotonic() + 2 * PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, self.shown
            self.read(0.1)
        return self.process.returncode

    @property
    def is_whole(self) -> bool:
        """Whether the terminal is as it was."""
        return self._termios.tcgetattr(self._slave) == self.before

    def client(self) -> int:
        """Return the id of the client that has the terminal."""
        return self.child(b"--granted")

    def child(self, word: bytes) -> int:
        """Return the id of the child with a word on its command line."""
        for child in children_of(self.process.pid):
            if word in Path(f"/proc/{child}/cmdline").read_bytes():
                return child
        raise AssertionError(f"there is no child with {word!r}")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path / "data", "--game", "battle-sheep")
    yield made
    made.close()


def started(terminal: Terminal) -> None:
    terminal.until("/help")
    terminal.until("Battle Sheep")


def test_it_shows_the_lines_that_others_type(tmp_path):
    """Or, on a machine without a network, that nobody else can join."""
    terminal = Terminal(tmp_path / "data", "--bind", "0.0.0.0")  # noqa: S104
    try:
        terminal.until("sheep-join " if best_first(places()) else "on no network")
        terminal.type("/quit\r")
        assert terminal.wait() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("keys", ["/quit\r", "\x04"], ids=["quit", "end of input"])
def test_the_console_ends_the_host_in_order(terminal, keys):
    started(terminal)
    family = children_of(terminal.process.pid)
    terminal.type(keys)
    assert terminal.wait() == 0
    assert not any(map(is_running, family))
    assert terminal.is_whole


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_everything_and_leaves_the_terminal_whole(terminal, number):
    started(terminal)
    terminal.process.send_signal(number)
    assert terminal.wait() == 0
    assert terminal.is_whole


def test_a_client_that_is_killed_leaves_the_terminal_whole_and_the_status_says_it(terminal):
    started(terminal)
    kill(terminal.client())
    assert terminal.wait() == 1
    assert terminal.is_whole


def test_a_supervisor_that_is_killed_takes_the_client_along(terminal):
    started(terminal)
    family = children_of(terminal.process.pid)
    kill(terminal.process.pid)
    until(lambda: not any(map(is_running, family)), 5)
    assert terminal.is_whole


def test_what_goes_wrong_before_is_one_line(tmp_path):
    (tmp_path / "data").write_text("a file")
    terminal = Terminal(tmp_path / "data")
    try:
        assert terminal.wait() == 1
        assert terminal.shown.startswith("sheep-host: the data folder ")
        assert terminal.shown.count("\n") == 1
    finally:
        terminal.close()


def test_who_plays_has_a_seat_and_the_game_begins(tmp_path):
    terminal = Terminal(
        tmp_path / "data", "--game", "battle-sheep", "--bots", "1", "--play", "Ana", "--bind", "127.0.0.1"
    )
    try:
        terminal.until("The game begins")
        assert "Ana" in terminal.shown
        terminal.process.terminate()
        assert terminal.wait() == 0
        assert terminal.is_whole
    finally:
        terminal.close()


def test_no_line_of_the_log_tears_the_screen_apart(tmp_path):
    """It is shown when the screen is gone."""
    terminal = Terminal(
        tmp_path / "data", "--game", "battle-sheep", "--bots", "1", "--play", "Ana", "--bind", "127.0.0.1"
    )
    try:
        terminal.until("The game begins")
        kill(terminal.child(b"sheep_host.process.main"))
        terminal.until(" lost; trying")
        terminal.read(1.0)
        assert "is started again" not in terminal.shown
        terminal.process.terminate()
        terminal.wait()
        terminal.read(0.2)
        assert "is started again" in terminal.shown
    finally:
        terminal.close()


def test_nothing_that_a_child_says_tears_the_screen_apart(tmp_path):
    """It is shown when the screen is gone, and the log on disk has it: here of a disk without room."""
    import resource

    port = free_pair()
    options = ("--game", "battle-sheep", "--bots", "1", "--play", "Ana", "--bind", "127.0.0.1")
    terminal = Terminal(tmp_path / "data", *options, "--port", str(port))
    try:
        terminal.until("The game begins")
        host = terminal.child(b"sheep_host.process.main")
        _, hard = resource.prlimit(host, resource.RLIMIT_FSIZE)
        resource.prlimit(host, resource.RLIMIT_FSIZE, (0, hard))
        with players(info.ask("127.0.0.1", port + 1, PATIENCE).key, port) as make:
            stranger = make()
            stranger.hello("Bo")
            new = messages.New(id=stranger.next_id(), game="battle-sheep", seats=2)
            assert getattr(stranger.ask(new), "code", None) == "storage"
        resource.prlimit(host, resource.RLIMIT_FSIZE, (hard, hard))
        log = tmp_path / "data" / "log" / "sheep-host.log"
        until(lambda: log.exists() and "could not be stored" in log.read_text())
        terminal.read(0.5)
        assert "could not be stored" not in terminal.shown
        terminal.process.terminate()
        terminal.wait()
        terminal.read(0.2)
        assert terminal.shown.count("could not be stored") == 1
    finally:
        terminal.close()
