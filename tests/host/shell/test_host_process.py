"""`sheep-host` as processes: starting, ending, dying at any moment, and what goes wrong before."""

import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sheep_common import messages
from sheep_common.net import info
from sheep_support.host_processes import (
    Listening,
    Player,
    RunningHost,
    children_of,
    is_running,
    kill,
    players,
    until,
)
from sheep_support.pace import within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc and sends signals")

F_SETPIPE_SZ = 1031
TABLE = ("--game", "battle-sheep", "--seats", "2")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[RunningHost]:
    with RunningHost(tmp_path / "data", *TABLE) as made:
        yield made


@pytest.fixture
def at(host: RunningHost) -> Listening:
    return host.listening()


@pytest.fixture
def player(at: Listening) -> Iterator[Callable[..., Player]]:
    with players(at.server, at.port) as make:
        yield make


def family_of(host: RunningHost) -> list[int]:
    """Return the process and its children."""
    return [host.process.pid, *children_of(host.process.pid)]


def sit(one: Player, name: str) -> messages.Table:
    one.hello(name)
    table = one.ask(messages.Sit(id=one.next_id()))
    assert isinstance(table, messages.Table)
    return table


# --- the whole, once ----------------------------------------------------------------------------


def test_listening_comes_first_and_says_everything(host, at):
    first = host.events[0]
    assert set(first) == {"event", "address", "port", "info_port", "fingerprint", "pid", "join"}
    assert first["event"] == "listening"
    assert first["address"] == "127.0.0.1"
    assert first["info_port"] == first["port"] + 1
    assert first["fingerprint"] == info.fingerprint(at.server)
    assert first["join"] == []  # it is bound to loopback
    assert first["pid"] in children_of(host.process.pid)


def test_the_information_port_tells_the_number_of_tables(at):
    said = info.ask("127.0.0.1", at.info_port, 5)
    assert (said.sheep, said.port, said.password, said.tables) == (messages.PROTOCOL, at.port, False, 1)


def test_people_who_come_sit_and_go_are_announced(host, player):
    ana = player()
    table = sit(ana, "Ana")
    ana.ask(messages.Bye(id=ana.next_id()))
    host.event("left")
    assert host.events[1:] == [
        {"event": "joined", "name": "Ana"},
        {"event": "seated", "table": table.table.id, "seat": 0, "name": "Ana"},
        {"event": "left", "name": "Ana"},
    ]


def test_a_player_whose_connection_breaks_off_is_gone_within_a_moment(host, player):
    ana = player()
    ana.hello("Ana")
    ana.close()
    assert host.event("left", 2.0)["name"] == "Ana"


def test_what_is_no_message_gets_its_code(player):
    ana = player()
    ana.hello("Ana")
    ana.socket.send(b"\x81\xa4type\xa4nope")
    assert ana.receive().code == "malformed"


