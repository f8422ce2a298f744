"""The files of finished games' records, `DATA/records/TABLE-N.jsonl`. Knows no game."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from sheep_common.net.keys import write_private

from sheep_host.store.store import Campaign

FOLDER = "records"


def write_record(data: Path, table: str, campaign: int, lines: Sequence[str]) -> Path:
    """Write the record of a table's campaign, readable by its owner alone; raise OSError.

    The file appears whole or not at all. Doing it twice is harmless; a file of that name with other
    lines, of a table that is long gone, is kept under another name.
    """
    folder = data / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{table}-{campaign}.jsonl"
    text = "".join(f"{line}\n" for line in lines)
    if path.exists():
        if path.read_bytes() == text.encode():
            return path
        _keep(path)
    write_private(path, text, replace=True)
    return path


def write_missing(data: Path, finished: Iterable[Campaign]) -> list[Path]:
    """Write the records of finished campaigns that have no file yet, after a start; raise OSError."""
    return [
        write_record(data, table, number, lines)
        for table, number, lines in finished
        if not (data / FOLDER / f"{table}-{number}.jsonl").exists()
    ]


def _keep(path: Path) -> None:
    number = 1
    while (aside := path.with_name(f"{path.stem}.old-{number}{path.suffix}")).exists():
        number += 1
    path.replace(aside)
