"""Finding a host again that has gone from its address: where else it is looked for, and in which order.

Nothing that is heard is believed: the link speaks with nobody who has not the host's key.
"""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable

from sheep_client.connection import known_hosts
from sheep_client.connection.address import Address, numbers
from sheep_client.connection.errors import ClientError
from sheep_client.connection.join import Joining, places_of
from sheep_client.connection.known_hosts import Meeting
from sheep_client.connection.link import Target
from sheep_client.discovery.browser import Browser
from sheep_client.discovery.found import Hosts
from sheep_client.i18n import _

LOOK_FROM = 1
"""The attempt from which on the host is looked for elsewhere too."""
MOST_REMEMBERED = 8
"""Addresses of other days that are tried: a computer may have had very many."""


class Finder:
    """Where the host is, for the link; `say` is given sentences for the player."""

    def __init__(self, joining: Joining, say: Callable[[list[str]], None] = lambda _said: None) -> None:
        self._joining = joining
        self._say = say
        self._target = joining.target
        self._met = False
        self._browser: Browser | None = None
        self._announced: tuple[Target, ...] = ()
        self._remembered: tuple[Target, ...] = ()
        self._tried: Counter[Target] = Counter()

    async def find(self, attempt: int) -> Target:
        """Return where to try next: where the host was, and in every second attempt somewhere else."""
        if attempt < LOOK_FROM:
            return self._target
        self._look()
        others = [each for each in (*self._announced, *self._remembered) if each != self._target]
        if attempt % 2 or not others:
            return self._target
        next_ = min(others, key=lambda each: self._tried[each])
        self._tried[next_] += 1
        return next_

    def proven(self, target: Target) -> None:
        """Keep where the host has proved to be; raise `ClientError` where a new key cannot be kept."""
        self._stop_looking()
        joining, moved = self._joining, target != self._target
        self._target = target
        file = known_hosts.known_hosts_file()
        if not self._met:
            try:
                known_hosts.keep(file, places_of(joining.address, joining.target.address), target.key)
            except ClientError:
                if joining.meeting.how not in ("same", "friend"):
                    raise
            self._say(_met(joining.meeting, joining.fingerprint))
        self._met = True
        if moved:
            place = Address(target.address, target.port)
            with contextlib.suppress(ClientError):
                known_hosts.keep(file, [place], target.key)
            self._say([_("The host has a new address: {address}").format(address=place)])

    # --- elsewhere --------------------------------------------------------------------------------

    def _look(self) -> None:
        """Begin to look on the network, and where this host was met before."""
        if self._browser is not None:
            return
        self._browser = Browser(self._heard, wanted=self._target.key)
        if self._joining.discovery:
            self._browser.start()
        threading.Thread(target=self._remember, name="names", daemon=True).start()

    def _stop_looking(self) -> None:
        if self._browser is not None:
            self._browser.close()
            self._browser = None
        self._announced = self._remembered = ()
        self._tried.clear()

    def _heard(self, hosts: Hosts) -> None:
        """Take the places at which somebody says to be the host; called in another thread."""
        self._announced = tuple(Target(each.address, each.port, self._target.key) for each in hosts)

    def _remember(self) -> None:
        """Look up the name that was typed, and the addresses of other days; names may take long."""
        known = known_hosts.addresses_of(known_hosts.known_hosts_file(), self._target.key)
        found: list[Target] = []
        for place in (self._joining.address, *known[:MOST_REMEMBERED]):
            with contextlib.suppress(ClientError):
                found += [Target(ip, place.port, self._target.key) for ip in numbers(place)]
        self._remembered = tuple(dict.fromkeys(found))


def _met(meeting: Meeting, key: str) -> list[str]:
    """Say who one meets, where that is not the host of before."""
    match meeting.how:
        case "same":
            return []
        case "friend":
            return [_("You have met this host before, at {address}.").format(address=meeting.before)]
        case "new":
            return [_("A new host, its key is kept: {fingerprint}").format(fingerprint=key)]
    return [_("This host is trusted from now on: {fingerprint}").format(fingerprint=key)]
