"""The order of a turn as the kernel sees it: written to the log, synced, and only then sent to anybody."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sheep_common import messages as m
from sheep_support.host_processes import RunningHost, players, until
from sheep_support.pace import within

LARGE = 200
"""Bytes of a send from which on it is no heartbeat: an update has many more."""
CALL = re.compile(r"\b(pwrite64|fsync|fdatasync|sendto|sendmsg|write)\((\d+)<([^>]*)>")
RESULT = re.compile(r"= (-?\d+)")
ROW = "0,0:0x9 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 0,2:1x9 1,2 2,2 3,2 4,2 5,2 6,2 7,2 8,2"


def can_trace() -> str | None:
    """Say why nothing can be traced here, None when it can."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    return None if tried.returncode == 0 else "strace may not trace here"


def order_of(trace: str) -> str:
    """Return the calls of a trace as letters: written to the store's log, synced it, sent something large."""
    found, unfinished = [], {}
    for line in trace.splitlines():
        thread = line.split(maxsplit=1)[0]
        call = CALL.search(line) or (unfinished.pop(thread, None) if "resumed>" in line else None)
        if call is None:
            continue
        if "<unfinished" in line:
            if call[1] not in ("fsync", "fdatasync"):
                found.append(_letter(call, LARGE))  # it may have gone out from here on
            else:
                unfinished[thread] = call  # it counts from its end on
            continue
        result = RESULT.search(line.rpartition(")")[2])
        found.append(_letter(call, 0 if result is None else int(result[1])))
    return "".join(found)


def _letter(call: re.Match[str], size: int) -> str:
    name, place = call[1], call[3]
    if place.endswith("-wal"):
        return "S" if name in ("fsync", "fdatasync") else "W"
    is_socket = place.startswith(("TCP", "socket"))
    return "N" if is_socket and size >= LARGE else ""


@pytest.mark.skipif(can_trace() is not None, reason=str(can_trace()))
def test_every_action_is_synced_before_it_is_sent(tmp_path: Path) -> None:
    """Eight actions in turn: each is written, then synced, and only then anything large goes out."""
    output = tmp_path / "trace"
    with RunningHost(tmp_path / "host") as running:
        at = running.listening()
        with players(at.server, at.port) as make:
            both = [make(), make()]
            for number, player in enumerate(both):
                player.hello(f"P{number}")
            options: dict[str, int | str] = {"position": ROW, "first": 0}
            made = both[0].ask(m.New(id=900, game="battle-sheep", seats=2, options=options))
            assert isinstance(made, m.Table)
            table = made.table.id
            for number, player in enumerate(both):
                player.ask(m.Sit(id=901, table=table, seat=number))
                player.ask(m.Ready(id=902, table=table))
            calls = "trace=pwrite64,fsync,fdatasync,sendto,sendmsg,write"
            command = ["strace", "-f", "-y", "-s", "0", "-e", calls, "-o", str(output), "-p", str(at.pid)]
            tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
            try:
                assert tracer.stderr is not None
                assert "attached" in tracer.stderr.readline()
                time.sleep(within(0.5))  # what was on its way is not looked at
                begin = output.stat().st_size
                for turn in range(8):
                    _act(both[turn % 2], table, 1 + turn, 2 * (turn % 2))
                until(lambda: order_of(output.read_bytes()[begin:].decode()).count("SN") >= 8)
            finally:
                tracer.terminate()
                tracer.communicate(timeout=10)
        until(lambda: output.stat().st_size > begin)
    order = order_of(output.read_bytes()[begin:].decode())
    assert re.fullmatch(r"(W+S+N+){8,}", order), order


def _act(player, table: str, version: int, row: int) -> None:
    """Play: the stack at the row's beginning moves one sheep as far as it goes."""
    answer = player.ask(m.Act(id=1000 + version, table=table, version=version, action=f"split 0,{row} E 1"))
    assert isinstance(answer, m.Update), answer


def test_without_a_sync_in_between_the_order_is_wrong() -> None:
    """The reading of a trace itself can fail."""
    wal, net = "9</d/host.db-wal>", "12<TCP:[1->2]>"
    good = f"1 pwrite64({wal}, ..., 24, 0) = 24\n1 fdatasync({wal}) = 0\n2 sendto({net}, ..., 900) = 900\n"
    early = (
        f"1 pwrite64({wal}, ..., 24, 0) = 24\n1 fdatasync({wal} <unfinished ...>\n2 sendto({net}, ..) = 900\n"
    )
    early += "1 <... fdatasync resumed>) = 0\n"
    assert order_of(good) == "WSN"
    assert order_of(early) == "WNS"
