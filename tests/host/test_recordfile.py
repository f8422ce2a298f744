"""The files of finished games' records."""

import os
import stat
from pathlib import Path

from sheep_host.core.state.effects import AppendLine, SaveTable, TableRow
from sheep_host.store.record_files import write_missing, write_record
from sheep_host.store.store import Campaign, Store


def test_a_record_is_written_whole_for_its_owner_alone(tmp_path: Path) -> None:
    """A line each; twice is as good as once."""
    for _ in range(2):
        path = write_record(tmp_path, "abcd", 3, ["{}", "é"])
    assert path == tmp_path / "records" / "abcd-3.jsonl"
    assert path.read_bytes() == "{}\né\n".encode()
    assert [found.name for found in path.parent.iterdir()] == ["abcd-3.jsonl"]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_record_of_an_older_table_of_that_name_is_kept(tmp_path: Path) -> None:
    """Names of tables come again one day."""
    for lines in (["a"], ["b"], ["c"]):
        write_record(tmp_path, "abcd", 1, lines)
    found = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "records").iterdir()}
    assert found == {"abcd-1.jsonl": "c\n", "abcd-1.old-1.jsonl": "a\n", "abcd-1.old-2.jsonl": "b\n"}


def test_records_that_are_missing_are_written_at_the_start(tmp_path: Path) -> None:
    """Of campaigns that have ended; never of one that runs."""
    store = Store.open(tmp_path)
    playing = TableRow(id="abcd", game="tiny", options={}, state="playing", seats=(None,), campaign=2)
    over = TableRow(id="over", game="tiny", options={}, state="over", seats=(None,))
    store.commit([SaveTable(playing), SaveTable(over)])
    store.commit([AppendLine("abcd", 1, 0, "a"), AppendLine("abcd", 2, 0, "b")])
    store.commit([AppendLine("over", 1, 0, "c")])
    assert list(store.finished()) == [Campaign("abcd", 1, ("a",)), Campaign("over", 1, ("c",))]
    write_record(tmp_path, "over", 1, ["c"])
    assert write_missing(tmp_path, store.finished()) == [tmp_path / "records" / "abcd-1.jsonl"]
    assert write_missing(tmp_path, store.finished()) == []
    store.close()
