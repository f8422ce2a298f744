"""Names and profiles: what a player is called, and the file that keeps the key."""

import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_client.connection import identity
from sheep_client.connection.errors import ClientError
from sheep_common.names import name_problem


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a player's folder of its own."""
    monkeypatch.setenv("SHEEP_HOME", str(tmp_path))
    return tmp_path


@given(st.text(min_size=1, max_size=80))
def test_any_profile_is_a_safe_file_name(name: str) -> None:
    """On every system: letters, digits, - _ % only, not too long, and no device of Windows."""
    stem = identity.file_stem(name)
    assert all(c.isascii() and (c.isalnum() or c in "-_%") for c in stem)
    assert stem.startswith("player-")
    assert len(stem) < 120


@pytest.mark.parametrize("name", ["con", "../../etc/passwd", "a/b", "x\x00y", "..", " ", "é", "🐑" * 40])
def test_odd_profiles_have_a_key(name: str) -> None:
    """And the same one the next time."""
    assert identity.load_key(name) == identity.load_key(name)
    assert identity.key_file(name).parent.name == "keys"


def test_different_names_have_different_keys() -> None:
    """Also where they differ only behind the cut of a long file name."""
    names = ["Ana", "Anna", "a b", "a_b", "a%20b", "x" * 200 + "1", "x" * 200 + "2"]
    assert len({identity.key_file(name) for name in names}) == len(names)


def test_names_that_count_as_the_same_share_a_key() -> None:
    """`ana` comes back to the seat of `Ana`."""
    assert identity.key_file("Ana") == identity.key_file("ana")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_key_is_its_owner_s_alone() -> None:
    """Nobody else can take the seat."""
    identity.load_key("Ana")
    assert stat.S_IMODE(identity.key_file("Ana").stat().st_mode) == 0o600


def test_a_file_that_is_no_key_is_one_line() -> None:
    """It is not overwritten: it may be the only copy of something."""
    path = identity.key_file("Ana")
    path.parent.mkdir(parents=True)
    path.write_text("not a key", encoding="utf-8")
    with pytest.raises(ClientError, match="holds no key"):
        identity.load_key("Ana")
    assert path.read_text(encoding="utf-8") == "not a key"


def test_the_name_asked_for_is_taken() -> None:
    """Composed, as the protocol wants it."""
    assert identity.choose_name("Zoe\u0301") == "Zoé"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a  b", "\u202eana"])
def test_a_bad_name_is_wrong_usage(name: str) -> None:
    """One line that says why."""
    with pytest.raises(ClientError) as error:
        identity.choose_name(name)
    assert error.value.status == 2
    assert "--name" in str(error.value)


def test_the_last_name_is_the_default() -> None:
    """Nobody types their name twice."""
    identity.remember_name("Zoé")
    assert identity.choose_name(None) == "Zoé"


def test_without_a_last_name_it_is_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made to fit."""
    monkeypatch.setattr(identity, "_login", lambda: "DOMAIN\\marie-claude")
    assert identity.choose_name(None) == "marie-claude"


@given(st.text(max_size=60))
def test_any_login_becomes_a_good_name(login: str) -> None:
    """Whatever the system calls somebody."""
    assert name_problem(identity.fit(login)) is None


@pytest.mark.parametrize(
    "name", ["", "x" * 25, "a  b", "a\nb", "e\u0301", "x\u0323\u0301\u0302\u0303", "\u202eana", "x" * 99]
)
def test_every_problem_with_a_name_can_be_translated(name: str) -> None:
    """The texts of the common part are marked by the client."""
    problem = name_problem(name)
    assert problem is None or problem in identity._PROBLEMS
