"""How many colours the full screen takes."""

import pytest
from prompt_toolkit.output import ColorDepth, DummyOutput
from sheep_client.terminal.full_screen import depth


@pytest.fixture(autouse=True)
def nobody_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the variables of whoever runs the tests out of them."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("PROMPT_TOOLKIT_COLOR_DEPTH", raising=False)


@pytest.mark.parametrize("term", ["vt100", "vt220", "dumb"])
def test_a_terminal_without_colours_gets_none(term: str) -> None:
    """Whatever the one around it, such as tmux, is able to show."""
    assert depth(DummyOutput(), {"TERM": term, "COLORTERM": "truecolor"}) == ColorDepth.DEPTH_1_BIT


def test_a_terminal_that_says_so_gets_all_colours() -> None:
    """It says so in COLORTERM."""
    found = depth(DummyOutput(), {"TERM": "vte-256color", "COLORTERM": "truecolor"})
    assert found == ColorDepth.DEPTH_24_BIT


def test_no_colour_is_wished_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """See no-color.org."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert depth(DummyOutput(), {"COLORTERM": "truecolor"}) == ColorDepth.DEPTH_1_BIT
