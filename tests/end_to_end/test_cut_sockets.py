"""A link that is cut twenty times in one game, through a proxy: everyone ends as if it had held."""

import contextlib
import json
import random
import socket
import threading
from collections.abc import Sequence
from typing import Any

from sheep_common.games import GAMES
from sheep_support.host_processes import until
from sheep_support.people import Person

CUTS = 20
CELLS = " ".join(f"{q},{{row}}{':{seat}x16' if q == 0 else ''}" for q in range(17))
POSITION = " ".join(CELLS.format(row=2 * seat, seat=seat) for seat in range(2))
"""Two rows in which each of two seats splits fifteen times."""


class Proxy:
    """A pair of ports in front of a host's; what goes through the first can be cut."""

    def __init__(self, port: int) -> None:
        self._host = port
        self.port, self._listeners = _pair()
        self._open: list[socket.socket] = []
        self._threads = [
            threading.Thread(target=self._serve, daemon=True),
            threading.Thread(target=self._inform, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def cut(self) -> int:
        """Cut every connection; return how many there were."""
        opened, self._open = self._open, []
        for connection in opened:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        return len(opened) // 2

    def close(self) -> None:
        for listener in self._listeners:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.cut()
        for thread in self._threads:
            thread.join(10)

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._listeners[0].accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._host))
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                self._threads.append(threading.Thread(target=_pass_on, args=(source, target), daemon=True))
                self._threads[-1].start()

    def _inform(self) -> None:
        """Say what the host says of itself, with our port for its."""
        while True:
            try:
                near, _ = self._listeners[1].accept()
            except OSError:
                return
            with (
                near,
                socket.create_connection(("127.0.0.1", self._host + 1)) as far,
                far.makefile("rb") as told,
            ):
                line: dict[str, Any] = json.loads(told.readline())
                near.sendall(json.dumps({**line, "port": self.port}).encode() + b"\n")


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    target.close()


def _pair() -> tuple[int, tuple[socket.socket, socket.socket]]:
    """Return two ports in a row that are ours."""
    while True:
        first = socket.create_server(("127.0.0.1", 0))
        port = first.getsockname()[1]
        with contextlib.suppress(OSError, OverflowError):
            return port, (first, socket.create_server(("127.0.0.1", port + 1)))
        first.close()


def choice(update: dict[str, Any]) -> str:
    """Choose by what is legal alone, so that the same game is played whatever happens to links."""
    return smallest(update["legal"])


def smallest(legal: Sequence[str]) -> str:
    """Move as few sheep as one may: the game is long then."""
    return min(legal, key=lambda action: (int(action.split()[-1]), action))


def expected() -> tuple[int, Any]:
    """Return how many actions that game has, and how the table ends."""
    game = GAMES["battle-sheep"]
    state, count = game.initial(2, {"position": POSITION, "first": 0}), 0
    while acting := game.to_act(state):
        (seat,) = acting
        state = game.apply(state, seat, smallest(game.legal_actions(state, seat))).state
        count += 1
    return count, game.outcome(state)


class Steady(Person):
    """Somebody who acts when told to, by `choice`."""

    def act(self) -> None:
        """Act if asked to, at the version that one has seen."""
        update = self.update
        if update["legal"]:
            self.say(choice(update))


def test_twenty_cuts_in_one_game_change_nothing(host, tmp_path) -> None:
    """By turns before, while and after an action is on its way; each action is played once."""
    actions, outcome = expected()
    assert actions >= CUTS
    at = host("--game", "battle-sheep", "--option", f"position={POSITION}", "--option", "first=0").listening()
    proxy = Proxy(at.port)
    rng = random.Random(4)
    people = [Steady(tmp_path / "people", name, f"127.0.0.1:{proxy.port}") for name in ("Ana", "Bo")]
    try:
        for person in people:
            assert person.ask("/sit")["event"] == "table"
        for person in people:
            person.say("/ready")
        cuts = 0
        for version in range(1, actions + 1):
            mover = people[(version - 1) % 2]
            mover.wait(lambda event, v=version: event["event"] == "update" and event["version"] == v)
            if cuts < CUTS and version % 3 == 0:
                cuts += proxy.cut() > 0
            mover.act()
            if cuts < CUTS and version % 3 != 0:
                threading.Event().wait(rng.uniform(0, 0.01))
                cuts += proxy.cut() > 0
        overs = [person.wait_for("over") for person in people]
        assert cuts == CUTS
        final = [person.update for person in people]
        assert [over["outcome"]["scores"] for over in overs] == [list(outcome.scores)] * 2
        assert [update["version"] for update in final] == [actions + 1] * 2
        assert final[0]["view"] == final[1]["view"]
        record = json.loads("[" + ",".join(_record(tmp_path)) + "]")
        assert len([line for line in record if "action" in line]) == actions
        for person in people:
            assert person.process.poll() is None
            told = [event for update in person.all("update") for event in update["events"]]
            splits = [event for event in told if event["type"] == "split"]
            assert len(splits) == actions, "each step is told once"
            assert len(person.all("over")) == 1
    finally:
        for person in people:
            person.close()
        proxy.close()


def _record(folder) -> list[str]:
    records = folder / "host" / "records"
    until(lambda: records.exists() and any(records.iterdir()))
    (path,) = records.iterdir()
    return path.read_text(encoding="utf-8").splitlines()
