"""The thread that writes records: nobody waits for it, and it ends with all that was given to it."""

import threading
from pathlib import Path

import pytest
from sheep_host.core.state.effects import AppendLine, SaveTable, TableRow, WriteRecord
from sheep_host.process import record_writer
from sheep_host.process.record_writer import RecordWriter
from sheep_host.store.store import TIDY, Store


def names(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "records").iterdir())


def test_all_that_was_given_is_there_at_the_end(tmp_path: Path) -> None:
    with RecordWriter(tmp_path, 20) as writer:
        for number in range(100):
            writer.write(WriteRecord("abcd", number, ("{}",)))
    assert names(tmp_path) == sorted(f"abcd-{number}.jsonl" for number in range(100))


def test_nobody_waits_for_the_disk_unless_too_many_records_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, written = threading.Event(), list[str]()

    def slow(_data: Path, table: str, _campaign: int, _lines: object) -> None:
        if threading.current_thread() is not threading.main_thread():
            disk.wait(20)
        written.append(f"{table} by {threading.current_thread().name}")

    monkeypatch.setattr(record_writer, "write_record", slow)
    with RecordWriter(tmp_path, 20) as writer:
        for number in range(record_writer.WAITING + 3):
            writer.write(WriteRecord(f"t{number}", 1, ()))
        # One or none is being written, the queue is full, and so the last are written here.
        assert 2 <= len(written) <= 3
        assert all(entry.endswith("by MainThread") for entry in written)
        disk.set()
    assert len(written) == record_writer.WAITING + 3


def test_a_disk_that_takes_nothing_costs_the_file_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "records").write_text("no folder")
    with RecordWriter(tmp_path, 20) as writer:
        writer.write(WriteRecord("abcd", 1, ("{}",)))
        writer.write(WriteRecord("abcd", 2, ("{}",)))
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]


def test_tidying_brings_the_log_into_the_file_and_leaves_little_alone(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    row = TableRow(id="abcd", game="tiny", options={}, state="playing", seats=(None,))
    store.commit([SaveTable(row)])
    before = (tmp_path / "host.db").stat().st_size
    for number in range(TIDY - 2):
        store.commit([AppendLine("abcd", 1, number, "x" * 500)])
    store.tidy()
    assert (tmp_path / "host.db").stat().st_size == before
    store.commit([AppendLine("abcd", 1, TIDY, "x")])
    store.tidy()
    assert (tmp_path / "host.db").stat().st_size > before
    store.close()
