"""Machines on LANs, hosts that announce themselves there, and players who look for them."""

import contextlib
import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sheep_client.discovery.browser import Browser
from sheep_client.discovery.found import Found, Hosts
from sheep_common.net.info import fingerprint
from sheep_support import pace
from sheep_support.netns import Machine, Network

PROGRAM = Path(__file__).with_name("announcing_host.py")
PATIENCE = 10.0
"""Seconds for what has no limit of its own."""


class AnnouncingHost:
    """A process that answers as a host does and announces itself."""

    def __init__(self, machine: Machine, name: str, port: int, bind: str | None) -> None:
        arguments = [sys.executable, str(PROGRAM), name, str(port), *([bind] if bind else [])]
        self.process = machine.start(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.key = self.process.stdout.readline().strip()
        self.fingerprint = fingerprint(self.key)

    def say(self, order: str) -> None:
        """Give it an order."""
        self.process.stdin.write(f"{order}\n")
        self.process.stdin.flush()

    def quit(self) -> None:
        """End it in order, and wait for that."""
        self.say("quit")
        assert self.process.wait(PATIENCE) == 0

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait(PATIENCE)


class Player:
    """Somebody who looks at the list of hosts."""

    def __init__(self, machine: Machine) -> None:
        self.lists: queue.SimpleQueue[Hosts] = queue.SimpleQueue()
        self.hosts: Hosts = ()
        self.browser = Browser(self.lists.put)
        self.since = time.monotonic()
        with machine:
            self.browser.start()

    def sees(self, what: Callable[[Hosts], bool], within: float = PATIENCE) -> Hosts:
        """Wait for a list like this; AssertionError when none comes in time."""
        within = pace.within(within)
        end = time.monotonic() + within
        while not what(self.hosts):
            try:
                self.hosts = self.lists.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"not in {within} s; seen: {self.hosts}") from None
        return self.hosts

    def never_sees(self, what: Callable[[Hosts], bool], seconds: float) -> None:
        """Look for a while; AssertionError when a list like this comes.

        Not longer on a busy machine, which then only sees less: it never fails for being slow.
        """
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                self.hosts = self.lists.get(timeout=left)
            assert not what(self.hosts), f"seen: {self.hosts}"

    def finds(self, host: AnnouncingHost, within: float = PATIENCE) -> Found:
        """Wait until a host is on the list, and return it."""
        hosts = self.sees(lambda hosts: host.fingerprint in {each.fingerprint for each in hosts}, within)
        return next(each for each in hosts if each.fingerprint == host.fingerprint)

    def loses(self, host: AnnouncingHost, within: float = PATIENCE) -> None:
        """Wait until a host is not on the list."""
        self.sees(lambda hosts: host.fingerprint not in {each.fingerprint for each in hosts}, within)


@pytest.fixture
def network() -> Iterator[Network]:
    with Network() as made:
        yield made


@pytest.fixture
def host() -> Callable[..., AnnouncingHost]:
    """Return a maker of hosts; they end with their machine."""

    def make(
        machine: Machine, name: str = "Ana", port: int = 7437, bind: str | None = None
    ) -> AnnouncingHost:
        return AnnouncingHost(machine, name, port, bind)

    return make


@pytest.fixture
def player() -> Iterator[Callable[[Machine], Player]]:
    """Return a maker of players; they stop looking at the end, and their threads end."""
    with ExitStack() as stack:

        def make(machine: Machine) -> Player:
            made = Player(machine)
            stack.callback(made.browser.close, PATIENCE)
            return made

        yield make
