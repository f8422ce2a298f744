"""Whole games by real processes on loopback: what everyone is told, and the record that is left."""

from pathlib import Path

import pytest
from sheep_common.check import check
from sheep_common.games import GAMES
from sheep_support.host_processes import until

LONG = pytest.mark.long(reason="many processes for the same at a larger table")
CASES = [
    ("battle-sheep", 2),
    ("battle-sheep", 3),
    pytest.param("battle-sheep", 4, marks=LONG),
    ("leadersheep", 2),
    ("leadersheep", 3),
    pytest.param("leadersheep", 4, marks=LONG),
    pytest.param("leadersheep", 6, marks=LONG),
]
NAMES = ("Ana", "Bo", "Chloé", "Dov", "Eve", "Fa")


def checked(record: Path) -> list[str]:
    """Check a record, once it is there, and return the lines."""
    until(record.exists)
    return list(check(record.read_bytes().splitlines(), GAMES))


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_game_is_played_to_its_end_and_everyone_is_told_the_same(
    host, seated, tmp_path: Path, game: str, seats: int
) -> None:
    running = host("--game", game, "--seats", str(seats))
    where = running.listening()
    people = seated(where.port, *NAMES[:seats])
    overs = [each.wait_for("over", patience=90) for each in people]
    assert all(over["outcome"] == overs[0]["outcome"] for over in overs)
    assert running.event("over")["outcome"] == overs[0]["outcome"]
    record = tmp_path / "host" / "records" / f"{overs[0]['table']}-1.jsonl"
    assert checked(record)[-1].startswith("outcome scores=")
    assert [each.end() for each in people] == [0] * seats
    assert running.stop() == 0


def test_events_come_once_each_and_versions_grow(host, seated) -> None:
    """Nobody is told an event twice or out of order: the splits told are the splits played."""
    where = host("--game", "battle-sheep", "--seats", "2").listening()
    people = seated(where.port, "Ana", "Bo")
    for each in people:
        each.wait_for("over", patience=60)
    stories = []
    for each in people:
        updates = each.all("update")
        versions = [update["version"] for update in updates]
        assert versions == sorted(versions)
        stories.append([event for update in updates for event in update["events"]])
    assert stories[0] == stories[1]
    kinds = [event["type"] for event in stories[0]]
    assert kinds.count("tile") == 8
    assert kinds.count("start") == 2
    assert kinds[-1] == "over"


def test_several_tables_at_once_do_not_mix(host, person) -> None:
    where = host().listening()
    people = [person(where.port, f"P{number}") for number in range(6)]
    tables = []
    for (first, second), game in zip(
        zip(people[::2], people[1::2], strict=True),
        ("battle-sheep", "leadersheep", "battle-sheep"),
        strict=True,
    ):
        table = first.ask(f"/new {game} 2")["id"]
        tables.append(table)
        for each in (first, second):
            assert each.ask(f"/sit {table}")["event"] == "table"
    for each in people:
        each.plays = True
        each.say("/ready")
    for number, each in enumerate(people):
        assert each.wait_for("over", patience=90)["table"] == tables[number // 2]
        assert {update["table"] for update in each.all("update")} == {tables[number // 2]}


def test_a_spectator_sees_the_game_and_no_more(host, seated, person) -> None:
    where = host("--game", "leadersheep", "--seats", "3").listening()
    players = seated(where.port, "Ana", "Bo", "Chloé", ready=False)
    table = players[0].all("table")[-1]["id"]
    watcher = person(where.port, "Zoé")
    assert watcher.ask(f"/watch {table}")["event"] == "table"
    for each in players:
        each.plays = True
        each.say("/ready")
    outcome = watcher.wait_for("over", patience=90)["outcome"]
    assert outcome == players[0].wait_for("over")["outcome"]
    updates = watcher.all("update")
    assert len(updates) > 20
    assert all(update["seat"] is None and update["legal"] == [] for update in updates)
    assert all(update["view"]["hand"] == [] and update["view"]["mine"] == [] for update in updates)
    gifts = [update["view"]["gift"] for update in updates if update["view"]["gift"]]
    assert gifts
    assert all(gift["cards"] is None for gift in gifts)
    told = [event for update in updates for event in update["events"]]
    assert any(event["type"] == "laid" for event in told)
    assert all(event.get("cards") is None for event in told if event["type"] in {"laid", "gave"})


def test_a_rematch_keeps_the_seats_and_moves_first_on(host, seated, tmp_path: Path) -> None:
    running = host("--game", "battle-sheep", "--seats", "2", "--option", "first=1")
    where = running.listening()
    people = seated(where.port, "Ana", "Bo")
    for each in people:
        each.wait_for("over", patience=60)
        each.plays = False
    marks = [len(each.events) for each in people]
    assert people[0].ask("/rematch")["state"] == "open"
    for each, mark in zip(people, marks, strict=True):
        each.wait(lambda event: event["event"] == "table" and event["state"] == "open", mark)
        each.plays = True
        each.ask("/ready")
    for each, mark in zip(people, marks, strict=True):
        each.wait_for("over", mark, patience=60)
    table = people[0].all("over")[-1]["table"]
    records = [tmp_path / "host" / "records" / f"{table}-{number}.jsonl" for number in (1, 2)]
    firsts = ['"first": 1', '"first": 0']
    for record, first in zip(records, firsts, strict=True):
        assert checked(record)[-1].startswith("outcome")
        header = record.read_text("utf-8").splitlines()[0]
        assert first.replace(" ", "") in header.replace(" ", "")
