"""What happens at a host, for whoever started it: JSON Lines, or sentences for the log. Sends nothing."""

from typing import Any

Event = dict[str, Any]


def public(event: Event) -> Event:
    """Return an event as it may be printed: without the host's key, which children alone need."""
    return {name: value for name, value in event.items() if name != "key"}


def sentence(event: Event) -> str | None:
    """Say an event in words; None for one that needs none."""
    kind = event.get("event")
    name = event.get("name")
    table = event.get("table")
    match kind:
        case "listening":
            return f"listening on port {event.get('port')}, fingerprint {event.get('fingerprint')}"
        case "joined":
            return f"{name} is here"
        case "left":
            return f"{name} is gone"
        case "seated":
            return f"{name} has seat {event.get('seat')} of table {table}"
        case "started":
            return f"the game at table {table} begins"
        case "over":
            return f"the game at table {table} is over{_result(event.get('outcome'))}"
        case "closed":
            return "closed"
        case _:
            return None


def _result(outcome: object) -> str:
    if not isinstance(outcome, dict):
        return ""
    scores = " ".join(str(score) for score in outcome.get("scores", ()))
    winners = " ".join(str(seat) for seat in outcome.get("winners", ()))
    return f": scores {scores}, won by seat {winners}"
