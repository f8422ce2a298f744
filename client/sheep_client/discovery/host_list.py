"""The hosts on the network in words, numbered, and what a line typed below means. Finds and joins none."""

from typing import Any

from sheep_client.discovery.found import Found, Hosts
from sheep_client.i18n import _, ngettext
from sheep_client.text_layout import wrap


def event(hosts: Hosts) -> dict[str, Any]:
    """Return the JSON object that `--headless` prints of the hosts."""
    return {
        "event": "hosts",
        "hosts": [
            {
                "host": host.host,
                "address": host.address,
                "port": host.port,
                "fingerprint": host.fingerprint,
                "tables": host.tables,
                "password": host.password,
            }
            for host in hosts
        ],
    }


def facts(host: Found) -> str:
    """Say what is worth knowing of a host before joining it."""
    said = [ngettext("{n} table", "{n} tables", host.tables).format(n=host.tables)]
    if host.password:
        said.append(_("wants a password"))
    if not host.playable:
        said.append(_("another version"))
    return ", ".join(said)


class HostList:
    """A list told in lines as it changes. A host keeps its number, also while it is away."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._hosts: Hosts = ()
        self._numbers: dict[str, int] = {}

    def begin(self) -> list[str]:
        """Return the lines to begin with."""
        text = _("Looking for hosts on your network. Type a number to join one, or an address; /quit leaves.")
        return self._wrapped(text)

    def tell(self, hosts: Hosts) -> list[str]:
        """Return the lines that say what has changed: who has come and who has gone."""
        before, self._hosts = {host.fingerprint: host for host in self._hosts}, hosts
        for host in hosts:
            self._numbers.setdefault(host.fingerprint, len(self._numbers) + 1)
        here = {host.fingerprint for host in hosts}
        gone = [
            _("{number}: {host} is gone").format(number=self._numbers[key], host=host.host)
            for key, host in before.items()
            if key not in here
        ]
        come = [
            self._line(host) for host in hosts if _place_of(host) != _place_of(before.get(host.fingerprint))
        ]
        return [line for text in [*gone, *come] for line in self._wrapped(text)]

    def meant(self, text: str) -> Found | str | list[str]:
        """Return the host that was chosen, or what may be an address, or else lines to show."""
        text = text.strip()
        if text.isascii() and text.isdigit():
            number = int(text[:9])
            for host in self._hosts:
                if self._numbers[host.fingerprint] == number:
                    return host
            return self._wrapped(_("There is no host {number} now.").format(number=number))
        if text:
            return text
        if len(self._hosts) == 1:
            return self._hosts[0]
        if not self._hosts:
            return self._wrapped(
                _("No host is found yet. Is sheep-host running, and are you on the same network?")
            )
        listed = sorted(self._hosts, key=lambda host: self._numbers[host.fingerprint])
        lines = [*map(self._line, listed), _("Type the number of one.")]
        return [line for text in lines for line in self._wrapped(text)]

    def _line(self, host: Found) -> str:
        number = self._numbers[host.fingerprint]
        return f"{number}: {host.host}  {host.place}  ({facts(host)})"

    def _wrapped(self, text: str) -> list[str]:
        return wrap(text, self.width - 1, "  ")


def _place_of(host: Found | None) -> tuple[str, str] | None:
    return None if host is None else (host.host, host.place)
