"""Every bound on what a stranger can make grow at the link; the core's are in `core.state.limits`."""

import msgspec


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """The bounds of the sockets; times in seconds, amounts in bytes. Tests pass others."""

    connections: int = 800
    """In all; fewer where the system grants fewer descriptors."""
    connections_an_address: int = 64
    connections_of_loopback: int = 512
    """From this machine: its bots and its people."""
    silence: float = 10
    """A connection that sent no message for so long after it came is ended: an honest one says `hello`."""

    undelivered: int = 512 * 1024
    """What one connection may have sent that no message has brought to us yet. An honest one waits for
    answers; a flood, and an unfinished message of many frames, are bounded by nothing else."""
    undelivered_in_all: int = 32 * 1024 * 1024
    chatter: float = 256
    """Bytes a second that a connection may send and that are no messages: heartbeats."""

    frames_a_second: float = 400
    frames_at_once: float = 600
    """Of one connection. Beyond it nothing is looked at; who keeps the core's limits is far below."""
    flood: float = 3000
    """A connection that is so far beyond is ended."""

    messages_a_turn: int = 64
    frames_a_message: int = 64
    """A message of several frames is refused; one of more than so many ends its connection too."""
    admissions_a_turn: int = 64
    news_a_turn: int = 256
    """Events of connections."""

    askers: int = 16
    """Open connections of the information port; the oldest makes room."""
    asker_seconds: float = 1
    askers_a_turn: int = 32

    cut_after: float = 0.15
    """From the order to end a connection until it is ended: what was sent to it goes out before."""


SWEEP = 0.1
"""Seconds between two looks at the connections."""
SWEEP_IDLE = 1.0
"""The same while there are none."""
