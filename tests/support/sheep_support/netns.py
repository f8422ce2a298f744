"""A LAN in one Linux machine: network namespaces, switches and cables that can be pulled. For tests alone.

A namespace is held by an open descriptor and has no name: whatever ends the process, nothing stays behind.
It needs root, `ip` and bridges: `problem()` says what is missing. It cannot delay or lose packets.
"""

import contextlib
import ctypes
import functools
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from types import TracebackType
from typing import Any, Self

_NEWNET = 0x40000000
"""CLONE_NEWNET of `unshare` and `setns`."""
PATIENCE = 10.0
"""Seconds for anything that is over in a few milliseconds."""


@functools.cache
def problem() -> str | None:
    """Say why there can be no namespaces here, None when there can; meant for `pytest.mark.skipif`."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if shutil.which("ip") is None:
        return "network namespaces need the program ip (iproute2)"
    try:
        with Network() as network:
            network.switch().plug(network.machine())
    except OSError as error:
        return f"network namespaces need root: {error}"
    except subprocess.SubprocessError as error:
        return f"this kernel has no bridges or no veth: {error}"
    return None


class Network:
    """Machines and switches. Everything that was started on them is killed at the end of the block."""

    def __init__(self) -> None:
        self._cleanup = contextlib.ExitStack()
        self._switches = 0

    def machine(self) -> "Machine":
        """Add a machine that is plugged in nowhere."""
        return self._cleanup.enter_context(contextlib.closing(Machine()))

    def switch(self) -> "Switch":
        """Add a LAN of its own: the Nth has the networks 10.77.N.0/24 and fd77:N::/64."""
        self._switches += 1
        return Switch(self.machine(), self._switches)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cleanup.close()


class Machine:
    """A network namespace. `with machine:` puts the calling thread into it.

    So are the sockets, threads and processes that are made inside, for as long as they live.
    """

    def __init__(self) -> None:
        self.descriptor = _new_namespace()
        self._entered: list[int] = []
        self._processes: list[subprocess.Popen[Any]] = []
        self._cables = 0
        try:
            self.ip("link", "set", "lo", "up")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        self._entered.append(_open_own())
        _set(self.descriptor)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        before = self._entered.pop()
        try:
            _set(before)
        finally:
            os.close(before)

    def ip(self, *arguments: str) -> str:
        """Run `ip ARGUMENTS` here and return what it prints; CalledProcessError when it fails."""
        with self:
            done = subprocess.run(
                ["ip", *arguments],  # noqa: S607 - where it lies differs
                check=True,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
        return done.stdout

    def start(self, *command: str, **options: Any) -> "subprocess.Popen[Any]":
        """Start a program here, with `Popen`'s options; at the latest it is killed with the network."""
        with self:
            process = subprocess.Popen(command, **options)
        self._processes.append(process)
        return process

    def next_interface(self) -> str:
        """Return a name for one more interface: `eth0`, `eth1` and so on."""
        self._cables += 1
        return f"eth{self._cables - 1}"

    def close(self) -> None:
        """Kill what was started here, and let the namespace go."""
        for process in self._processes:
            with contextlib.suppress(OSError):
                process.kill()
            process.wait(PATIENCE)
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        os.close(self.descriptor)


class Switch:
    """A LAN that machines are plugged into."""

    def __init__(self, machine: Machine, number: int) -> None:
        self.machine = machine
        self.number = number
        self._cables = 0
        # Without snooping multicast reaches every port at once, as on a simple switch.
        machine.ip("link", "add", "br0", "type", "bridge", "mcast_snooping", "0", "forward_delay", "0")
        machine.ip("link", "set", "br0", "up")

    def plug(self, machine: Machine, *, ipv4: bool = True, ipv6: bool = True) -> "Cable":
        """Give a machine one more interface, plugged in here, with addresses that can be used at once."""
        self._cables += 1
        return Cable(self, machine, self._cables, ipv4=ipv4, ipv6=ipv6)


class Cable:
    """An interface of a machine in a switch. Pulling it leaves the machine its addresses."""

    def __init__(self, switch: Switch, machine: Machine, number: int, *, ipv4: bool, ipv6: bool) -> None:
        self.interface = machine.next_interface()
        self.ipv4 = f"10.77.{switch.number}.{number}" if ipv4 else None
        self.ipv6 = f"fd77:{switch.number}::{number}" if ipv6 else None
        self._machine, self._switch = machine, switch.machine
        self._port = f"port{number}"
        peer = ("peer", "name", self.interface, "netns", f"/proc/{os.getpid()}/fd/{machine.descriptor}")
        self._switch.ip("link", "add", self._port, "type", "veth", *peer)
        self._switch.ip("link", "set", self._port, "master", "br0", "up")
        # Duplicate address detection would keep an IPv6 address from being used for a second or two.
        with machine:
            for name, value in (("accept_dad", "0"), ("disable_ipv6", "0" if ipv6 else "1")):
                with open(f"/proc/sys/net/ipv6/conf/{self.interface}/{name}", "w") as file:  # noqa: PTH123
                    file.write(value)
        if self.ipv4 is not None:
            machine.ip("address", "add", f"{self.ipv4}/24", "dev", self.interface)
        machine.ip("link", "set", self.interface, "up")
        if self.ipv6 is not None:
            machine.ip("address", "add", f"{self.ipv6}/64", "dev", self.interface, "nodad")
        self._wait(carries=True)

    def pull(self) -> None:
        """Take the link down: nothing goes through, and no program is told."""
        self._switch.ip("link", "set", self._port, "down")
        self._wait(carries=False)

    def plug_in(self) -> None:
        """Take the link up again."""
        self._switch.ip("link", "set", self._port, "up")
        self._wait(carries=True)

    def _wait(self, *, carries: bool) -> None:
        """Wait until both ends have noticed, for which the kernel may take a second."""
        end = time.monotonic() + PATIENCE
        while True:
            link = json.loads(self._machine.ip("-j", "link", "show", self.interface))[0]
            port = json.loads(self._switch.ip("-d", "-j", "link", "show", self._port))[0]
            forwards = port["linkinfo"]["info_slave_data"]["state"] == "forwarding"
            if (link["operstate"] == "UP") == (port["operstate"] == "UP") == forwards == carries:
                return
            if time.monotonic() > end:
                raise TimeoutError(f"{self.interface} did not change in time")
            time.sleep(0.005)


def _new_namespace() -> int:
    """Make a namespace in a thread of its own, and return a descriptor that holds it."""
    made: list[int | OSError] = []

    def make() -> None:
        try:
            _call("unshare", _NEWNET)
            made.append(_open_own())
        except OSError as error:
            made.append(error)

    thread = threading.Thread(target=make)
    thread.start()
    thread.join(PATIENCE)
    result = made[0]
    if isinstance(result, OSError):
        raise result
    return result


def _open_own() -> int:
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY)


def _set(descriptor: int) -> None:
    _call("setns", descriptor, _NEWNET)


def _call(name: str, *arguments: int) -> None:
    # `os` has these two from Python 3.12 on.
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
