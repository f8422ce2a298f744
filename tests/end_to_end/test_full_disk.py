"""A disk without room under a running host: nothing is done or told, and with room again it goes on."""

import sys
from pathlib import Path

import pytest
from sheep_common import messages as m
from sheep_support.host_processes import RunningHost, is_running, players

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bounds another process's files by prlimit")
ROW = "0,0:0x9 1,0 2,0 3,0 4,0 5,0 0,2:1x9 1,2 2,2 3,2 4,2 5,2"


def leave_room(pid: int, size: int) -> None:
    """Let no file of a process grow beyond a size; -1 for any."""
    import resource

    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_refuses_and_lets_the_game_go_on_when_there_is_room(tmp_path: Path) -> None:
    """The other player is told of nothing that is not stored; no process dies of it."""
    with RunningHost(tmp_path / "host") as running:
        at = running.listening()
        with players(at.server, at.port) as make:
            ana, bo = make(), make()
            for number, player in enumerate((ana, bo)):
                player.hello(f"P{number}")
            options: dict[str, int | str] = {"position": ROW, "first": 0}
            made = ana.ask(m.New(id=900, game="battle-sheep", seats=2, options=options))
            assert isinstance(made, m.Table)
            table = made.table.id
            for number, player in enumerate((ana, bo)):
                player.ask(m.Sit(id=901, table=table, seat=number))
                player.ask(m.Ready(id=902, table=table))
            bo.heard()
            leave_room(at.pid, (tmp_path / "host" / "host.db-wal").stat().st_size)
            for number in range(3):
                act = m.Act(id=1000 + number, table=table, version=1, action="split 0,0 E 1")
                answer = ana.ask(act)
                assert isinstance(answer, m.Refused), answer
                assert answer.code == "storage"
            assert bo.heard() == [], "somebody was told what is not stored"
            assert is_running(at.pid)
            leave_room(at.pid, -1)
            answer = ana.ask(m.Act(id=1010, table=table, version=1, action="split 0,0 E 1"))
            assert isinstance(answer, m.Update)
            assert answer.version == 2
            update = bo.receive()
            assert isinstance(update, m.Update)
            assert (update.version, update.view) == (2, answer.view)
        assert "could not be stored" in running.log
