"""`sheep-replay FILE` in a terminal: on the full screen, by keys and mouse, and whole afterwards."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sheep_support.fake_terminal import PseudoTerminal

CASES = Path(__file__).parents[1] / "common" / "cases" / "records"

PROGRAM = "import sys; from sheep_client.replay_cli import main; sys.exit(main())"


@pytest.fixture
def reader() -> Iterator[PseudoTerminal]:
    """Open a record of Battle Sheep."""
    command = [sys.executable, "-c", PROGRAM, str(CASES / "battle-sheep-00.jsonl")]
    with PseudoTerminal(command, environment={"LC_ALL": "C.UTF-8"}) as terminal:
        terminal.wait_for("Step 0 of")
        yield terminal


def test_it_is_walked_by_keys(reader: PseudoTerminal) -> None:
    """A step, a jump, the end with its reason, and out."""
    reader.press("right")
    reader.wait_for("Step 1 of")
    reader.press("1", "2", "enter")
    reader.wait_for("Step 12 of")
    reader.press("\x1b[F")
    reader.wait_for("The end")
    reader.press("q")
    assert (reader.ended(), reader.is_whole()) == (0, True)


def test_it_is_walked_with_the_mouse(reader: PseudoTerminal) -> None:
    """By the wheel, and by the keys in the last row."""
    reader.wheel(10, 10, up=False)
    reader.wait_for("Step 1 of")
    place = reader.find(" p ", slice(23, 24))
    assert place is not None
    reader.click(place[0] + 1, place[1])
    reader.wait_for("Step 3 of")
    leave = reader.find(" q ", slice(23, 24)) or (0, 0)
    reader.click(leave[0] + 1, leave[1])
    assert (reader.ended(), reader.is_whole()) == (0, True)


def test_it_is_analysed_beside_the_walk(reader: PseudoTerminal) -> None:
    """Somebody's turn is named while it goes on; Enter goes there; whoever leaves leaves nobody behind."""
    reader.press("a")
    reader.wait_for("Where most was lost")
    reader.wait_for("The chance to win", 60)
    reader.press("enter")
    reader.wait_for("Better: ")
    reader.press("q")
    assert (reader.ended(), reader.is_whole()) == (0, True)
