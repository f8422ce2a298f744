"""The pure core of a client: `handle(model, event) -> (model, effects)`. No socket, clock or terminal."""

from sheep_client.core.handle import handle
from sheep_client.core.model import Model

__all__ = ["Model", "handle"]
