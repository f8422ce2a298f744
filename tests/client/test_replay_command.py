"""`sheep-replay --check` as a command: what it prints where, and its exit status."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sheep_client.replay_cli import main

CASES = Path(__file__).parents[1] / "common" / "cases" / "records"
GAME = CASES / "battle-sheep-00.jsonl"
COMMAND = [sys.executable, "-c", "import sys; from sheep_client.replay_cli import main; sys.exit(main())"]


def portable(output: str) -> str:
    return "".join(line.partition(" view0=")[0].rstrip() + "\n" for line in output.splitlines())


def test_the_installed_command_prints_the_agreed_lines() -> None:
    """The script itself, on a recorded game with a name that is not ASCII, in the plainest locale."""
    script = Path(sys.executable).with_name("sheep-replay")
    case = CASES / "leadersheep-00.jsonl"
    done = subprocess.run(
        [script, case, "--check"],
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert portable(done.stdout.decode()) == case.with_suffix(".expected").read_text(encoding="utf-8")


def test_a_wrong_line_ends_it_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was right stands on stdout, FILE:LINE: what on stderr, status 1."""
    lines = GAME.read_text(encoding="utf-8").splitlines()
    record = tmp_path / "wrong.jsonl"
    record.write_text("\n".join([*lines[:3], lines[1]]), encoding="utf-8")
    assert main([str(record), "--check"]) == 1
    out, err = capsys.readouterr()
    assert [line.split(" ")[0] for line in out.splitlines()] == ["0", "1", "2"]
    assert err.startswith(f"{record}:4: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_last_line_may_end_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str], end: bytes) -> None:
    """Also with a byte order mark and the line ends of another system."""
    record = tmp_path / "game.jsonl"
    lines = GAME.read_bytes().splitlines()
    record.write_bytes(b"\xef\xbb\xbf" + (end or b"\n").join(lines) + end)
    assert main([str(record), "--check"]) == 0
    expected = GAME.with_suffix(".expected").read_text(encoding="utf-8")
    assert portable(capsys.readouterr().out) == expected


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Missing, a folder, a name that no system takes: status 1, and what to give instead."""
    for name in (tmp_path / "missing", tmp_path, tmp_path / "nul\0"):
        assert main([str(name), "--check"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("sheep-replay: ")
        assert err.endswith("; give the file of a record\n")
        assert err.count("\n") == 1


def test_what_an_error_quotes_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the name of the file nor its text gets a control character through."""
    record = tmp_path / "a\x1b[2J\u202eb"
    record.write_text('{"record": "sheep/1", "game": "\\u001b[2J\\u202e\\n", "seats": []}', encoding="utf-8")
    assert main([str(record), "--check"]) == 1
    err = capsys.readouterr().err
    assert err.removesuffix("\n").isprintable()


def test_a_line_that_never_ends_does_not_fill_the_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Read up to the longest line, and no further."""
    record = tmp_path / "long"
    with record.open("wb") as file:
        file.truncate(2**34)  # a hole, not 16 GiB of disk
    assert main([str(record), "--check"]) == 1
    assert f"{record}:1: a line of more than" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--check"],
        [str(GAME), str(GAME)],
        [str(GAME), "--chec"],
        [str(GAME), "--no-such"],
        [str(GAME), "--seat", "-1"],
        [str(GAME), "--seat", "x"],
        [str(GAME), "--seat", "9" * 5000],
        [str(GAME), "--lang", "de"],
        [str(GAME), "--check", "--seat", "0"],
        [str(GAME), "--a\nb"],
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, and where to read on."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    out, err = capsys.readouterr()
    assert (caught.value.code, out) == (2, "")
    assert err.startswith("sheep-replay: ")
    assert err.endswith("(see sheep-replay --help)\n")
    assert err.count("\n") == 1


def test_without_a_file_it_says_where_the_last_game_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the host keeps them; also when there is none yet."""
    monkeypatch.setenv("SHEEP_DATA", str(tmp_path))
    folder = tmp_path / "records"
    with pytest.raises(SystemExit):
        main([])
    assert f"keeps those of finished games in {folder} (see " in capsys.readouterr().err
    folder.mkdir()
    for number, name in enumerate(["a-1", "b-1", "c-1"]):
        record = folder / f"{name}.jsonl"
        record.touch()
        os.utime(record, (1e9, 1e9 + (5 if name == "b-1" else number)))
    with pytest.raises(SystemExit):
        main([])
    assert f"the last game that ended here is {folder / 'b-1.jsonl'} (see " in capsys.readouterr().err


def test_help_names_every_flag(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 0."""
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert all(flag in out for flag in ("FILE", "--check", "--seat", "--lang"))


@pytest.mark.skipif(sys.platform == "win32", reason="no pipe of this kind")
def test_a_reader_that_goes_away_is_no_error_text() -> None:
    """As in `sheep-replay FILE --check | head -1`: nothing on stderr, but not status 0 either."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [*COMMAND, str(GAME), "--check"], stdout=gone, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_one_line() -> None:
    """When the output cannot be written."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, str(GAME), "--check"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"sheep-replay: the output cannot be written (")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes and no SIGINT to one process")
def test_an_interrupt_ends_it_in_silence(tmp_path: Path) -> None:
    """Ctrl-C while it waits for the next line: status 130."""
    pipe = tmp_path / "record"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(
            [*COMMAND, str(pipe), "--check"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as command,
        pipe.open("wb"),
    ):  # opens when the command reads
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=30)
    assert (command.returncode, out, err) == (130, b"", b"")
