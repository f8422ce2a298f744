"""What the core asks of the shell."""

import msgspec
from sheep_common.messages import Message, Refused

from sheep_client.core.events import Trouble
from sheep_client.core.reports import Told
from sheep_client.thinking.task import Task


class Send(msgspec.Struct, frozen=True):
    """Send a message to the host."""

    message: Message


class Tell(msgspec.Struct, frozen=True):
    """Tell the player."""

    told: Told


class Retry(msgspec.Struct, frozen=True):
    """Give this connection up and make another after so many seconds."""

    delay: float


class Think(msgspec.Struct, frozen=True):
    """Let an engine think about a task for so many seconds, and say `Pondered` with this number."""

    number: int
    task: Task
    seconds: float


class Desist(msgspec.Struct, frozen=True):
    """Nobody waits for that thought any more."""

    number: int


class Quit(msgspec.Struct, frozen=True):
    """End the program; `why` is what the host refused, the reason of its `closed`, or the trouble.

    `silent` for a host that said nothing at all.
    """

    status: int
    why: Refused | Trouble | str | None = None


Effect = Send | Tell | Retry | Think | Desist | Quit
