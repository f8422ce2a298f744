"""The store: all of a batch or nothing of it, one host at a time, and damage that stays where it is."""

import contextlib
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sheep_host.core.state.effects import (
    AppendLine,
    DropTable,
    SaveBan,
    SaveKnown,
    SaveTable,
    SeatRow,
    TableRow,
)
from sheep_host.store.schema import VERSION
from sheep_host.store.store import FILE, Store, StoreError, StoreFullError
from sheep_support.host_disk import StoreDisk
from sheep_support.host_room import Room

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
ORDINARY = 65534
"""The user that root becomes for a while, since root may write everywhere; nothing is that user's."""


def row(name: str = "abcd", campaign: int = 1, state: str = "open") -> TableRow:
    seat = SeatRow(name="Ana", key="k", since=1, age=9)
    return TableRow(
        id=name, game="tiny", options={"first": 1}, state=state, seats=(seat, None), campaign=campaign
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return an open store."""
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def reopened(store: Store, folder: Path) -> Store:
    store.close()
    return Store.open(folder)


# --- what was stored is there ---------------------------------------------------------------


def test_what_was_stored_is_there_after_the_store_was_closed(store: Store, tmp_path: Path) -> None:
    """Rows, the lines of the newest campaign in order, and bans."""
    store.commit([SaveTable(row()), AppendLine("abcd", 1, 1, "b"), AppendLine("abcd", 1, 0, "a")])
    store.commit([SaveTable(row(campaign=2)), AppendLine("abcd", 2, 0, "c"), SaveBan("k", "Ana")])
    store.commit([SaveKnown("j", "m"), SaveKnown("j", "n")])
    store = reopened(store, tmp_path)
    assert store.load() == ((row(campaign=2),), {"abcd": ("c",)}, {"k": "Ana"}, {"j": "n"}, ())
    store.close()


def test_tables_come_in_the_order_in_which_they_were_opened(store: Store) -> None:
    """However often they are written."""
    store.commit([SaveTable(row("zzzz")), SaveTable(row("aaaa"))])
    store.commit([SaveTable(row("zzzz", campaign=2))])
    assert [found.id for found in store.load().rows] == ["zzzz", "aaaa"]


def test_a_dropped_table_takes_its_lines_along(store: Store) -> None:
    """So that another of its name begins with none."""
    store.commit([SaveTable(row()), AppendLine("abcd", 1, 0, "a")])
    store.commit([DropTable("abcd")])
    store.commit([SaveTable(row()), AppendLine("abcd", 1, 0, "b")])
    assert store.load().lines == {"abcd": ("b",)}


def test_a_whole_evening_is_stored_as_the_core_has_it(store: Store, tmp_path: Path) -> None:
    """What the core is given back is what the disk of a room would give."""
    room = Room()
    room.disk = StoreDisk(store)
    people = room.start("leadersheep", "Ana", "Bo", "Cy")
    room.play_out(*people)
    store = reopened(store, tmp_path)
    rows, lines, *_ = store.load()
    assert list(rows) == list(room.disk.rows.values())
    assert {name: list(kept) for name, kept in lines.items()} == room.disk.newest()
    store.close()


def test_every_commit_is_on_disk_before_it_returns(store: Store) -> None:
    """The pragmas that say so."""
    pragma = {
        name: store._connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "locking_mode", "foreign_keys", "user_version")
    }
    assert pragma == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "foreign_keys": 1,
        "user_version": VERSION,
    }


def another_process(folder: Path, script: str) -> subprocess.Popen[str]:
    """Open the store in a process of its own and run a script there with `store`; wait until it has begun."""
    head = "import os, sys, time, pathlib; from sheep_host.store.store import Store\n"
    head += "store = Store.open(pathlib.Path(sys.argv[1])); print('open', flush=True)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", head + script, folder], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def test_a_host_that_is_killed_in_a_batch_leaves_the_batch_before(tmp_path: Path) -> None:
    """And lets the store go."""
    store = Store.open(tmp_path)
    store.commit([SaveTable(row())])
    store.close()
    script = (
        "c = store._connection; c.execute('BEGIN IMMEDIATE'); c.execute('DELETE FROM tables'); os._exit(9)"
    )
    with another_process(tmp_path, script) as killed:
        assert killed.wait(60) == 9
    store = Store.open(tmp_path)
    assert [found.id for found in store.load().rows] == ["abcd"]
    store.close()


# --- all or nothing -------------------------------------------------------------------------


def test_a_batch_that_fails_leaves_nothing_behind(store: Store) -> None:
    """A line of a table that there is not, after a table that there would be."""
    with pytest.raises(StoreError):
        store.commit([SaveTable(row()), AppendLine("nope", 1, 0, "a")])
    assert store.load().rows == ()
    store.commit([SaveTable(row())])
    assert len(store.load().rows) == 1


def test_a_line_is_never_written_over(store: Store) -> None:
    """A record only grows."""
    store.commit([SaveTable(row()), AppendLine("abcd", 1, 0, "a")])
    with pytest.raises(StoreError):
        store.commit([AppendLine("abcd", 1, 0, "b")])
    assert store.load().lines == {"abcd": ("a",)}


def test_a_full_disk_rolls_back_and_the_store_goes_on(store: Store) -> None:
    """Nothing of the batch is there; with room again it is taken."""
    store.commit([SaveTable(row())])
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count={pages}")
    batch = [AppendLine("abcd", 1, number, "x" * 900) for number in range(50)]
    with pytest.raises(StoreFullError, match="full"):
        store.commit(batch)
    assert store.load().lines == {"abcd": ()}
    store._connection.execute("PRAGMA max_page_count=1000000")
    store.commit(batch)
    assert len(store.load().lines["abcd"]) == 50


# --- one host at a time ---------------------------------------------------------------------


def test_a_second_host_is_refused_in_words(store: Store, tmp_path: Path) -> None:
    """While the first has it, and not after."""
    with pytest.raises(StoreError, match="in use by another host: stop that one"):
        Store.open(tmp_path)
    reopened(store, tmp_path).close()


def test_a_second_host_waits_as_long_as_it_is_told_to(tmp_path: Path) -> None:
    """A host that was killed lets the store go in a moment."""
    with another_process(tmp_path, "time.sleep(0.3); store.close()"):
        with pytest.raises(StoreError):
            Store.open(tmp_path)
        Store.open(tmp_path, patience=30).close()


# --- what is wrong with a folder ------------------------------------------------------------


@posix
def test_only_the_owner_can_read_what_is_stored(tmp_path: Path) -> None:
    """The folder that was made, the file, and what SQLite puts beside it."""
    store = Store.open(tmp_path / "data")
    store.commit([SaveTable(row())])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    store.close()


@posix
def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    """It may be used for other things."""
    tmp_path.chmod(0o755)
    Store.open(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_file_in_the_folders_place_is_said_so(tmp_path: Path) -> None:
    """One line, with what to do."""
    (tmp_path / "data").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match=r"cannot be written .*--data"):
        Store.open(tmp_path / "data")


@contextlib.contextmanager
def ordinary_user(folder: Path) -> Iterator[None]:
    """Be a user for whom modes count, and whose folder this is."""
    root = os.geteuid() == 0
    if root:
        for path in (folder, *folder.iterdir()):
            os.chown(path, ORDINARY, ORDINARY)
        os.seteuid(ORDINARY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@posix
@pytest.mark.parametrize("data", [".", "new"], ids=["it is there", "it is to be made"])
def test_an_unwritable_folder_is_said_so(data: str) -> None:
    """One line, with what to do; to root too, who tries it as another user."""
    with tempfile.TemporaryDirectory() as name:  # where others may come, as they may not to pytest's
        folder = Path(name)
        folder.chmod(0o500)
        with ordinary_user(folder), pytest.raises(StoreError, match=r"cannot be written .*--data"):
            Store.open(folder / data)
        folder.chmod(0o700)


@posix
def test_a_store_that_may_only_be_read_is_said_so() -> None:
    """SQLite would open it for reading."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Store.open(folder).close()
        (folder / FILE).chmod(0o400)
        with ordinary_user(folder), pytest.raises(StoreError, match=r"cannot be written .*--data"):
            Store.open(folder)


def test_a_store_that_becomes_read_only_refuses_and_goes_on_when_it_is_not(store: Store) -> None:
    """A disk that the system has turned read-only after an error: nothing is stored, nothing is lost."""
    store.commit([SaveTable(row())])
    store._connection.execute("PRAGMA query_only=ON")
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be written"):
            store.commit([SaveBan("k", "Ana"), SaveTable(row("other"))])
    store._connection.execute("PRAGMA query_only=OFF")
    assert store.load().bans == {}
    store.commit([SaveBan("k", "Ana")])
    stock = store.load()
    assert ([found.id for found in stock.rows], stock.bans) == (["abcd"], {"k": "Ana"})


def test_the_store_of_a_newer_host_is_not_touched(store: Store, tmp_path: Path) -> None:
    """It could not be read right."""
    store._connection.execute(f"PRAGMA user_version={VERSION + 1}")
    store.close()
    before = (tmp_path / "host.db").read_bytes()
    with pytest.raises(StoreError, match="newer"):
        Store.open(tmp_path)
    assert (tmp_path / "host.db").read_bytes() == before


# --- damage ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"id": "abcd"}', '{"id":"other","game":"tiny","options":{},"state":"open","seats":[]}'],
)
def test_a_row_that_cannot_be_read_is_set_aside_alone(store: Store, tmp_path: Path, text: str) -> None:
    """With its lines; nothing is lost, and its name is free."""
    store.commit([SaveTable(row()), AppendLine("abcd", 1, 0, "a"), SaveTable(row("good"))])
    store._connection.execute("UPDATE tables SET row = ? WHERE id = 'abcd'", (text,))
    stock = store.load()
    assert [found.id for found in stock.rows] == ["good"]
    assert len(stock.warnings) == 1
    assert store._connection.execute("SELECT * FROM damaged").fetchall() == [("abcd", text, '[[1, 0, "a"]]')]
    store = reopened(store, tmp_path)
    assert store.load().warnings == ()
    store.close()


