"""A record on the full screen: steps, jumps, whose eyes, and nothing that a seat was not to see."""

from pathlib import Path

import pytest
from sheep_client.layout import width_of
from sheep_client.screens import replaying
from sheep_client.screens.replaying import Walk
from sheep_client.screens.ui import Look
from sheep_common.games import GAMES
from sheep_common.replay import replay

CASES = Path(__file__).parents[2] / "common" / "cases" / "records"
LOOK = Look(80, 24)


def walk(name: str, seat: int | None = None) -> Walk:
    """Open a record."""
    return replaying.begin(list(replay((CASES / name).read_bytes().splitlines(), GAMES)), seat)


def pressed(here: Walk, *keys: str) -> Walk:
    """Press keys that do not end the walk."""
    for key in keys:
        after = replaying.press(here, key, LOOK)
        assert after is not None
        here = after
    return here


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["right"] * 3, 3),
        (["right", "left"], 0),
        (["down"], 10),
        (["2", "3", "enter"], 23),
        (["wheel-down"], 1),
    ],
)
def test_keys_go_from_step_to_step(keys: list[str], step: int) -> None:
    """One, ten, or to a number."""
    assert pressed(walk("battle-sheep-00.jsonl"), *keys).at == step


def test_the_end_shows_who_has_won() -> None:
    """With the reason."""
    assert "The end" in replaying.paint(pressed(walk("battle-sheep-00.jsonl"), "end"), LOOK).text()


def test_it_plays_by_itself_to_the_end_and_stops() -> None:
    """At a speed that can be changed."""
    here = pressed(walk("battle-sheep-00.jsonl"), "end", "left", "left", "p", ">")
    assert here.pause < walk("battle-sheep-00.jsonl").pause
    for _ in range(5):
        here = replaying.tick(here)
    assert (here.at, here.playing) == (here.last, False)


def test_tab_looks_with_other_eyes() -> None:
    """A spectator, then seat after seat."""
    here = pressed(walk("leadersheep-00.jsonl"), "down")
    hands = []
    for _ in range(3):
        here = pressed(here, "tab")
        hands.append(replaying.told(here)[1].tables["record"].update.view["hand"])  # type: ignore[union-attr]
    assert len(set(map(tuple, hands))) == 3


def test_with_a_seat_nothing_else_is_seen() -> None:
    """Tab changes nothing, and actions are not quoted: they could tell a hand."""
    here = pressed(walk("leadersheep-00.jsonl", 0), "down", "tab")
    assert here.seat == 0
    for _ in range(40):
        here = pressed(here, "right")
        assert "promise " not in replaying.paint(here, LOOK).rows[22][0][1]


@pytest.mark.parametrize("name", ["battle-sheep-01.jsonl", "leadersheep-01.jsonl"])
@pytest.mark.parametrize(("width", "height"), [(40, 12), (60, 20), (120, 40)])
def test_rows_are_equally_wide(name: str, width: int, height: int) -> None:
    """At every size."""
    for keys in ([], ["down"], ["end"], ["f1"]):
        frame = replaying.paint(pressed(walk(name), *keys), Look(width, height))
        assert {sum(width_of(text) for _, text in row) for row in frame.rows} == {width}
