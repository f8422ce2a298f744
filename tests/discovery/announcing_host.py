"""A program for tests: an information port and its announcement, without the game.

`announcing_host.py NAME PORT [BIND]` answers at PORT+1, prints its key, and takes lines on stdin: `tables N`
changes what it says of itself, `quit` or the end of the input ends it in order.
"""

import socket
import sys
import threading

from msgspec.structs import replace
from sheep_common.net import keys
from sheep_common.net.info import Info, line
from sheep_host.announce.announcer import Announcer

name, port, bind = sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None
said = [Info(program="test", host=name, key=keys.new_pair().public, port=port)]
listener = (
    socket.create_server(("", port + 1), family=socket.AF_INET6, dualstack_ipv6=True)
    if bind is None
    else socket.create_server((bind, port + 1))
)


def answer() -> None:
    """Answer whoever connects."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.sendall(line(said[0]))


threading.Thread(target=answer, daemon=True).start()
announcer = Announcer(bind)
announcer.listening(port + 1)
print(said[0].key, flush=True)  # noqa: T201
for order in sys.stdin:
    match order.split():
        case ["tables", number]:
            said[0] = replace(said[0], tables=int(number))
            announcer.look()
        case ["quit"]:
            break
listener.shutdown(socket.SHUT_RDWR)
listener.close()
announcer.close()
