"""Key files: made once, whole, private, and never replaced by accident."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sheep_common.net import keys

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")


def test_a_pair_is_the_one_of_its_secret():
    pair = keys.new_pair()
    assert keys.pair_of(pair.secret) == pair
    assert len(pair.public) == len(pair.secret) == keys.LENGTH


@pytest.mark.parametrize("text", ["", "short", "x" * 41, "é" * 40, "\0" * 40, "#" * 40])
def test_what_is_no_secret_is_refused(text):
    with pytest.raises(ValueError, match="key"):
        keys.pair_of(text)


def test_a_key_is_made_at_first_use_and_kept(tmp_path):
    path = tmp_path / "new" / "host.key"
    pair = keys.load_or_make(path)
    assert keys.load_or_make(path) == pair
    assert os.listdir(path.parent) == ["host.key"]  # noqa: PTH208 - hidden drafts too


@posix
def test_a_key_can_be_read_by_its_owner_alone(tmp_path):
    path = tmp_path / "new" / "host.key"
    keys.load_or_make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_programs_that_start_at_once_end_with_one_key(tmp_path):
    program = "import sys; from pathlib import Path; from sheep_common.net import keys; "
    program += "input(); print(keys.load_or_make(Path(sys.argv[1])).public)"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "key")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(6)
    ]
    assert len({child.communicate(b"\n", 30)[0] for child in started}) == 1


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff\xfe", b"#" * 40])
def test_a_file_that_holds_no_key_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "key"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="key"):
        keys.load_or_make(path)
    assert path.read_bytes() == content


def test_a_file_system_without_links_keeps_keys_too(tmp_path, monkeypatch):
    def no_links(*_: object) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "key"
    assert keys.load_or_make(path) == keys.load_or_make(path)


def test_a_private_file_may_be_replaced_whole(tmp_path):
    path = tmp_path / "known"
    keys.write_private(path, "one", replace=True)
    keys.write_private(path, "two", replace=True)
    assert path.read_text() == "two"


def test_a_folder_that_cannot_be_written_is_an_oserror():
    with pytest.raises(OSError, match=r"."):
        keys.load_or_make(Path("/proc/sheep/key"))