def test_a_player_whose_machine_stands_still_is_gone_within_six_seconds(host, at):
    """Nothing ends such a connection but unanswered heartbeats: 4.9 to 5.0 s on an idle machine."""
    program = """
import sys, time
from sheep_support.host_processes import players
with players(sys.argv[1], int(sys.argv[2])) as player:
    player().hello("Ana")
    time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program, at.server, str(at.port)]) as ana:
        try:
            host.event("joined")
            ana.send_signal(signal.SIGSTOP)
            assert host.event("left", within(6.0))["name"] == "Ana"
        finally:
            ana.kill()


@pytest.mark.parametrize(
    ("bind", "addresses"),
    [
        ("::1", ["::1"]),
        ("::", ["::1", "127.0.0.1"]),
        ("0.0.0.0", ["127.0.0.1"]),  # noqa: S104
    ],
)
def test_players_come_over_ipv4_and_ipv6(tmp_path, bind, addresses):
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with RunningHost(tmp_path / "data", "--bind", bind) as host:
        at = host.listening()
        for number, address in enumerate(addresses):
            with players(at.server, at.port, address) as player:
                assert isinstance(player().hello(f"Ana {number}"), messages.Welcome)


def sent_in(trace: Path) -> list[int]:
    """Return which lines of a trace send something larger than a heartbeat."""
    sizes = [re.search(r"sendto\(.*= (\d+)$", call) for call in trace.read_text().splitlines()]
    return [number for number, size in enumerate(sizes) if size is not None and int(size[1]) > 200]


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_an_action_is_on_disk_before_anybody_hears_of_it(at, player, tmp_path):
    """Seen by the system calls: the log's fdatasync ends before the first byte of an update goes out."""
    people = [player(), player()]
    tables = [sit(one, name) for one, name in zip(people, ("Ana", "Bo"), strict=True)]
    for one in people:
        one.ask(messages.Ready(id=one.next_id(), table=tables[0].table.id))
    updates: dict[Player, messages.Update] = {}
    while len(updates) < 2:
        for one in people:
            if one not in updates and isinstance(message := one.receive(), messages.Update):
                updates[one] = message
    one = next(one for one, update in updates.items() if update.legal)
    trace = tmp_path / "trace"
    with subprocess.Popen(
        ["strace", "-f", "-o", trace, "-e", "trace=fdatasync,sendto", "-p", str(at.pid)],
        stderr=subprocess.PIPE,
    ) as strace:
        try:
            assert strace.stderr is not None
            if b"attached" not in strace.stderr.readline():
                pytest.skip("strace may not attach here")
            action = updates[one].legal[0]
            act = messages.Act(
                id=one.next_id(), table=tables[0].table.id, version=updates[one].version, action=action
            )
            assert isinstance(one.ask(act), messages.Update)
            until(lambda: len(sent_in(trace)) == 2)
        finally:
            strace.terminate()
    calls = trace.read_text().splitlines()
    synced = next(number for number, call in enumerate(calls) if "fdatasync(" in call)
    sent = sent_in(trace)
    assert len(sent) == 2
    assert synced < sent[0]


# --- ending ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(host, player, number):
    """Everyone is told, the exit status is 0, nothing is left running, and it is quick about it."""
    ana = player()
    ana.hello("Ana")
    family = family_of(host)
    began = time.monotonic()
    host.signal(number)
    assert ana.receive() == messages.Closed(reason="stopping")
    assert host.wait() == 0
    assert time.monotonic() - began < within(3)
    assert not any(map(is_running, family))
    assert host.events[-1] == {"event": "closed"}
    assert host.log == ""


def test_a_host_process_that_is_asked_to_end_takes_the_supervisor_along(host, at):
    os.kill(at.pid, signal.SIGTERM)
    assert host.wait() == 0


def test_the_end_comes_although_somebody_reads_nothing(host, player):
    ana = player()
    ana.hello("Ana")
    os.kill(host.process.pid, signal.SIGTERM)
    assert host.wait(4) == 0


# --- dying ----------------------------------------------------------------------------------


def test_a_host_process_that_is_killed_is_back_on_the_same_ports(host, at, player):
    """With the same key, the same tables, and whoever sat at them; the supervisor stays."""
    ana = player()
    table = sit(ana, "Ana")
    # The news of it goes its own way, by a thread, and may be cut off by the kill.
    until(lambda: "seated" in [event["event"] for event in host.events])
    kill(at.pid)
    again = host.listening()
    assert (again.port, again.server) == (at.port, at.server)
    assert again.pid != at.pid
    back = player(pair=ana.pair)
    back.hello("Ana")
    shown = back.receive()
    assert isinstance(shown, messages.Table)
    assert (shown.table.id, shown.seat) == (table.table.id, 0)
    assert [event["event"] for event in host.events].count("seated") == 1


def test_one_that_dies_at_once_again_and_again_is_given_up(host, at):
    for _ in range(4):
        kill(at.pid)
        at = host.listening()
    kill(at.pid)
    assert host.wait(20) == 1
    assert "again and again" in host.log
    assert "Traceback" not in host.log


