"""Programs that look at a game afterwards: shares of the turns, an end that always comes, and the command."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec
import pytest
from sheep_client import i18n
from sheep_client.game_api.screen import Look
from sheep_client.replay_cli import main
from sheep_client.replay_ui import analysis_text, screen
from sheep_client.replay_ui.analysis_text import WORST, Analysis
from sheep_client.thinkers import reviewers
from sheep_client.thinkers.reviewers import Job, Reviewers
from sheep_client.thinking import review
from sheep_client.thinking.review import Judged, Loss
from sheep_common.games import GAMES
from sheep_common.records import write
from sheep_common.replay import Reached, replay

CASES = Path(__file__).parents[2] / "common" / "cases" / "records"
GAME = CASES / "battle-sheep-00.jsonl"


@pytest.fixture(autouse=True)
def english() -> Any:
    """Speak English, also after a command that spoke French."""
    i18n.use("en")
    yield
    i18n.use("en")


def record(path: Path = GAME) -> list[Reached[Any]]:
    return list(replay(path.read_bytes().splitlines(), GAMES))


def followed(reached: list[Reached[Any]], **options: Any) -> tuple[list[Judged], float]:
    """Run reviewers to their end; return what they told, and how long it took."""
    told: SimpleQueue[Judged | None] = SimpleQueue()
    started = time.monotonic()
    reviewers = Reviewers(reached, None, told.put, **{"seconds": 0.02, "programs": 2} | options)
    found = []
    try:
        while (judged := told.get(timeout=60)) is not None:
            found.append(judged)
    finally:
        reviewers.close()
    return found, time.monotonic() - started


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_every_turn_is_looked_at_once_however_many_programs_there_are() -> None:
    """And judged the same."""
    reached = record()
    alone, _ = followed(reached, programs=1)
    shared, _ = followed(reached, programs=3)
    assert sorted(map(repr, shared)) == sorted(map(repr, alone))
    assert len(alone) == review.count(reached, None)


def test_a_mind_that_raises_costs_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(decision: review.Decision, *_rest: object) -> Loss | None:
        if decision.number == 12:
            raise ZeroDivisionError
        return None

    monkeypatch.setattr(review, "judged", judged)
    lines = tuple(write(each.entry) for each in record())
    found = list(reviewers.work(Job(record=lines, seat=None, share=0, of=1, seconds=0.02)))
    assert [each.number for each in found if each.failed] == [12]
    assert len(found) == review.count(record(), None)


@pytest.mark.parametrize(
    "program",
    ["raise SystemExit(1)", "print('no verdict', flush=True); print('{')", "import os; os.abort()"],
)
def test_programs_that_die_or_talk_nonsense_leave_an_analysis_that_ends(program: str) -> None:
    found, _ = followed(record(), command=python(program))
    assert found == []


def test_a_program_that_cannot_be_started_leaves_an_analysis_that_ends(tmp_path: Path) -> None:
    assert followed(record(), command=[str(tmp_path / "nothing")])[0] == []


def test_a_program_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewers, "SILENCE", 0.5)
    found, seconds = followed(record(), command=python("import time; time.sleep(60)"))
    assert (found, seconds < 20) == ([], True)


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "not in time"
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="stops a process by a signal")
def test_leaving_ends_the_programs_and_nothing_more_is_told() -> None:
    """Also one that stands still."""
    told: list[Judged | None] = []
    reviewers = Reviewers(record(CASES / "battle-sheep-01.jsonl"), None, told.append, seconds=0.5, programs=2)
    until(lambda: len(reviewers._processes) == 2)
    os.kill(reviewers._processes[0].pid, signal.SIGSTOP)
    reviewers.close()
    until(lambda: all(process.poll() is not None for process in reviewers._processes))
    until(lambda: not any("_follow" in thread.name for thread in threading.enumerate()))
    assert None not in told


# --- what is known so far ---------------------------------------------------------------------


def loss(number: int, cost: float) -> Loss:
    return Loss(number=number, seat=0, played="a", best="b", could=0.9, had=0.9 - cost)


def test_the_worst_turns_are_kept_the_worst_first() -> None:
    found = Analysis(total=99)
    for number in range(1, 30):
        found = found.after(Judged(number=number, loss=loss(number, number * 7 % 29 / 100)))
    costs = [round(each.cost, 2) for each in found.losses]
    assert costs == [n / 100 for n in range(28, 28 - WORST, -1)]
    assert found.done == 29


def test_the_list_goes_down_by_what_is_written() -> None:
    """By the chances as they are shown: who reads -1% before -2% takes it for a mistake."""
    found = Analysis(total=2)
    for number, could, had in [(1, 0.2449, 0.2251), (2, 0.2251, 0.2149)]:
        lost = msgspec.structs.replace(loss(number, 0), could=could, had=had)
        found = found.after(Judged(number=number, loss=lost))
    assert [analysis_text.cost(each) for each in found.losses] == ["-2%", "-1%"]


def test_what_costs_next_to_nothing_is_not_listed() -> None:
    found = Analysis(total=2).after(Judged(number=1, loss=loss(1, 0.004)))
    assert found.losses == ()
    assert analysis_text.standing(found) == "Looked at 1 of 2 turns…"
    found = found.after(Judged(number=2)).ended()
    assert analysis_text.standing(found) == "No turn cost as much as 1%."


def test_what_never_came_could_not_be_looked_at() -> None:
    found = Analysis(total=5).after(Judged(number=1)).ended()
    assert analysis_text.standing(found) == "4 turns could not be looked at."


def test_the_cost_is_the_difference_of_the_chances_as_they_are_written() -> None:
    assert analysis_text.cost(msgspec.structs.replace(loss(1, 0), could=0.986, had=0.016)) == "-97%"


# --- the command ------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at each turn for a moment only."""
    given = {"seconds": 0.02, "programs": 2}
    monkeypatch.setattr(Reviewers.__init__, "__kwdefaults__", Reviewers.__init__.__kwdefaults__ | given)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Step 14, Bo: -", "Played: move 2 sheep", "Better: move", "The chance to win: ")),
        ("fr", ("Étape 14, Bo", "déplacer 2 moutons", "Mieux", "Chances de gagner")),
    ],
)
def test_the_command_says_what_was_played_what_was_better_and_what_it_cost(
    language: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(GAME), "--analyse", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(word in out for word in words)
    assert max(map(len, out.splitlines())) < 80


@pytest.mark.usefixtures("quick")
def test_with_a_seat_only_its_own_turns_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(GAME), "--analyse", "--seat", "1", "--lang", "en"]) == 0
    headings = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Step ")]
    assert headings
    assert all(", Bo: " in line for line in headings)


