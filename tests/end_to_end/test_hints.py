"""A person asks for hints in a real game against a bot, on both faces, and follows them."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sheep_support.fake_terminal import PseudoTerminal
from sheep_support.host_processes import RunningHost

GAMES = {
    "battle-sheep": ("--option", "board=random", "--option", "first=0"),
    "leadersheep": ("--option", "first=0"),
}
TURNS = 3
"""Hints that are asked for and followed: a start and two splits, or scandals and promises of a round."""
COLUMNS, ROWS = 99, 40
"""Wide enough for a hint in two lines, and the log still below the game."""


def join(folder: Path, port: int, *arguments: str) -> PseudoTerminal:
    """Start a player on a terminal, with a home of their own."""
    home = {name: str(folder / "ana") for name in ("SHEEP_HOME", "HOME")}
    command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{port}", "--name", "Ana", *arguments]
    return PseudoTerminal(command, COLUMNS, ROWS, environment={**home, "LC_ALL": "C.UTF-8"})


def read(lines: list[str]) -> str:
    """Return lines as one text, without the breaks."""
    return re.sub(r"\s+", " ", " ".join(lines))


def hinted(text: str) -> str:
    """Return what the last hint says to do, once it stands there whole and nothing is said behind it."""
    found = re.search(r"Hint: ([^:.]*(?:: [^.]+)?)\. [^.]+\.\s*$", text)
    return found[1] if found else ""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_hints_on_the_full_screen_are_followed_with_enter(
    game: str, tmp_path: Path, host: Callable[..., RunningHost]
) -> None:
    """The key, the wait, the sentence; Enter does it, and the log then says that it was done."""
    running = host("--game", game, "--seats", "2", "--bots", "1:normal", "--bot-delay", "0", *GAMES[game])
    with join(tmp_path, running.listening().port) as ana:
        ana.wait_for("Are you ready?")
        ana.press("r")
        for _ in range(TURNS):
            follow(ana)
        ana.press("ctrl-c")
        assert (ana.ended(), ana.is_whole()) == (130, True)


def follow(ana: PseudoTerminal) -> None:
    """Wait for one's turn, ask for a hint and do what it says."""
    ana.wait(lambda: "YOUR TURN" in ana.lines[0] or "─ The count ─" in ana.text)
    while "─ The count ─" in ana.text:
        ana.press("escape")
        ana.settle()
    ana.wait_for("YOUR TURN")
    ana.settle()
    ana.press("H")
    ana.wait(lambda: hinted(read(log(ana))))
    ana.settle()
    what = hinted(read(log(ana)))
    ana.press("d" if what == "throw no more" else "enter")
    ana.wait(lambda: done(what) in read(log(ana)))


def log(terminal: PseudoTerminal) -> list[str]:
    """Return the lines of the log, below its rule."""
    lines = terminal.lines
    rule = next((y for y, line in enumerate(lines) if line.startswith("── log")), len(lines))
    return lines[rule + 1 : -2]


def done(what: str) -> str:
    """Return how the log says that it was done: the same words, but for what it says otherwise."""
    if what.startswith("accept "):
        return "You accept it"
    what = what.replace(" to be rid of ", " and are rid of ")
    return f"You {what}" if what != "pass" else "You have no promise to lay"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_hints_on_the_plain_face_are_sentences(
    game: str, tmp_path: Path, host: Callable[..., RunningHost]
) -> None:
    """Typed; with a reason; and gone when it is not wanted any more."""
    running = host("--game", game, "--seats", "2", "--bots", "1:normal", "--bot-delay", "0", *GAMES[game])
    with join(tmp_path, running.listening().port, "--plain") as ana:
        ana.wait_for("/ready")
        ana.press("/hint\r")
        ana.wait_for("The game has not begun")
        ana.press("/ready\r")
        ana.wait_for("Your turn >")
        ana.press("/hint\r")
        ana.wait(lambda: re.search(r"Hint: .*\. \S.*\.", read(ana.lines)))
        ana.press("/quit\r")
        assert ana.ended() == 0


def test_where_it_was_agreed_to_play_without_hints_there_are_none(
    tmp_path: Path, host: Callable[..., RunningHost]
) -> None:
    """The option is the table's, and every client of ours keeps to it."""
    arguments = ("--seats", "2", "--bots", "1", "--option", "hints=off", "--bot-delay", "0")
    running = host("--game", "battle-sheep", *arguments, *GAMES["battle-sheep"])
    with join(tmp_path, running.listening().port) as ana:
        ana.wait_for("Are you ready?")
        ana.press("r")
        ana.wait_for("YOUR TURN")
        ana.press("H")
        ana.wait_for("agreed to play without hints")
        ana.press("ctrl-c")
        assert ana.ended() == 130
