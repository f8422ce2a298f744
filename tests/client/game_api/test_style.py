"""The colours of the full screen where prompt_toolkit and poorer terminals have their say."""

from collections.abc import Callable

import pytest
from prompt_toolkit.output.vt100 import _256_colors as nearest
from prompt_toolkit.styles import Style, default_ui_style, merge_styles
from sheep_client.game_api import style
from sheep_client.games.leadersheep.screen.styles import CARDS


@pytest.mark.parametrize("styles", [style.colours, style.shades])
def test_no_break_spaces_are_not_underlined(styles: Callable[[], dict[str, str]]) -> None:
    """prompt_toolkit would mark each, and French has one before every colon."""
    merged = merge_styles([default_ui_style(), Style.from_dict(styles())])
    assert not merged.get_attrs_for_style_str("class:note class:nbsp").underline


def shown(colour: str) -> tuple[int, int, int]:
    """Return what a terminal of 256 colours shows for one."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return nearest.colors[nearest[(red, green, blue)]]


def test_with_256_colours_every_card_has_a_colour_of_its_own() -> None:
    """Black alone is a grey there."""
    seen = {name: shown(back) for name, (back, _) in CARDS.items()}
    assert len(set(seen.values())) == len(seen)
    assert [name for name, rgb in seen.items() if len(set(rgb)) == 1] == ["black"]


def test_with_256_colours_no_blocked_stack_but_the_white_one_is_grey() -> None:
    """They are told from those of others by their colour."""
    greys = [seat for seat, (_, _, dim) in enumerate(style.SEATS) if len(set(shown(dim))) == 1]
    assert greys == [3]
