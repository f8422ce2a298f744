"""Two ports side by side: the game's for the ROUTER, the next for the information. Serves neither."""

import errno
import random
import socket
import time
from typing import Any, NamedTuple

import zmq
from sheep_common.net import sockets

from sheep_host.errors import ShellError
from sheep_host.network import monitor, zap
from sheep_host.network.addresses import not_here

TRIES = 100
"""Pairs that are tried when any will do."""
PAUSE = 0.05
"""Seconds between two tries at a pair that is in use."""
ANY = range(20_000, 30_000, 2)
"""Where a pair is looked for when any will do: below what systems give to outgoing connections, so that
nobody's connection has the pair while a host that died comes back to it."""


class Ports(NamedTuple):
    """What is bound: `port` is the ROUTER's, the listener has the next."""

    router: "zmq.Socket[Any]"
    watcher: "zmq.Socket[Any]"
    zap: "zmq.Socket[Any]"
    listener: socket.socket
    port: int

    def close(self) -> None:
        """Close everything; messages under way have the sockets' linger."""
        close(self.router, self.watcher, self.zap)
        self.listener.close()


def close(router: "zmq.Socket[Any]", watcher: "zmq.Socket[Any]", handler: "zmq.Socket[Any]") -> None:
    """Close the sockets in the one order: the monitor stops speaking first, ZAP hears to the last."""
    router.disable_monitor()
    for opened in (router, watcher, handler):
        opened.close()


def bind(context: "zmq.Context[Any]", secret: str, address: str | None, port: int, patience: float) -> Ports:
    """Bind a pair of ports on one address, or on all (None); port 0 is any pair that is free.

    A pair in use is tried again for `patience` seconds. ShellError when it cannot be had.
    """
    handler = zap.bind(context)
    router = context.socket(zmq.ROUTER)
    sockets.set_host(router, secret, zap.DOMAIN)
    if address is not None and ":" not in address:
        router.setsockopt(zmq.IPV6, 0)
    watcher = monitor.watch(context, router)
    try:
        listener = _bind_pair(router, address, port, patience)
    except OSError as error:  # zmq.ZMQError is none
        close(router, watcher, handler)
        raise ShellError(_problem(error, address, port)) from None
    return Ports(router, watcher, handler, listener, int(listener.getsockname()[1]) - 1)


def _bind_pair(router: "zmq.Socket[Any]", address: str | None, port: int, patience: float) -> socket.socket:
    """Bind both, or neither; OSError after the last try."""
    if port == 0:
        return _any_pair(router, address)
    end = time.monotonic() + patience
    while True:
        try:
            return _try_pair(router, address, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() >= end:
                raise
        time.sleep(PAUSE)


def _any_pair(router: "zmq.Socket[Any]", address: str | None) -> socket.socket:
    for port in random.sample(ANY, TRIES - 1):
        try:
            return _try_pair(router, address, port)
        except OSError as error:
            # Windows keeps ranges of ports for itself: those are refused, not in use.
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    return _try_pair(router, address, random.choice(ANY))  # noqa: S311 - nothing secret about a port


def _try_pair(router: "zmq.Socket[Any]", address: str | None, port: int) -> socket.socket:
    listener = _listen(address, port + 1)
    try:
        router.bind(f"tcp://*:{port}" if address is None else sockets.endpoint(address, port))
    except zmq.ZMQError as error:
        listener.close()
        raise OSError(_errno(error), str(error)) from None
    return listener


def _listen(address: str | None, port: int) -> socket.socket:
    if address is None and socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=64)
    if address is None:
        return socket.create_server(("", port), backlog=64)
    (family, _kind, _protocol, _name, where), *_ = socket.getaddrinfo(
        address, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
    )
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if socket.has_ipv6 and family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    return listener


def _errno(error: zmq.ZMQError) -> int:
    # Where the system has no such number of its own, libzmq's is far above all others.
    known = {int(zmq.EADDRINUSE): errno.EADDRINUSE, int(zmq.EADDRNOTAVAIL): errno.EADDRNOTAVAIL}
    number = int(error.errno or 0)
    return known.get(number, number)


def _problem(error: OSError, address: str | None, port: int) -> str:
    pair = f"port {port} or {port + 1}" if port else "every port that was tried"
    if error.errno == errno.EADDRINUSE:
        known = "if a host runs here already, sheep-join 127.0.0.1 joins it"
        return f"{pair} is in use: {known}; else stop what uses it, or choose another pair with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return not_here(str(address))
    if error.errno == errno.EACCES:
        return f"{pair} may not be used by you: choose one from 1024 on with --port"
    return f"cannot listen on {address or 'this machine'}, {pair}: {error.strerror or error}"
