"""Stores of every version that was released: each is read whole, and its games go on."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sheep_common.messages import Hello, Update, Welcome
from sheep_host.core import restore
from sheep_host.core.state.effects import TableRow
from sheep_host.store import schema
from sheep_host.store.schema import VERSION
from sheep_host.store.store import FILE, Store, StoreError
from sheep_support.host_disk import StoreDisk
from sheep_support.host_room import ALL_GAMES, Room

GOLDEN = Path(__file__).parent / "golden"
STORES = sorted(GOLDEN.glob("store-*.db"))


class Expected(msgspec.Struct):
    """What a golden store holds."""

    rows: dict[str, TableRow]
    lines: dict[str, list[str]]
    bans: dict[str, str]
    known: dict[str, str] = {}


@pytest.fixture(params=STORES, ids=lambda path: path.stem)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Expected]]:
    """Give a golden store, opened as this version opens it, and what was put into it."""
    shutil.copyfile(request.param, tmp_path / FILE)
    store = Store.open(tmp_path)
    yield store, msgspec.json.decode(request.param.with_suffix(".json").read_bytes(), type=Expected)
    store.close()


def test_this_version_has_a_golden_store() -> None:
    """`scripts/golden-store` makes it when the tables change."""
    assert [path.stem for path in STORES] == [f"store-{number}" for number in range(1, VERSION + 1)]


def test_a_golden_store_is_of_the_version_that_its_name_says() -> None:
    for number, path in enumerate(STORES, 1):
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA user_version").fetchone() == (number,)
        connection.close()


def test_an_old_store_is_read_whole(golden: tuple[Store, Expected]) -> None:
    """Every table, every line, every ban; nothing is set aside."""
    store, expected = golden
    stock = store.load()
    assert stock.warnings == ()
    assert {row.id: row for row in stock.rows} == expected.rows
    assert (stock.bans, stock.known) == (expected.bans, expected.known)
    newest = {f"{row.id} {row.campaign}": list(stock.lines[row.id]) for row in stock.rows}
    assert newest == {name: expected.lines.get(name, []) for name in newest}
    ended = {f"{campaign.table} {campaign.number}": list(campaign.lines) for campaign in store.finished()}
    assert {**newest, **ended} == expected.lines


def test_an_old_store_is_of_this_version_once_it_was_opened(golden: tuple[Store, Expected]) -> None:
    store, _ = golden
    assert store._connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_the_games_of_an_old_store_go_on(golden: tuple[Store, Expected]) -> None:
    """Ana comes back to her game of Battle Sheep, Bo plays, and it is stored."""
    store, expected = golden
    room, stock = Room(), store.load()
    room.disk = StoreDisk(store)
    room.disk.rows = dict(expected.rows)
    room.disk.lines = {(name.split()[0], int(name.split()[1])): kept for name, kept in expected.lines.items()}
    room.host = restore("Fold", stock.rows, stock.lines, stock.bans, now=room.now, games=ALL_GAMES)
    table = next(row.id for row in stock.rows if row.game == "battle-sheep")
    bo = room.client("Bo", key="key of Bo")
    assert isinstance(bo.ask(Hello, protocol=1, name="Bo"), Welcome)
    play = room.table(table).play
    assert play is not None
    stored = len(store.load().lines[table])
    answer = bo.act(play.reached.game.legal_actions(play.reached.state, 1)[0], table=table)
    assert isinstance(answer, Update)
    assert len(store.load().lines[table]) == stored + 1


def test_a_migration_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it fails in its middle, the store is the one of before, and the older host can still read it."""
    shutil.copyfile(STORES[0], tmp_path / FILE)
    broken = "CREATE TABLE half (x); CREATE TABLE tables (y);"
    monkeypatch.setattr(schema, "STEPS", (schema.STEPS[0], broken))
    with pytest.raises(StoreError):
        Store.open(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall() == []
    assert connection.execute("SELECT count(*) FROM tables").fetchone() == (3,)
    connection.close()


def test_the_golden_stores_are_never_made_again(tmp_path: Path) -> None:
    """They stand for what people have on their disks."""
    script = Path(__file__).parents[2] / "scripts" / "_golden_store.py"
    command = [sys.executable, str(script), "--folder", str(tmp_path)]
    assert subprocess.run(command, stdout=subprocess.PIPE, check=False).returncode == 0
    made = (tmp_path / f"store-{VERSION}.json").read_bytes()
    again = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert (again.returncode, b"never written again" in again.stdout) == (1, True)
    assert (tmp_path / f"store-{VERSION}.json").read_bytes() == made
