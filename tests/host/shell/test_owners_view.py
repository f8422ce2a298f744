"""What a host's owner sees of it: numbers for the console, a log on disk; and what is in neither."""

import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from sheep_common import messages
from sheep_host.network.counts import Counts, Status
from sheep_host.pipes import log_file
from sheep_support.attacks.served import Served
from sheep_support.host_processes import RunningHost, players, until

EVENTS = {"listening", "joined", "left", "seated", "started", "over", "closed"}
"""Those of the contract."""


class Clocked:
    """A status with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.counts = Counts()
        self.told: list[dict[str, Any]] = []
        self.status = Status(
            self.counts, lambda: {"connections": 3}, lambda line: self.told.append(line), lambda: self.now
        )

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.status.look(self.now)


def test_rates_are_those_since_the_last_look() -> None:
    clocked = Clocked()
    clocked.counts.received, clocked.counts.sent = 40, 20
    clocked.wait(2)
    clocked.counts.received = 50
    clocked.wait(4)
    rates = [(line["status"]["received_a_second"], line["status"]["sent_a_second"]) for line in clocked.told]
    assert rates == [(20.0, 10.0), (2.5, 0.0)]


def test_nothing_is_told_while_nothing_changes() -> None:
    clocked = Clocked()
    for _ in range(10):
        clocked.wait(3)
    assert len(clocked.told) == 1
    clocked.wait(0.5)
    assert len(clocked.told) == 1


def test_the_log_sums_up_what_was_refused_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sheep_host")
    clocked = Clocked()
    clocked.counts.refused.update({"malformed": 3, "too-fast": 1})
    clocked.counts.ended["no message"] += 2
    clocked.wait(61)
    clocked.counts.refused["malformed"] += 4
    clocked.wait(61)
    clocked.wait(61)
    assert caplog.messages == [
        "refused: malformed 3, ended, no message 2, too-fast 1",
        "refused: malformed 4",
    ]


def test_a_host_process_says_what_it_refused_and_why(tmp_path: Path) -> None:
    """By code; also what was sent and received, and who is there."""
    with Served(tmp_path / "data") as host, players(host.server, host.port) as make:
        ana = make()
        ana.hello("Ana")
        ana.socket.send(b"noise")
        ana.ask(messages.Watch(id=9, table="nope"))
        seen: list[dict[str, Any]] = []

        def is_said() -> bool:
            seen[:] = [line["status"] for line in host.told if "status" in line]
            return bool(seen) and seen[-1]["refused"] == {"malformed": 1, "no-such-table": 1}

        until(is_said)
        assert seen[-1]["people"] == seen[-1]["connections"] == 1
        assert seen[-1]["received"] == 3
        assert seen[-1]["sent"] >= 3


def test_a_log_turns_over_and_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old files go; all of them are their owner's alone."""
    monkeypatch.setattr(log_file, "SIZE", 2_000)
    log_file.begin("ERROR", tmp_path, "host")
    try:
        for number in range(500):
            logging.getLogger("sheep_host").info("line %d", number)
    finally:
        log_file.end()
    files = sorted((tmp_path / "log").iterdir())
    assert [file.name for file in files] == ["host.log", *(f"host.log.{n + 1}" for n in range(log_file.OLD))]
    assert all(file.stat().st_size <= 2_000 for file in files)
    assert "line 499" in files[0].read_text()
    if os.name == "posix":
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_a_full_disk_costs_lines_of_the_log_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "host.log").symlink_to("/dev/full")
    log_file.begin("ERROR", tmp_path, "host")
    logging.getLogger("sheep_host").info("a line")
    log_file.end()
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="ends the host by a signal")
def test_neither_the_log_nor_the_events_have_secrets(tmp_path: Path) -> None:
    """No key, chat, action or view; and `--json` has the contract's events alone."""
    with RunningHost(tmp_path / "data", "--game", "battle-sheep", "--no-discovery") as host:
        at = host.listening()
        with players(at.server, at.port) as make:
            people = [make(), make()]
            for number, person in enumerate(people):
                person.hello(f"Player {number}")
                person.ask(messages.Sit(id=person.next_id()))
                table = person.ask(messages.Tables(id=person.next_id())).tables[0].id
            for person in people:
                person.ask(messages.Ready(id=person.next_id(), table=table))
                person.ask(messages.Say(id=person.next_id(), table=table, text="canary chat"))
            for person in people:
                act = messages.Act(id=person.next_id(), table=table, version=2, action="tile 0,0 0")
                person.ask(act)
                person.socket.send(b"canary noise")
        keys = [person.pair for person in people]
    logs = "".join(file.read_text() for file in (tmp_path / "data" / "log").iterdir())
    assert "Player 0 is here" in logs
    assert "Player 0" not in host.log
    for text in (logs, host.log, str([{**event} for event in host.events])):
        for secret in (
            *(pair.public for pair in keys),
            *(pair.secret for pair in keys),
            (tmp_path / "data" / "host.key").read_text().strip(),
            "canary",
        ):
            assert secret not in text
        assert not re.search(r"\b(tile|split|start) -?\d", text)
    assert {event["event"] for event in host.events} <= EVENTS
