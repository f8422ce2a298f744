"""Data folders on disks of their own: one that is small, and one that nobody may write to."""

import contextlib
import functools
import shutil
import subprocess
from pathlib import Path

import pytest
from sheep_common import messages as m
from sheep_support.host_processes import Player, RunningHost, is_running, players, until

ROW = "0,0:0x3 1,0 2,0 3,0 0,2:1x3 1,2 2,2 3,2"
SMALL = ("unshare", "-rm", "sh", "-ec", 'mount -t tmpfs -o size=600k,mode=700 small "$0"; exec "$@"')
READ_ONLY = (
    "unshare",
    "-rm",
    "sh",
    "-ec",
    'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; exec "$@"',
)


@functools.cache
def can_mount() -> bool:
    """Tell whether a process here may have a file system of its own."""
    if shutil.which("unshare") is None:
        return False
    command = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs small /mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif("not can_mount()", reason="needs mount namespaces, by unshare")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def fill(folder: Path) -> Path:
    """Leave no room on the disk of a folder; return the file that has it all."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * size)
    return filler


def seated(make, table: str) -> list[Player]:
    people = [make(), make()]
    for number, player in enumerate(people):
        player.hello(f"P{number}")
        player.ask(m.Sit(id=player.next_id(), table=table, seat=number))
    for player in people:
        player.ask(m.Ready(id=player.next_id(), table=table))
    return people


def test_a_full_disk_refuses_and_with_room_again_the_game_is_played_to_its_end(data: Path) -> None:
    """No room for store, log and records; no process dies, nobody hears what is not stored."""
    options = ("--game", "battle-sheep", "--option", "first=0", "--option", f"position={ROW}")
    with RunningHost(data, *options, within=(*SMALL, str(data))) as running:
        at = running.listening()
        inside = Path(f"/proc/{at.pid}/root{data}")
        with players(at.server, at.port) as make:
            host = make()
            host.hello("Owner")
            (table,) = host.ask(m.Tables(id=host.next_id())).tables
            ana, bo = seated(make, table.id)
            for player in (ana, bo):
                player.heard()
            filler = fill(inside)
            codes = []
            for _ in range(3):
                act = m.Act(id=ana.next_id(), table=table.id, version=1, action="split 0,0 E 1")
                codes.append(getattr(ana.ask(act), "code", "done"))
            newcomer = make()
            assert isinstance(newcomer.hello("Cy"), m.Welcome)
            assert codes == ["storage"] * 3
            assert bo.heard() == [], "somebody was told what is not stored"
            assert is_running(at.pid)
            filler.unlink()
            version, turns = 1, 0
            people = (ana, bo)
            legal: tuple[str, ...] = ("split 0,0 E 1",)
            while legal:
                player = people[turns % 2]
                update = player.ask(
                    m.Act(id=player.next_id(), table=table.id, version=version, action=legal[0])
                )
                assert isinstance(update, m.Update), update
                version, turns = update.version, turns + 1
                other = [each for each in people[turns % 2].heard() if isinstance(each, m.Update)]
                legal = other[-1].legal
            record = inside / "records" / f"{table.id}-1.jsonl"
            until(record.exists)
            assert '"outcome"' in record.read_text(encoding="utf-8")
        assert "could not be stored" in running.log
        assert "Traceback" not in running.log


def test_a_folder_on_a_disk_that_is_read_only_is_said_in_one_line(data: Path) -> None:
    """Before anything listens, with what to do."""
    with RunningHost(data, within=(*READ_ONLY, str(data))) as running:
        assert running.wait(30) == 1
        (line,) = running.log.splitlines()
        assert "--data" in line
        assert "cannot be written" in line
        assert running.events == []