@pytest.mark.parametrize("damage", ["cut", "swapped", "empty", "bytes"])
def test_a_damaged_record_is_one_line_with_its_place(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = GAME.read_bytes().splitlines(keepends=True)
    path = tmp_path / "record.jsonl"
    path.write_bytes({
        "cut": b"".join(lines)[:-60],
        "swapped": b"".join([*lines[:9], lines[10], lines[9], *lines[11:]]),
        "empty": b"",
        "bytes": b"".join(lines[:5]) + b"\xff\xfe\n",
    }[damage])  # fmt: skip
    assert main([str(path), "--analyse", "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}:")
    assert err.count("\n") == 1


@pytest.mark.usefixtures("quick")
def test_a_game_that_was_not_finished_is_analysed_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"".join(GAME.read_bytes().splitlines(keepends=True)[:16]))
    assert main([str(path), "--analyse", "--lang", "en"]) == 0
    assert "Step 14, Bo" in capsys.readouterr().out


def test_a_seat_that_there_is_not_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(GAME), "--analyse", "--seat", "9", "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_a_game_without_minds_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of another distribution; on the screen there is no key for it."""
    monkeypatch.setattr("sheep_client.terminal.analyse.levels_of", lambda _game: {})
    assert main([str(GAME), "--analyse", "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "no bots for battle-sheep" in err
    monkeypatch.setattr("sheep_client.replay_ui.screen.levels_of", lambda _game: {})
    walk = screen.begin(record(), None)
    assert "a" not in dict(screen.keys(walk))
    assert screen.press(walk, "a", Look(80, 24)) is walk


def test_check_and_analyse_are_not_for_the_same_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([str(GAME), "--analyse", "--check"])
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_name_in_a_record_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a record that somebody else wrote."""
    header, *rest = GAME.read_text(encoding="utf-8").splitlines()
    fields = json.loads(header)
    fields["seats"] = ["\x1b[2JAna", "Bo\u202e"]
    path = tmp_path / "record.jsonl"
    path.write_text("\n".join([json.dumps(fields), *rest]) + "\n", encoding="utf-8")
    given = {"seconds": 0.02, "programs": 2}
    monkeypatch.setattr(Reviewers.__init__, "__kwdefaults__", Reviewers.__init__.__kwdefaults__ | given)
    main([str(path), "--analyse", "--lang", "en"])
    out, err = capsys.readouterr()
    assert all(line.isprintable() for line in (out + err).splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts a process by a signal")
def test_it_can_be_interrupted_at_any_time() -> None:
    """Status 130, and nobody goes on thinking."""
    program = "import sys; from sheep_client.replay_cli import main; sys.exit(main())"
    with subprocess.Popen(
        [*python(program), str(CASES / "battle-sheep-01.jsonl"), "--analyse"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        children = Path(f"/proc/{child.pid}/task")
        until(lambda: _children(children))
        family = _children(children)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert (child.returncode, out) == (130, "")
    assert "Traceback" not in err
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))


def _children(tasks: Path) -> list[str]:
    return [pid for file in tasks.glob("*/children") for pid in file.read_text().split()]
