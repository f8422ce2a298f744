"""A frame as a stimulus: what came, or that it was no message. Pure; the sockets are the shell's."""

from sheep_common import wire

from sheep_host.core.state.events import Broken, Came, Key, Route


def read(route: Route, key: Key, address: str | None, frame: bytes) -> Came | Broken:
    """Unpack what a connection has sent; raise nothing, whatever it is."""
    try:
        message = wire.decode_to_host(frame)
    except wire.WireError as error:
        return Broken(route, key, error.code, str(error), error.id, address)
    return Came(route, key, message, address)
