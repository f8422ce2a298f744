"""Hosts that say nothing, and ports that a firewall closes: said in words in time, and left at once."""

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sheep_common.net.info import Info, line
from sheep_common.net.keys import new_pair
from sheep_support import netns
from sheep_support.host_processes import RunningHost
from sheep_support.netns import Machine, Network

FACES = [pytest.param(("--plain",), id="plain"), pytest.param((), id="full")]
in_namespaces = pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem()))
has_terminals = pytest.mark.skipif(
    sys.platform == "win32", reason="there are no pseudo-terminals of this kind"
)


@pytest.fixture
def sits_down(tmp_path: Path) -> Callable[..., Any]:
    """Return what starts `sheep-join` in a terminal."""

    def start(place: str, *arguments: str) -> Any:
        from sheep_support.fake_terminal import PseudoTerminal

        command = [sys.executable, "-m", "sheep_client", place, "--name", "Ana", *arguments]
        environment = {
            "SHEEP_HOME": str(tmp_path / "home"), "LANG": "en", "LC_ALL": "C.UTF-8",
            "PROMPT_TOOLKIT_NO_CPR": "1",
        }  # fmt: skip
        return PseudoTerminal(command, columns=120, environment=environment)

    return start


class Mute:
    """Says on its information port that it is a host, and on the port before nothing at all."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        while True:
            game = socket.create_server(("127.0.0.1", 0))
            self.port = game.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                info = socket.create_server(("127.0.0.1", self.port + 1))
                break
            game.close()
        self._stack.enter_context(game)
        self._stack.enter_context(info)
        said = line(Info(host="Mute", key=new_pair().public, port=self.port))
        threading.Thread(target=self._serve, args=(info, said), daemon=True).start()
        threading.Thread(target=self._serve, args=(game, b""), daemon=True).start()

    def _serve(self, listener: socket.socket, said: bytes) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                self._stack.enter_context(connection)
                connection.sendall(said)
                if said:
                    connection.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close everything."""
        self._stack.close()


@pytest.fixture
def mute() -> Iterator[Mute]:
    """Give a host that says nothing at all."""
    made = Mute()
    yield made
    made.close()


class TestAHostThatSaysNothing:
    """`/quit` and the end of the input end each face at once."""

    @pytest.mark.parametrize(
        ("given", "status"), [("/quit\n", 0), ("/tables\n/quit\n", 0), ("/sit\n", 1), ("", 1)]
    )
    def test_a_script_that_is_done_ends(self, mute: Mute, tmp_path: Path, given: str, status: int) -> None:
        """Before, it was there until somebody killed it."""
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "sheep_client", f"127.0.0.1:{mute.port}", "--headless", "--name", "Bo"],
            input=given, capture_output=True, text=True, timeout=30, check=False,
            env={"SHEEP_HOME": str(tmp_path), "PATH": "", "LANG": "en"},
        )  # fmt: skip
        assert done.returncode == status
        assert time.monotonic() - began < 12
        assert len(done.stderr.splitlines()) == status
        assert given.count("\n") == done.stdout.count('"re"')

    def test_a_script_that_quits_later_ends_at_once(self, mute: Mute, person) -> None:
        """The host has had its time."""
        bo = person(mute.port, "Bo")
        bo.wait_for("trouble")
        bo.say("/quit")
        assert bo.process.wait(2.0) == 0

    @has_terminals
    @pytest.mark.parametrize("face", FACES)
    def test_a_person_who_quits_leaves_at_once(self, mute: Mute, sits_down, face: tuple[str, ...]) -> None:
        """With the terminal as it was."""
        with sits_down(f"127.0.0.1:{mute.port}", *face) as terminal:
            terminal.wait_for("says nothing")
            terminal.press(*(["/"] if not face else []), *(["quit"] if not face else ["/quit"]), "enter")
            assert terminal.ended(2.0) == 0


@pytest.mark.netns
@in_namespaces
class TestAClosedPort:
    """One of a host's two ports is closed by a firewall that throws away what comes."""

    @pytest.fixture
    def lan(self, tmp_path: Path) -> Iterator[tuple[Machine, Machine, str, RunningHost]]:
        """Give a host's machine, a player's, the host's address and the host."""
        with Network() as network:
            switch = network.switch()
            there, here = network.machine(), network.machine()
            cable = switch.plug(there)
            switch.plug(here)
            with there:
                running = RunningHost(tmp_path / "host", "--bind", "0.0.0.0", "--game", "battle-sheep")  # noqa: S104
            with running:
                yield there, here, str(cable.ipv4), running

    def close(self, machine: Machine, port: int) -> None:
        """Let nothing out that a port of a machine says, not even that it takes a connection."""
        machine.ip("rule", "add", "ipproto", "tcp", "sport", str(port), "blackhole")

    def test_a_script_is_told_which_port_it_is(self, lan, person) -> None:
        """After 5 s, and plays once the port is open."""
        there, here, address, running = lan
        at = running.event("listening")
        self.close(there, at["port"])
        bo = person(f"{address}:{at['port']}", "Bo", start=here.start)
        trouble = bo.wait_for("trouble", patience=15)
        assert (trouble["code"], trouble["address"], trouble["port"]) == ("blocked", address, at["port"])
        assert "firewall" in trouble["text"]
        there.ip("rule", "del", "ipproto", "tcp", "sport", str(at["port"]))
        bo.wait_for("welcome")

    @pytest.mark.parametrize("face", FACES)
    def test_a_person_is_told_which_port_it_is(self, lan, sits_down, face: tuple[str, ...]) -> None:
        """Before, the plain face said nothing at all, and "Connecting…" stood for ever."""
        there, here, address, running = lan
        at = running.event("listening")
        self.close(there, at["port"])
        with here, sits_down(f"{address}:{at['port']}", *face) as terminal:
            terminal.wait_for("firewall", 15)
            assert f"Port {at['port']} of {address} does not answer" in terminal.text
            terminal.press("ctrl-c")
            terminal.ended()

    @pytest.mark.parametrize("face", [*FACES, pytest.param(("--headless",), id="headless")])
    def test_the_information_port_is_told_too(self, lan, sits_down, face: tuple[str, ...]) -> None:
        """With 1, as where nobody answers at all."""
        there, here, address, running = lan
        at = running.event("listening")
        self.close(there, at["info_port"])
        with here, sits_down(f"{address}:{at['port']}", *face) as terminal:
            assert terminal.ended() == 1
            said = " ".join(terminal.text.split())
            assert (
                f"Port {at['info_port']} of {address} does not answer, though port {at['port']} does" in said
            )
