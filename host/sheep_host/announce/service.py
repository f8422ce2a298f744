"""What the announcer has to say and on which interfaces, kept true at every look. Waits for nobody long."""

import logging
import time
from typing import TYPE_CHECKING

from sheep_common.net import asking, discovery, mdns
from sheep_common.net.adapters import default_addresses
from sheep_common.net.info import Info
from sheep_common.net.places import announced, places, speaking

from sheep_host.network import addresses

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

LOG = logging.getLogger("sheep_host")
ASK = 30.0
"""Seconds after which the information port is asked though nobody has said that anything changed."""
ANSWER = 1.0
"""Seconds that the information port has to answer."""


class Voice:
    """One host's announcement."""

    def __init__(self, bind: str | None) -> None:
        self._bind = bind
        self._only = None if bind is None or bind in addresses.WILDCARDS else bind
        self._zeroconf: AsyncZeroconf | None = None
        self._on: list[str | int] = []
        """What zeroconf speaks on."""
        self._info: Info | None = None
        self._asked = float("-inf")
        self._said: tuple[Info, list[str]] | None = None
        self._problem = ""

    async def look(self, info_port: int, *, fresh: bool) -> None:
        """Look at the interfaces, ask the host where it may have `fresh` news, and say what is new."""
        try:
            here = places()
            await self._open(speaking(here, self._only))
            await self._ask(info_port, fresh=fresh)
            await self._say(announced(here, self._bind, default_addresses()))
        except Exception as error:  # noqa: BLE001 - zeroconf raises what it likes; the next look tries again
            self._note(f"the host cannot be announced ({error}): others join by its address")
            await self.fall_silent()
        else:
            self._problem = ""

    async def fall_silent(self) -> None:
        """Take everything back, and let go of the interfaces."""
        zeroconf, self._zeroconf, self._said = self._zeroconf, None, None
        if zeroconf is not None:
            await mdns.close(zeroconf)

    async def _open(self, on: list[str | int]) -> None:
        if self._zeroconf is None or on != self._on:
            await self.fall_silent()
            self._zeroconf, self._on = await mdns.open_on(on), on

    async def _ask(self, info_port: int, *, fresh: bool) -> None:
        now = time.monotonic()
        if not fresh and self._info is not None and now - self._asked < ASK:
            return
        self._asked = float("-inf")
        try:
            self._info = await asking.ask(addresses.local(self._bind), info_port, ANSWER)
        except (OSError, ValueError):
            return  # it starts again, or is busy: what it said before stands until the next look
        self._asked = now

    async def _say(self, at: list[str]) -> None:
        zeroconf, info = self._zeroconf, self._info
        if zeroconf is None or info is None or self._said == (info, at):
            return
        if not at:
            raise OSError("this machine has no address")
        service = _service(info, at)
        if self._said is None:
            # The name is nobody else's: asking around first would take a second and a half.
            await zeroconf.async_register_service(service, cooperating_responders=True)
        else:
            await zeroconf.async_update_service(service)
        self._said = (info, at)
        LOG.debug("announced as %s at %s", service.name, at)

    def _note(self, problem: str) -> None:
        """Log a problem, once as long as it is the same."""
        if problem != self._problem:
            LOG.warning("%s", problem)
        self._problem = problem


def _service(info: Info, at: list[str]) -> "AsyncServiceInfo":
    from zeroconf.asyncio import AsyncServiceInfo

    return AsyncServiceInfo(
        discovery.SERVICE,
        discovery.instance(info),
        port=info.port,
        properties=discovery.properties(info),
        server=discovery.server(info),
        parsed_addresses=at,
    )
