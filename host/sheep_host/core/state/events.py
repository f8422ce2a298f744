"""What can happen to a host: the only way in to the core. The shell makes them, tests make lists of them."""

from typing import NewType

import msgspec
from sheep_common import wire
from sheep_common.messages import ToHost

Route = NewType("Route", str)
"""The shell's name for one connection, never sent or logged: unique while the process lives."""
Key = NewType("Key", str)
"""A player's public key, Z85 text of 40 characters: who somebody is."""
TableId = NewType("TableId", str)
"""What a table is called, on the wire too; see `table_at` for what a peer calls one."""


class Came(msgspec.Struct, frozen=True):
    """A well-formed message came. `address` is the peer's, for limits and bans only."""

    route: Route
    key: Key
    message: ToHost
    address: str | None = None


class Broken(msgspec.Struct, frozen=True):
    """A frame came that is no message; `code` is `malformed`, `too-big` or `version`."""

    route: Route
    key: Key
    code: str
    text: str
    request_id: int | None = None
    address: str | None = None


class Gone(msgspec.Struct, frozen=True):
    """A connection ended, or nothing can be sent to it any more."""

    route: Route


class Behind(msgspec.Struct, frozen=True):
    """A message to a route did not fit its queue and was dropped: what it must see is to be sent again."""

    route: Route


class Granted(msgspec.Struct, frozen=True):
    """The supervisor vouches for a key: as the host's owner, as the bot or person of a seat, or both."""

    key: Key
    owner: bool = False
    name: str | None = None
    table: TableId | None = None
    seat: int | None = None
    level: str | None = None
    """The level of the bot that has this key, None for a person."""


class Opened(msgspec.Struct, frozen=True):
    """The command line asks for a table, unless an unfinished one of that kind is there already."""

    game: str
    seats: int
    options: dict[str, int | str]
    bots: int = 0
    """The last so many seats are for bots…"""
    level: str = "easy"
    """…of this level."""
    play: Granted | None = None
    """The person at the host's own terminal, who gets the first free seat."""


class Slept(msgspec.Struct, frozen=True):
    """The host's loop stood still for so long (seconds): every deadline moves by it."""

    gap: float


class Closing(msgspec.Struct, frozen=True):
    """The host is told to stop: tell everyone."""


Stimulus = Came | Broken | Gone | Behind | Granted | Opened | Slept | Closing
"""An empty list of stimuli means that time has passed."""


def read(route: Route, key: Key, address: str | None, frame: bytes) -> Came | Broken:
    """Unpack what a connection has sent; raise nothing, whatever it is."""
    try:
        message = wire.decode_to_host(frame)
    except wire.WireError as error:
        return Broken(route, key, error.code, str(error), error.id, address)
    return Came(route, key, message, address)
