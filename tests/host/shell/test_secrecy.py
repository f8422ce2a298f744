"""What a host keeps is for its owner alone: where others can read it, that is said."""

import os
from pathlib import Path

import pytest
from sheep_host.supervisor.secrecy import exposed
from sheep_support.host_processes import RunningHost

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the permissions of POSIX")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder that everybody may enter, in one that everybody may enter."""
    folder = tmp_path / "data"
    for place in (tmp_path, folder, folder / "records"):
        place.mkdir(exist_ok=True)
        place.chmod(0o755)
    return folder


@pytest.mark.parametrize("name", ["host.key", "host.db", "host.db-wal", "records/t1-1.jsonl"])
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_file_that_others_can_read_is_found(data: Path, name: str, mode: int) -> None:
    """By the group or by all."""
    (data / name).touch()
    (data / name).chmod(mode)
    assert exposed(data) == data / name
    (data / name).chmod(0o600)
    assert exposed(data) is None


@pytest.mark.parametrize("closed", ["data", "."])
def test_a_folder_that_nobody_may_enter_keeps_its_files(data: Path, closed: str) -> None:
    """Whatever they themselves allow."""
    (data / "host.key").touch()
    (data / "host.key").chmod(0o644)
    (data.parent / closed).chmod(0o700)
    assert exposed(data) is None


def test_a_host_warns_when_it_starts(data: Path) -> None:
    """In its log; what it makes itself is its owner's alone."""
    with RunningHost(data) as host:
        host.event("listening")
        assert exposed(data) is None
        assert host.stop() == 0
    assert "others on this computer" not in host.log
    (data / "host.db").chmod(0o644)
    with RunningHost(data) as host:
        host.event("listening")
        assert host.stop() == 0
    assert f"others on this computer can read {data / 'host.db'}" in host.log
