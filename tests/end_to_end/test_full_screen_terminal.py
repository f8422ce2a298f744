"""The full screen and its terminal: every way of ending leaves it whole, resizing ends well, Esc is quick."""

import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sheep_support.fake_terminal import PseudoTerminal
from sheep_support.host_processes import RunningHost
from sheep_support.pace import within

ASK = slice(22, 23)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run a host with a table for one person and a bot, and without any rush; give its port."""
    with RunningHost(tmp_path_factory.mktemp("host")) as running:
        yield running.listening().port


@pytest.fixture
def join(host: int, tmp_path: Path) -> Iterator[Callable[..., PseudoTerminal]]:
    """Give a starter of players, in a home of their own."""
    made: list[PseudoTerminal] = []

    def start(name: str, *program: str, **size: int) -> PseudoTerminal:
        places = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        command = [sys.executable, *(program or ("-m", "sheep_client")), f"127.0.0.1:{host}", "--name", name]
        made.append(PseudoTerminal(command, environment={**places, "LC_ALL": "C.UTF-8"}, **size))
        return made[-1]

    yield start
    for terminal in made:
        terminal.__exit__(None, None, None)


def table(terminal: PseudoTerminal) -> None:
    """Open a table of Battle Sheep for two, with a bot, and begin."""
    terminal.wait_for("Choose a table") if "Choose a table" in terminal.text else terminal.wait_for(
        "new table"
    )
    terminal.press("n")
    terminal.wait_for("A new table")
    terminal.press("up", "enter")  # the button is the last line
    terminal.wait_for("Are you ready")
    terminal.press("b")
    terminal.wait_for("bot, easy")
    terminal.press("r")
    terminal.wait(lambda: "YOUR TURN" in terminal.lines[0])


Ending = Callable[[PseudoTerminal], object]
ENDINGS: dict[str, tuple[Ending, int]] = {
    "/quit": (lambda terminal: terminal.press("/", "quit", "enter"), 0),
    "ctrl-c": (lambda terminal: terminal.press("ctrl-c"), 130),
    "SIGTERM": (lambda terminal: os.kill(terminal.process.pid, signal.SIGTERM), 130),
    "SIGHUP": (lambda terminal: os.kill(terminal.process.pid, signal.SIGHUP), 130),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_the_terminal_is_whole_after_every_ending(how: str, join: Callable[..., PseudoTerminal]) -> None:
    """And the exit status is the contract's."""
    terminal = join("Eva")
    terminal.wait_for("new table")
    end, status = ENDINGS[how]
    end(terminal)
    assert (terminal.ended(), terminal.is_whole()) == (status, True)


BROKEN = """
import sys
from sheep_client.screen_ui import controls, on_report
from sheep_client import cli
where = {where!r}
calls = [0]
def broken(*arguments, **named):
    calls[0] += 1
    if calls[0] > {after}:
        raise RuntimeError("broken on purpose")
    return kept(*arguments, **named)
module = on_report if where == "tell" else controls
kept = getattr(module, where)
setattr(module, where, broken)
sys.exit(cli.main())
"""


@pytest.mark.parametrize(
    ("where", "after"), [("paint", 0), ("paint", 2), ("press", 0), ("tell", 1), ("mouse", 0)]
)
def test_the_terminal_is_whole_after_an_error_of_ours(
    where: str, after: int, join: Callable[..., PseudoTerminal]
) -> None:
    """At every stage; it ends with one line that says so, and no traceback."""
    terminal = join("Ida", "-c", BROKEN.format(where=where, after=after))
    if where in ("press", "mouse"):
        terminal.wait_for("new table")
        terminal.press("n") if where == "press" else terminal.click(5, 5)
    assert terminal.ended() == 1
    assert terminal.is_whole() or b"\x1b[?1049h" not in terminal.said
    assert b"broken on purpose" in terminal.said
    assert b"Traceback" not in terminal.said


def test_a_window_that_is_closed_ends_it(join: Callable[..., PseudoTerminal]) -> None:
    """Nothing stays behind."""
    terminal = join("Zoe")
    terminal.wait_for("new table")
    terminal.hang_up()
    assert terminal.process.wait(10) in (0, 130, 1)


def test_a_resize_storm_ends_on_the_screen_of_a_fresh_draw(join: Callable[..., PseudoTerminal]) -> None:
    """Forty sizes in a second, in the middle of a game."""
    terminal = join("Lou")
    table(terminal)
    sizes = random.Random(3)
    for _ in range(40):
        terminal.resize(sizes.randint(30, 220), sizes.randint(8, 70))
        time.sleep(0.02)
    terminal.resize(80, 24)
    terminal.wait(lambda: "YOUR TURN" in terminal.lines[0])
    terminal.settle(within(0.5))
    after_the_storm = terminal.lines
    terminal.press("\x0c")  # Ctrl-L: clear and draw everything
    terminal.settle(within(0.3))
    assert after_the_storm == terminal.lines
    assert "YOUR TURN" in terminal.lines[0]


@pytest.mark.parametrize("focused", [False, True])
def test_escape_answers_within_100_ms(focused: bool, join: Callable[..., PseudoTerminal]) -> None:
    """With the prompt open, and without; the median of some tries, since machines are shared."""
    terminal = join("Max")
    terminal.wait_for("new table")
    times = []
    for _ in range(7):
        terminal.press("t" if focused else "m")
        shown = "/say" if focused else "─ Menu ─"
        terminal.wait_for(shown)
        start = time.perf_counter()
        terminal.press("escape")
        while shown in terminal.text:
            assert time.perf_counter() - start < 30
            time.sleep(0.001)
        times.append(time.perf_counter() - start)
    assert sorted(times)[len(times) // 2] < within(0.1)


def test_the_bell_rings_once_a_turn_and_the_window_is_named(join: Callable[..., PseudoTerminal]) -> None:
    """Titles apart: they end with a bell too."""
    terminal = join("Gil")
    table(terminal)
    terminal.settle()
    said = re.sub(rb"\x1b\]2;[^\x07]*\x07", b"", terminal.said)
    assert said.count(b"\x07") == 1
    assert "● YOUR TURN".encode() in terminal.said


def test_a_program_is_started_when_it_is_the_players_turn(
    join: Callable[..., PseudoTerminal], tmp_path: Path
) -> None:
    """`--on-turn COMMAND`, with its arguments and without a shell."""
    called = tmp_path / "called"
    terminal = join("Ugo", "-m", "sheep_client", "--on-turn", f"touch {called}")
    table(terminal)
    terminal.wait(called.exists)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": ""}])
def test_a_terminal_that_is_not_able_gets_plain_lines(
    environment: dict[str, str], host: int, tmp_path: Path
) -> None:
    """The same program, the same game."""
    places = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{host}", "--name", "Ann"]
    with PseudoTerminal(command, environment={**places, "LC_ALL": "C.UTF-8", **environment}) as terminal:
        terminal.wait_for("You are Ann")
        assert b"\x1b[?1049h" not in terminal.said
