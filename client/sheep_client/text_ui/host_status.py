"""How a host stands, for its console: what its supervisor said last, in sentences. `/status` shows it."""

import json
from typing import Any

from sheep_common.names import clean

from sheep_client.i18n import _

Standing = dict[str, Any]


def read(line: str) -> Standing | None:
    """Return what a line of the supervisor says about this, None for every other line."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    standing = value.get("status") if isinstance(value, dict) else None
    return standing if isinstance(standing, dict) else None


def sentences(standing: Standing | None) -> list[str]:
    """Say how the host stands: who is here, how busy it is, what it holds, what it refused."""
    if standing is None:
        return [_("The host has not said yet how it stands; try again in a moment.")]
    people = _(
        "People here: {people}. Connections: {connections}. Tables: {tables}, of which {playing} play."
    )
    pace = _("Messages a second: {received} in, {sent} out.")
    lines = [
        people.format(
            **{name: _number(standing, name) for name in ("people", "connections", "tables", "playing")}
        ),
        pace.format(received=_number(standing, "received_a_second"), sent=_number(standing, "sent_a_second")),
    ]
    memory = standing.get("memory")
    if isinstance(memory, int):
        lines.append(_("Memory: {megabytes} MB.").format(megabytes=memory >> 20))
    refused, ended = _counted(standing, "refused"), _counted(standing, "ended")
    lines.append(
        _("Refused since it started: {what}.").format(what=refused) if refused else _("Nothing was refused.")
    )
    if ended:
        lines.append(_("Connections that were ended: {what}.").format(what=ended))
    return lines


def _number(standing: Standing, name: str) -> int | float:
    value = standing.get(name)
    return value if isinstance(value, int | float) else 0


def _counted(standing: Standing, name: str) -> str:
    """List what was counted, the most frequent first; codes and reasons are as the log has them."""
    counts = standing.get(name)
    if not isinstance(counts, dict):
        return ""
    known = [(clean(str(what)), number) for what, number in counts.items() if isinstance(number, int)]
    return ", ".join(f"{what} {number}" for what, number in sorted(known, key=lambda pair: -pair[1]))
