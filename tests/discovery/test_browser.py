"""The ways to look for hosts: for a moment, in a loop, and until nobody looks any more."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import pytest
from sheep_client.discovery import browser
from sheep_client.discovery.browser import Browser
from sheep_client.discovery.found import Hosts
from sheep_host.announce.announcer import Announcer
from sheep_support import netns
from sheep_support.netns import Machine, Network
from sheep_support.pace import within

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(netns.problem() is not None, reason=str(netns.problem())),
]
Maker = Callable[..., Any]


@pytest.fixture
def here(network: Network, host: Maker) -> Machine:
    """Return a machine on whose LAN there is one host."""
    there, here = network.machine(), network.machine()
    switch = network.switch()
    switch.plug(there)
    switch.plug(here)
    host(there, "Ana")
    return here


def ended(name: str, within: float = 5.0) -> bool:
    """Tell whether no thread of this name lives after so many seconds."""
    end = time.monotonic() + within
    while any(thread.name == name for thread in threading.enumerate()):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_a_moment_is_enough_to_find_a_host(here: Machine) -> None:
    """For scripts, which want one list."""
    with here:
        assert [each.host for each in browser.find()] == ["Ana"]
    assert ended("browser")


def test_looking_where_there_is_no_network_finds_nothing(network: Network) -> None:
    """And raises nothing."""
    with network.machine():
        assert browser.find(0.5) == ()
    assert ended("browser")


def test_a_watcher_gets_an_empty_list_first_and_then_every_change(here: Machine) -> None:
    """In the watcher's own loop; leaving the iteration ends the thread."""

    async def watched() -> list[Hosts]:
        seen: list[Hosts] = []
        async with asyncio.timeout(10), aclosing(browser.watch()) as lists:
            async for hosts in lists:
                seen.append(hosts)
                if hosts:
                    break
        return seen

    with here:
        nobody, somebody = asyncio.run(watched())
    assert nobody == ()
    assert [each.host for each in somebody] == ["Ana"]
    assert ended("browser")


def test_a_watcher_that_is_cancelled_stops_looking(here: Machine) -> None:
    """As a screen does that is left while it waits."""

    async def cancelled() -> None:
        async def watch() -> None:
            async with aclosing(browser.watch()) as lists:
                async for _ in lists:
                    pass

        task = asyncio.create_task(watch())
        await asyncio.sleep(0.3)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    with here:
        asyncio.run(cancelled())
    assert ended("browser")


def test_closing_twice_or_before_the_start_is_no_error(network: Network) -> None:
    """A face that fails early closes what it has not begun."""
    looking = Browser(lambda hosts: None)
    looking.close()
    with network.machine():
        looking.start()
        looking.close(5.0)
        looking.close(5.0)
    assert ended("browser", within(0.1))


@pytest.mark.parametrize("bind", [None, "127.0.0.1"])
def test_an_announcer_ends_in_time_where_nothing_answers(network: Network, bind: str | None) -> None:
    """A host that is gone already, and one that is not to be announced, have nothing to take back."""
    announcer = Announcer(bind)
    with network.machine():
        announcer.listening(7438)
        time.sleep(0.3)
        before = time.monotonic()
        announcer.close()
    assert time.monotonic() - before < within(1.5)
    assert ended("announcer", within(0.1))


def test_an_announcer_that_cannot_speak_says_so_once(
    network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    """Without any interface, loopback included: one line that says what to do, and another try later."""
    machine = network.machine()
    machine.ip("link", "set", "lo", "down")
    machine.ip("address", "flush", "dev", "lo")
    announcer = Announcer(None)
    with machine:
        announcer.listening(7438)
        for _ in range(3):
            time.sleep(0.2)
            announcer.look()
        time.sleep(2.5)  # longer than its gap between two updates: it has tried again
        announcer.close()
    said = [record.getMessage() for record in caplog.records if record.name == "sheep_host"]
    assert said == ["the host cannot be announced (no network interface): others join by its address"]
