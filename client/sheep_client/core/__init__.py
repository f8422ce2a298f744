"""The pure core of a client: `handle(model, event) -> (model, effects)`. No socket, clock or terminal."""

from sheep_client.core.model import Model
from sheep_client.core.update import handle

__all__ = ["Model", "handle"]
