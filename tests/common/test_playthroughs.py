"""Playthroughs: whole games from everyone's eyes, written down, read by a person, and kept.

`scripts/playthrough` writes them again; what changed is then in the diff, for a person to judge.
"""

from pathlib import Path
from random import Random

import pytest
from sheep_common.check import outcome_line
from sheep_common.games import GAMES
from sheep_common.laws.play import Table, play
from sheep_common.laws.playthrough import Recipe, playthrough, recipe_of
from sheep_common.laws.tiny_game import GAME as TINY

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_is_what_the_game_does(file: Path) -> None:
    """Played again from its first line: same text."""
    text = file.read_text(encoding="utf-8")
    assert playthrough(recipe_of(text), GAMES) == text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough(game: str) -> None:
    """Make one with `scripts/playthrough --new NAME --game GAME --seats N`, and read it."""
    assert game in {recipe_of(file.read_text(encoding="utf-8")).game for file in FILES}


def test_a_playthrough_shows_all_that_a_view_has() -> None:
    """At the start every field once, then what changed, by who sees it."""
    text = playthrough(Recipe(game="tiny", seats=2, seed=1), {"tiny": TINY})
    start, first = text.split("\n\n")[1:3]
    fields = [line.strip().partition(":")[0] for line in start.splitlines()[1:]]
    assert fields == list(TINY.view_type.__struct_fields__)
    assert "to_act: [0, 1]" in first
    assert "mine" not in first
    assert "mine [0]: " in text
    assert "mine [spectator]" not in text


def test_a_playthrough_ends_with_the_outcome() -> None:
    """Of the same seed's game."""
    recipe = Recipe(game="tiny", seats=3, options={"heap": "big"}, seed=5)
    *_, last = play(Table(TINY, 3, recipe.options), Random(5))
    outcome = TINY.outcome(last.step.state)
    assert outcome is not None
    assert playthrough(recipe, {"tiny": TINY}).endswith(f"\n\n{outcome_line(outcome)}\n")
