"""A game of another distribution needs an entry point and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = """\
{"record": "sheep/1", "game": "tiny", "seats": ["Ana"], "options": {"heap": "small"}}
{"seat": null, "action": "heap 5"}
{"seat": 0, "action": "bid 3"}
{"seat": 0, "action": "bid 2"}
"""
LIST = "from sheep_common.games import GAMES; print(*GAMES)"


@pytest.fixture
def install(tmp_path: Path) -> Path:
    """Return a folder in which a guest is as good as installed."""
    guest = tmp_path / "guest-1.0.dist-info"
    guest.mkdir()
    (guest / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n", encoding="utf-8")
    return tmp_path


def entry_points(folder: Path, **points: str) -> None:
    lines = "".join(f"{name.replace('_', '-')} = {point}\n" for name, point in points.items())
    (folder / "guest-1.0.dist-info" / "entry_points.txt").write_text(
        f"[sheep.games]\n{lines}", encoding="utf-8"
    )


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_an_installed_game_is_in_the_registry_and_its_records_replay(install: Path) -> None:
    """Found by its entry point, known to `sheep-replay` at once."""
    entry_points(install, tiny="sheep_common.laws.tiny_game:GAME")
    assert "tiny" in python(install, "-c", LIST).stdout.split()
    record = install / "game.jsonl"
    record.write_text(RECORD, encoding="utf-8")
    command = "import sys; from sheep_client.replay_cli import main; sys.exit(main())"
    done = python(install, "-c", command, str(record), "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "outcome scores=5 tiebreaks=0 winners=0"


def test_a_guest_cannot_take_the_name_of_a_game_of_the_house(install: Path) -> None:
    """Ours stand."""
    entry_points(install, leadersheep="sheep_common.laws.tiny_game:GAME")
    shown = python(install, "-c", "from sheep_common.games import GAMES; print(GAMES['leadersheep'].name)")
    assert shown.stdout.split() == ["leadersheep"]


def test_a_broken_guest_keeps_no_other_game_away(install: Path) -> None:
    """It is named on stderr; the rest is there."""
    entry_points(install, broken="no_such_module:GAME", tiny="sheep_common.laws.tiny_game:GAME")
    done = python(install, "-c", LIST)
    assert {"battle-sheep", "leadersheep", "tiny"} <= set(done.stdout.split())
    assert "broken" not in done.stdout.split()
    assert "'broken' cannot be loaded" in done.stderr
