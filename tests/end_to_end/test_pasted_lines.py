"""Fifty lines pasted at once into a terminal: each lands or is answered, in order, and none comes twice."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sheep_support.attacks.served import Served
from sheep_support.people import Person

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from sheep_support.fake_terminal import PseudoTerminal

LINES = 50
PACE = {"chats_at_once": 30, "chats_a_second": 30}
"""What a host takes of chat: less than is pasted, and enough that the test is soon over."""
BEGIN, END = "\x1b[200~", "\x1b[201~"
"""What terminals put around a pasted text for programs that ask for it."""

Start = Callable[..., PseudoTerminal]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with Served(tmp_path / "host", limits=PACE) as host:
        yield host.port


@pytest.fixture
def bo(port: int, tmp_path: Path) -> Iterator[Person]:
    """Let Bo open a table and sit there, and hear what is said at it."""
    person = Person(tmp_path / "people", "Bo", f"127.0.0.1:{port}")
    assert person.ask("/new battle-sheep 2")["event"] == "table"
    assert person.ask("/sit")["event"] == "table"
    yield person
    person.close()


@pytest.fixture
def ana(port: int, bo: Person, tmp_path: Path) -> Iterator[Start]:
    """Let Ana sit down there too, in a terminal."""
    made: list[PseudoTerminal] = []

    def start(*arguments: str) -> PseudoTerminal:
        command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{port}", "--name", "Ana", "--lang", "en"]
        environment = {"SHEEP_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
        made.append(PseudoTerminal([*command, *arguments], 100, 60, environment))
        bo.wait(lambda event: event["event"] == "table" and None not in event["seats"])
        made[-1].wait_for("You have seat 1")
        return made[-1]

    yield start
    for terminal in made:
        terminal.__exit__(None, None, None)


def said(bo: Person) -> list[str]:
    return [event["text"] for event in bo.all("chat")]


def lines() -> list[str]:
    """Return lines of chat, one among them that cannot be understood, and one to know the end by."""
    chat = [f"/say line {number}" for number in range(LINES - 2)]
    return [*chat[:-3], "/nonsense", *chat[-3:], "/say the last"]


WAYS = {
    "typed by the terminal": lambda text: text.replace("\n", "\r"),
    "in brackets": lambda text: f"{BEGIN}{text}{END}",
    "in brackets, with carriage returns": lambda text: BEGIN + text.replace("\n", "\r\n") + END,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "full screen"])
def test_fifty_pasted_lines_all_land_or_are_answered(
    ana: Start, bo: Person, face: tuple[str, ...], way: str
) -> None:
    terminal = ana(*face)
    terminal.press(WAYS[way]("".join(f"{line}\n" for line in lines())))
    bo.wait(lambda event: event.get("text") == "the last")
    assert said(bo) == [f"line {number}" for number in range(LINES - 2)] + ["the last"]
    terminal.wait_for("Ana says: the last")
    assert "There is no command" in (terminal.said.decode() if face else terminal.text)
    terminal.press("/say more", "enter")
    bo.wait(lambda event: event.get("text") == "more")
    assert len(said(bo)) == LINES


@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "full screen"])
def test_what_is_pasted_without_an_end_waits_for_it(ana: Start, bo: Person, face: tuple[str, ...]) -> None:
    """It can be looked at and gone on with before it is sent, wherever the full screen was."""
    terminal = ana(*face)
    if not face:
        terminal.press("m")
        terminal.wait_for("Quick phrases")
    terminal.press(f"{BEGIN}/say one\n/say tw{END}")
    bo.wait(lambda event: event.get("text") == "one")
    terminal.wait_for("/say tw")
    terminal.press("o", "enter")
    bo.wait(lambda event: event.get("text") == "two")
    assert said(bo) == ["one", "two"]


def test_what_no_line_can_have_is_left_out_of_what_is_pasted(ana: Start, bo: Person) -> None:
    """A page of the web brings tabs and signs that move the cursor."""
    terminal = ana("--plain")
    terminal.press(f"{BEGIN}/say a\tb\x07\x03c\u202e\n{END}")
    bo.wait(lambda event: event["event"] == "chat")
    assert said(bo) == ["a bc"]
