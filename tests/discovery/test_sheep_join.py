"""`sheep-join` without an address: it shows who is there, and joins with a keystroke."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sheep_support import netns
from sheep_support.host_processes import RunningHost
from sheep_support.netns import Machine, Network

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
Maker = Callable[..., Any]


@pytest.fixture
def machines(network: Network) -> tuple[Machine, Machine]:
    """Return the machines of a host and of a player, on one LAN."""
    switch = network.switch()
    there, here = network.machine(), network.machine()
    switch.plug(there)
    switch.plug(here)
    return there, here


def environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a new player who reads English."""
    return {"SHEEP_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}


def is_as_before(terminal: Any) -> bool:
    """Tell whether a terminal takes lines and shows them again."""
    import termios

    return bool(termios.tcgetattr(terminal._far) == terminal.before)


def headless(machine: Machine, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run `sheep-join --headless` on a machine."""
    with machine:
        return subprocess.run(
            [sys.executable, "-m", "sheep_client", "--headless", *arguments],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )


def host(machine: Machine, tmp_path: Path, *arguments: str) -> RunningHost:
    """Start a host for everybody on its LAN."""
    with machine:
        return RunningHost(tmp_path / "data", "--bind", "0.0.0.0", "--host-name", "Ana's", *arguments)  # noqa: S104


def test_a_script_gets_the_hosts_as_one_line(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    """With everything that is needed to join one."""
    there, here = machines
    with host(there, tmp_path) as running:
        listening = running.event("listening")
        done = headless(here)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "event": "hosts",
        "hosts": [
            {
                "host": "Ana's",
                "address": "10.77.1.1",
                "port": listening["port"],
                "fingerprint": listening["fingerprint"],
                "tables": 0,
                "password": False,
            }
        ],
    }


def test_a_script_that_finds_nobody_fails(network: Network) -> None:
    """With an empty list and status 1, also where there is no network at all."""
    done = headless(network.machine())
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout) == {"event": "hosts", "hosts": []}


def test_who_does_not_look_needs_an_address(network: Network) -> None:
    """`--no-discovery` is a use without it that says so at once."""
    done = headless(network.machine(), "--no-discovery")
    assert done.returncode == 2
    assert "Give the address" in done.stderr


class TestInATerminal:
    """With a person before it."""

    @pytest.fixture
    def sits_down(self, tmp_path: Path) -> Callable[..., Any]:
        """Return what starts `sheep-join --plain` in a terminal on a machine."""

        def start(machine: Machine, *arguments: str) -> Any:
            # POSIX alone has it, as namespaces are Linux's.
            from sheep_support.fake_terminal import PseudoTerminal

            command = [sys.executable, "-m", "sheep_client", "--plain", "--name", "Bo", *arguments]
            with machine:
                return PseudoTerminal(command, environment=environment(tmp_path))

        return start

    def test_a_host_comes_up_and_enter_joins_it(
        self, machines: tuple[Machine, Machine], sits_down: Maker, tmp_path: Path
    ) -> None:
        """Though the player was there first."""
        there, here = machines
        with sits_down(here) as terminal:
            terminal.wait_for("Looking for hosts")
            with host(there, tmp_path) as running:
                running.event("listening")
                terminal.wait_for("1: Ana's", 3.0)
                terminal.press("enter")
                terminal.wait_for("You are Bo, and this is Ana's")
                terminal.press("/quit", "enter")
                assert terminal.ended() == 0

    def test_an_address_typed_by_hand_works_where_nothing_is_found(
        self, machines: tuple[Machine, Machine], sits_down: Maker, tmp_path: Path
    ) -> None:
        """At the prompt, for a host that is not announced."""
        there, here = machines
        with host(there, tmp_path, "--no-discovery") as running, sits_down(here) as terminal:
            port = running.event("listening")["port"]
            terminal.wait_for("host>")
            terminal.press("enter")
            terminal.wait_for("No host is found yet")
            terminal.press("what/ever", "enter")
            terminal.wait_for("is no address")
            terminal.press(f"10.77.1.1:{port}", "enter")
            terminal.wait_for("You are Bo, and this is Ana's")

    @pytest.mark.parametrize(
        ("keys", "status"), [(("/quit", "enter"), 0), (("ctrl-c",), 130), (("\x04",), 0)]
    )
    def test_who_leaves_leaves_the_terminal_as_it_was(
        self, network: Network, sits_down: Maker, keys: tuple[str, ...], status: int
    ) -> None:
        """By command, by Ctrl-C and by the end of the input."""
        with sits_down(network.machine()) as terminal:
            terminal.wait_for("host>")
            terminal.press(*keys)
            assert terminal.ended() == status
            assert is_as_before(terminal)

    @pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
    def test_a_signal_leaves_the_terminal_as_it_was(
        self, network: Network, sits_down: Maker, name: str
    ) -> None:
        """Whatever ends the program from outside."""
        with sits_down(network.machine()) as terminal:
            terminal.wait_for("host>")
            terminal.process.send_signal(getattr(signal, name))
            assert terminal.ended() == 130
            assert is_as_before(terminal)
