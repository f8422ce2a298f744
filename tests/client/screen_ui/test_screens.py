"""Every screen of both games: as it was agreed, at any size, and with keys that do what they say."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sheep_client import i18n
from sheep_client.screen_ui import controls
from sheep_client.text_layout import width_of
from sheep_support.screens.golden import written
from sheep_support.screens.pictures import SCREENS
from sheep_support.screens.stage import SIZES, at_size

GOLDEN = Path(__file__).parents[1] / "golden" / "screens"
PRESSED = {"walk": "left", "updown": "down", "leftright": "right", "plus": "+", "past": "<", "digits": "1"}
"""A key that stands for several that do alike."""


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Give each language, and English again afterwards."""
    i18n.use(request.param)
    yield str(request.param)
    i18n.use("en")


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_as_it_was_agreed(name: str, language: str) -> None:
    """`scripts/screens` paints them anew; a person looks at what has changed."""
    stage = SCREENS[name]()
    parts = [f"=== {width} x {height}\n{written(at_size(stage, width, height))}" for width, height in SIZES]
    assert "\n".join(parts) == (GOLDEN / f"{name}.{language}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize(
    ("width", "height"), [(40, 12), (41, 13), (71, 19), (99, 23), (100, 30), (20, 5), (1, 1)]
)
def test_rows_are_equally_wide_at_any_size(name: str, width: int, height: int) -> None:
    """Also where hardly anything fits."""
    frame = at_size(SCREENS[name](), width, height)
    assert {sum(width_of(text) for _, text in row) for row in frame.rows} == {width}
    assert len(frame.rows) == height


@pytest.mark.parametrize("name", SCREENS)
def test_the_keys_shown_are_those_that_work(name: str) -> None:
    """Each changes the screen or gives the core a line."""
    stage = SCREENS[name]()
    if stage.ui.typing:
        return
    for key, _label in controls.keys(stage.ui, stage.client.model, stage.look):
        for pressed in ["yuhlbn"] if key == "yuhlbn" else [PRESSED.get(key, key)]:
            done = [controls.press(stage.ui, stage.client.model, stage.look, one) for one in _each(pressed)]
            assert any(result.lines or result.ui != stage.ui for result in done), key


def _each(pressed: str) -> list[str]:
    return (
        list(pressed)
        if pressed == "yuhlbn"
        else [pressed, {"left": "up", "<": ">", "down": "up", "+": "-"}.get(pressed, pressed)]
    )


@pytest.mark.parametrize("name", SCREENS)
def test_it_reads_without_colour(name: str) -> None:
    """The same words at the same places; only the points of hexes are missing."""
    bright = at_size(SCREENS[name](), 80, 24).text().translate({ord("▐"): " ", ord("▌"): " "})
    assert at_size(SCREENS[name](), 80, 24, colour=False).text() == bright