def test_a_host_that_takes_too_much_memory_is_ended_and_not_for_ever_started_again(tmp_path):
    """With a limit that every process is over."""
    program = (
        "import sys; from sheep_host.supervisor import memory; memory.LIMIT = 1; from sheep_host import cli; "
    )
    program += "sys.exit(cli.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, "--port", "0", "--bind", "127.0.0.1", "--data", str(tmp_path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("takes too much memory") == 5
    assert "Traceback" not in done.stderr


def test_a_supervisor_that_is_killed_takes_everyone_along(tmp_path):
    with RunningHost(tmp_path / "data", *TABLE, "--bots", "1") as host:
        host.listening()
        until(lambda: len(children_of(host.process.pid)) == 2)  # the host and the bots
        family = family_of(host)
        kill(host.process.pid)
        host.wait()
        until(lambda: not any(map(is_running, family)), 5)


def test_a_start_right_after_a_kill_waits_for_what_is_still_there(tmp_path):
    """The old host process lets the store go a moment after its supervisor was killed."""
    with RunningHost(tmp_path / "data", *TABLE) as old:
        at = old.listening()
        with players(at.server, at.port) as player:
            table = sit(player(), "Ana").table.id
            os.kill(at.pid, signal.SIGSTOP)
            kill(old.process.pid)
            with RunningHost(tmp_path / "data", *TABLE, port=at.port) as new:
                time.sleep(1)
                os.kill(at.pid, signal.SIGCONT)
                again = new.listening()
                assert (again.port, again.server) == (at.port, at.server)
                answer = player().hello("Bo")
                assert isinstance(answer, messages.Welcome)
                bo = player()
                bo.hello("Cy")
                listed = bo.ask(messages.Tables(id=9))
                assert [info.id for info in listed.tables] == [table]


def test_nobody_who_was_killed_leaves_a_host_that_a_client_would_take_for_another(tmp_path):
    with RunningHost(tmp_path / "data") as first:
        key = first.listening().server
    with RunningHost(tmp_path / "data") as second:
        assert second.listening().server == key


def test_the_bots_process_is_started_again_when_it_dies(tmp_path):
    with RunningHost(tmp_path / "data", *TABLE, "--bots", "2") as host:
        at = host.listening()

        def bots() -> list[int]:
            return [pid for pid in children_of(host.process.pid) if pid != at.pid]

        until(lambda: len(bots()) == 1)
        (old,) = bots()
        until(lambda: os.getpriority(os.PRIO_PROCESS, old) == 10)  # a moment after its start
        kill(old)
        until(lambda: len(new := bots()) == 1 and new != [old])
        assert host.stop() == 0


def test_bots_play_a_game_to_its_end(tmp_path):
    """Also when the host process dies in the middle: the same bots go on, on the same seats."""
    options = ("--option", "position=0,0:0x4 1,0 2,0 3,0 0,1 1,1 2,1 3,1:1x4 0,2 1,2")
    with RunningHost(tmp_path / "data", *TABLE, *options, "--bots", "2") as host:
        at = host.listening()
        host.event("started")
        kill(at.pid)
        host.listening()
        over = host.event("over", 60)
        assert over["outcome"]["scores"]
        until(lambda: [*(tmp_path / "data" / "records").glob("*.jsonl")] != [])
        (record,) = (tmp_path / "data" / "records").glob("*.jsonl")
        assert record.stat().st_mode & 0o777 == 0o600
        assert json.loads(record.read_text().splitlines()[-1])["outcome"] == over["outcome"]


# --- what goes wrong before -------------------------------------------------------------------


