"""Every code that the wire or a game can carry has a text, in every language."""

from collections.abc import Iterator

import pytest
from sheep_client import i18n
from sheep_client.game_registry import game_texts
from sheep_client.text_ui import code_text
from sheep_common import messages as m
from sheep_common.games import GAMES


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak a language for a test."""
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def test_every_code_of_the_protocol_has_a_text() -> None:
    """And there is none for a code that does not exist."""
    assert set(code_text.CODES) == m.CODES


def test_every_level_has_a_name() -> None:
    """As bots are called in the list of tables."""
    assert set(code_text.LEVELS) == set(m.LEVELS)


def test_every_game_has_a_painter() -> None:
    """A new game of this house brings its own."""
    assert set(game_texts()) >= set(GAMES)


@pytest.mark.parametrize("code", sorted(m.CODES))
def test_a_refusal_is_a_sentence(code: str, language: str) -> None:
    """In the player's language, without the code."""
    text = code_text.refusal(m.Refused(code=code, text="detail"))
    assert text[0].isupper()
    assert text.endswith((".", "(detail)"))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_s_own_reason_is_said_instead_of_the_code(game: str, language: str) -> None:
    """It is what the player can do something about."""
    for reason, text in game_texts()[game].reasons.items():
        refused = m.Refused(code="illegal", reason=reason, text="detail")
        assert code_text.refusal(refused, game) == i18n._(text)


def test_an_unknown_reason_shows_what_the_host_says() -> None:
    """A newer host may have more reasons."""
    refused = m.Refused(code="illegal", reason="full-moon", text="not at full moon")
    assert code_text.refusal(refused, "battle-sheep") == "That is against the rules. (not at full moon)"


def test_an_unknown_code_shows_what_the_host_says() -> None:
    """Cleaned, since a host is a stranger."""
    assert "\x1b" not in code_text.refusal(m.Refused(code="new", text="odd \x1b[2J thing"))


def test_french_is_not_english() -> None:
    """The catalogue is found."""
    i18n.use("fr")
    try:
        assert code_text.refusal(m.Refused(code="illegal", text="")) == "C’est contraire aux règles."
    finally:
        i18n.use("en")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
    ],
)
def test_the_system_s_language_is_taken(environment: dict[str, str], language: str) -> None:
    """In gettext's order; English for languages that are not here."""
    assert i18n.language_of(environment) == language
