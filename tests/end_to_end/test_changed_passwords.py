"""A host whose password is another than last time: what its players and newcomers may expect.

A password is read at the start, so it changes with a restart and never in the middle of one. Then it
is asked of everyone again, of the seated too: that is how an owner shuts out who has learnt the old
one. Nobody loses anything by it: seats and names wait for their keys, the game goes on where it was.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sheep_common.net import info
from sheep_support.host_processes import Listening, RunningHost
from sheep_support.people import Person

OLD, NEW = "wolf", "bear"
POSITION = "position=0,0:0x3 1,0 2,0 3,0 0,2:1x3 1,2 2,2 3,2"
GAME = ("--game", "battle-sheep", "--option", "first=0", "--option", POSITION)

Words = Callable[[str], Path]
Play = Callable[..., "Evening"]


class Evening:
    """A host that is stopped, and started again on the same ports and data with another password."""

    def __init__(self, host: Callable[..., RunningHost], words: Words) -> None:
        self._host = host
        self._words = words
        self._running: RunningHost | None = None
        self.at: Listening | None = None

    def begin(self, password: str | None) -> int:
        """Run the host with a password, or without; return its port."""
        if self._running is not None:
            assert self._running.stop() == 0
        given = ("--password-file", str(self._words(password))) if password else ()
        self._running = self._host(*GAME, *given, port=self.at.port if self.at else 0)
        self.at = self._running.listening()
        return self.at.port


@pytest.fixture
def words(tmp_path: Path) -> Words:
    """Return a maker of files with a password in them."""

    def make(password: str) -> Path:
        (tmp_path / password).write_text(password, encoding="utf-8")
        return tmp_path / password

    return make


@pytest.fixture
def evening(host: Callable[..., RunningHost], words: Words) -> Evening:
    return Evening(host, words)


@pytest.fixture
def come(person: Callable[..., Person], words: Words) -> Callable[..., Person]:
    """Return a way to come to a host with a password, or with none."""

    def make(port: int, name: str, password: str | None = None, profile: str | None = None) -> Person:
        given = ("--password-file", str(words(password))) if password else ()
        return person(port, name, *given, *(("--profile", profile) if profile else ()))

    return make


def turned_away(person: Person) -> str:
    assert person.process.wait(30) == 1
    (line,) = person.process.stderr.read().splitlines()
    return str(line)


@pytest.fixture
def playing(evening: Evening, come: Callable[..., Person]) -> tuple[Person, Person]:
    """Let Ana and Bo begin a game at a host with the old password."""
    port = evening.begin(OLD)
    people = come(port, "Ana", OLD), come(port, "Bo", OLD)
    for each in people:
        assert each.ask("/sit")["event"] == "table"
    for each in people:
        assert each.ask("/ready")["event"] == "table"
    for each in people:
        each.wait_for("update")
    return people


def test_everyone_needs_the_new_one_and_nobody_loses_a_seat_or_a_name(evening, come, playing) -> None:
    ana, bo = playing
    assert ana.ask("split 0,0 E 1")["event"] == "update"
    seen = bo.wait(lambda event: event["event"] == "update" and event["view"]["last"] is not None)
    port = evening.begin(NEW)
    for each in (ana, bo):  # at once, over the connection that they make again
        assert "--password-file" in turned_away(each)
    for name, password in (("Ana", None), ("Ana", OLD), ("Cy", OLD), ("Cy", None)):
        assert "--password-file" in turned_away(come(port, name, password))
    assert "that name" in turned_away(come(port, "Bo", NEW, profile="somebody else"))

    bo = come(port, "Bo", NEW)
    update = bo.wait_for("update")
    assert (update["seat"], update["view"]) == (1, seen["view"])
    assert bo.wait_for("table")["seats"][0] == {"name": "Ana", "here": False, "ready": True, "bot": None}
    ana = come(port, "Ana", NEW)
    assert ana.wait_for("update")["seat"] == 0
    assert come(port, "Cy", NEW).ask("/tables")["event"] == "tables"
    for each in (ana, bo):
        each.play()
    assert ana.wait_for("over", patience=60)["outcome"] == bo.wait_for("over", patience=60)["outcome"]


def test_without_a_password_everyone_comes_and_the_old_one_is_remembered(evening, come, playing) -> None:
    """Taken off for an evening and put back, it is not asked again of those who had proved it."""
    port = evening.begin(None)
    assert not info.ask("127.0.0.1", port + 1, 5).password
    ana, bo = playing
    for each in playing:  # they are back by themselves
        each.wait(lambda event: event["event"] == "welcome", after=each.events.index(each.update))
    cy = come(port, "Cy")
    assert cy.ask("/tables")["event"] == "tables"
    port = evening.begin(OLD)
    assert "--password-file" in turned_away(cy)
    assert come(port, "Bo").wait_for("update")["seat"] == 1
    assert ana.ask("/tables")["event"] == "tables"
    assert bo.ask("/tables")["event"] == "tables"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "full screen"])
def test_who_sits_at_a_terminal_is_asked_for_the_new_one_and_plays_on(
    evening, come, face: tuple[str, ...], words: Words, tmp_path: Path
) -> None:
    """The screen makes room for the question, and shows the table again afterwards."""
    from sheep_support.fake_terminal import PseudoTerminal

    port = evening.begin(OLD)
    command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{port}", "--name", "Ana", "--lang", "en"]
    command += ["--password-file", str(words(OLD)), *face]
    environment = {"SHEEP_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    with PseudoTerminal(command, environment=environment) as terminal:
        here = {"name": "Ana", "here": True, "ready": False, "bot": None}

        def seated(event: dict) -> bool:
            return event["event"] == "table" and here in event["seats"]

        bo = come(port, "Bo", OLD)
        assert bo.ask("/sit")["event"] == "table"
        bo.wait(seated)
        evening.begin(NEW)
        terminal.wait_for("Password of 127.0.0.1")
        terminal.press(f"{NEW}\n")
        come(port, "Bo", NEW).wait(seated)
        terminal.wait_for("Bo")
        assert NEW not in terminal.text