def run(*arguments: str, patience: float = 20, **environment: str) -> tuple[int, str, str]:
    """Run `sheep-host` to its end; return its exit status, stdout and stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "sheep_host.cli", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=patience,
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("which", ["port", "info_port"])
def test_a_port_in_use_is_one_line_and_status_1(tmp_path, which):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        port = number if which == "port" else number - 1
        status, out, err = run("--port", str(port), "--bind", "127.0.0.1", "--data", str(tmp_path))
    assert (status, out) == (1, "")
    assert err == (
        f"sheep-host: port {port} or {port + 1} is in use: if a host runs here already, "
        "sheep-join 127.0.0.1 joins it; else stop what uses it, or choose another pair with --port\n"
    )


def test_a_data_folder_in_use_is_one_line_and_status_1(host, at, tmp_path):
    began = time.monotonic()
    status, out, err = run("--port", "0", "--data", str(tmp_path / "data"))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "in use by another host" in err
    assert time.monotonic() - began > 4  # it waits a moment for one that is just ending


@pytest.mark.parametrize("damage", ["a file where the folder goes", "no folder may be made there"])
def test_a_data_folder_that_cannot_be_is_one_line_and_status_1(tmp_path, damage):
    folder = Path("/proc/sheep") if "may" in damage else tmp_path / "file" / "data"
    (tmp_path / "file").write_text("")
    status, out, err = run("--port", "0", "--data", str(folder))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("sheep-host: the data folder")


def test_a_broken_key_file_is_one_line_and_status_1(tmp_path):
    (tmp_path / "host.key").write_text("no key\n")
    status, _, err = run("--port", "0", "--data", str(tmp_path))
    assert (status, err.count("\n")) == (1, 1)
    assert "holds no key" in err


def test_an_address_of_another_machine_is_one_line_and_status_1(tmp_path):
    status, _, err = run("--port", "0", "--bind", "192.0.2.200", "--data", str(tmp_path))
    assert (status, err.count("\n")) == (1, 1)
    assert "192.0.2.200" in err


def test_a_reader_of_events_who_goes_away_ends_the_host(tmp_path):
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "sheep_host.cli", "--json", "--port", "0", "--bind", "127.0.0.1"),
            *("--data", str(tmp_path)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as host:
        assert host.stdout is not None
        where = json.loads(host.stdout.readline())
        host.stdout.close()
        key = info.ask("127.0.0.1", where["info_port"], 5).key
        with players(key, where["port"]) as player:
            player().hello("Ana")
            assert host.wait(10) == 1


def test_without_a_terminal_it_logs_in_sentences(tmp_path):
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "sheep_host.cli", "--port", "0", "--bind", "127.0.0.1"),
            *("--data", str(tmp_path)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as host:
        assert host.stderr is not None
        first, second = host.stderr.readline(), host.stderr.readline()
        host.terminate()
        out, rest = host.communicate(timeout=10)
    assert " listening on port " in first
    assert "sheep-join 127.0.0.1:" in second
    assert rest.endswith(" closed\n")
    assert (host.returncode, out) == (0, "")


def test_the_host_process_started_by_hand_says_what_it_is():
    done = subprocess.run(
        [sys.executable, "-m", "sheep_host.process.main"],
        input=b"hello\n",
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"fatal": "this is a part of sheep-host: start that"}
    assert done.stderr == b""


def test_a_reader_of_events_who_stands_still_does_not_hold_the_host_up(tmp_path):
    """The pipe of the events is full, and still people are served and a signal ends it all."""
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "sheep_host.cli", "--json", "--port", "0", "--bind", "127.0.0.1"),
            *("--data", str(tmp_path)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as host:
        assert host.stdout is not None
        where = json.loads(host.stdout.readline())
        fcntl.fcntl(host.stdout, F_SETPIPE_SZ, 4096)
        key = info.ask("127.0.0.1", where["info_port"], 5).key
        with players(key, where["port"]) as player:
            for _ in range(60):  # some 100 events of 40 bytes
                ana = player()
                assert isinstance(ana.hello("Ana" * 7), messages.Welcome)
                ana.ask(messages.Bye(id=ana.next_id()))
                ana.close()
        host.terminate()
        assert host.wait(10) == 0
