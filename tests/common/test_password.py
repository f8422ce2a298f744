"""A password's proof: of one host's key and one player's key, and the same on every machine."""

import pytest
from sheep_common import password

HOST, OTHER = "h" * 40, "i" * 40
SECRET = password.secret("bergère", HOST)


def test_a_proof_is_right_where_it_was_made_for() -> None:
    assert password.is_right(SECRET, "k" * 40, password.proof(SECRET, "k" * 40))


def test_a_proof_given_to_another_host_is_of_no_use_here() -> None:
    """An impostor has another key, and cannot relay what it gets."""
    impostors = password.secret("bergère", OTHER)
    assert not password.is_right(SECRET, "k" * 40, password.proof(impostors, "k" * 40))


def test_a_proof_is_of_no_use_to_another_player() -> None:
    assert not password.is_right(SECRET, "k" * 40, password.proof(SECRET, "l" * 40))


@pytest.mark.parametrize("other", ["bergere", "bergère ", "Bergère", "bergèr"])
def test_another_password_has_another_secret(other: str) -> None:
    assert password.secret(other, HOST) != SECRET


def test_letters_with_accents_are_the_same_however_they_are_typed() -> None:
    """One keyboard composes what another sends in two."""
    assert password.secret("berge\u0300re", HOST) == SECRET


def test_a_proof_fits_its_message_and_stays_as_it_is() -> None:
    """What a client of another version sends must still be right."""
    made = password.proof(SECRET, "k" * 40)
    assert made.hex() == "316c32f28e71b9e9c234647c40e0ef6c9fddbc4f3541637f7dfc5ea34da892fc"


@pytest.mark.parametrize(
    ("text", "found"),
    [("ab\n", "ab"), ("ab", "ab"), ("ab\r\ncd", "ab"), (" ab \n", " ab "), ("\ufeffab", "ab"), ("", "")],
)
def test_a_file_holds_the_password_in_its_first_line(text: str, found: str) -> None:
    assert password.first_line(text) == found


def test_an_empty_or_endless_password_is_none() -> None:
    assert password.problem("") is not None
    assert password.problem("x" * 2000) is not None
    assert password.problem("x") is None


def test_a_mark_tells_passwords_apart() -> None:
    assert password.mark(SECRET) != password.mark(password.secret("other", HOST))
