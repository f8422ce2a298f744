"""The host killed in mid-game, as the host process and as the supervisor: nothing that was seen is lost."""

import json
from pathlib import Path

import pytest
from sheep_common.check import check
from sheep_common.games import GAMES
from sheep_support.host_processes import children_of, is_running, kill, until


def actions_of(record: Path) -> list[dict]:
    """Return the actions of a record, which `--check` agrees with."""
    until(record.exists)
    lines = record.read_bytes().splitlines()
    assert list(check(lines, GAMES))[-1].startswith("outcome")
    return [entry for entry in map(json.loads, lines) if "action" in entry]


def assert_all_that_was_seen_is_there(people, record: Path) -> None:
    """Compare the last action of every update that anyone saw with the record's line of that version."""
    actions = actions_of(record)
    seen = 0
    for each in people:
        updates = each.all("update")
        start = updates[0]["version"]
        for update in updates:
            last = update["view"]["last"]
            if last is not None:
                line = actions[update["version"] - start - 1]
                assert (line["seat"], line["action"]) == (last["seat"], last["action"])
                seen += 1
    assert seen > len(actions)


def in_mid_game(people) -> None:
    """Wait until a game is well under way."""
    for each in people:
        each.wait(lambda event: event["event"] == "update" and event["version"] >= 8)


@pytest.mark.parametrize("times", [1, 3])
def test_the_host_process_is_killed_and_the_game_goes_on_by_itself(
    host, seated, tmp_path: Path, times: int
) -> None:
    running = host("--game", "battle-sheep", "--seats", "3")
    first = running.listening()
    people = seated(first.port, "Ana", "Bo", "Chloé")
    pid = first.pid
    for _ in range(times):
        in_mid_game(people)
        kill(pid)
        again = running.listening()
        assert (again.port, again.fingerprint) == (first.port, first.fingerprint)
        assert again.pid != pid
        pid = again.pid
    overs = [each.wait_for("over", patience=90) for each in people]
    assert all(over["outcome"] == overs[0]["outcome"] for over in overs)
    assert all(each.process.poll() is None for each in people)
    assert_all_that_was_seen_is_there(people, tmp_path / "host" / "records" / f"{overs[0]['table']}-1.jsonl")


def test_the_supervisor_is_killed_and_started_again_and_the_game_goes_on(
    host, seated, tmp_path: Path
) -> None:
    arguments = ("--game", "battle-sheep", "--seats", "3", "--bots", "1", "--bot-delay", "0.1")
    running = host(*arguments)
    first = running.listening()
    people = seated(first.port, "Ana", "Bo")
    in_mid_game(people)
    children = children_of(running.process.pid)
    assert first.pid in children
    running.process.kill()
    running.process.wait(10)
    until(lambda: not any(map(is_running, children)))
    again = host(*arguments, port=first.port).listening()
    assert again.fingerprint == first.fingerprint
    overs = [each.wait_for("over", patience=90) for each in people]
    assert overs[0]["outcome"] == overs[1]["outcome"]
    assert len({over["table"] for over in overs}) == 1
    assert_all_that_was_seen_is_there(people, tmp_path / "host" / "records" / f"{overs[0]['table']}-1.jsonl")


def test_a_killed_host_keeps_hands_and_secrets(host, seated, tmp_path: Path) -> None:
    """Leadersheep, where a lost shuffle or a second deal would show."""
    running = host("--game", "leadersheep", "--seats", "3")
    first = running.listening()
    people = seated(first.port, "Ana", "Bo", "Chloé", ready=False)
    for each in people:
        each.say("/ready")
    dealt = {each.name: each.wait_for("update")["view"]["hand"] for each in people}
    kill(first.pid)
    running.listening()
    for each in people:
        mark = len(each.events)
        each.say("/tables")
        each.wait_for("tables", mark)
        assert each.update["view"]["hand"] == dealt[each.name]
        each.play()
    overs = [each.wait_for("over", patience=90) for each in people]
    record = tmp_path / "host" / "records" / f"{overs[0]['table']}-1.jsonl"
    assert sum(entry["action"].startswith("deal") for entry in actions_of(record)) == 1


def test_a_stopped_host_tells_everyone_and_goes_on_another_evening(host, seated, tmp_path: Path) -> None:
    """SIGTERM in mid-game: clients are told; the same command on the same data resumes the table."""
    running = host("--game", "battle-sheep", "--seats", "2")
    first = running.listening()
    people = seated(first.port, "Ana", "Bo", ready=False)
    for each in people:
        each.say("/ready")
    version = people[0].wait_for("update")["version"]
    assert running.stop() == 0
    for each in people:
        each.wait_for("closed")
    host("--game", "battle-sheep", "--seats", "2", port=first.port).listening()
    for each in people:
        each.wait_for("welcome", after=each.events.index(each.all("closed")[-1]))
        assert each.update["version"] == version
        each.play()
    assert people[0].wait_for("over", patience=90)["outcome"] == people[1].wait_for("over")["outcome"]