def test_bytes_that_are_no_text_harm_their_row_alone(store: Store) -> None:
    """Whatever a disk makes of them."""
    store.commit([SaveTable(row()), SaveTable(row("good"))])
    store._connection.execute("UPDATE tables SET row = CAST(x'ff00fe' AS TEXT) WHERE id = 'abcd'")
    assert [found.id for found in store.load().rows] == ["good"]


@pytest.mark.parametrize("damage", [b"this is no database" * 50, b"SQLite format 3\x00" + b"\xff" * 2000])
def test_a_store_that_cannot_be_read_is_set_aside_and_the_host_starts(tmp_path: Path, damage: bytes) -> None:
    """Under a new name, with a warning."""
    (tmp_path / "host.db").write_bytes(damage)
    store = Store.open(tmp_path)
    (warning,) = store.load().warnings
    assert "host.db.damaged-1" in warning
    assert (tmp_path / "host.db.damaged-1").read_bytes() == damage
    store.commit([SaveTable(row())])
    store.close()


def test_a_store_with_a_damaged_page_is_set_aside(store: Store, tmp_path: Path) -> None:
    """Rather than half of it be read."""
    store.commit([SaveTable(row(f"t{number}")) for number in range(400)])
    store.close()
    path = tmp_path / "host.db"
    content = bytearray(path.read_bytes())
    content[4096 * 6 : 4096 * 9] = os.urandom(4096 * 3)
    path.write_bytes(content)
    store = Store.open(tmp_path)
    assert store.load().rows == ()
    assert len(store.load().warnings) == 1
    store.close()


def test_what_nobody_has_thought_of_is_said_in_sqlites_words(store: Store) -> None:
    """And is an error of the store like any other."""
    store._connection.execute("DROP TABLE bans")
    with pytest.raises(StoreError, match="no such table: bans"):
        store.load()
