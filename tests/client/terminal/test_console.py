"""The plain client in a real terminal: `--plain`, and the console that a host starts."""

import contextlib
import json
import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("needs pseudo-terminals", allow_module_level=True)

import termios

from sheep_common import messages as m
from sheep_common.net.info import Info, line
from sheep_common.net.keys import new_pair
from sheep_support.clients import Host, table
from sheep_support.fake_terminal import PseudoTerminal

OPEN = table("Ana", None)


def answer(message: m.ToHost) -> list[m.Message]:
    """Answer as a host with one open table."""
    number = getattr(message, "id", None)
    match message:
        case m.Hello(name=name):
            return [m.Welcome(re=number, protocol=m.PROTOCOL, host="The barn", name=name, owner=True)]
        case m.Tables():
            return [m.TableList(re=number, tables=(OPEN,))]
        case m.Bot():
            return [m.Table(re=number, table=table("Ana", "bot:Dolly"))]
        case m.Bye() | m.Say():
            return [m.Ok(re=number)]
    return []


@pytest.fixture
def host() -> Iterator[Host]:
    """Return a host with a table."""
    made = Host(answer)
    yield made
    made.close()


class Console(PseudoTerminal):
    """The console of a host, with the supervisor's end of its stdin."""

    def __init__(self, host: Host, home: Path, **fields: Any) -> None:
        grant = {
            "key": new_pair().secret,
            "server": host.pair.public,
            "address": "127.0.0.1",
            "port": host.port,
            "name": "Host",
            "console": True,
            "join": ["sheep-join 192.168.1.5"],
        }
        # Stdin is the supervisor's: the terminal is reached by the other streams.
        stdin = home / "stdin"
        os.mkfifo(stdin)
        program = f"exec {sys.executable} -m sheep_client --granted <{stdin}"
        super().__init__(
            ["/bin/sh", "-c", program], environment={"SHEEP_HOME": str(home), "LC_ALL": "C.UTF-8"}
        )
        self.supervisor = stdin.open("w", encoding="utf-8")
        self.say(grant | fields)

    def say(self, line: dict[str, Any]) -> None:
        """Say a line as the supervisor does."""
        self.supervisor.write(json.dumps(line) + "\n")
        self.supervisor.flush()

    def cooked(self) -> bool:
        """Tell whether the terminal is as it was before."""
        return termios.tcgetattr(self._far) == self.before


@pytest.fixture
def console(host: Host, tmp_path: Path) -> Iterator[Console]:
    """Return a console that was let in."""
    with Console(host, tmp_path) as made:
        made.wait_for("The barn")
        yield made
        made.supervisor.close()


def test_a_console_says_first_how_others_join(console: Console) -> None:
    """Then which tables there are."""
    lines = [line.rstrip() for line in console.lines]
    assert lines[:2] == ["Others join with:", "    sheep-join 192.168.1.5"]
    console.wait_for("Table t1")


def test_a_host_that_nobody_can_reach_says_so(host: Host, tmp_path: Path) -> None:
    """It listens on this machine alone."""
    with Console(host, tmp_path, join=[], alone=True) as made:
        made.wait_for("cannot join")
        made.supervisor.close()


def test_a_host_without_a_network_says_so_and_then_how_others_join(host: Host, tmp_path: Path) -> None:
    """It follows the machine's interfaces while it runs; before, others "could not join" for good."""
    with Console(host, tmp_path, join=[]) as made:
        made.wait_for("on no network")
        made.wait_for("The barn")
        made.say({"join": ["sheep-join 10.0.0.7", 'sheep-join "[fe80::7%eth0]:7437"']})
        made.wait_for("    sheep-join 10.0.0.7")
        made.say({"join": []})
        made.wait(lambda: made.text.count("on no network") == 2)
        made.supervisor.close()


def test_announcements_are_told_as_sentences(console: Console) -> None:
    """Above the prompt."""
    console.say({"event": "joined", "name": "Bo"})
    console.wait_for("Bo has come.")


def test_a_console_commands_the_only_table(host: Host, console: Console) -> None:
    """Without sitting at it."""
    console.wait_for("Table t1")
    console.press("/bot 1", "enter")
    console.wait_for("Dolly")
    assert [message.table for message in host.heard if isinstance(message, m.Bot)] == ["t1"]


