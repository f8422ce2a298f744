"""Another host than before: refused to scripts; people are asked, and accept it by typing a word."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sheep_common.net import info
from sheep_common.net.keys import new_pair

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals of this kind")
CASES = Path(__file__).parents[1] / "client" / "cases" / "known_hosts"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return the folder of the players that `person` makes."""
    (tmp_path / "people").mkdir()
    return tmp_path / "people"


@pytest.fixture
def sits_down(home: Path) -> Callable[..., Any]:
    """Return what starts `sheep-join` in a terminal."""

    def start(port: int, *arguments: str) -> Any:
        from sheep_support.fake_terminal import PseudoTerminal

        place = f"127.0.0.1:{port}"
        command = [sys.executable, "-m", "sheep_client", place, "--name", "Ana", *arguments]
        environment = {
            "SHEEP_HOME": str(home),
            "LANG": "en",
            "LC_ALL": "C.UTF-8",
            "PROMPT_TOOLKIT_NO_CPR": "1",
        }
        return PseudoTerminal(command, columns=100, environment=environment)

    return start


def refused(person: Any) -> str:
    """Return the one line with which somebody ends who is not let in."""
    assert person.process.wait(30) == 1
    (line,) = person.process.stderr.read().splitlines()
    return str(line)


def test_a_script_is_refused_with_both_keys_and_the_honest_case(host, person, home: Path) -> None:
    """Nothing is said to that host, and nothing is written of it."""
    at = host("--game", "battle-sheep").listening()
    before = new_pair().public
    (home / "known_hosts").write_text(f"127.0.0.1:{at.port} {before}\n")
    line = refused(person(at.port, "Bo"))
    for part in (f"127.0.0.1:{at.port}", info.fingerprint(before), at.fingerprint, "another friend's"):
        assert part in line
    assert (home / "known_hosts").read_text() == f"127.0.0.1:{at.port} {before}\n"


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_a_script_trusts_nobody_because_of_a_damaged_file(host, person, home: Path, name: str) -> None:
    """Before, each but one of these was as good as an empty file."""
    at = host("--game", "battle-sheep").listening()
    content = (CASES / name).read_bytes().replace(b":7437", b":%d" % at.port)
    (home / "known_hosts").write_bytes(content)
    line = refused(person(at.port, "Bo"))
    assert "STOP" in line
    assert f"127.0.0.1:{at.port}" in line
    assert (home / "known_hosts").read_bytes() == content


def test_a_friend_at_another_address_is_a_friend(host, person, home: Path) -> None:
    """A host is known by its key; where it was met is kept once it has proved it."""
    at = host("--game", "battle-sheep").listening()
    key = info.ask("127.0.0.1", at.info_port, 5).key
    (home / "known_hosts").write_text(f"192.168.1.5:7437 {key}")
    person(at.port, "Bo").wait_for("welcome")
    assert (home / "known_hosts").read_text() == f"192.168.1.5:7437 {key}\n127.0.0.1:{at.port} {key}\n"


def test_nothing_is_kept_of_a_host_that_does_not_prove_its_key(host, person, home: Path) -> None:
    """What an information port says of itself is not believed: here it has another host's key."""
    at = host("--game", "battle-sheep").listening()
    own = info.ask("127.0.0.1", at.info_port, 5)
    with _claims(info.Info(host=own.host, key=new_pair().public, port=at.port)) as port:
        liar = person(port, "Bo")
        with pytest.raises(AssertionError):
            liar.wait_for("welcome", patience=3.0)
    assert not (home / "known_hosts").exists()


@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "full"])
def test_a_person_is_asked_and_enter_alone_leaves(host, sits_down, home: Path, face: tuple[str, ...]) -> None:
    """In words that include the honest case."""
    at = host("--game", "battle-sheep").listening()
    kept = f"127.0.0.1:{at.port} {new_pair().public}\n"
    (home / "known_hosts").write_text(kept)
    with sits_down(at.port, *face) as terminal:
        terminal.wait_for("press Enter to leave")
        assert at.fingerprint in terminal.text
        assert "networks give old addresses" in terminal.text
        terminal.press("enter")
        assert terminal.ended() == 1
        assert "You have not joined" in terminal.text
    assert (home / "known_hosts").read_text() == kept


@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "full"])
def test_who_types_yes_joins_and_is_not_asked_again(
    host, sits_down, home: Path, face: tuple[str, ...]
) -> None:
    """The key is kept beside the one of before, whose host may come back."""
    at = host("--game", "battle-sheep").listening()
    kept = f"127.0.0.1:{at.port} {new_pair().public}\n"
    (home / "known_hosts").write_text(kept)
    with sits_down(at.port, *face) as terminal:
        terminal.wait_for("press Enter to leave")
        terminal.press("yes", "enter")
        terminal.wait_for("This host is trusted")
        terminal.press("ctrl-c")
        terminal.ended()
    assert (home / "known_hosts").read_text().startswith(kept)
    with sits_down(at.port, *face) as terminal:
        terminal.wait_for("You are Ana")
        assert "yes" not in terminal.text
        terminal.press("ctrl-c")
        terminal.ended()


def test_what_was_typed_before_the_question_is_no_answer(host, sits_down, home: Path) -> None:
    """A yes is meant for what stands there."""
    at = host("--game", "battle-sheep").listening()
    (home / "known_hosts").write_text(f"127.0.0.1:{at.port} {new_pair().public}\n")
    with sits_down(at.port, "--plain") as terminal:
        terminal.press("yes\n")
        terminal.wait_for("press Enter to leave")
        terminal.press("enter")
        assert terminal.ended() == 1


def test_a_key_that_others_can_read_is_warned_about(host, person, home: Path) -> None:
    """On stderr for scripts; they play all the same."""
    at = host("--game", "battle-sheep").listening()
    before = person(at.port, "Bo")
    before.wait_for("welcome")
    before.close()
    key = home / "keys" / "player-bo.key"
    for place, mode in ((home.parent, 0o755), (home, 0o755), (key.parent, 0o755), (key, 0o644)):
        os.chmod(place, mode)  # noqa: PTH101
    bo = person(at.port, "Bo")
    bo.wait_for("welcome")
    assert f"chmod 600 {key}" in bo.process.stderr.readline()


def _claims(said: info.Info) -> Any:
    """Return a listener that says this line on the port after the one it gives, to whoever asks once."""
    import contextlib
    import socket
    import threading

    @contextlib.contextmanager
    def listening() -> Any:
        with socket.create_server(("127.0.0.1", 0)) as server:

            def serve() -> None:
                with contextlib.suppress(OSError):
                    connection, _ = server.accept()
                    connection.sendall(info.line(said))
                    connection.close()

            threading.Thread(target=serve, daemon=True).start()
            yield server.getsockname()[1] - 1

    return listening()
