"""The full screen on a terminal that takes ASCII alone, such as in the locale C."""

import pytest
from sheep_client import i18n
from sheep_client.terminal.surface import in_ascii
from sheep_client.text_layout import width_of
from sheep_support.screens.pictures import SCREENS


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_can_be_read_in_ascii(name: str, language: str) -> None:
    """In its place, and nothing of the game's own is a question mark."""
    i18n.use(language)
    try:
        rows = SCREENS[name]().frame().rows
    finally:
        i18n.use("en")
    for row in rows:
        for _, text in row:
            poor = in_ascii(text)
            assert poor.isascii()
            assert width_of(poor) == width_of(text)
            assert poor.count("?") == text.count("?")


def test_what_has_no_likeness_keeps_its_place() -> None:
    """A name in other letters is as wide as it was."""
    assert in_ascii("é羊Ω│") == "e???|"
