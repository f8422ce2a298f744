"""`sheep-replay FILE`: a walk through a record."""

import io
import sys
from pathlib import Path

import pytest
from sheep_client import i18n
from sheep_client.replay_ui.text import walk
from sheep_common.records import RecordError

CASES = Path(__file__).parents[2] / "common" / "cases"
SMALL = [
    b'{"record": "sheep/1", "game": "battle-sheep", "seats": ["Ana", "Bo"], "options": {"position": '
    b'"0,0:0x3 1,0 2,0:1x1 3,0"}}',
    b'{"seat": 0, "action": "split 0,0 E 1"}',
    b'{"undo": 1}',
    b'{"seat": 0, "action": "split 0,0 E 2"}',
]


@pytest.fixture(autouse=True)
def english() -> None:
    """Speak English again after a test in French."""
    i18n.use("en")


def test_without_a_terminal_everything_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The start, each step with what happened, and the end."""
    assert walk(SMALL, None, "en") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The start. Seats: Ana, Bo."
    assert "Step 1." in lines
    assert "Ana moves 1 sheep east, from a1 to b1." in lines
    assert "Step 2: 1 taken back." in lines
    assert lines[-1].endswith(("wins.", "not finished."))


def test_a_seat_s_walk_is_in_the_second_person(capsys: pytest.CaptureFixture[str]) -> None:
    """It sees what that seat was told."""
    walk(SMALL, 0, "en")
    assert "You move 1 sheep east, from a1 to b1." in capsys.readouterr().out


def test_it_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Or the system's."""
    walk(SMALL, None, "fr")
    assert "Le début." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["leadersheep-00.jsonl", "battle-sheep-00.jsonl"])
def test_whole_games_are_walked_through(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """To the winner."""
    (path,) = CASES.rglob(name)
    assert walk(path.read_bytes().splitlines(), None, "en") == 0
    assert capsys.readouterr().out.count("Step ") > 30


def test_a_seat_does_not_see_the_cards_of_others(capsys: pytest.CaptureFixture[str]) -> None:
    """A spectator sees no hand at all."""
    (path,) = CASES.rglob("leadersheep-00.jsonl")
    walk(path.read_bytes().splitlines(), None, "en")
    assert "Your hand" not in capsys.readouterr().out


def test_a_seat_that_is_not_there_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    """With the seats there are."""
    assert walk(SMALL, 2, "en") == 1
    assert "0 to 1" in capsys.readouterr().err


def test_a_broken_record_is_its_reader_s_to_report() -> None:
    """The command says FILE:LINE."""
    with pytest.raises(RecordError):
        walk([b"{}"], None, "en")


def by_hand(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    """Let a reader at a terminal type lines."""
    source = io.StringIO(typed)
    monkeypatch.setattr(source, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", source)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def steps(out: str) -> list[str]:
    """Return the headings that were shown."""
    return [
        line.partition(".")[0].partition(":")[0]
        for line in out.splitlines()
        if "Step " in line or "start" in line
    ]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\n\nq\n", ["The start", "Step 1", "Step 2"]),
        ("n\np\nq\n", ["The start", "Step 1", "The start"]),
        ("3\nq\n", ["The start", "Step 3"]),
        ("", ["The start"]),
    ],
)
def test_a_reader_goes_on_back_and_to_a_number(
    typed: str, shown: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter or n, p, a number, q; the end of the input ends it too."""
    by_hand(monkeypatch, typed)
    assert walk(SMALL, None, "en") == 0
    out = capsys.readouterr().out
    assert steps(out.replace("0 to 3 > ", "")) == shown


def test_a_step_that_is_not_there_is_said_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one stays where one is."""
    by_hand(monkeypatch, "99\nq\n")
    walk(SMALL, None, "en")
    assert "No such step." in capsys.readouterr().out
