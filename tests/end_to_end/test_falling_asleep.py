"""Somebody who falls asleep at a table with clocks, with real processes: a bot plays on, and hands back."""

import time
from collections.abc import Callable

from sheep_common import messages as m
from sheep_support.host_processes import Player, RunningHost, players
from sheep_support.pace import within


class Both:
    """Two raw players at one table; the second answers each update, the first when it is awake."""

    def __init__(self, make: Callable[[], Player]) -> None:
        self.both = [make(), make()]
        self.awake = False
        self.table: m.TableInfo | None = None
        self.update: m.Update | None = None
        for number, player in enumerate(self.both):
            player.hello(f"P{number}")
            player.ask(m.Sit(id=100))
        for player in self.both:
            player.send(m.Ready(id=101, table=self.seated()))

    def seated(self) -> str:
        (table,) = self.both[0].ask(m.Tables(id=102)).tables
        return str(table.id)

    def until(self, true: Callable[[], bool], patience: float = 40) -> None:
        """Play until something is so."""
        end = time.monotonic() + patience
        while not true():
            assert time.monotonic() < end, "not in time"
            for number, player in enumerate(self.both):
                while player.socket.poll(10):
                    self._take(number, player, player.receive())

    def _take(self, number: int, player: Player, message: m.ToClient) -> None:
        if isinstance(message, m.Table):
            self.table = message.table
        if isinstance(message, m.Update):
            player.send(m.Ack(table=message.table, version=message.version))
            self.update = message
            if message.legal and (number == 1 or self.awake):
                act = m.Act(
                    id=player.next_id() + 1000,
                    table=message.table,
                    version=message.version,
                    action=message.legal[0],
                )
                player.send(act)

    def stand_in(self) -> str | None:
        seat = None if self.table is None else self.table.seats[0]
        return None if seat is None else seat.stand_in

    def version(self) -> int:
        return 0 if self.update is None else self.update.version


def test_a_bot_plays_on_for_who_sleeps_and_hands_back_at_once(tmp_path) -> None:
    """Two seconds a move: after two of them a bot of the host's plays, quicker than that."""
    options = ("--game", "battle-sheep", "--option", "move-time=2", "--option", "first=0", "--bot-delay", "0")
    with RunningHost(tmp_path / "host", *options) as running:
        at = running.listening()
        with players(at.server, at.port) as make:
            game = Both(make)
            game.until(lambda: game.stand_in() == "normal")
            begin, version = time.monotonic(), game.version()
            game.until(lambda: game.version() >= version + 6)
            assert time.monotonic() - begin < within(3 * 2), "it was the clock that played, not a bot"
            game.both[0].send(m.Say(id=5000, table=game.table.id, text="here again"))
            game.awake = True
            game.until(lambda: game.stand_in() is None)
            game.until(lambda: game.table.state == "over")
        assert running.stop() == 0