def test_quit_ends_the_console(console: Console) -> None:
    """With 0, upon which the supervisor stops the host; the terminal is as it was."""
    console.press("/quit", "enter")
    assert console.ended() == 0
    assert console.cooked()


def test_the_end_of_stdin_ends_the_console(console: Console) -> None:
    """The supervisor is gone, and the terminal is as it was."""
    console.supervisor.close()
    assert console.ended() == 130
    assert console.cooked()


@pytest.fixture
def place(host: Host) -> Iterator[str]:
    """Return the address of a host that also says who it is, once for each time it is asked."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        line_ = line(Info(host="The barn", key=host.pair.public, port=host.port))

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    connection.sendall(line_)
                    connection.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1] - 1}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def plain(place: str, home: Path, *arguments: str, term: str = "xterm") -> PseudoTerminal:
    """Start `sheep-join --plain` in a terminal."""
    program = [sys.executable, "-m", "sheep_client", place, "--plain", "--name", "Ana", *arguments]
    return PseudoTerminal(program, environment={"SHEEP_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": term})


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_plain_joins_in_any_terminal(place: str, tmp_path: Path, term: str) -> None:
    """It says that the host is new, who one is, and takes commands."""
    with plain(place, tmp_path, term=term) as terminal:
        terminal.wait_for("You are Ana")
        assert "SHA256:" in terminal.text
        terminal.press("/help", "enter")
        terminal.wait_for("Ctrl-C leaves")
        terminal.press("/quit", "enter")
        assert terminal.ended() == 0


def test_plain_ends_with_130_at_an_interrupt(place: str, tmp_path: Path) -> None:
    """Without a traceback."""
    with plain(place, tmp_path) as terminal:
        terminal.wait_for("You are Ana")
        terminal.press("ctrl-c")
        assert terminal.ended() == 130
        assert "Traceback" not in terminal.text


def test_plain_remembers_the_lines_of_a_profile(place: str, tmp_path: Path) -> None:
    """The arrow up brings them back the next time."""
    with plain(place, tmp_path) as terminal:
        terminal.wait_for("You are Ana")
        terminal.press("/say remember me", "enter", "/quit", "enter")
        assert terminal.ended() == 0
    with plain(place, tmp_path) as terminal:
        terminal.wait_for("You are Ana")
        terminal.press("up", "up")
        terminal.wait_for("/say remember me")
        terminal.press("ctrl-c")
        terminal.ended()


def test_plain_completes_commands(place: str, tmp_path: Path) -> None:
    """Tab goes on with what can only be one."""
    with plain(place, tmp_path) as terminal:
        terminal.wait_for("You are Ana")
        terminal.press("/rem", "tab", "enter")
        terminal.wait_for("/rematch")
        terminal.press("ctrl-c")
        terminal.ended()


def test_status_says_how_the_host_stands(console: Console) -> None:
    """What its supervisor said last, and why something was refused; a reader's eyes are spared the rest."""
    console.press("/status", "enter")
    console.wait_for("not said yet")
    console.say({
        "status": {
            "people": 2, "connections": 3, "sessions": 3, "tables": 1, "playing": 1,
            "received_a_second": 12.5, "sent_a_second": 9.0, "memory": 34 * 2**20,
            "refused": {"too-fast": 2, "malformed": 7}, "ended": {"no message": 1},
        }
    })  # fmt: skip
    console.say({"event": "joined", "name": "Bo"})
    console.wait_for("Bo has come.")  # so what was said before has been read
    console.press("/status", "enter")
    console.wait_for("People here: 2. Connections: 3.")
    console.wait_for("Messages a second: 12.5 in, 9.0 out.")
    console.wait_for("Memory: 34 MB.")
    console.wait_for("Refused since it started: malformed 7, too-fast 2.")
    console.wait_for("no message 1")


def test_a_store_that_others_can_read_is_warned_about(host: Host, tmp_path: Path) -> None:
    """On the host's screen: who runs it does not read its log."""
    with Console(host, tmp_path, exposed="/data/host.db") as made:
        made.wait_for("chmod 700 /data")
        made.supervisor.close()
