"""A host with a password, and people who have it, had it, have another, or are asked for it."""

import sys
from pathlib import Path

import pytest
from sheep_common.net import info
from sheep_support.host_processes import children_of, kill

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
PASSWORD = "grand méchant loup"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text(f"{PASSWORD}\n", encoding="utf-8")
    return tmp_path / "secret"


def turned_away(person) -> str:
    """Return the one line with which somebody ends who is not let in."""
    assert person.process.wait(30) == 1
    (line,) = person.process.stderr.read().splitlines()
    return str(line)


def test_who_has_the_password_plays_and_is_known_from_then_on(host, person, secret: Path) -> None:
    """Also after the host was killed; who has none or another is told so in one line."""
    running = host("--game", "battle-sheep", "--password-file", str(secret))
    at = running.listening()
    assert info.ask(at.address, at.info_port, 5).password
    assert "password" in turned_away(person(at.port, "Bo"))
    (secret.parent / "wrong").write_text("mouton", encoding="utf-8")
    wrong = person(at.port, "Bo", "--password-file", str(secret.parent / "wrong"))
    assert "--password-file" in turned_away(wrong)
    ana = person(at.port, "Ana", "--password-file", str(secret))
    assert ana.ask("/sit")["event"] == "table"
    ana.close()
    kill(at.pid)
    again = running.listening()
    assert person(again.port, "Ana").wait_for("table")["seats"][0]["name"] == "Ana"


def test_the_password_stands_nowhere_but_where_it_was_given(
    host, person, secret: Path, tmp_path: Path
) -> None:
    """In no arguments or environment of a process, no file, no event and no log."""
    environment = {"SHEEP_PASSWORD": PASSWORD}
    running = host("--game", "battle-sheep", "--bots", "1", "--bot-delay", "0", environment=environment)
    at = running.listening()
    ana = person(at.port, "Ana", "--password-file", str(secret))
    ana.ask("/sit")
    ana.play()
    ana.ask("/ready")
    ana.wait_for("over", patience=60)
    children = children_of(running.process.pid)
    assert len(children) >= 2
    needle = PASSWORD.encode()
    for pid in [*children, running.process.pid, ana.process.pid]:
        assert needle not in Path(f"/proc/{pid}/cmdline").read_bytes()
    for pid in children:
        assert needle not in Path(f"/proc/{pid}/environ").read_bytes()
    assert running.stop() == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path != secret]
    assert len(files) > 5
    assert [path for path in files if needle in path.read_bytes()] == []
    assert PASSWORD not in running.log + str(running.events) + str(ana.events)


def test_where_there_is_a_terminal_it_is_asked_for(host, secret: Path, tmp_path: Path) -> None:
    """It is not shown; a wrong one is asked for again."""
    from sheep_support.fake_terminal import PseudoTerminal

    at = host("--game", "battle-sheep", "--password-file", str(secret)).listening()
    command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{at.port}", "--plain", "--name", "Ana"]
    environment = {"SHEEP_HOME": str(tmp_path / "home"), "LANG": "en", "LC_ALL": "C.UTF-8"}
    with PseudoTerminal(command, environment=environment) as terminal:
        terminal.wait_for("Password of 127.0.0.1")
        terminal.press("mouton\n")
        terminal.wait(lambda: terminal.text.count("Password of 127.0.0.1") == 2)
        assert "That is not the host's password." in terminal.text
        terminal.press(f"{PASSWORD}\n")
        terminal.wait_for("You are Ana")
        assert PASSWORD.encode() not in terminal.said
        assert b"mouton" not in terminal.said


def test_the_full_screen_asks_for_it_too(host, secret: Path, tmp_path: Path) -> None:
    """On the bare terminal, before the screen is there for good."""
    from sheep_support.fake_terminal import PseudoTerminal

    at = host("--game", "battle-sheep", "--password-file", str(secret)).listening()
    command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{at.port}", "--name", "Ana", "--lang", "en"]
    with PseudoTerminal(command, environment={"SHEEP_HOME": str(tmp_path / "home")}) as terminal:
        terminal.wait_for("Password of 127.0.0.1")
        terminal.press(f"{PASSWORD}\n")
        terminal.wait_for("Ana")
        terminal.wait(lambda: "Password of" not in terminal.text)
        assert PASSWORD.encode() not in terminal.said
