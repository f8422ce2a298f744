"""Names for connections: what the core calls a route is a routing id with the key that sent under it.

Routing ids stay here: they are never sent, logged, or given to the core. Holds no socket.
"""

from itertools import count

from sheep_host.core.state.events import Key
from sheep_host.core.state.events import Route as RouteName
from sheep_host.network.frame_limit import Flow
from sheep_host.network.peers import Name

GONE = 4096
"""How many routes are remembered that are no more: what a connection had sent may be read after its end."""


class Route:
    """One connection that has sent something. `cut_at`: when it is to be ended, None while it may stay.

    Its frames are counted here and not by descriptor, which is another connection's while what a dead one
    has left is read.
    """

    __slots__ = ("address", "cut_at", "descriptor", "flow", "key", "name", "peer", "routing_id")

    def __init__(self, name: RouteName, routing_id: bytes, key: Key, address: str) -> None:
        self.name = name
        self.routing_id = routing_id
        self.key = key
        self.address = address
        self.descriptor = -1
        self.peer: Name | None = None
        self.cut_at: float | None = None
        self.flow = Flow()


class Routes:
    """All routes, by what ROUTER calls them, by name, and by descriptor."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._by_identity: dict[tuple[bytes, Key], Route] = {}
        self._by_name: dict[RouteName, Route] = {}
        self._by_descriptor: dict[int, dict[RouteName, Route]] = {}
        self._gone: dict[tuple[bytes, Key], None] = {}

    def __len__(self) -> int:
        return len(self._by_name)

    def find(self, routing_id: bytes, key: Key) -> Route | None:
        """Return the route of a sender, None for one that is new."""
        return self._by_identity.get((routing_id, key))

    def is_gone(self, routing_id: bytes, key: Key) -> bool:
        """Tell whether a sender's route was dropped: ROUTER gives no id twice, so it is nobody's any more."""
        return (routing_id, key) in self._gone

    def get(self, name: RouteName) -> Route | None:
        """Return the route of a name, None when it is gone."""
        return self._by_name.get(name)

    def add(self, routing_id: bytes, key: Key, address: str, descriptor: int, peer: Name | None) -> Route:
        """Name a new sender."""
        route = Route(RouteName(f"r{next(self._numbers)}"), routing_id, key, address)
        route.descriptor, route.peer = descriptor, peer
        self._by_identity[routing_id, key] = route
        self._by_name[route.name] = route
        self._by_descriptor.setdefault(descriptor, {})[route.name] = route
        return route

    def drop(self, route: Route) -> None:
        """Forget a route; its name never comes again."""
        if self._by_name.pop(route.name, None) is None:
            return
        identity = (route.routing_id, route.key)
        del self._by_identity[identity]
        self._gone[identity] = None
        if len(self._gone) > GONE:
            del self._gone[next(iter(self._gone))]
        there = self._by_descriptor[route.descriptor]
        del there[route.name]
        if not there:
            del self._by_descriptor[route.descriptor]

    def on(self, descriptor: int) -> list[Route]:
        """Return the routes that came over a descriptor, those of an earlier connection too."""
        return list(self._by_descriptor.get(descriptor, {}).values())

    def doomed(self, now: float) -> list[Route]:
        """Return the routes whose time to be ended has come."""
        return [r for r in self._by_name.values() if r.cut_at is not None and r.cut_at <= now]
