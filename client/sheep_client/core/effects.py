"""What the core asks of the shell."""

import msgspec
from sheep_common.messages import Message, Refused

from sheep_client.core.told import Told


class Send(msgspec.Struct, frozen=True):
    """Send a message to the host."""

    message: Message


class Tell(msgspec.Struct, frozen=True):
    """Tell the player."""

    told: Told


class Retry(msgspec.Struct, frozen=True):
    """Give this connection up and make another after so many seconds."""

    delay: float


class Quit(msgspec.Struct, frozen=True):
    """End the program; `why` is what the host refused, or the reason of its `closed`, when that is why."""

    status: int
    why: Refused | str | None = None


Effect = Send | Tell | Retry | Quit
