"""One search for hosts: follows every announcement that it hears, and asks each host whether it is there."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sheep_common.names import clean
from sheep_common.net import asking, discovery, mdns
from sheep_common.net.info import Info, fingerprint
from sheep_common.net.places import near, nearest_first, places, speaking

from sheep_client.discovery.found import Found, Hosts, merged

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

MOST = 500
"""Announcements that are followed: more than there are hosts on any LAN."""
AT_ONCE = 16
"""Hosts that are asked at the same time, so that false announcements cost us little and others less."""
ADDRESSES = 6
"""Addresses of one host that are tried."""
ANSWER = 1.0
"""Seconds for one address to answer."""
DETAILS = 1.0
"""Seconds for the rest of an announcement to come in."""
AGAIN = 2.0
"""Seconds between two questions to a host: so soon it is seen that it has gone, or has another table."""
LOOK = 3.0
"""Seconds between two looks at this machine's interfaces."""
NAME = 60
"""Characters of a host's name that are shown."""


@dataclass
class Trail:
    """One announcement that is followed."""

    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it may have changed."""
    leads: tuple[Info, tuple[str, ...]] | None = None
    """What it said last, and its addresses, the nearest first."""
    found: Hosts = ()
    withdrawn: bool = False
    """Whether its end was announced; what still answers is there all the same."""
    task: "asyncio.Task[None] | None" = None


class Search:
    """Everything that is followed; `on_change` is called with every new list.

    With a key, `wanted`, every place in our own networks is on the list at which somebody says that they
    have it; else each host is there once.
    """

    def __init__(self, on_change: Callable[[Hosts], None], wanted: str | None = None) -> None:
        self._on_change = on_change
        self._wanted = wanted
        self._hosts: Hosts = ()
        self._trails: dict[str, Trail] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._on: list[str | int] = []
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Search until this is cancelled, on whatever interfaces there are at the time."""
        try:
            while True:
                with contextlib.suppress(OSError):
                    await self._open(speaking(places()))
                await asyncio.sleep(LOOK)
        finally:
            tasks = [trail.task for trail in self._trails.values() if trail.task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._close()

    async def _open(self, on: list[str | int]) -> None:
        """Listen on these interfaces; what has been found stays as long as it answers."""
        if self._zeroconf is not None and on == self._on:
            return
        await self._close()
        self._zeroconf, self._on = await mdns.open_on(on), on
        from zeroconf.asyncio import AsyncServiceBrowser

        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, discovery.SERVICE, handlers=[self._hear])

    async def _close(self) -> None:
        zeroconf, browser = self._zeroconf, self._browser
        self._zeroconf = self._browser = None
        if browser is not None:
            await browser.async_cancel()
        if zeroconf is not None:
            await mdns.close(zeroconf)
        for name in [name for name, trail in self._trails.items() if not trail.found]:
            self._leave(name)

    # --- announcements ----------------------------------------------------------------------

    def _hear(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Take note of an announcement, or of its end."""
        del zeroconf, service_type
        trail = self._trails.get(name)
        withdrawn = state_change.name == "Removed"
        if trail is not None:
            trail.withdrawn = withdrawn
            trail.heard.set()
        elif self._wanted is not None and not discovery.may_be_of(name, self._wanted):
            return
        elif not withdrawn and len(self._trails) < MOST:
            trail = self._trails[name] = Trail()
            trail.task = asyncio.ensure_future(self._follow(name, trail))

    def _leave(self, name: str) -> None:
        trail = self._trails.pop(name, None)
        if trail is not None and trail.task is not None:
            trail.task.cancel()
            self._tell()

    async def _follow(self, name: str, trail: Trail) -> None:
        """Ask for a host until it has gone, at once where its announcement has changed."""
        while True:
            trail.heard.clear()
            try:
                async with self._turns:
                    trail.found = await self._look(name, trail)
            except Exception:  # noqa: BLE001 - one odd announcement must not stay on the list for good
                trail.found = ()
            self._tell()
            if not trail.found and trail.withdrawn:
                self._trails.pop(name)
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    await trail.heard.wait()

    def _tell(self) -> None:
        found = tuple(each for trail in self._trails.values() for each in trail.found)
        hosts = found if self._wanted is not None else merged(found)
        if hosts != self._hosts:
            self._hosts = hosts
            self._on_change(hosts)

    # --- hosts ------------------------------------------------------------------------------

    async def _look(self, name: str, trail: Trail) -> Hosts:
        """Return the host behind an announcement, where it answers; nothing when there is none now."""
        trail.leads = await self._resolve(name, trail) or trail.leads
        if trail.leads is None:
            return ()
        said, addresses = trail.leads
        before = trail.found[0].address if trail.found else None
        # Where it answered last comes first, so that the list does not change by itself.
        ordered = sorted(addresses, key=lambda each: each != before)
        most = 1 if self._wanted is None else ADDRESSES
        return tuple(_found(address, info) for address, info in await _answers(said, ordered, most))

    async def _resolve(self, name: str, trail: Trail) -> tuple[Info, tuple[str, ...]] | None:
        """Return what an announcement says, None while it says nothing of use."""
        if self._zeroconf is None:
            return None
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceInfo

        zeroconf = self._zeroconf.zeroconf
        try:
            service = AsyncServiceInfo(discovery.SERVICE, name)
            whole = service.load_from_cache(zeroconf)
            if not whole and trail.leads is None:
                whole = await service.async_request(zeroconf, DETAILS * 1000)
            said = discovery.parse(service.properties) if whole else None
            order = nearest_first if self._wanted is None else near
            addresses = order(service.parsed_scoped_addresses(), places())
        except (Error, ValueError, OSError):
            return None
        if said is None or said.port != service.port or said.port > 65534:
            return None
        if self._wanted is not None and said.key != self._wanted:
            return None
        return said, tuple(addresses[:ADDRESSES])


def _found(address: str, info: Info) -> Found:
    return Found(
        host=clean(info.host, NAME) or "?",
        address=address,
        port=info.port,
        fingerprint=fingerprint(info.key),
        tables=info.tables,
        password=info.password,
        protocol=info.sheep,
    )


async def _answers(said: Info, addresses: Sequence[str], most: int) -> list[tuple[str, Info]]:
    """Ask at each address, one a moment after the other; return the first where the announced host answers.

    In another network the same number may be somebody else's machine, so the key and the port must be right.
    """
    found: list[tuple[str, Info]] = []
    async with contextlib.aclosing(asking.each(addresses, said.port + 1, ANSWER)) as answers:
        async for address, answer in answers:
            if isinstance(answer, Info) and (answer.key, answer.port) == (said.key, said.port):
                found.append((address, answer))
                if len(found) == most:
                    break
    return found
