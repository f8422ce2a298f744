"""What can happen to a client, the only way in to its core. The shell makes them; tests make lists."""

from typing import Literal

import msgspec
from sheep_common.messages import ToClient

from sheep_client.game_api.bot import Choice


class Connected(msgspec.Struct, frozen=True):
    """A fresh connection to the host is up; nothing was said on it yet."""


class Lost(msgspec.Struct, frozen=True):
    """The connection is gone; the link is already trying to make another."""


class Trouble(msgspec.Struct, frozen=True):
    """Why there is no connection, as far as one can see from here; said again only when it changes.

    `blocked`: the host is there, but `port` does not answer and `other` does. `silent`: connections are
    taken, and that is all. `gone`: nobody answers. `elsewhere`: a different host answers at its address.
    `full`: it has no room, and one has a seat there.
    """

    code: Literal["blocked", "silent", "gone", "elsewhere", "full"]
    address: str = ""
    port: int = 0
    other: int = 0


class Came(msgspec.Struct, frozen=True):
    """The host sent a message."""

    message: ToClient


class Line(msgspec.Struct, frozen=True):
    """The player gave a line: an action or a command. `number` counts from 1."""

    number: int
    text: str


class Ended(msgspec.Struct, frozen=True):
    """There will be no more lines."""


class Look(msgspec.Struct, frozen=True):
    """Something changed at the host that a client at no table is not told: ask for the tables again."""


class Tick(msgspec.Struct, frozen=True):
    """A second has passed."""


class Pondered(msgspec.Struct, frozen=True):
    """A `Think` is done: what was thought of, None where nothing was."""

    number: int
    thought: Choice | None


class Goodbye(msgspec.Struct, frozen=True):
    """The player leaves now, whatever lines still wait."""


class Interrupted(msgspec.Struct, frozen=True):
    """The player or the system wants the program to end now."""


Event = Connected | Lost | Trouble | Came | Line | Ended | Look | Tick | Pondered | Goodbye | Interrupted
