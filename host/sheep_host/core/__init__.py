"""The pure core of the host: `handle(host, stimuli, now, rng) -> (next host, effects)`."""

from sheep_host.core.api import handle, next_deadline, refuse_storage, restore, still_due
from sheep_host.core.state.host import Host
from sheep_host.core.state.limits import Limits

__all__ = ["Host", "Limits", "handle", "next_deadline", "refuse_storage", "restore", "still_due"]
